/** Where the server takes simulations on: a WebSocket at this path, `?room=NAME` to share a world. */
export const REMOTE_PATH = '/remote';
/** Of the messages below; a server says no to any other. */
export const REMOTE_VERSION = 1;
/** Names of rooms: what can stand in an address as it is. */
export const roomNamePattern = /^[\w-]{1,40}$/;

/** First byte of every message, to the server and back. */
export const remoteKind = {
  /** To the server, once and first: who comes and what is in the room (encodeOpening). */
  open: 1,
  /** To the server: other settings of the client's bodies, as JSON. */
  settings: 2,
  /** To the server: how many bodies the client has, {"count": n}; what is more than one are copies of the first. */
  count: 3,
  /** To the server: things go back to where they began. */
  resetObjects: 4,
  /** Both ways: a frame's flat numbers (encodeNumbers). */
  frame: 5,
  /** Back: what the world is from now on (encodeBuilt). */
  built: 6,
  /** Back: something was refused, {"reason", "isOver"}; where it is over the server hangs up. */
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

/** What a message from somebody else turned out to be. */
export type DecodedMessage<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export function readHeader(bytes: Uint8Array): DecodedMessage<RemoteHeader> {
  if (bytes.length < REMOTE_HEADER_SIZE) {
    return { ok: false, reason: `a message has at least ${REMOTE_HEADER_SIZE} bytes, not ${bytes.length}.` };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, REMOTE_HEADER_SIZE);
  const version = view.getUint8(1);
  if (version !== REMOTE_VERSION) {
    return { ok: false, reason: `the message is of version ${version}, this is version ${REMOTE_VERSION}.` };
  }
  return {
    ok: true,
    value: { kind: view.getUint8(0), version, sequence: view.getUint32(4, true), seconds: view.getFloat64(8, true) },
  };
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
export function decodeNumbers(bytes: Uint8Array, out: Float64Array): DecodedMessage<number> {
  const count = (bytes.length - REMOTE_HEADER_SIZE) / 4;
  if (!Number.isInteger(count) || count > out.length) {
    return { ok: false, reason: `a frame of ${bytes.length} bytes is none of up to ${out.length} numbers.` };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + REMOTE_HEADER_SIZE);
  for (let i = 0; i < count; i++) out[i] = view.getFloat32(i * 4, true);
  return { ok: true, value: count };
}

export function encodeJson(kind: number, value: object): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const message = createMessage(kind, text.length);
  message.set(text, REMOTE_HEADER_SIZE);
  return message;
}

export function decodeJson(bytes: Uint8Array): DecodedMessage<unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(REMOTE_HEADER_SIZE));
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'the message holds no JSON.' };
  }
}
