/** One argument. Blobs, colours and other types are skipped and become null. */
export type OscArgument = string | number | boolean | null;

/** One message of a packet. Overwritten by the next one. */
export interface OscMessage {
  address: string;
  argumentCount: number;
  /** The first `argumentCount` entries belong to this message. */
  readonly values: OscArgument[];
}

/** Deepest nesting of bundles: a limit against attacks. */
const MAX_DEPTH = 8;
const MAX_ARGUMENTS = 256;
const HASH = 0x23;
const SLASH = 0x2f;
const text = new TextDecoder();

/**
 * Reads one OSC 1.0 packet, a message or nested bundles, and calls `onMessage` for every message. False when it is
 * damaged; messages before the damage were passed on. Not one of the codecs on npm: these throw on damage and build a
 * tree of objects for every packet.
 */
export function readOscPacket(
  bytes: Uint8Array,
  message: OscMessage,
  onMessage: (message: OscMessage) => void,
): boolean {
  return readElement(bytes, 0, bytes.length, 0, message, onMessage);
}

export function createOscMessage(): OscMessage {
  return { address: '', argumentCount: 0, values: [] };
}

function readElement(
  bytes: Uint8Array,
  start: number,
  end: number,
  depth: number,
  message: OscMessage,
  onMessage: (message: OscMessage) => void,
): boolean {
  if (end - start < 4 || (end - start) % 4 !== 0) return false;
  if (bytes[start] === SLASH) {
    if (!readMessage(bytes, start, end, message)) return false;
    onMessage(message);
    return true;
  }
  // "#bundle\0", eight bytes of time tag, then elements with their lengths.
  if (bytes[start] !== HASH || end - start < 16 || depth >= MAX_DEPTH || !isBundle(bytes, start)) return false;
  let at = start + 16;
  while (at < end) {
    if (end - at < 4) return false;
    const size = readInt(bytes, at);
    at += 4;
    if (size < 0 || size > end - at) return false;
    if (!readElement(bytes, at, at + size, depth + 1, message, onMessage)) return false;
    at += size;
  }
  return true;
}

function isBundle(bytes: Uint8Array, start: number): boolean {
  const name = '#bundle';
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name.charCodeAt(i)) return false;
  return bytes[start + 7] === 0;
}

function readMessage(bytes: Uint8Array, start: number, end: number, out: OscMessage): boolean {
  const addressEnd = stringEnd(bytes, start, end);
  if (addressEnd < 0) return false;
  out.address = readText(bytes, start, addressEnd);
  out.argumentCount = 0;
  const types = paddedEnd(addressEnd);
  // Old senders omit the type tags; then the arguments cannot be read.
  if (types >= end) return true;
  const typesEnd = stringEnd(bytes, types, end);
  if (typesEnd < 0 || bytes[types] !== 0x2c) return false;
  let at = paddedEnd(typesEnd);
  for (let type = types + 1; type < typesEnd; type++) {
    if (out.argumentCount >= MAX_ARGUMENTS) return false;
    const size = argumentSize(bytes, bytes[type], at, end);
    if (size < 0 || size > end - at) return false;
    const value = readArgument(bytes, bytes[type], at, end);
    if (value !== undefined) {
      if (out.values.length === out.argumentCount) out.values.push(value);
      else out.values[out.argumentCount] = value;
      out.argumentCount++;
    }
    at += size;
  }
  return true;
}

/** Size of an argument in bytes, by its type tag; -1 when the tag is unknown or the bytes end. */
function argumentSize(bytes: Uint8Array, type: number, at: number, end: number): number {
  switch (String.fromCharCode(type)) {
    case 'i':
    case 'f':
    case 'c':
    case 'r':
    case 'm':
      return 4;
    case 'h':
    case 'd':
    case 't':
      return 8;
    case 's':
    case 'S': {
      const stop = stringEnd(bytes, at, end);
      return stop < 0 ? -1 : paddedEnd(stop) - at;
    }
    case 'b': {
      if (end - at < 4) return -1;
      const size = readInt(bytes, at);
      return size < 0 ? -1 : 4 + ((size + 3) & ~3);
    }
    case 'T':
    case 'F':
    case 'N':
    case 'I':
    case '[':
    case ']':
      return 0;
    default:
      return -1;
  }
}

function readArgument(bytes: Uint8Array, type: number, at: number, end: number): OscArgument | undefined {
  switch (String.fromCharCode(type)) {
    case 'i':
      return readInt(bytes, at);
    case 'f':
      return floatAt(bytes, at);
    case 'h':
      return readInt(bytes, at) * 2 ** 32 + (readInt(bytes, at + 4) >>> 0);
    case 'd':
      return doubleAt(bytes, at);
    case 's':
    case 'S':
      return readText(bytes, at, stringEnd(bytes, at, end));
    case 'T':
      return true;
    case 'F':
      return false;
    case '[':
    case ']':
      return undefined;
    default:
      return null;
  }
}

/** Offset of the zero byte that ends a string; -1 when there is none or its padding is cut off. */
function stringEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === 0) return paddedEnd(at) <= end ? at : -1;
  return -1;
}

/** First multiple of four after the zero byte, where the next part of a packet begins. */
function paddedEnd(zero: number): number {
  return (zero + 4) & ~3;
}

function readText(bytes: Uint8Array, start: number, end: number): string {
  return text.decode(bytes.subarray(start, end));
}

function readInt(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
}

const scratch = new DataView(new ArrayBuffer(8));

function floatAt(bytes: Uint8Array, at: number): number {
  for (let k = 0; k < 4; k++) scratch.setUint8(k, bytes[at + k]);
  return scratch.getFloat32(0);
}

function doubleAt(bytes: Uint8Array, at: number): number {
  for (let k = 0; k < 8; k++) scratch.setUint8(k, bytes[at + k]);
  return scratch.getFloat64(0);
}
