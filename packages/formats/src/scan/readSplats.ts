import { FormatError } from '../formatError.js';
import { viewOf } from '../io/bytes.js';
import { isGzip, unpackPieces } from '../io/unpack.js';
import { checkCount, fileLimits } from '../limits/fileLimits.js';
import { looksLikePly, type PlyElement, plyTypeBytes, readPlyHeader } from '../mesh/plyValues.js';
import type { RangeSource } from './rangeSource.js';

/** Which way is up in a file: Y, Y downwards, or Z. */
export const splatUps = ['y', '-y', 'z'] as const;
export type SplatUp = (typeof splatUps)[number];

/** What a file of Gaussian splats announces, checked against what it holds. */
export interface SplatsAbout {
  readonly kind: 'PLY' | 'SPZ' | 'splat';
  readonly count: number;
  /** As programs that write this kind have it; a file does not say. */
  readonly up: SplatUp;
}

/** Files that hold splats and nothing else; a PLY tells by its header. */
export const splatEndings = /\.(spz|splat)$/i;

const PLY_HEADER_BYTES = 64 * 1024;
/** What each splat needs, as training writes it (Kerbl et al. 2023); and packed in chunks of 256 (SuperSplat). */
const plainNames = 'x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3'.split(' ');
const packedNames = 'packed_position packed_rotation packed_scale packed_color'.split(' ');
const PACKED_CHUNK = 256;

const SPZ_MAGIC = 0x5053474e;
const SPZ_HEADER_BYTES = 16;
/** Numbers of spherical harmonics by their degree, a byte each. */
const shBytes = [0, 9, 24, 45];
/** Of positions and turns, by version; opacity, colour and size are 7 bytes more. */
const spzBytes: Readonly<Record<number, number>> = { 1: 6 + 3, 2: 9 + 3, 3: 9 + 4 };
const SPZ_OTHER_BYTES = 7;

const SPLAT_BYTES = 32;

/** Whether a PLY file holds splats, by its beginning. */
export function isSplatPly(head: Uint8Array): boolean {
  if (!looksLikePly(head)) return false;
  const { elements } = readPlyHeader(head);
  return elements.some(({ name, properties }) => name === 'vertex' && properties.some((one) => isOfSplats(one.name)));
}

const isOfSplats = (name: string) => name === 'f_dc_0' || name === 'packed_position';

/**
 * What is in a file of Gaussian splats: PLY, SPZ or .splat. Nothing of what it announces is allocated. Throws FormatError where it has
 * too many, or not what it announces.
 */
export async function readSplatsAbout(source: RangeSource): Promise<SplatsAbout> {
  const head = (await source.read(0, PLY_HEADER_BYTES)).slice();
  if (looksLikePly(head)) return readPly(head, source.size);
  if (isGzip(head)) return readSpz((await source.read(0, source.size)).slice());
  if (/\.splat$/i.test(source.name)) return readSplat(source);
  throw new FormatError('file', '', 'expected Gaussian splats: PLY, SPZ or .splat');
}

function readPly(head: Uint8Array, size: number): SplatsAbout {
  const { encoding, elements, dataAt } = readPlyHeader(head);
  const vertex = elements.find(({ name }) => name === 'vertex');
  const names = vertex?.properties.map(({ name }) => name) ?? [];
  if (!vertex || !names.some(isOfSplats))
    throw new FormatError('PLY', 'element vertex', 'expected Gaussian splats, got points or a surface');
  if (encoding !== 'binary_little_endian')
    throw new FormatError('PLY', '', `expected splats as binary_little_endian, got ${encoding}`);
  checkSplats(vertex.count, 'PLY');
  const isPacked = names.includes('packed_position');
  const type = isPacked ? 'uint32' : 'float32';
  for (const name of isPacked ? packedNames : plainNames)
    if (!vertex.properties.some((one) => one.name === name && one.type === type))
      throw new FormatError('PLY', 'element vertex', `has no property ${name} of type ${type}`);
  const chunks = elements.find(({ name }) => name === 'chunk')?.count ?? 0;
  if (isPacked && chunks !== Math.ceil(vertex.count / PACKED_CHUNK))
    throw new FormatError('PLY', 'element chunk', `expected one for each ${PACKED_CHUNK} splats, got ${chunks}`);
  const bytes = elements.reduce((sum, element) => sum + element.count * widthOf(element), dataAt);
  if (bytes > size)
    throw new FormatError('PLY', `byte ${size}`, `the file is cut off, it cannot hold ${vertex.count} splats`);
  return { kind: 'PLY', count: vertex.count, up: '-y' };
}

function widthOf({ name, properties }: PlyElement): number {
  if (properties.some(({ countType }) => countType !== null))
    throw new FormatError('PLY', `element ${name}`, 'expected single numbers, no lists');
  return properties.reduce((sum, { type }) => sum + plyTypeBytes[type], 0);
}

/** The format of Niantic, https://github.com/nianticlabs/spz, in its versions 1 to 3. It is unpacked no farther than its header allows. */
async function readSpz(bytes: Uint8Array): Promise<SplatsAbout> {
  const head = new Uint8Array(SPZ_HEADER_BYTES);
  let [length, count, expected] = [0, 0, SPZ_HEADER_BYTES];
  try {
    await unpackPieces(bytes, 'gzip', Number.POSITIVE_INFINITY, (piece) => {
      if (length < head.length) head.set(piece.subarray(0, head.length - length), length);
      length += piece.length;
      if (count === 0 && length >= head.length) ({ count, expected } = readSpzHeader(viewOf(head)));
      if (length > expected)
        throw new FormatError('SPZ', '', `expected ${expected} bytes for ${count} splats, got more`);
    });
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError('SPZ', '', 'cannot be unpacked, the file is cut off or damaged');
  }
  if (length < expected) throw new FormatError('SPZ', '', `expected ${expected} bytes, got ${length}`);
  return { kind: 'SPZ', count, up: 'y' };
}

function readSpzHeader(view: DataView): { count: number; expected: number } {
  const [magic, version, count] = [0, 4, 8].map((at) => view.getUint32(at, true));
  if (magic !== SPZ_MAGIC)
    throw new FormatError('SPZ', '', 'expected Gaussian splats, got something else that is packed by gzip');
  if (!Object.hasOwn(spzBytes, version)) throw new FormatError('SPZ', '', `expected version 1 to 3, got ${version}`);
  const degree = view.getUint8(12);
  if (degree >= shBytes.length)
    throw new FormatError('SPZ', 'byte 12', `expected spherical harmonics of degree 0 to 3, got ${degree}`);
  checkSplats(count, 'SPZ');
  return { count, expected: SPZ_HEADER_BYTES + count * (spzBytes[version] + SPZ_OTHER_BYTES + shBytes[degree]) };
}

async function readSplat(source: RangeSource): Promise<SplatsAbout> {
  const { size } = source;
  if (size === 0 || size % SPLAT_BYTES !== 0)
    throw new FormatError('splat', '', `expected ${SPLAT_BYTES} bytes for each splat, got ${size} in all`);
  const count = size / SPLAT_BYTES;
  checkSplats(count, 'splat');
  // It has nothing by which it could be known: its first splat has to be one.
  const first = viewOf((await source.read(0, SPLAT_BYTES)).slice());
  const numbers = [0, 1, 2, 3, 4, 5].map((k) => first.getFloat32(k * 4, true));
  if (!numbers.every((value, k) => Math.abs(value) < MOST_METRES && (k < 3 || value >= 0)))
    throw new FormatError('splat', 'byte 0', 'expected a place and sizes of a splat');
  return { kind: 'splat', count, up: '-y' };
}

const MOST_METRES = 1e6;

function checkSplats(count: number, kind: SplatsAbout['kind']): void {
  if (count === 0) throw new FormatError(kind, '', 'has no splats');
  checkCount(count, fileLimits.splats, kind, '', 'splats');
}
