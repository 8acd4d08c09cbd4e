import { InputError, refusalOf } from '@leib/core';
import type { PeopleRole, RoomState } from '@leib/net';
import type { ActorDoc, ActorId, Change, ChatLine, Json } from '@leib/stage';
import { isReplayedId, type RoomReplay, SharedRoom } from '@leib/together';
import { saveFile } from '../../files/saveFile.js';
import { tabStorage, type VisitorStorage, visitorStorage } from '../../files/visitorStorage.js';
import { explainError } from '../../ui/explainError.js';
import { MeasuresController, type Tool } from './measures/measuresController.js';
import { NotePictures } from './measures/notePictures.js';
import { Tablet } from './measures/tablet.js';
import { addressWithPeople, linkForOthers, newRoomName, roomNameOf } from './peopleAddress.js';
import type { Pointing } from './pointing.js';
import type { SceneController } from './scene/sceneController.js';
import { ToldOfMe } from './toldOfMe.js';
import { RoomVoice, type VoiceState } from './voice/roomVoice.js';

/** What the room asks of the page. */
export interface TogetherPage {
  readonly address: string;
  setAddress(address: string): void;
  notify(kind: 'info' | 'error', text: string): void;
  nowSeconds(): number;
  /** What one sees now, as a picture. */
  drawView(): HTMLCanvasElement;
}

/** Somebody in the list of people. */
export interface ListedPerson {
  readonly id: ActorId;
  readonly name: string;
  readonly role: PeopleRole;
  readonly isMe: boolean;
  readonly isHidden: boolean;
  readonly isFollowed: boolean;
  /** Their voice is heard, or would be but for the visitor. */
  readonly isSpeaking: boolean;
  /** For the visitor alone, and by a host for all. */
  readonly isMuted: boolean;
  readonly isMutedForAll: boolean;
  /** What comes of them, where that is not all: "away", "looks on". */
  readonly remark: string;
  readonly colour: string;
}

export interface TogetherFigures {
  readonly state: RoomState;
  /** How the connection is, in words. */
  readonly sentence: string;
  readonly role: PeopleRole | null;
  readonly people: readonly ListedPerson[];
  readonly chat: readonly ChatLine[];
  readonly voice: VoiceState | null;
  /** Who is in the recorded room that is shown, and what they had written by then; null where none is. */
  readonly recorded: ThenFigures | null;
}

export interface ThenFigures {
  /** Of the file. */
  readonly name: string;
  readonly people: readonly ListedPerson[];
  readonly chat: readonly ChatLine[];
}

const NAME_KEY = 'leib-name';
const resumeKey = (room: string) => `leib-room ${room}`;
const colours = ['#f2a65a', '#8fc1e3', '#b5d99c', '#e39ac1', '#d9c46b', '#a9a2ea', '#e57f6f', '#4ccbb5'];
/** Who was not heard of for so long is away, milliseconds. */
const AWAY_MS = 3000;
const INVITE_MINUTES = 24 * 60;

const noRoom = { state: 'closed', sentence: '', role: null, people: [], chat: [], voice: null } as const;

/** One visitor in a room of people: comes, goes, and does what its panels offer. */
export class TogetherController {
  /** Null: in none. */
  room: SharedRoom | null = null;
  roomName = '';
  /** Why one is in no room any more, or in none yet; null where there is nothing to say. */
  problem: string | null = null;
  /** With whom the camera goes. */
  followed: ActorId | null = null;
  readonly hidden = new Set<ActorId>();
  readonly voice: RoomVoice;
  /** What stands in the room; null until its scene has been made. */
  scene: SceneController | null = null;
  isPointing = false;
  /** A recorded room that is shown, by the play bar; for this visitor alone. */
  replay: RoomReplay | null = null;
  #replayName = '';
  readonly measures = new MeasuresController(this);
  readonly pictures: NotePictures;
  readonly tablet = new Tablet(this, this.measures, this);
  readonly #page: TogetherPage;
  readonly #tab: VisitorStorage;
  readonly #visitor: VisitorStorage;
  #name: string;
  #goal: ActorId | null = null;
  /** What was changed last is shared: Ctrl+Z takes it back. */
  #isChangedLast = false;
  #told = new ToldOfMe();

  constructor(page: TogetherPage, tab: VisitorStorage = tabStorage, visitor: VisitorStorage = visitorStorage) {
    this.#page = page;
    this.pictures = new NotePictures(() => page.nowSeconds());
    this.#tab = tab;
    this.#visitor = visitor;
    this.#name = visitor.getItem(NAME_KEY) ?? '';
    this.voice = new RoomVoice(visitor);
  }

  /** What the others call me; empty: as the room does. */
  get name(): string {
    return this.#name;
  }

  /** The same as the others see it now. */
  get myName(): string {
    const { room } = this;
    return room?.me ? nameOf(room.doc?.actors[room.me]) : this.#name;
  }

  /** Where others find the room; `needsInvite`: its name alone does not let them in. */
  get place(): { readonly host: string; readonly needsInvite: boolean } {
    const { host, searchParams } = new URL(this.#page.address);
    return { host, needsInvite: searchParams.has('token') };
  }

  /** @param text the name of a room, as somebody writes it */
  join(text: string): void {
    const name = roomNameOf(text);
    if (name === null) {
      this.problem = 'A room’s name needs a letter or a digit.';
      return;
    }
    this.leave();
    this.roomName = name;
    this.#page.setAddress(addressWithPeople(this.#page.address, name));
    const resume = this.#tab.getItem(resumeKey(name));
    const room = new SharedRoom(this.#page.address, name, {
      ...(this.#name && { name: this.#name }),
      ...(resume && { resume }),
      onProblem: (reason, isOver) => {
        if (isOver) this.#end(name, reason);
        else this.#page.notify('error', sentenceOf(reason));
      },
    });
    room.subscribe(() => {
      if (room.me !== null && room.resume !== null) this.#tab.setItem(resumeKey(name), room.resume);
    });
    this.room = room;
    this.voice.follow(room);
  }

  /** A new room under a name of its own. */
  open(): void {
    this.join(newRoomName(Math.random));
  }

  /** Shows a recorded room, in which one walks about; null: no longer. */
  showReplay(replay: RoomReplay | null, name = ''): void {
    this.replay = replay;
    this.#replayName = name;
    if (this.followed !== null && isReplayedId(this.followed)) this.followed = null;
    for (const id of this.hidden) if (isReplayedId(id)) this.hidden.delete(id);
  }

  dispose(): void {
    this.leave();
    this.pictures.dispose();
  }

  /** Goes out; the address names no room any more. Within a minute one comes back as the same person. */
  leave(): void {
    this.voice.follow(null);
    this.room?.dispose();
    this.room = null;
    this.problem = null;
    const isOfRoom = (id: ActorId) => !isReplayedId(id);
    if (this.followed !== null && isOfRoom(this.followed)) this.followed = null;
    this.#told = new ToldOfMe();
    this.measures.reset();
    this.tablet.reset();
    for (const id of [...this.hidden].filter(isOfRoom)) this.hidden.delete(id);
  }

  /** The same by the visitor's wish: the address names no room any more. */
  leaveForGood(): void {
    this.leave();
    this.#page.setAddress(addressWithPeople(this.#page.address, null));
  }

  rename(name: string): void {
    this.#name = name;
    this.#visitor.setItem(NAME_KEY, name);
    const me = this.room?.me;
    if (me) this.#change(['actors', me, 'settings', 'name'], name);
  }

  say(text: string): void {
    const me = this.room?.me;
    const words = text.trim().slice(0, 2000);
    if (!me || words === '') return;
    const atMs = Date.now();
    const id = `${me}-${atMs.toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    const name = nameOf(this.room?.doc?.actors[me]);
    this.#change(['chat', id], { id, by: me, name, text: words, atMs });
  }

  setRole(id: ActorId, role: PeopleRole): void {
    this.#change(['actors', id, 'settings', 'role'], role);
  }

  /** Nobody hears them: their page sends no voice, and the pages of the others play none. */
  setMutedForAll(id: ActorId, isMuted: boolean): void {
    this.#change(['actors', id, 'settings', 'muted'], isMuted);
  }

  /** Sends somebody out: not to be taken back, since they are gone. */
  remove(id: ActorId): void {
    this.#report(this.room?.change([{ path: ['actors', id] }], false));
  }

  /** Changes what the room shares, and says what is refused. Ctrl+Z takes it back unless `isUndoable` is false. */
  changeShared(changes: readonly Change[], isUndoable = true): void {
    if (!this.room) return;
    if (isUndoable) this.#isChangedLast = true;
    this.#report(this.room.change(changes, isUndoable));
  }

  follow(id: ActorId | null): void {
    this.followed = id;
  }

  /** To somebody's side, at once. */
  goTo(id: ActorId): void {
    this.#goal = id;
  }

  /** To whom one wants to go; told once. */
  takeGoal(): ActorId | null {
    const goal = this.#goal;
    this.#goal = null;
    return goal;
  }

  setPointing(isPointing: boolean): void {
    this.isPointing = isPointing;
    if (isPointing) this.measures.setTool(null);
  }

  /** What is in hand to measure with: one points with nothing else meanwhile. */
  setTool(tool: Tool | null): void {
    this.measures.setTool(tool);
    if (tool !== null) this.isPointing = false;
  }

  /** The note whose place is chosen is done, with a picture of what one sees where that is wanted. */
  async saveNote(text: string, hasPicture: boolean): Promise<void> {
    try {
      this.measures.addNote(text, hasPicture ? await this.pictures.send(this.#page.drawView()) : null);
    } catch (error) {
      this.#page.notify('error', `The picture does not reach the others: ${explainError(error)}`);
    }
  }

  /** All measurements and notes as a table. */
  saveCsv(): void {
    saveFile(`${this.roomName}-measurements.csv`, this.measures.csv(), 'text/csv;charset=utf-8');
  }

  /** A setting was changed, which Ctrl+Z takes back first. */
  noteSettings(): void {
    this.#isChangedLast = false;
  }

  setHidden(id: ActorId, isHidden: boolean): void {
    if (isHidden) this.hidden.add(id);
    else this.hidden.delete(id);
  }

  /** Takes back a point that was placed, or one's own last change; false where a setting was changed after it. */
  undo(): boolean {
    if (this.measures.undoPoint()) return true;
    if (!this.#isChangedLast || !this.room) return false;
    this.#isChangedLast = this.room.undo();
    return this.#isChangedLast;
  }

  /** The link for others. Throws InputError where the server gives no invite. */
  async link(role: PeopleRole): Promise<string> {
    const { address } = this.#page;
    const { room, roomName } = this;
    if (room?.role !== 'host') return linkForOthers(address, roomName, null);
    const wish = { room: roomName, resume: room.resume, role, minutes: INVITE_MINUTES };
    const response = await fetch(new URL('/api/invites', address), { method: 'POST', body: JSON.stringify(wish) });
    const text = await response.text();
    if (!response.ok) throw new InputError('invite', text || `the server answered with ${response.status}`);
    return linkForOthers(address, roomName, (JSON.parse(text) as { readonly token: string }).token);
  }

  /** What the others need to know of my body: which it is, and how large. */
  tell(body: Json, scale: number): void {
    this.#report(this.room && this.#told.body(this.room, body, scale));
  }

  /** Where I point. */
  pointAt(pointing: Pointing | null, seconds: number): void {
    this.#report(this.room && this.#told.point(this.room, pointing, seconds));
  }

  figures(): TogetherFigures {
    const { room } = this;
    const then = this.#then();
    if (!room) return { ...noRoom, recorded: then };
    const { state, sentence } = room.figures();
    const neverOpen = room.me === null && state === 'lost';
    return {
      state,
      sentence: neverOpen
        ? 'No room service answers here. Start it with leib serve, or npm start; it is looked for.'
        : sentence,
      role: room.role,
      people: this.#people(room),
      chat: room.doc?.chat ?? [],
      recorded: then,
      voice: this.voice.state(),
    };
  }

  #then(): ThenFigures | null {
    const { replay } = this;
    if (!replay) return null;
    const people = replay.others.map((id) => this.#listed(id, replay.doc.actors[id], replay.moment(id) === null));
    return { name: this.#replayName, people, chat: replay.chat };
  }

  /** Oneself first. */
  #people(room: SharedRoom): readonly ListedPerson[] {
    const { me, doc } = room;
    const ids = me !== null && doc?.actors[me] ? [me, ...room.others] : room.others;
    return ids.map((id) => {
      const isAway = id !== me && (room.feed(id)?.staleMs ?? Number.POSITIVE_INFINITY) > AWAY_MS;
      return this.#listed(id, doc?.actors[id] as ActorDoc, isAway);
    });
  }

  #listed(id: ActorId, actor: ActorDoc, isAway: boolean): ListedPerson {
    const role = roleOf(actor);
    return {
      id,
      role,
      isMe: id === this.room?.me,
      name: nameOf(actor),
      isHidden: this.hidden.has(id),
      isFollowed: this.followed === id,
      isSpeaking: this.voice.isSpeaking(id),
      isMuted: this.voice.isMuted(id),
      isMutedForAll: actor.settings.muted === true,
      remark: role === 'watcher' ? 'looks on' : isAway ? 'away' : '',
      colour: colourOf(actor),
    };
  }

  #change(path: readonly (string | number)[], value: Json): void {
    this.changeShared([{ path, value }]);
  }

  #report(change: ReturnType<SharedRoom['change']> | null | undefined): void {
    const refusal = change && refusalOf(change);
    if (refusal) this.#page.notify('error', sentenceOf(refusal));
  }

  /** The server has sent us away: one joins again as somebody new. */
  #end(name: string, reason: string): void {
    this.leave();
    this.#tab.setItem(resumeKey(name), '');
    this.problem = sentenceOf(reason);
  }
}

/** What the parts of the room's panel show, and what they work with. */
export interface TogetherPart {
  readonly controller: TogetherController;
  readonly figures: TogetherFigures;
}

export function colourOf({ source }: ActorDoc): string {
  return colours[(typeof source.person === 'number' ? source.person : 0) % colours.length];
}

export function nameOf(actor: ActorDoc | undefined): string {
  const name = actor?.settings.name;
  return typeof name === 'string' ? name : 'Somebody';
}

const roles: readonly PeopleRole[] = ['host', 'guest', 'watcher'];

function roleOf({ settings }: ActorDoc): PeopleRole {
  return roles.find((role) => role === settings.role) ?? 'watcher';
}

function sentenceOf(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`;
}
