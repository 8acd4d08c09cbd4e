import { accept, type Decoded, decodeJson, refuse, type Schema } from '@leib/core';
import type { InferOutput } from 'valibot';
import * as v from 'valibot';

export const ROOM_VERSION = 1;

/** Kinds of messages, the first byte: sixteen for each thing that a connection may want. SPEC.md lists what follows it. */
export const roomKind = {
  // Every connection.
  problem: 1,
  ping: 2,
  pong: 3,
  // Feeds: their list, a datagram to the page, a datagram to an output.
  feeds: 16,
  datagram: 17,
  output: 18,
  // A simulated world.
  open: 32,
  settings: 33,
  count: 34,
  resetObjects: 35,
  bodies: 36,
  built: 37,
  // Walls.
  scene: 48,
  frame: 49,
  ready: 50,
  shown: 51,
  show: 52,
  walls: 53,
  status: 54,
  silent: 55,
  // The shared document: as it is, a change, what became of it.
  document: 64,
  change: 65,
  changed: 66,
  // People: one's own body, those of the others, who one is; what two of them agree on so that they hear each other.
  person: 80,
  people: 81,
  welcome: 82,
  signal: 83,
  ice: 84,
  // Other addresses of the room.
  nodes: 85,
} as const;
export type RoomKind = (typeof roomKind)[keyof typeof roomKind];

/** Kind, version, two bytes that are 0 unless the kind says otherwise. Little-endian, like everything after it. */
export const HEADER_SIZE = 4;

/** The longest JSON of a message, bytes, unless its kind says otherwise. */
export const MAX_JSON_BYTES = 256 * 1024;

export function createMessage(kind: RoomKind, payloadSize: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_SIZE + payloadSize);
  bytes[0] = kind;
  bytes[1] = ROOM_VERSION;
  return bytes;
}

/** The kind of a message whose version is ours. */
export function readKind(bytes: Uint8Array): Decoded<number> {
  if (bytes.length < HEADER_SIZE) {
    return refuse('message', `expected at least ${HEADER_SIZE} bytes, got ${bytes.length}`);
  }
  if (bytes[1] !== ROOM_VERSION) {
    return refuse('message', `expected version ${ROOM_VERSION}, got version ${bytes[1]}; reload the page`);
  }
  return accept(bytes[0]);
}

export function encodeJson(kind: RoomKind, value: object): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const message = createMessage(kind, text.length);
  message.set(text, HEADER_SIZE);
  return message;
}

/** The JSON of a message, checked; `where` names the message in errors. */
export function decodeJsonMessage<S extends Schema>(
  bytes: Uint8Array,
  schema: S,
  where: string,
  mostBytes = MAX_JSON_BYTES,
): Decoded<InferOutput<S>> {
  const size = bytes.length - HEADER_SIZE;
  if (size > mostBytes) return refuse(where, `expected at most ${mostBytes} bytes, got ${size}`);
  const decoded = decodeJsonBytes(bytes.subarray(HEADER_SIZE), schema);
  if (decoded.ok) return decoded;
  return refuse([where, decoded.path].filter(Boolean).join(', '), decoded.reason);
}

/** JSON in UTF-8, checked against a schema. */
export function decodeJsonBytes<S extends Schema>(bytes: Uint8Array, schema: S): Decoded<InferOutput<S>> {
  try {
    return decodeJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), schema);
  } catch (error) {
    // What the decoder throws on bytes that are not UTF-8.
    if (!(error instanceof TypeError)) throw error;
    return refuse('', `expected JSON in UTF-8, got ${bytes.length} other bytes`);
  }
}

const problemSchema = v.object({ reason: v.string(), isOver: v.boolean() });

/** Something was refused. `isOver`: the server closes the connection, and the same again would be refused again. */
export type RoomProblem = Readonly<v.InferOutput<typeof problemSchema>>;

export function encodeProblem(problem: RoomProblem): Uint8Array<ArrayBuffer> {
  return encodeJson(roomKind.problem, problem);
}

export function decodeProblem(bytes: Uint8Array): Decoded<RoomProblem> {
  return decodeJsonMessage(bytes, problemSchema, 'problem');
}

/** A time of the asker (t0), and in an answer when it was received (t1) and answered (t2) by the other's clock; milliseconds. */
export function encodeTimes(
  kind: typeof roomKind.ping | typeof roomKind.pong,
  ...timesMs: readonly number[]
): Uint8Array<ArrayBuffer> {
  const message = createMessage(kind, timesMs.length * 8);
  const view = new DataView(message.buffer, HEADER_SIZE);
  for (const [i, ms] of timesMs.entries()) view.setFloat64(i * 8, ms, true);
  return message;
}

/** So many times, all finite. */
export function decodeTimes(bytes: Uint8Array, count: 1 | 3): Decoded<readonly number[]> {
  if (bytes.length !== HEADER_SIZE + count * 8) {
    return refuse('time', `expected ${HEADER_SIZE + count * 8} bytes, got ${bytes.length}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + HEADER_SIZE);
  const times = Array.from({ length: count }, (_, i) => view.getFloat64(i * 8, true));
  const wrong = times.find((ms) => !Number.isFinite(ms));
  return wrong === undefined ? accept(times) : refuse('time', `expected a finite number, got ${wrong}`);
}
