import { decodeJsonBytes, decodePeople, PeopleWriter, peopleLevels, sizeOfPerson } from '@leib/net';
import type { ActorId } from '@leib/stage';
import * as v from 'valibot';
import { type BodySlot, MOST_PEOPLE, type PeopleBodies } from './peopleBodies.js';
import type { RoomLink } from './roomLink.js';
import { correctTime, createTimeShift, noteTime, type TimeShift } from './timeShift.js';
import { packPassed } from './voiceSignals.js';

/** Somebody who is at this node. */
export interface PersonHere {
  readonly actor: ActorId;
  readonly slot: BodySlot;
  readonly arrivedMs: number;
}

/** A node, as this one knows it. */
interface OtherNode {
  heardMs: number;
  /** When each of its people arrived there, by its clock. */
  people: ReadonlyMap<ActorId, number>;
  /** By number on the wire: the finest level at which somebody there sees this one. */
  wanted: ReadonlyMap<number, number> | null;
  readonly slots: Map<number, BodySlot>;
  readonly shift: TimeShift;
}

/** How often a node says who is there, and after how much silence it counts as gone, milliseconds. */
const HERE_MS = 1000;
export const SILENT_MS = 2600;
/** How often a node says which bodies of others its people see, milliseconds. */
const WANTED_MS = 250;
const MOST_NODES = 64;

const hereSchema = v.object({ people: v.record(v.string(), v.number()) });

/** People of a room who are at other nodes: who they are, and their bodies, which come and go once a tick for each node. */
export class Elsewhere {
  readonly #link: RoomLink;
  readonly #bodies: PeopleBodies;
  readonly #nodes = new Map<string, OtherNode>();
  readonly #writer = new PeopleWriter();
  /** Somebody has come or gone since the others were told. */
  #isNews = true;
  #toldMs = 0;
  #wantedMs = 0;

  constructor(link: RoomLink, bodies: PeopleBodies) {
    this.#link = link;
    this.#bodies = bodies;
  }

  get peopleCount(): number {
    return [...this.#nodes.values()].reduce((sum, { people }) => sum + people.size, 0);
  }

  has(actor: ActorId): boolean {
    return this.arrivedMs(actor) > 0;
  }

  /** When somebody arrived at another node; 0 where they are at none. */
  arrivedMs(actor: ActorId): number {
    let last = 0;
    for (const { people } of this.#nodes.values()) last = Math.max(last, people.get(actor) ?? 0);
    return last;
  }

  /** Passes a signal on to the node where somebody is, and to no other; false where they are at none, or it cannot be reached. */
  pass(actor: ActorId, personId: number, signal: Uint8Array): boolean {
    const arrivedMs = this.arrivedMs(actor);
    if (arrivedMs === 0 || !this.#link.isConnected) return false;
    for (const [name, { people }] of this.#nodes)
      if (people.get(actor) === arrivedMs) this.#link.tell('signal', packPassed(personId, signal), name);
    return true;
  }

  /** Somebody has come or gone: the others are told with the next step. */
  note(): void {
    this.#isNews = true;
  }

  /** Who is at another node; false where the bytes say no such thing. */
  hearHere(name: string, bytes: Uint8Array, nowMs: number): boolean {
    const here = decodeJsonBytes(bytes, hereSchema);
    if (!here.ok) return false;
    const people = new Map(Object.entries(here.value.people).slice(0, MOST_PEOPLE));
    const node = this.#nodes.get(name);
    if (node) Object.assign(node, { people, heardMs: nowMs });
    else if (this.#nodes.size < MOST_NODES) {
      this.#nodes.set(name, { heardMs: nowMs, people, wanted: null, slots: new Map(), shift: createTimeShift() });
      // So that it knows at once who is here.
      this.#isNews = true;
    }
    return true;
  }

  /** Bodies of people at another node. @param mayBe whether somebody with this number is in the room, and not here */
  hearBodies(name: string, bytes: Uint8Array, nowMs: number, mayBe: (person: number) => boolean): boolean {
    const node = this.#nodes.get(name);
    const read = decodePeople(bytes);
    if (!node || !read.ok) return false;
    const { timeMs, people } = read.value;
    noteTime(node.shift, timeMs, nowMs);
    for (const { id, from } of people) {
      const slot = this.#slotOf(node, id, mayBe);
      if (slot !== null) this.#hearBody(node, slot, bytes, from);
    }
    return true;
  }

  hearWanted(name: string, bytes: Uint8Array): boolean {
    const node = this.#nodes.get(name);
    if (!node || bytes.length % 3 !== 0 || bytes.length > MOST_PEOPLE * 3) return false;
    const wanted = new Map<number, number>();
    for (let at = 0; at < bytes.length; at += 3)
      wanted.set(bytes[at] | (bytes[at + 1] << 8), Math.min(peopleLevels.length - 1, bytes[at + 2]));
    node.wanted = wanted;
    return true;
  }

  /** A tick: bodies go out, who is here is said, and nodes that are silent are forgotten. */
  step(nowMs: number, here: ReadonlyMap<ActorId, PersonHere>): void {
    this.#forgetSilent(nowMs);
    if (!this.#link.isConnected) return;
    if (this.#isNews || nowMs - this.#toldMs >= HERE_MS) {
      const people = Object.fromEntries(Array.from(here.values(), ({ actor, arrivedMs }) => [actor, arrivedMs]));
      this.#link.tell('here', Buffer.from(JSON.stringify({ people })));
      this.#isNews = false;
      this.#toldMs = nowMs;
    }
    if (this.peopleCount === 0) return;
    this.#sendBodies(nowMs, here);
    if (nowMs - this.#wantedMs < WANTED_MS) return;
    this.#wantedMs = nowMs;
    this.#sendWanted();
  }

  /** Tells the others that nobody is here any more. */
  close(): void {
    if (this.#link.isConnected) this.#link.tell('here', Buffer.from(JSON.stringify({ people: {} })));
  }

  #slotOf(node: OtherNode, person: number, mayBe: (person: number) => boolean): BodySlot | null {
    const known = node.slots.get(person);
    if (known) return known;
    if (!mayBe(person)) return null;
    for (const other of this.#nodes.values()) this.#free(other, person);
    const slot = this.#bodies.join(person);
    if (slot !== null) node.slots.set(person, slot);
    return slot;
  }

  #hearBody({ shift }: OtherNode, slot: BodySlot, bytes: Uint8Array, from: number): void {
    const size = sizeOfPerson(bytes, from);
    if (!size.ok) return;
    // A copy: the message is a piece of a larger block, which would be kept with it.
    const update = bytes.slice(from, from + size.value);
    correctTime(shift, update);
    this.#bodies.hear(slot, update);
  }

  /** What is new of the people here, each as often and in as much detail as somebody elsewhere sees it. */
  #sendBodies(nowMs: number, here: ReadonlyMap<ActorId, PersonHere>): void {
    const writer = this.#writer;
    writer.begin();
    for (const { slot } of here.values()) {
      let level = peopleLevels.length;
      for (const { people, wanted } of this.#nodes.values()) {
        if (people.size > 0) level = Math.min(level, wanted === null ? 0 : (wanted.get(slot.personId) ?? 0));
      }
      if (level < peopleLevels.length) this.#bodies.writeNews(slot, writer, level);
    }
    if (writer.count > 0) this.#link.tell('bodies', writer.end(this.#bodies.tick, nowMs));
  }

  #sendWanted(): void {
    const slots = [...this.#nodes.values()].flatMap((node) => [...node.slots.values()]);
    const bytes = new Uint8Array(slots.length * 3);
    for (const [index, slot] of slots.entries()) {
      const { personId } = slot;
      bytes.set([personId & 255, personId >> 8, this.#bodies.takeWanted(slot)], index * 3);
    }
    this.#link.tell('wanted', bytes);
  }

  #forgetSilent(nowMs: number): void {
    for (const [name, node] of this.#nodes) {
      // Without a connection nothing is heard of anybody, and that says nothing of them.
      if (!this.#link.isConnected) node.heardMs = nowMs;
      if (nowMs - node.heardMs > SILENT_MS) node.people = new Map();
      if (node.people.size > 0) continue;
      for (const slot of node.slots.values()) this.#bodies.leave(slot);
      this.#nodes.delete(name);
    }
  }

  /** Whoever has gone elsewhere has one slot. */
  #free(node: OtherNode, person: number): void {
    const slot = node.slots.get(person);
    if (slot === undefined) return;
    this.#bodies.leave(slot);
    node.slots.delete(person);
  }

  /** People who have left the room, or are at this node now, are not elsewhere. */
  forget(isElsewhere: (person: number) => boolean): void {
    for (const node of this.#nodes.values())
      for (const person of node.slots.keys()) if (!isElsewhere(person)) this.#free(node, person);
  }
}
