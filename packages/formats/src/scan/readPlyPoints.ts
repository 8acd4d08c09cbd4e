import { FormatError, shown } from '../formatError.js';
import { viewOf } from '../io/bytes.js';
import {
  numberAt,
  type PlyElement,
  type PlyHeader,
  type PlyType,
  plyTypeBytes,
  readPlyHeader,
} from '../mesh/plyValues.js';
import { createPointBatch, type PointBatch, type PointFile } from './pointBatch.js';
import type { RangeSource } from './rangeSource.js';

const HEADER_BYTES = 64 * 1024;
/** Bytes that are read at once. */
const BLOCK_BYTES = 1 << 20;
/** More numbers than any scanner writes for a point. */
const MOST_PROPERTIES = 256;
const MOST_LINE_BYTES = 1 << 16;

/** Where in a batch a property goes: 0 to 2 position, 3 to 5 colour, 6 intensity, -1 nowhere. */
const places: Readonly<Record<string, number>> = {
  ...{ x: 0, y: 1, z: 2, red: 3, green: 4, blue: 5, r: 3, g: 4, b: 5 },
  ...{ diffuse_red: 3, diffuse_green: 4, diffuse_blue: 5 },
  ...{ intensity: 6, scalar_intensity: 6, scalar_Intensity: 6, Intensity: 6 },
};

/** What a colour of each type is multiplied with to be of 65535; numbers with a point are of 1. */
const shareOf: Readonly<Partial<Record<PlyType, number>>> = { uint8: 257, uint16: 1, float32: 65535, float64: 65535 };

interface PlyPlan {
  readonly header: PlyHeader;
  readonly vertex: PlyElement;
  readonly placeOf: Int8Array;
  readonly shares: Float64Array;
  /** Bytes of elements before the vertices, and of a vertex; binary files only. */
  readonly skipBytes: number;
  readonly stride: number;
}

/** Points of a PLY file of any size, ascii or binary. Throws FormatError with line or byte and reason. */
export async function readPlyPoints(source: RangeSource): Promise<PointFile> {
  const header = readPlyHeader((await source.read(0, HEADER_BYTES)).slice());
  const plan = planOf(header);
  const { vertex, placeOf, stride, skipBytes } = plan;
  const isText = header.encoding === 'ascii';
  const least = isText ? vertex.count * vertex.properties.length * 2 - 1 : vertex.count * stride;
  if (header.dataAt + skipBytes + least > source.size) {
    const reason = `the file is cut off, it cannot hold ${vertex.count} of vertex`;
    throw new FormatError('PLY', `byte ${source.size}`, reason);
  }
  return {
    about: {
      kind: 'PLY',
      count: vertex.count,
      hasColours: [3, 4, 5].every((place) => placeOf.includes(place)),
      hasIntensities: placeOf.includes(6),
      up: null,
    },
    batches: () => (isText ? textBatches(source, plan) : binaryBatches(source, plan)),
  };
}

function planOf(header: PlyHeader): PlyPlan {
  const at = header.elements.findIndex(({ name }) => name === 'vertex');
  const vertex = header.elements[at];
  if (!vertex || vertex.count === 0) throw new FormatError('PLY', '', 'has no vertices');
  const { properties } = vertex;
  if (properties.some(({ name }) => name === 'f_dc_0'))
    throw new FormatError(
      'PLY',
      'element vertex',
      'holds Gaussian splats, which are not points; the room Together shows them as they are',
    );
  if (properties.length > MOST_PROPERTIES || properties.some(({ countType }) => countType !== null))
    throw new FormatError('PLY', 'element vertex', `expected at most ${MOST_PROPERTIES} single numbers, no lists`);
  const before = header.elements.slice(0, at);
  if (header.encoding !== 'ascii' && before.some((one) => one.properties.some(({ countType }) => countType !== null)))
    throw new FormatError('PLY', 'element vertex', 'expected the vertices before any lists');
  const placeOf = Int8Array.from(properties, ({ name }) => (Object.hasOwn(places, name) ? places[name] : -1));
  for (const axis of [0, 1, 2])
    if (!placeOf.includes(axis)) throw new FormatError('PLY', 'element vertex', `has no property ${'xyz'[axis]}`);
  const widthOf = (one: PlyElement) => one.properties.reduce((sum, { type }) => sum + plyTypeBytes[type], 0);
  return {
    header,
    vertex,
    placeOf,
    shares: Float64Array.from(properties, ({ type, name }) =>
      places[name] === 6 ? (type === 'float32' || type === 'float64' ? 0 : (shareOf[type] ?? 1)) : (shareOf[type] ?? 1),
    ),
    skipBytes: header.encoding === 'ascii' ? 0 : before.reduce((sum, one) => sum + one.count * widthOf(one), 0),
    stride: widthOf(vertex),
  };
}

function put(batch: PointBatch, index: number, place: number, value: number, share: number): void {
  if (place < 0) return;
  if (place < 3) batch.positions[index * 3 + place] = value;
  else if (place < 6) batch.colours[index * 3 + place - 3] = clampShare(value * share);
  // Floats of intensity are 0 to 1, or of 8 or 16 bits: larger numbers tell.
  else batch.intensities[index] = clampShare(share > 0 ? value * share : value <= 1 ? value * 65535 : value);
}

const clampShare = (value: number) => (value > 0 ? Math.min(65535, Math.round(value)) : 0);

async function* binaryBatches(source: RangeSource, plan: PlyPlan): AsyncGenerator<PointBatch> {
  const { header, vertex, placeOf, shares, stride, skipBytes } = plan;
  const isLittle = header.encoding === 'binary_little_endian';
  const perBlock = Math.max(1, Math.floor(BLOCK_BYTES / stride));
  const batch = createPointBatch(perBlock);
  const start = header.dataAt + skipBytes;
  for (let first = 0; first < vertex.count; first += perBlock) {
    const count = Math.min(perBlock, vertex.count - first);
    const bytes = await source.read(start + first * stride, count * stride);
    if (bytes.length < count * stride)
      throw new FormatError('PLY', `byte ${start + first * stride + bytes.length}`, 'the file is cut off');
    const view = viewOf(bytes);
    let at = 0;
    for (let i = 0; i < count; i++) {
      for (const [k, { type }] of vertex.properties.entries()) {
        put(batch, i, placeOf[k], numberAt(view, at, type, isLittle), shares[k]);
        at += plyTypeBytes[type];
      }
    }
    batch.count = count;
    yield batch;
  }
}

async function* textBatches(source: RangeSource, { header, vertex, placeOf, shares }: PlyPlan) {
  const batch = createPointBatch();
  batch.count = 0;
  const before = header.elements.slice(0, header.elements.indexOf(vertex));
  let toSkip = before.reduce((sum, { count }) => sum + count, 0);
  let [found, line] = [0, header.dataLine - 1];
  for await (const text of linesOf(source, header.dataAt)) {
    line++;
    if (text === '' || toSkip-- > 0) continue;
    const words = text.split(/\s+/);
    if (words.length < placeOf.length)
      throw new FormatError(
        'PLY',
        `line ${line}`,
        `expected ${placeOf.length} numbers of vertex ${found}, got ${words.length}`,
      );
    for (const [k, place] of placeOf.entries()) {
      const value = Number(words[k]);
      if (Number.isNaN(value) && words[k].toLowerCase() !== 'nan')
        throw new FormatError('PLY', `line ${line}`, `a number of vertex ${found} is ${shown(words[k])}`);
      put(batch, batch.count, place, value, shares[k]);
    }
    batch.count++;
    found++;
    if (batch.count < batch.intensities.length && found < vertex.count) continue;
    yield batch;
    batch.count = 0;
    if (found === vertex.count) return;
  }
  throw new FormatError('PLY', `line ${line}`, `the file ends before vertex ${found} of ${vertex.count}`);
}

/** Lines from a byte on, without blanks around them. */
async function* linesOf(source: RangeSource, start: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('latin1');
  let rest = '';
  for (let at = start; at < source.size; at += BLOCK_BYTES) {
    const lines = (rest + decoder.decode(await source.read(at, BLOCK_BYTES))).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE_BYTES)
      throw new FormatError('PLY', `byte ${at}`, `expected lines of at most ${MOST_LINE_BYTES} letters`);
    for (const line of lines) yield line.trim();
  }
  if (rest.trim() !== '') yield rest.trim();
}
