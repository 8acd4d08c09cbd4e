import { InputError, refusalOf } from '@leib/core';
import type { PeopleRole, RoomState } from '@leib/net';
import type { ActorDoc, ActorId, ChatLine, Json } from '@leib/stage';
import { SharedRoom } from '@leib/together';
import { tabStorage, type VisitorStorage, visitorStorage } from '../../files/visitorStorage.js';
import type { RoomAction, RoomCard } from '../../world/roomScene.js';
import { addressWithPeople, linkForOthers, newRoomName, roomNameOf } from './peopleAddress.js';
import { type Pointing, writePointing } from './pointing.js';

/** What the room asks of the page. */
export interface TogetherPage {
  readonly address: string;
  setAddress(address: string): void;
  notify(kind: 'info' | 'error', text: string): void;
}

/** Somebody in the list of people. */
export interface ListedPerson {
  readonly id: ActorId;
  readonly name: string;
  readonly role: PeopleRole;
  readonly isMe: boolean;
  readonly isHidden: boolean;
  readonly isFollowed: boolean;
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
}

const NAME_KEY = 'leib-name';
const resumeKey = (room: string) => `leib-room ${room}`;
const colours = ['#f2a65a', '#8fc1e3', '#b5d99c', '#e39ac1', '#d9c46b', '#a9a2ea', '#e57f6f', '#4ccbb5'];
/** Who was not heard of for so long is away, milliseconds. */
const AWAY_MS = 3000;
/** Between two places at which the mouse points, seconds. */
const POINT_SECONDS = 0.1;
const INVITE_MINUTES = 24 * 60;

const noRoom: TogetherFigures = { state: 'closed', sentence: '', role: null, people: [], chat: [] };

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
  isPointing = false;
  readonly #page: TogetherPage;
  readonly #tab: VisitorStorage;
  readonly #visitor: VisitorStorage;
  #name: string;
  /** Of whom the panel in the headset speaks. */
  #chosen: ActorId | null = null;
  #goal: ActorId | null = null;
  /** What was changed last is shared: Ctrl+Z takes it back. */
  #isChangedLast = false;
  #told = '';
  #pointed = '';
  #pointedSeconds = Number.NEGATIVE_INFINITY;

  constructor(page: TogetherPage, tab: VisitorStorage = tabStorage, visitor: VisitorStorage = visitorStorage) {
    this.#page = page;
    this.#tab = tab;
    this.#visitor = visitor;
    this.#name = visitor.getItem(NAME_KEY) ?? '';
  }

  /** What the others call me; empty: as the room does. */
  get name(): string {
    return this.#name;
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
  }

  /** A new room under a name of its own. */
  open(): void {
    this.join(newRoomName(Math.random));
  }

  /** Goes out; the address names no room any more. Within a minute one comes back as the same person. */
  leave(): void {
    this.room?.dispose();
    this.room = null;
    this.problem = null;
    this.followed = null;
    this.#told = '';
    this.#pointed = '';
    this.hidden.clear();
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

  /** Sends somebody out: not to be taken back, since they are gone. */
  remove(id: ActorId): void {
    this.#report(this.room?.change([{ path: ['actors', id] }], false));
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
  }

  /** A setting was changed, which Ctrl+Z takes back first. */
  noteSettings(): void {
    this.#isChangedLast = false;
  }

  setHidden(id: ActorId, isHidden: boolean): void {
    if (isHidden) this.hidden.add(id);
    else this.hidden.delete(id);
  }

  /** Takes back one's own last change; false where a setting was changed after it. */
  undo(): boolean {
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

  /** What the others need to know of my body, once for each: which it is, and how large. */
  tell(body: Json, scale: number): void {
    const { room } = this;
    const mine = room?.me ? room.doc?.actors[room.me] : undefined;
    if (!room?.me || !mine || room.role === 'watcher' || room.waitingCount > 0) return;
    const told = `${room.me} ${room.role} ${JSON.stringify(body)} ${scale}`;
    if (told === this.#told) return;
    this.#told = told;
    const path = ['actors', room.me];
    this.#report(
      room.change(
        [
          { path: [...path, 'body'], value: body },
          { path: [...path, 'settings', 'scale'], value: scale },
        ],
        false,
      ),
    );
  }

  /**
   * Where I point. Hands go to the others anyway, so that only which one is said, twice; a place of the mouse is said at most ten times a
   * second, where it is another.
   */
  pointAt(pointing: Pointing | null, seconds: number): void {
    const { room } = this;
    const value = pointing && writePointing(pointing);
    const pointed = `${room?.me} ${JSON.stringify(value)}`;
    const isDue = pointing === null || seconds - this.#pointedSeconds >= POINT_SECONDS;
    if (!room?.me || room.role === 'watcher' || pointed === this.#pointed || !isDue) return;
    const path = ['actors', room.me, 'settings', 'points'];
    const isSaid = room.doc?.actors[room.me]?.settings.points !== undefined;
    this.#pointed = pointed;
    this.#pointedSeconds = seconds;
    if (value !== null) this.#report(room.change([{ path, value }], false));
    else if (isSaid) this.#report(room.change([{ path }], false));
  }

  figures(): TogetherFigures {
    const { room } = this;
    if (!room) return noRoom;
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
    };
  }

  /** For the panel in the headset. */
  actions(): readonly RoomAction[] {
    const { room } = this;
    if (!room) return [{ id: 'open', label: 'Open a room', icon: 'accept', run: () => this.open() }];
    const others = this.#people(room).filter(({ isMe }) => !isMe);
    const at = Math.max(
      0,
      others.findIndex(({ id }) => id === this.#chosen),
    );
    const chosen = others.at(at);
    const actions: RoomAction[] = [
      { id: 'point', label: 'Point', isOn: this.isPointing, run: () => this.setPointing(!this.isPointing) },
    ];
    if (chosen) actions.push(...this.#actionsOn(chosen, others[(at + 1) % others.length]));
    return [...actions, { id: 'leave', label: 'Leave the room', icon: 'back', run: () => this.leaveForGood() }];
  }

  card(): RoomCard | null {
    if (!this.room) return null;
    const { sentence, people } = this.figures();
    const count = people.length === 1 ? 'You are alone.' : `${people.length} people.`;
    return { title: this.roomName, text: `${count} ${sentence}`, figure: [], progress: null, warning: '' };
  }

  #choose(id: ActorId): void {
    this.#chosen = id;
  }

  #actionsOn(chosen: ListedPerson, next: ListedPerson): readonly RoomAction[] {
    const { id, name, role, isHidden, isFollowed } = chosen;
    const both: RoomAction[] = [
      { id: 'next', label: `With ${name}`, icon: 'next', run: () => this.#choose(next.id) },
      { id: 'go', label: 'Go to them', icon: 'walk', run: () => this.goTo(id) },
      { id: 'follow', label: 'Follow', isOn: isFollowed, run: () => this.follow(isFollowed ? null : id) },
      { id: 'hide', label: 'Hide them', isOn: isHidden, run: () => this.setHidden(id, !isHidden) },
    ];
    if (this.room?.role !== 'host') return both;
    const isWatcher = role === 'watcher';
    return [
      ...both,
      {
        id: 'watcher',
        label: 'Only looks on',
        isOn: isWatcher,
        run: () => this.setRole(id, isWatcher ? 'guest' : 'watcher'),
      },
      { id: 'remove', label: 'Remove them', icon: 'stop', run: () => this.remove(id) },
    ];
  }

  /** Oneself first. */
  #people(room: SharedRoom): readonly ListedPerson[] {
    const { me, doc } = room;
    const ids = me !== null && doc?.actors[me] ? [me, ...room.others] : room.others;
    return ids.map((id) => {
      const actor = doc?.actors[id] as ActorDoc;
      const role = roleOf(actor);
      const isMe = id === me;
      const isAway = !isMe && (room.feed(id)?.staleMs ?? Number.POSITIVE_INFINITY) > AWAY_MS;
      return {
        id,
        role,
        isMe,
        name: nameOf(actor),
        isHidden: this.hidden.has(id),
        isFollowed: this.followed === id,
        remark: role === 'watcher' ? 'looks on' : isAway ? 'away' : '',
        colour: colourOf(actor),
      };
    });
  }

  #change(path: readonly (string | number)[], value: Json): void {
    if (!this.room) return;
    this.#isChangedLast = true;
    this.#report(this.room.change([{ path, value }]));
  }

  #report(change: ReturnType<SharedRoom['change']> | undefined): void {
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
