import { accept, type Decoded, ownValue, refusalOf, refuse } from '@leib/core';
import {
  decodeChange,
  encodeChanged,
  encodeIce,
  encodeProblem,
  encodeWelcome,
  type IceAdvice,
  type PeopleRole,
  personOfSignal,
  type RoomChange,
  roomKind,
  setPersonOfSignal,
} from '@leib/net';
import { type ActorId, type Change, decodeChanges, mayChange, type OrderedDoc, type StageDoc } from '@leib/stage';
import { Elsewhere, SILENT_MS } from './elsewhere.js';
import { type BodySlot, MOST_PEOPLE, PeopleBodies } from './peopleBodies.js';
import type { PeopleFigures } from './peopleFigures.js';
import { RoomDocument } from './roomDocument.js';
import type { LinkKind, OpenedRoom } from './roomLink.js';
import { newPerson, peopleOf, roleOf } from './roomPeople.js';
import { readPassed, readSignal } from './voiceSignals.js';

type Message = Uint8Array<ArrayBuffer>;

/** A connection, as the room sees it. */
export interface PeopleMember {
  readonly id: number;
  /** What was sent and has not left yet. */
  readonly waitingBytes: number;
  /** `onLeft`: its bytes may be written over. */
  send(message: Message, onLeft?: () => void): void;
  /** Sends the reason and disconnects it. */
  refuse(reason: string): void;
  /** Disconnects it: it comes back by itself. */
  cut(): void;
}

/** How somebody comes in. */
export interface PeopleEntry {
  /** Of an invite; null: host where there is none, otherwise guest. */
  readonly role: PeopleRole | null;
  /** Who comes back, by their word; null: somebody new. */
  readonly actor: ActorId | null;
  /** The version of the document that they have. */
  readonly since: number | null;
}

export interface RoomSettings {
  readonly name: string;
  /** Whether somebody becomes host where there is no other. */
  readonly isOpen: boolean;
  resumeWord(actor: ActorId): string;
  readonly figures: PeopleFigures;
  /** By which servers voices find their way, for one person; absent: people find ways by themselves. */
  ice?(name: string): IceAdvice;
  /** Bytes a second of `people` for one client. */
  readonly budgetPerSecond?: number;
}

/** Somebody who is here. */
interface Present {
  readonly member: PeopleMember;
  readonly actor: ActorId;
  readonly slot: BodySlot;
  readonly arrivedMs: number;
  /** On the wire. */
  readonly personId: number;
  role: PeopleRole;
}

export const TICK_HZ = 60;
/** Who is gone for so long is taken out of the document, milliseconds. */
const AWAY_MS = 60_000;
/** Where that could not be written, it is tried again after so long, milliseconds. */
const RETRY_MS = 1000;
/** Bytes under way to a client beyond which it gets no people. */
const MAX_WAITING_BYTES = 64 * 1024;
/** The longest time that a tick counts for: after a pause of the process nobody gets the budget of all of it. */
const MOST_TICK_MS = 100;
/** Who changes what the room changes by itself. */
const SERVER = 'server';
const removedReason = 'a host has removed you from this room.';
const otherConnection = 'you are here by another connection.';
/** How often it is looked who is at no node any more, milliseconds. */
const LOOK_MS = 500;
const cutOff = {
  true: 'the server has its storage back, and goes on.',
  false:
    'the server has lost its storage for a moment: changes wait until it is back, and people at other servers stand still.',
} as const;

/**
 * One room: who is there, their bodies tick by tick, and the document that they share. Takes messages and the time from its
 * caller; what is wrong with a message is answered, and nothing stops.
 */
export class PeopleRoom {
  readonly #settings: RoomSettings;
  readonly #document: RoomDocument;
  readonly #bodies: PeopleBodies;
  /** By connection; null while they are being put into the document. */
  readonly #members = new Map<number, Present | null>();
  readonly #byActor = new Map<ActorId, Present>();
  /** By number on the wire. */
  readonly #byPerson = new Map<number, Present>();
  /** Who may come back, and when they are taken out. */
  readonly #away = new Map<ActorId, number>();
  /** Those of them who are being taken out now: too late to come back as the same. */
  readonly #goingOut = new Set<ActorId>();
  /** Null where no other server has this room. */
  readonly #elsewhere: Elsewhere | null;
  #lookedMs = 0;
  #steppedMs: number;
  /** Who is on the way in: the room stays until then. */
  #comingCount = 0;
  #isLost = false;

  /** Throws InputError where what was stored is no document. */
  constructor(settings: RoomSettings, { stored, store, link }: OpenedRoom, nowMs: number) {
    this.#settings = settings;
    this.#steppedMs = nowMs;
    this.#bodies = new PeopleBodies(settings.budgetPerSecond);
    this.#document = new RoomDocument(stored, store, settings.figures, (change, message) =>
      this.#tell(change, message),
    );
    for (const actor of peopleOf(this.#document.doc)) this.#away.set(actor, nowMs + AWAY_MS);
    this.#elsewhere = link === null ? null : new Elsewhere(link, this.#bodies);
    link?.listen({
      onMessage: (kind, node, bytes) => {
        if (!this.#hearNode(kind, node, bytes)) settings.figures.refused++;
      },
      onConnection: (isConnected) => this.#tellOfConnection(isConnected),
    });
    store.listen?.({
      onChange: (change) => {
        if (!this.#document.hear(change)) settings.figures.refused++;
      },
      onLost: () => this.#lose(),
    });
  }

  get doc(): StageDoc {
    return this.#document.doc;
  }

  /** Those who are here. */
  get peopleCount(): number {
    return this.#byActor.size;
  }

  /** Whether it may go from memory. */
  get isOver(): boolean {
    const isNobodyThere = this.#members.size === 0 && this.#away.size === 0 && this.#comingCount === 0;
    return this.#isLost || (isNobodyThere && this.#document.isIdle);
  }

  get waitingBytes(): number {
    let bytes = 0;
    for (const { member } of this.#byActor.values()) bytes += member.waitingBytes;
    return bytes;
  }

  /** Before somebody joins: resolves when everything is here that other servers have put into the document until now. */
  async catchUp(): Promise<void> {
    this.#comingCount++;
    await this.#document.catchUp().finally(() => {
      this.#comingCount--;
    });
  }

  /** Takes somebody in: at once who comes back, others when the document has them. */
  join(member: PeopleMember, { role, actor, since }: PeopleEntry, nowMs: number): void {
    const isKnown = actor !== null && Object.hasOwn(this.doc.actors, actor) && !this.#goingOut.has(actor);
    if (this.#isLost) member.cut();
    else if (actor !== null && this.#document.isRemoved(actor)) member.refuse(removedReason);
    else if (!isKnown && role === null && !this.#settings.isOpen)
      member.refuse('expected an invite: you have been away for too long to come back without one.');
    else {
      this.#members.set(member.id, null);
      if (isKnown) this.#comeBack(member, actor, since, nowMs);
      else this.#putIn(member, role, nowMs);
    }
  }

  leave(id: number, nowMs: number): void {
    const present = this.#members.get(id);
    this.#members.delete(id);
    if (!present) return;
    this.#byActor.delete(present.actor);
    this.#byPerson.delete(present.personId);
    this.#bodies.leave(present.slot);
    this.#elsewhere?.note();
    if (Object.hasOwn(this.doc.actors, present.actor)) this.#away.set(present.actor, nowMs + AWAY_MS);
  }

  /** A message of a member, of a kind that people send. Does not throw. */
  receive(id: number, kind: number, bytes: Message): void {
    const present = this.#members.get(id);
    // Before the welcome there is nothing to say.
    if (!present) return;
    if (kind === roomKind.change) this.#takeChange(present, bytes);
    else if (kind === roomKind.signal) this.#passSignal(present, bytes);
    else if (kind === roomKind.ice) this.#sendIce(present);
    else if (present.role === 'watcher' || !this.#bodies.hear(present.slot, bytes)) this.#settings.figures.refused++;
  }

  /** A tick: bodies go out, changes are written, and who was gone for too long is taken out. */
  step(nowMs: number): void {
    const dtSeconds = Math.min(MOST_TICK_MS, nowMs - this.#steppedMs) / 1000;
    this.#steppedMs = nowMs;
    this.#bodies.step(dtSeconds);
    this.#elsewhere?.step(nowMs, this.#byActor);
    for (const { member, slot } of this.#byActor.values()) {
      if (member.waitingBytes > MAX_WAITING_BYTES) continue;
      const parcel = slot.takeParcel();
      this.#bodies.write(slot, parcel.writer, dtSeconds);
      if (parcel.writer.count > 0) member.send(parcel.writer.finish(this.#bodies.tick, nowMs), parcel.onLeft);
      else slot.giveBack(parcel);
    }
    if (this.#elsewhere !== null && nowMs - this.#lookedMs >= LOOK_MS) this.#lookForPeople(this.#elsewhere, nowMs);
    for (const [actor, endMs] of this.#away) if (nowMs >= endMs) this.#takeOut(actor, nowMs);
    this.#document.step();
  }

  /** Whether a word's actor is a host here, who may invite others. */
  isHost(actor: ActorId): boolean {
    return roleOf(this.doc, actor) === 'host';
  }

  /** Resolves when every change is on disk. Nothing is taken any more. */
  async close(): Promise<void> {
    await this.#document.close();
    this.#elsewhere?.close();
    this.#members.clear();
    this.#byActor.clear();
    this.#byPerson.clear();
  }

  #putIn(member: PeopleMember, role: PeopleRole | null, nowMs: number): void {
    let actor = '';
    let gone: ActorId | undefined;
    this.#document.change({
      by: SERVER,
      id: 0,
      make: (ordered) => {
        // It may be asked again, where another server was first.
        if (gone !== undefined) this.#goingOut.delete(gone);
        actor = `p${ordered.version + 1}`;
        const put: Change = { path: ['actors', actor], value: newPerson(ordered, role) };
        const isFull = Object.keys(ordered.doc.actors).length >= MOST_PEOPLE;
        // Where there is no room for one more, who has been away for the longest goes first.
        gone = isFull ? this.#longestAway(nowMs) : undefined;
        if (gone === undefined) return accept([put]);
        this.#goingOut.add(gone);
        return accept([{ path: ['actors', gone] }, put]);
      },
      done: (refusal) => {
        if (gone !== undefined) this.#goingOut.delete(gone);
        if (gone !== undefined && refusal === null) this.#away.delete(gone);
        if (refusal !== null) {
          this.#members.delete(member.id);
          member.refuse(`${refusal}.`);
        } else if (this.#members.has(member.id)) this.#arrive(member, actor, null, nowMs);
        else this.#away.set(actor, nowMs + AWAY_MS);
      },
    });
  }

  #comeBack(member: PeopleMember, actor: ActorId, since: number | null, nowMs: number): void {
    const other = this.#byActor.get(actor);
    if (other !== undefined) {
      this.leave(other.member.id, nowMs);
      other.member.refuse(otherConnection);
    }
    this.#away.delete(actor);
    this.#arrive(member, actor, since, nowMs);
  }

  /** Of those who are known to be at no other node either. */
  #longestAway(nowMs: number): ActorId | undefined {
    const settledMs = this.#elsewhere === null ? nowMs + AWAY_MS : nowMs + AWAY_MS - SILENT_MS;
    return [...this.#away].find(([id, endMs]) => !this.#goingOut.has(id) && endMs <= settledMs)?.[0];
  }

  #arrive(member: PeopleMember, actor: ActorId, since: number | null, nowMs: number): void {
    const { name, resumeWord } = this.#settings;
    const person = this.doc.actors[actor].source.person;
    const personId = typeof person === 'number' ? person : 0;
    this.#elsewhere?.forget((other) => other !== personId);
    const slot = this.#bodies.join(personId);
    const role = roleOf(this.doc, actor);
    if (slot === null || role === null || !(personId > 0 && personId < 65536)) {
      this.#members.delete(member.id);
      member.refuse(slot === null ? `expected at most ${MOST_PEOPLE} people.` : 'a host has changed who you are.');
      return;
    }
    // Later than at any other node, whatever its clock says: there it ends.
    const arrivedMs = Math.max(nowMs, (this.#elsewhere?.arrivedMs(actor) ?? 0) + 1);
    const present: Present = { member, actor, slot, personId, arrivedMs, role };
    this.#elsewhere?.note();
    this.#members.set(member.id, present);
    this.#byActor.set(actor, present);
    this.#byPerson.set(personId, present);
    const heard = this.#document.heardOf(actor);
    const welcome = { personId, actor, role, room: name, tickHz: TICK_HZ, resume: resumeWord(actor), heard };
    member.send(encodeWelcome(welcome));
    this.#sendIce(present);
    const missed = since === null ? null : this.#document.since(since);
    for (const message of missed ?? [this.#document.message()]) member.send(message);
  }

  /** Once, and again after a while where it could not be written. */
  #takeOut(actor: ActorId, nowMs: number): void {
    this.#away.set(actor, nowMs + RETRY_MS);
    this.#document.change({
      by: SERVER,
      id: 0,
      make: ({ doc }) => {
        if (!this.#away.has(actor) || this.#elsewhere?.has(actor)) return refuse('', 'they are back');
        if (!Object.hasOwn(doc.actors, actor)) return refuse('', 'they are gone');
        this.#goingOut.add(actor);
        return accept(this.#leaving(doc, actor));
      },
      done: (refusal) => {
        this.#goingOut.delete(actor);
        if (refusal === null || !Object.hasOwn(this.doc.actors, actor)) this.#away.delete(actor);
      },
    });
  }

  /** Without somebody; where they were the last host of an open room, who has been here the longest is host. */
  #leaving({ actors }: StageDoc, actor: ActorId): readonly Change[] {
    const gone: Change = { path: ['actors', actor] };
    const isThere = (id: ActorId) => this.#byActor.has(id) || this.#elsewhere?.has(id) === true;
    const others = Object.keys(actors).filter((id) => id !== actor && isThere(id));
    const hasHost = others.some((id) => actors[id].settings.role === 'host');
    const next = others.find((id) => actors[id].settings.role === 'guest');
    if (!this.#settings.isOpen || hasHost || next === undefined) return [gone];
    return [gone, { path: ['actors', next, 'settings', 'role'], value: 'host' }];
  }

  /** By which servers they find ways to each other; nothing where there are none. */
  #sendIce({ member, personId }: Present): void {
    const advice = this.#settings.ice?.(`${this.#settings.name}-${personId}`) ?? null;
    if (advice !== null) member.send(encodeIce(advice));
  }

  /** From one person to another, and to nobody else. */
  #passSignal({ member, actor, personId }: Present, bytes: Message): void {
    const to = readSignal(bytes, this.#maySpeak(actor));
    // Whom it is from, in place of whom it is for.
    setPersonOfSignal(bytes, personId);
    if (to.ok && (this.#sendTo(to.value, bytes) || this.#sendAway(to.value, bytes))) return;
    this.#settings.figures.refused++;
    if (!to.ok) member.send(encodeProblem({ reason: refusalOf(to) ?? '', isOver: false }));
  }

  #maySpeak(actor: ActorId): boolean {
    const role = roleOf(this.doc, actor);
    return role !== null && role !== 'watcher' && ownValue(this.doc.actors, actor)?.settings.muted !== true;
  }

  #sendAway(personId: number, message: Message): boolean {
    const actor = this.#awayActor(personId);
    return actor !== undefined && this.#elsewhere?.pass(actor, personId, message) === true;
  }

  /** A signal of somebody at another node, which is checked here once more; false where it is none. */
  #hearSignal(bytes: Uint8Array): boolean {
    const passed = readPassed(bytes);
    const from = passed && this.#awayActor(personOfSignal(passed.signal));
    if (!from || !readSignal(passed.signal, this.#maySpeak(from)).ok) return false;
    return this.#sendTo(passed.to, passed.signal);
  }

  /** To a person who is here and keeps up; what is on its way between two people may be lost. */
  #sendTo(personId: number, message: Message): boolean {
    const member = this.#byPerson.get(personId)?.member;
    if (member === undefined || member.waitingBytes > MAX_WAITING_BYTES) return false;
    member.send(message);
    return true;
  }

  #takeChange({ member, actor }: Present, bytes: Message): void {
    const change = decodeChange(bytes);
    if (!change.ok) {
      this.#settings.figures.refused++;
      member.send(encodeProblem({ reason: refusalOf(change) ?? '', isOver: false }));
      return;
    }
    const { id } = change.value;
    const changes = decodeChanges(change.value.changes);
    const make = ({ doc }: OrderedDoc): Decoded<readonly Change[]> => {
      if (!changes.ok) return changes;
      const role = roleOf(doc, actor);
      const reason = role === null ? 'you are no longer in this room' : mayChange(role, actor, changes.value, doc);
      return reason === null ? changes : refuse('', reason);
    };
    const done = (refusal: string | null) => {
      if (refusal === null) return;
      this.#settings.figures.refused++;
      this.#byActor.get(actor)?.member.send(encodeChanged({ refused: refusal, id }));
    };
    this.#document.change({ by: actor, id, make, done });
  }

  /** A change that is on disk. */
  #tell({ by }: RoomChange, message: Message): void {
    for (const present of [...this.#byActor.values()]) {
      const { member, actor, slot } = present;
      member.send(message);
      const role = roleOf(this.doc, actor);
      if (role === null) {
        this.leave(member.id, 0);
        if (by === SERVER) member.cut();
        else member.refuse(removedReason);
      } else if (role !== present.role) {
        present.role = role;
        if (role === 'watcher') this.#bodies.silence(slot);
      }
    }
    for (const actor of this.#away.keys())
      if (roleOf(this.doc, actor) === null && !this.#goingOut.has(actor)) this.#away.delete(actor);
  }

  /** A message of the same room at another node; false where it is none. */
  #hearNode(kind: LinkKind, node: string, bytes: Uint8Array): boolean {
    const elsewhere = this.#elsewhere;
    const nowMs = this.#steppedMs;
    if (elsewhere === null) return false;
    if (kind === 'wanted') return elsewhere.hearWanted(node, bytes);
    if (kind === 'signal') return this.#hearSignal(bytes);
    if (kind === 'bodies') return elsewhere.hearBodies(node, bytes, nowMs, (person) => this.#isElsewhere(person));
    if (!elsewhere.hearHere(node, bytes, nowMs)) return false;
    for (const { actor, arrivedMs, member } of [...this.#byActor.values()]) {
      if (elsewhere.arrivedMs(actor) <= arrivedMs) continue;
      this.leave(member.id, nowMs);
      member.refuse(otherConnection);
    }
    return true;
  }

  /** Whether somebody with this number is in the room, and not at this node. */
  #isElsewhere(person: number): boolean {
    return this.#awayActor(person) !== undefined;
  }

  /** Who has this number, where they are not at this node. */
  #awayActor(person: number): ActorId | undefined {
    const { actors } = this.doc;
    const actor = peopleOf(this.doc).find((id) => actors[id].source.person === person);
    return actor === undefined || this.#byActor.has(actor) ? undefined : actor;
  }

  /** Who is at no node is away: also people of a node that was killed, and somebody whom it put in last. */
  #lookForPeople(elsewhere: Elsewhere, nowMs: number): void {
    this.#lookedMs = nowMs;
    elsewhere.forget((person) => this.#isElsewhere(person));
    for (const actor of peopleOf(this.doc)) {
      if (this.#byActor.has(actor) || elsewhere.has(actor)) this.#away.delete(actor);
      else if (!this.#away.has(actor)) this.#away.set(actor, nowMs + AWAY_MS);
    }
  }

  #tellOfConnection(isConnected: boolean): void {
    const message = encodeProblem({ reason: cutOff[`${isConnected}`], isOver: false });
    for (const { member } of this.#byActor.values()) member.send(message);
  }

  /** What is here is not what is kept: all come back, and the room is opened anew. */
  #lose(): void {
    this.#isLost = true;
    for (const { member } of [...this.#byActor.values()]) {
      this.leave(member.id, this.#steppedMs);
      member.cut();
    }
  }
}
