import { requireDecoded } from '@leib/core';
import {
  type ChangeAnswer,
  createPersonUpdate,
  decodeChanged,
  decodeDocument,
  decodePeople,
  decodeProblem,
  decodeWelcome,
  encodePerson,
  type PeopleMessage,
  roomKind,
  type Welcome,
} from '@leib/net';
import { createPeopleFigures } from './peopleFigures.js';
import { type PeopleEntry, type PeopleMember, PeopleRoom, type RoomSettings } from './peopleRoom.js';
import type { RoomStore, StoredRoom } from './roomStore.js';

/** Tests only. */

/** A store whose writes come to an end when the test says so. */
export class HeldStore implements RoomStore {
  readonly lines: string[] = [];
  isLong = false;
  snapshot: string | null = null;
  isRemoved = false;
  /** Writes wait for go(). */
  isHeld = false;
  /** Writes fail. */
  isFull = false;
  writes = 0;
  #waiting: (() => void)[] = [];

  async append(lines: readonly Uint8Array[]): Promise<void> {
    this.writes++;
    if (this.isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.isFull) throw new Error('no space left on device');
    this.lines.push(...lines.map((line) => Buffer.from(line).toString()));
  }

  go(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async compact(snapshot: string): Promise<void> {
    this.snapshot = snapshot;
    this.lines.length = 0;
    this.isLong = false;
  }

  async remove(): Promise<void> {
    this.isRemoved = true;
  }

  async close(): Promise<void> {}

  /** As it is read after a kill. */
  get stored(): StoredRoom {
    return {
      snapshot: this.snapshot === null ? null : JSON.parse(this.snapshot),
      changes: this.lines.map((line) => JSON.parse(line)),
    };
  }
}

/** Somebody in a room, and all that they are told. */
export class FakeMember implements PeopleMember {
  readonly id: number;
  waitingBytes = 0;
  refusal: string | null = null;
  isCut = false;
  readonly messages: Uint8Array[] = [];
  /** Calls of parcels that have not left. */
  readonly held: (() => void)[] = [];
  holds = false;

  constructor(id: number) {
    this.id = id;
  }

  send(message: Uint8Array, onLeft?: () => void): void {
    this.messages.push(message.slice());
    if (this.holds && onLeft) this.held.push(onLeft);
    else onLeft?.();
  }

  refuse(reason: string): void {
    this.refusal = reason;
  }

  cut(): void {
    this.isCut = true;
  }

  #of(kind: number): Uint8Array[] {
    return this.messages.filter((message) => message[0] === kind);
  }

  get welcome(): Welcome {
    return requireDecoded(decodeWelcome(this.#of(roomKind.welcome).at(-1) ?? new Uint8Array(4)));
  }

  get documents() {
    return this.#of(roomKind.document).map((message) => requireDecoded(decodeDocument(message)));
  }

  get answers(): ChangeAnswer[] {
    return this.#of(roomKind.changed).map((message) => requireDecoded(decodeChanged(message)));
  }

  get problems(): string[] {
    return this.#of(roomKind.problem).map((message) => requireDecoded(decodeProblem(message)).reason);
  }

  get people(): (PeopleMessage & { readonly message: Uint8Array })[] {
    return this.#of(roomKind.people).map((message) => ({ ...requireDecoded(decodePeople(message)), message }));
  }
}

export const newcomer: PeopleEntry = { role: null, actor: null, since: null };

/** Lets what waits for nothing but promises be done. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A room with a clock that the test advances tick by tick. */
export function createTestRoom(settings: Partial<RoomSettings> = {}, store = new HeldStore(), nowMs = 1000) {
  const clock = { nowMs };
  const figures = createPeopleFigures();
  const room = new PeopleRoom(
    { name: 'lab', isOpen: true, resumeWord: (actor) => `${actor}.word`, figures, ...settings },
    { stored: store.stored, store, link: null },
    clock.nowMs,
  );
  const step = async (ticks = 1, ms = 1000 / 60) => {
    for (let i = 0; i < ticks; i++) {
      clock.nowMs += ms;
      room.step(clock.nowMs);
      await settle();
    }
  };
  let lastId = 0;
  const join = async (entry: Partial<PeopleEntry> = {}) => {
    const member = new FakeMember(++lastId);
    room.join(member, { ...newcomer, ...entry }, clock.nowMs);
    await step();
    return member;
  };
  return { room, store, clock, figures, step, join };
}

/** Head and hands at a place, metres. */
export function personAt(x: number, z = 0, rest: { readonly hasFace?: boolean; readonly form?: 'pose' } = {}) {
  const update = createPersonUpdate();
  Object.assign(update, rest, rest.form === 'pose' && { hasFingers: true });
  update.rootPosition.set([x, 1, z]);
  for (let point = 0; point < 3; point++) update.jointPoses.set([x, 1.6, z, 0, 0, 0, 1], point * 7);
  return encodePerson(update);
}
