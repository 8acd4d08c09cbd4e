import { accept, type Decoded, refuse } from '@leib/core';
import { createMessage, HEADER_SIZE, readKind, roomKind } from '../room/message.js';
import { bytesOfDetail, type Detail, formOfDetail, sizeOfPerson } from './personUpdate.js';

/** People of one room; a person's number in it fits sixteen bits. */
export const MAX_PEOPLE = 1024;

/** How much of somebody is sent, and every how many ticks, by how far away they are, metres (LV2 of SPEC.md). */
export const peopleLevels: readonly { readonly upTo: number; readonly ticks: number; readonly detail: Detail }[] = [
  { upTo: 5, ticks: 1, detail: 'all' },
  { upTo: 10, ticks: 2, detail: 'noFace' },
  { upTo: 20, ticks: 4, detail: 'body' },
  { upTo: Number.POSITIVE_INFINITY, ticks: 8, detail: 'body' },
];

/** Number of the tick (uint32), the room's clock (float64, milliseconds), how many people follow (uint16), two zero bytes. */
const PEOPLE_HEADER = HEADER_SIZE + 16;
const at = { tick: 4, time: 8, count: 16 } as const;
/** Kind and version of an update are those of the whole message: the person's number stands in their place. */
const ID_BYTES = 2;

/** Where one person's update stands in a message. */
export interface PersonPlace {
  readonly id: number;
  /** Of the update, as readPerson() takes it. */
  readonly from: number;
}

export interface PeopleMessage {
  readonly tick: number;
  readonly timeMs: number;
  readonly people: readonly PersonPlace[];
}

/** All that one client gets in a tick, written into a buffer that is used again. */
export class PeopleWriter {
  #bytes = createMessage(roomKind.people, 4096);
  #view = new DataView(this.#bytes.buffer);
  #length = PEOPLE_HEADER;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  begin(): void {
    this.#length = PEOPLE_HEADER;
    this.#count = 0;
  }

  /** A person's update, or what of it is enough from afar. */
  add(id: number, update: Uint8Array, detail: Detail): void {
    const size = bytesOfDetail(update, detail);
    this.#fit(size);
    const bytes = this.#bytes;
    // Byte by byte: faster than set() for so few.
    for (let i = ID_BYTES; i < size; i++) bytes[this.#length + i] = update[i];
    bytes[this.#length] = id & 255;
    bytes[this.#length + 1] = id >> 8;
    bytes[this.#length + 2] &= formOfDetail[detail];
    this.#length += size;
    this.#count++;
  }

  /** The message where it stands: its bytes are another message's after the next begin(). */
  finish(tick: number, timeMs: number): Uint8Array<ArrayBuffer> {
    this.#view.setUint32(at.tick, tick, true);
    this.#view.setFloat64(at.time, timeMs, true);
    this.#view.setUint16(at.count, this.#count, true);
    return this.#bytes.subarray(0, this.#length);
  }

  /** The message of its own bytes. */
  end(tick: number, timeMs: number): Uint8Array<ArrayBuffer> {
    return this.finish(tick, timeMs).slice();
  }

  #fit(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const bytes = new Uint8Array(this.#bytes.length * 2);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}

/** A message from outside, or why it is refused. Updates are read where they stand (readPerson). */
export function decodePeople(bytes: Uint8Array): Decoded<PeopleMessage> {
  const read = readKind(bytes);
  if (!read.ok) return read;
  if (bytes.length < PEOPLE_HEADER)
    return refuse('people', `expected at least ${PEOPLE_HEADER} bytes, got ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [timeMs, count] = [view.getFloat64(at.time, true), view.getUint16(at.count, true)];
  if (!Number.isFinite(timeMs)) return refuse('people, time', `expected a finite number, got ${timeMs}`);
  if (count > MAX_PEOPLE) return refuse('people', `expected at most ${MAX_PEOPLE}, got ${count}`);
  const people: PersonPlace[] = [];
  let from = PEOPLE_HEADER;
  for (let index = 0; index < count; index++) {
    const size = sizeOfPerson(bytes, from);
    if (!size.ok) return refuse(`people[${index}], ${size.path}`, size.reason);
    if (from + size.value > bytes.length) {
      return refuse(`people[${index}]`, `expected ${from + size.value} bytes, got ${bytes.length}`);
    }
    people.push({ id: bytes[from] | (bytes[from + 1] << 8), from });
    from += size.value;
  }
  if (from !== bytes.length) return refuse('people', `expected ${from} bytes, got ${bytes.length}`);
  return accept({ tick: view.getUint32(at.tick, true), timeMs, people });
}
