import { accept, type Decoded, ownValue, refusalOf, refuse } from '@leib/core';
import {
  decodeChange,
  encodeChanged,
  encodeProblem,
  encodeWelcome,
  type PeopleRole,
  peopleRoles,
  type RoomChange,
  roomKind,
} from '@leib/net';
import { type ActorId, type Change, decodeChanges, mayChange, type OrderedDoc, type StageDoc } from '@leib/stage';
import { type BodySlot, MOST_PEOPLE, PeopleBodies } from './peopleBodies.js';
import type { PeopleFigures } from './peopleFigures.js';
import { RoomDocument } from './roomDocument.js';
import type { RoomStore, StoredRoom } from './roomStore.js';

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
  /** Bytes a second of `people` for one client. */
  readonly budgetPerSecond?: number;
}

/** Somebody who is here. */
interface Present {
  readonly member: PeopleMember;
  readonly actor: ActorId;
  readonly slot: BodySlot;
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
const MOST_REMOVED = 1000;
/** Who changes what the room changes by itself. */
const SERVER = 'server';
const removedReason = 'a host has removed you from this room.';

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
  /** Who may come back, and when they are taken out. */
  readonly #away = new Map<ActorId, number>();
  /** Those of them who are being taken out now: too late to come back as the same. */
  readonly #goingOut = new Set<ActorId>();
  readonly #removed = new Set<ActorId>();
  #steppedMs: number;

  /** Throws InputError where what was stored is no document. */
  constructor(settings: RoomSettings, stored: StoredRoom, store: RoomStore, nowMs: number) {
    this.#settings = settings;
    this.#steppedMs = nowMs;
    this.#bodies = new PeopleBodies(settings.budgetPerSecond);
    this.#document = new RoomDocument(stored, store, settings.figures, (change, message) =>
      this.#tell(change, message),
    );
    for (const actor of peopleOf(this.#document.doc)) this.#away.set(actor, nowMs + AWAY_MS);
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
    return this.#members.size === 0 && this.#away.size === 0 && this.#document.isIdle;
  }

  get waitingBytes(): number {
    let bytes = 0;
    for (const { member } of this.#byActor.values()) bytes += member.waitingBytes;
    return bytes;
  }

  /** Takes somebody in: at once who comes back, others when the document has them. */
  join(member: PeopleMember, { role, actor, since }: PeopleEntry, nowMs: number): void {
    const isKnown = actor !== null && Object.hasOwn(this.doc.actors, actor) && !this.#goingOut.has(actor);
    if (actor !== null && this.#removed.has(actor)) member.refuse(removedReason);
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
    this.#bodies.leave(present.slot);
    if (Object.hasOwn(this.doc.actors, present.actor)) this.#away.set(present.actor, nowMs + AWAY_MS);
  }

  /** A message of a member, of a kind that people send. Does not throw. */
  receive(id: number, kind: number, bytes: Message): void {
    const present = this.#members.get(id);
    // Before the welcome there is nothing to say.
    if (!present) return;
    if (kind === roomKind.change) this.#takeChange(present, bytes);
    else if (present.role === 'watcher' || !this.#bodies.hear(present.slot, bytes)) this.#settings.figures.refused++;
  }

  /** A tick: bodies go out, changes are written, and who was gone for too long is taken out. */
  step(nowMs: number): void {
    const dtSeconds = Math.min(MOST_TICK_MS, nowMs - this.#steppedMs) / 1000;
    this.#steppedMs = nowMs;
    this.#bodies.step(dtSeconds);
    for (const { member, slot } of this.#byActor.values()) {
      if (member.waitingBytes > MAX_WAITING_BYTES) continue;
      const parcel = slot.takeParcel();
      this.#bodies.write(slot, parcel.writer, dtSeconds);
      if (parcel.writer.count > 0) member.send(parcel.writer.finish(this.#bodies.tick, nowMs), parcel.onLeft);
      else slot.giveBack(parcel);
    }
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
    this.#members.clear();
    this.#byActor.clear();
  }

  #putIn(member: PeopleMember, role: PeopleRole | null, nowMs: number): void {
    let actor = '';
    let gone: ActorId | undefined;
    this.#document.change({
      by: SERVER,
      id: 0,
      make: (ordered) => {
        actor = `p${ordered.version + 1}`;
        const put: Change = { path: ['actors', actor], value: newPerson(ordered, role) };
        const isFull = Object.keys(ordered.doc.actors).length >= MOST_PEOPLE;
        // Where there is no room for one more, who has been away for the longest goes first.
        gone = isFull ? [...this.#away.keys()].find((id) => !this.#goingOut.has(id)) : undefined;
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
        } else if (this.#members.has(member.id)) this.#arrive(member, actor, null);
        else this.#away.set(actor, nowMs + AWAY_MS);
      },
    });
  }

  #comeBack(member: PeopleMember, actor: ActorId, since: number | null, nowMs: number): void {
    const other = this.#byActor.get(actor);
    if (other !== undefined) {
      this.leave(other.member.id, nowMs);
      other.member.refuse('you are here by another connection.');
    }
    this.#away.delete(actor);
    this.#arrive(member, actor, since);
  }

  #arrive(member: PeopleMember, actor: ActorId, since: number | null): void {
    const { name, resumeWord } = this.#settings;
    const person = this.doc.actors[actor].source.person;
    const personId = typeof person === 'number' ? person : 0;
    const slot = this.#bodies.join(personId);
    const role = roleOf(this.doc, actor);
    if (slot === null || role === null || !(personId > 0 && personId < 65536)) {
      this.#members.delete(member.id);
      member.refuse(slot === null ? `expected at most ${MOST_PEOPLE} people.` : 'a host has changed who you are.');
      return;
    }
    const present: Present = { member, actor, slot, role };
    this.#members.set(member.id, present);
    this.#byActor.set(actor, present);
    const heard = this.#document.heardOf(actor);
    const welcome = { personId, actor, role, room: name, tickHz: TICK_HZ, resume: resumeWord(actor), heard };
    member.send(encodeWelcome(welcome));
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
        if (!this.#away.has(actor)) return refuse('', 'they are back');
        this.#goingOut.add(actor);
        return accept(this.#leaving(doc, actor));
      },
      done: (refusal) => {
        this.#goingOut.delete(actor);
        if (refusal === null) this.#away.delete(actor);
      },
    });
  }

  /** Without somebody; where they were the last host of an open room, who has been here the longest is host. */
  #leaving({ actors }: StageDoc, actor: ActorId): readonly Change[] {
    const gone: Change = { path: ['actors', actor] };
    const others = Object.keys(actors).filter((id) => id !== actor && this.#byActor.has(id));
    const hasHost = others.some((id) => actors[id].settings.role === 'host');
    const next = others.find((id) => actors[id].settings.role === 'guest');
    if (!this.#settings.isOpen || hasHost || next === undefined) return [gone];
    return [gone, { path: ['actors', next, 'settings', 'role'], value: 'host' }];
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
        this.#remove(actor);
        this.leave(member.id, 0);
        member.refuse(removedReason);
      } else if (role !== present.role) {
        present.role = role;
        if (role === 'watcher') this.#bodies.silence(slot);
      }
    }
    if (by === SERVER) return;
    for (const actor of this.#away.keys()) {
      if (roleOf(this.doc, actor) !== null) continue;
      this.#away.delete(actor);
      this.#remove(actor);
    }
  }

  #remove(actor: ActorId): void {
    this.#removed.add(actor);
    const [oldest] = this.#removed;
    if (this.#removed.size > MOST_REMOVED) this.#removed.delete(oldest);
  }
}

/** People in a document, the oldest first; a room may have other actors. */
function peopleOf({ actors }: StageDoc): readonly ActorId[] {
  return Object.keys(actors).filter((id) => actors[id].kind === 'remote' && actors[id].source.kind === 'network');
}

function roleOf({ actors }: StageDoc, actor: ActorId): PeopleRole | null {
  const settings = ownValue(actors, actor)?.settings;
  if (settings === undefined) return null;
  // Anything else that a host has put there allows nothing.
  return peopleRoles.find((role) => role === settings.role) ?? 'watcher';
}

function newPerson({ version, doc }: OrderedDoc, invited: PeopleRole | null) {
  const people = peopleOf(doc);
  const taken = new Set(people.map((id) => doc.actors[id].source.person));
  let person = (version % 65535) + 1;
  while (taken.has(person)) person = (person % 65535) + 1;
  const hasHost = people.some((id) => doc.actors[id].settings.role === 'host');
  const role = invited ?? (hasHost ? 'guest' : 'host');
  const source = { kind: 'network', person };
  return { kind: 'remote', source, settings: { name: `Person ${people.length + 1}`, role } };
}
