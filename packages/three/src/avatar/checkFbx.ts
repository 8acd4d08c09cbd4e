import { mostUnpackedBytes, unpackWithin } from '@leib/formats';
import { AvatarError } from './readSource.js';

/** "Kaydara FBX Binary", a zero byte, two bytes more; then the version. */
const BINARY_START = 'Kaydara FBX Binary';
const HEADER_BYTES = 27;
/** From this version on, sizes have eight bytes. */
const WIDE_VERSION = 7500;

/** Bytes of one entry of an array, by its letter. */
const entryBytes: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['c', 1],
  ['f', 4],
  ['i', 4],
  ['d', 8],
  ['l', 8],
]);
/** Bytes of a single value, by its letter. */
const valueBytes: ReadonlyMap<string, number> = new Map([
  ['C', 1],
  ['Y', 2],
  ['F', 4],
  ['I', 4],
  ['D', 8],
  ['L', 8],
]);

/** Names that all objects have: three's loader would write a file's values into what every object inherits. */
const inheritedNames = Object.getOwnPropertyNames(Object.prototype);
const inheritedInText = new RegExp(`^[ \\t]*"?(${inheritedNames.join('|')})"?[ \\t]*:`, 'm');

/** Nodes inside of nodes that are read in text; the loader's time grows with the square of it. */
const MOST_LEVELS = 64;

/**
 * Checks an FBX before three's loader reads it, which trusts its names and unpacks whatever it packs. Throws AvatarError
 * where names are those that all objects have, nodes are nested too deep, or packed data is more than it says or than
 * fileLimits allow.
 */
export async function checkFbx(buffer: ArrayBuffer, label: string): Promise<void> {
  const bytes = new Uint8Array(buffer);
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, BINARY_START.length));
  if (start !== BINARY_START) checkText(bytes, label);
  else await checkBinary(bytes, label);
}

function checkText(bytes: Uint8Array, label: string): void {
  const text = new TextDecoder('latin1').decode(bytes);
  const inherited = inheritedInText.exec(text)?.[1];
  if (inherited !== undefined) throw nameError(label, inherited);
  if (text.includes(`\n${'\t'.repeat(MOST_LEVELS + 1)}`)) {
    throw new AvatarError(`${label} is damaged: expected at most ${MOST_LEVELS} levels of nodes, got more.`);
  }
}

function nameError(label: string, name: string): AvatarError {
  return new AvatarError(`${label} is damaged: expected nodes with names of FBX, got "${name}".`);
}

interface PackedArray {
  readonly start: number;
  readonly packedBytes: number;
  readonly bytes: number;
}

async function checkBinary(bytes: Uint8Array, label: string): Promise<void> {
  const packed = findPackedArrays(bytes, label);
  const total = packed.reduce((sum, array) => sum + array.bytes, 0);
  const most = mostUnpackedBytes(bytes.length);
  if (total > most) {
    const [has, may] = [total, most].map((each) => `${Math.round(each / 1e6)} MB`);
    throw new AvatarError(`${label} is damaged: expected at most ${may} when it is unpacked, got ${has}.`);
  }
  for (const { start, packedBytes, bytes: size } of packed) {
    const isWithin = await unpackWithin(bytes.subarray(start, start + packedBytes), 'deflate', size);
    if (!isWithin)
      throw new AvatarError(`${label} is damaged: data at byte ${start} unpacks to more than its ${size} bytes.`);
  }
}

/** Walks from node to node, as they follow each other; what is cut off is left for the loader to report. */
function findPackedArrays(bytes: Uint8Array, label: string): PackedArray[] {
  const found: PackedArray[] = [];
  if (bytes.length < HEADER_BYTES) return found;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWide = view.getUint32(HEADER_BYTES - 4, true) >= WIDE_VERSION;
  const headBytes = isWide ? 25 : 13;
  let at = HEADER_BYTES;
  while (at + headBytes <= bytes.length) {
    const propertyCount = isWide ? Number(view.getBigUint64(at + 8, true)) : view.getUint32(at + 4, true);
    const isEmpty = isWide ? view.getBigUint64(at, true) === 0n : view.getUint32(at, true) === 0;
    const nameBytes = bytes[at + headBytes - 1];
    const name = new TextDecoder('latin1').decode(bytes.subarray(at + headBytes, at + headBytes + nameBytes));
    if (inheritedNames.includes(name)) throw nameError(label, name);
    at += headBytes + nameBytes;
    for (let i = 0; !isEmpty && i < propertyCount; i++) {
      const end = propertyEnd(view, at, found);
      if (end < 0) return found;
      at = end;
    }
  }
  return found;
}

/** Byte after a property, -1 where it is cut off or of no known kind; packed arrays are added to the list. */
function propertyEnd(view: DataView, at: number, found: PackedArray[]): number {
  if (at + 1 > view.byteLength) return -1;
  const letter = String.fromCharCode(view.getUint8(at));
  const size = valueBytes.get(letter);
  if (size !== undefined) return at + 1 + size;
  if (letter === 'S' || letter === 'R') return at + 5 > view.byteLength ? -1 : at + 5 + view.getUint32(at + 1, true);
  const entry = entryBytes.get(letter);
  if (entry === undefined || at + 13 > view.byteLength) return -1;
  const count = view.getUint32(at + 1, true);
  const isPacked = view.getUint32(at + 5, true) !== 0;
  if (!isPacked) return at + 13 + count * entry;
  const packedBytes = view.getUint32(at + 9, true);
  if (at + 13 + packedBytes > view.byteLength) return -1;
  found.push({ start: at + 13, packedBytes, bytes: count * entry });
  return at + 13 + packedBytes;
}
