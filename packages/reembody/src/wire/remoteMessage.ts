import { accept, type Decoded, decodeJson as decodeText, refuse, type Schema } from '@leib/core';
import type { InferOutput } from 'valibot';

/** Path of the server's WebSocket for simulations; `?room=NAME` shares a world. */
export const REMOTE_PATH = '/remote';
/** Version of the messages below; any other is refused. */
export const REMOTE_VERSION = 1;
/** Names of rooms: letters that need no escaping in an address. */
export const roomNamePattern = /^[\w-]{1,40}$/;

/** First byte of every message, to the server and back. */
export const remoteKind = {
  /** To the server, once and first: a client's bodies and the things of the room (encodeOpening). */
  open: 1,
  /** To the server: new settings of the client's bodies (encodeSettings). */
  settings: 2,
  /** To the server: how many bodies the client has (encodeCount); the second and further ones are copies of the first. */
  count: 3,
  /** To the server: things go back to their first places. */
  resetObjects: 4,
  /** Both ways: a frame's flat numbers (encodeNumbers). */
  frame: 5,
  /** Back: the world has changed (encodeBuilt). */
  built: 6,
  /** Back: something was refused (encodeFailure); where it is over, the server closes the connection. */
  failed: 7,
} as const;

/** kind, version, two empty bytes, sequence number (uint32), seconds (float64). Little-endian, like everything after it. */
export const REMOTE_HEADER_SIZE = 16;

export interface RemoteHeader {
  readonly kind: number;
  readonly version: number;
  /** Of a frame: the client's own count; an answer repeats that of the last frame it knows of. */
  readonly sequence: number;
  /** Of an answer: how long it took from that frame's arrival until it was sent, seconds. */
  readonly seconds: number;
}

export function readHeader(bytes: Uint8Array): Decoded<RemoteHeader> {
  if (bytes.length < REMOTE_HEADER_SIZE) {
    return refuse('message', `expected at least ${REMOTE_HEADER_SIZE} bytes, got ${bytes.length}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, REMOTE_HEADER_SIZE);
  const version = view.getUint8(1);
  if (version !== REMOTE_VERSION) {
    return refuse('message', `expected version ${REMOTE_VERSION}, got version ${version}; reload the page`);
  }
  return accept({
    kind: view.getUint8(0),
    version,
    sequence: view.getUint32(4, true),
    seconds: view.getFloat64(8, true),
  });
}

export function createMessage(kind: number, payloadSize: number, sequence = 0, seconds = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(REMOTE_HEADER_SIZE + payloadSize);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, kind);
  view.setUint8(1, REMOTE_VERSION);
  view.setUint32(4, sequence, true);
  view.setFloat64(8, seconds, true);
  return bytes;
}

/** A frame's first `count` numbers as float32: a ten-thousandth of a millimetre in a room, and half the bytes. */
export function encodeNumbers(
  numbers: Float64Array,
  count: number,
  sequence: number,
  seconds = 0,
): Uint8Array<ArrayBuffer> {
  const message = createMessage(remoteKind.frame, count * 4, sequence, seconds);
  const view = new DataView(message.buffer, REMOTE_HEADER_SIZE);
  for (let i = 0; i < count; i++) view.setFloat32(i * 4, numbers[i], true);
  return message;
}

/** Writes a frame's numbers into `out` from its beginning and returns how many there were; the rest stays. */
export function decodeNumbers(bytes: Uint8Array, out: Float64Array): Decoded<number> {
  const count = (bytes.length - REMOTE_HEADER_SIZE) / 4;
  if (!Number.isInteger(count) || count > out.length) {
    return refuse('frame', `expected up to ${out.length} numbers, got ${count}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + REMOTE_HEADER_SIZE);
  for (let i = 0; i < count; i++) out[i] = view.getFloat32(i * 4, true);
  return accept(count);
}

export function encodeJson(kind: number, value: object): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const message = createMessage(kind, text.length);
  message.set(text, REMOTE_HEADER_SIZE);
  return message;
}

export function decodeJson<S extends Schema>(bytes: Uint8Array, schema: S): Decoded<InferOutput<S>> {
  return decodeJsonBytes(bytes.subarray(REMOTE_HEADER_SIZE), schema);
}

/** Text of a message in UTF-8, checked against a schema. */
export function decodeJsonBytes<S extends Schema>(bytes: Uint8Array, schema: S): Decoded<InferOutput<S>> {
  try {
    return decodeText(new TextDecoder('utf-8', { fatal: true }).decode(bytes), schema);
  } catch (error) {
    // What the decoder throws on bytes that are not UTF-8.
    if (!(error instanceof TypeError)) throw error;
    return refuse('', `expected JSON in UTF-8, got ${bytes.length} other bytes`);
  }
}
