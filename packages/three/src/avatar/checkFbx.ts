import { mostUnpackedBytes, unpack, unpackWithin } from '@leib/formats';
import { AvatarError } from './readSource.js';

/** "Kaydara FBX Binary", a zero byte, two bytes more; then the version. */
const BINARY_START = 'Kaydara FBX Binary';
const HEADER_BYTES = 27;
/** From this version on, sizes have eight bytes. */
const WIDE_VERSION = 7500;

/** A letter, then count, packing and size. */
const LIST_HEAD_BYTES = 13;
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
/** Corners of one polygon: the loader cuts it into triangles in a time that grows with the square of them. */
const MOST_CORNERS = 1000;
/** Corners of all polygons, as often as there are shapes that the mesh turns into (a mesh each): for each byte, and more. */
const MORPHED_PER_BYTE = 4;
const MORE_MORPHED = 10_000_000;

/** Words whose first letter is taken away, so that the loader passes over what they name. */
const passedOver: readonly string[] = [
  // Movements are not used, and a turn by 1e11 degrees becomes as many keys as it has half turns.
  'AnimationCurve',
  // Lines that are not seen on a person, and take hours where their order is high.
  'NurbsCurve',
];
const CORNERS = 'PolygonVertexIndex';
const MORPH = 'BlendShapeChannel';

/**
 * Checks an FBX before three's loader reads it, which trusts its names and numbers and unpacks whatever it packs, and takes out
 * what is not used. Throws AvatarError where names are those that all objects have, nodes are nested too deep, polygons have too
 * many corners, or packed data is more than it says or than fileLimits allow.
 */
export async function checkFbx(buffer: ArrayBuffer, label: string): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(buffer);
  const isBinary = latin1(bytes.subarray(0, BINARY_START.length)) === BINARY_START;
  const polygons = createPolygonCount(label);
  const text = latin1(bytes);
  if (isBinary) await checkBinary(bytes, label, polygons);
  else checkText(text, label, polygons);
  const morphed = polygons.count() * (placesOf(text, MORPH).length + 1);
  const most = MORE_MORPHED + MORPHED_PER_BYTE * bytes.length;
  if (morphed > most)
    throw new AvatarError(
      `${label} is damaged: expected at most ${most} corners of all its shapes together, got ${morphed}.`,
    );
  const used = bytes.slice();
  for (const word of passedOver)
    for (const at of placesOf(text, word)) if (!/\w/.test(text[at + word.length] ?? '')) used[at] = 'X'.charCodeAt(0);
  return used.buffer;
}

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

function placesOf(text: string, word: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) places.push(at);
  return places;
}

interface PolygonCount {
  /** Told of each corner; the last of a polygon is negative in the file. */
  add(isLast: boolean): void;
  count(): number;
}

function createPolygonCount(label: string): PolygonCount {
  let [corners, all] = [0, 0];
  return {
    add(isLast) {
      corners++;
      all++;
      if (corners > MOST_CORNERS)
        throw new AvatarError(`${label} is damaged: expected polygons of at most ${MOST_CORNERS} corners, got more.`);
      if (isLast) corners = 0;
    },
    count: () => all,
  };
}

function checkText(text: string, label: string, polygons: PolygonCount): void {
  const inherited = inheritedInText.exec(text)?.[1];
  if (inherited !== undefined) throw nameError(label, inherited);
  if (text.includes(`\n${'\t'.repeat(MOST_LEVELS + 1)}`)) {
    throw new AvatarError(`${label} is damaged: expected at most ${MOST_LEVELS} levels of nodes, got more.`);
  }
  for (const start of placesOf(text, CORNERS)) {
    const end = text.indexOf('}', start);
    let isLast = false;
    for (let at = start; at < (end < 0 ? text.length : end); at++) {
      if (text[at] === '-') isLast = true;
      if (text[at] !== ',') continue;
      polygons.add(isLast);
      isLast = false;
    }
  }
}

function nameError(label: string, name: string): AvatarError {
  return new AvatarError(`${label} is damaged: expected nodes with names of FBX, got "${name}".`);
}

interface PackedArray {
  /** Of the node that has it. */
  readonly name: string;
  readonly start: number;
  readonly packedBytes: number;
  readonly bytes: number;
}

async function checkBinary(bytes: Uint8Array, label: string, polygons: PolygonCount): Promise<void> {
  const packed = findPackedArrays(bytes, label, polygons);
  const total = packed.reduce((sum, array) => sum + array.bytes, 0);
  const most = mostUnpackedBytes(bytes.length);
  if (total > most) {
    const [has, may] = [total, most].map((each) => `${Math.round(each / 1e6)} MB`);
    throw new AvatarError(`${label} is damaged: expected at most ${may} when it is unpacked, got ${has}.`);
  }
  for (const { name, start, packedBytes, bytes: size } of packed) {
    const part = bytes.subarray(start, start + packedBytes);
    if (!(await unpackWithin(part, 'deflate', size)))
      throw new AvatarError(`${label} is damaged: data at byte ${start} unpacks to more than its ${size} bytes.`);
    if (name === CORNERS) addCorners(await unpacked(part, size), polygons);
  }
}

/** What is damaged is left for the loader to report. */
async function unpacked(packed: Uint8Array, bytes: number): Promise<Uint8Array> {
  try {
    return await unpack(packed, 'deflate', bytes);
  } catch {
    return new Uint8Array(0);
  }
}

/** Whole numbers of four bytes. */
function addCorners(bytes: Uint8Array, polygons: PolygonCount): void {
  for (let at = 3; at < bytes.length; at += 4) polygons.add((bytes[at] & 0x80) !== 0);
}

/** Walks from node to node, as they follow each other; what is cut off is left for the loader to report. */
function findPackedArrays(bytes: Uint8Array, label: string, polygons: PolygonCount): PackedArray[] {
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
    const name = latin1(bytes.subarray(at + headBytes, at + headBytes + nameBytes));
    if (inheritedNames.includes(name)) throw nameError(label, name);
    at += headBytes + nameBytes;
    for (let i = 0; !isEmpty && i < propertyCount; i++) {
      const end = propertyEnd(view, at, name, found);
      if (end < 0) return found;
      const isList = bytes[at] === 'i'.charCodeAt(0) && found.at(-1)?.start !== at + LIST_HEAD_BYTES;
      if (name === CORNERS && isList) addCorners(bytes.subarray(at + LIST_HEAD_BYTES, end), polygons);
      at = end;
    }
  }
  return found;
}

/** Byte after a property, -1 where it is cut off or of no known kind; packed arrays are added to the list. */
function propertyEnd(view: DataView, at: number, name: string, found: PackedArray[]): number {
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
  found.push({ name, start: at + 13, packedBytes, bytes: count * entry });
  return at + 13 + packedBytes;
}
