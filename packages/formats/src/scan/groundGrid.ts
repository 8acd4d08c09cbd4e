import { FormatError } from '../formatError.js';
import { viewOf } from '../io/bytes.js';
import type { GroundColumn } from './groundVoxels.js';

/** Columns of a patch, in each direction. */
export const PATCH_SIDE = 32;
const PATCH_COLUMNS = PATCH_SIDE * PATCH_SIDE;
/** More than a square kilometre in the smallest cells. */
const MOST_PATCHES = 400_000;
const MOST_RUNS = 255;

/** Where one can stand in a scan, and what is in the way: what is solid, column by column. Scan space: metres, Y up. */
export interface GroundGrid {
  /** Side of a column. */
  readonly cell: number;
  /** Where column (0, 0) begins. */
  readonly originX: number;
  readonly originZ: number;
  /** Runs of a column: `runs[starts[i]]` to `runs[starts[i + 1]]`, bottom and top of each from below, in heightStep above heightBase. */
  readonly heightStep: number;
  readonly heightBase: number;
  readonly runs: Uint16Array;
  readonly starts: Uint32Array;
  /** Places of the patches, in patches: x and z of each, and with them the index of their first column. */
  readonly patches: Int32Array;
}

/** How a grid lies in the scan: where its step 0 is, and metres of a step. */
interface GridPlace {
  readonly metresPerStep: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Columns of a scan with Z up -> a grid with Y up. @param at where step 0 is, scan space */
export function buildGroundGrid(
  { cell, columns }: { readonly cell: number; readonly columns: Iterable<GroundColumn> },
  at: GridPlace,
): GroundGrid {
  const patches = new Map<string, GroundColumn[]>();
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y, runs } of columns) {
    const z = -1 - y;
    const key = `${Math.floor(x / PATCH_SIDE)} ${Math.floor(z / PATCH_SIDE)}`;
    const patch = patches.get(key) ?? [];
    patches.set(key, patch);
    patch.push({ x, y: z, runs });
    least = Math.min(least, runs[0]);
    greatest = Math.max(greatest, runs[runs.length - 1]);
  }
  const heightStep = Math.max(0.002, ((greatest - least) * at.metresPerStep) / 65535);
  const starts = new Uint32Array(patches.size * PATCH_COLUMNS + 1);
  const places: number[] = [];
  const runs: number[] = [];
  for (const [key, columnsThere] of patches) {
    const [px, pz] = key.split(' ').map(Number);
    const byPlace = new Map(columnsThere.map((one) => [mod(one.y) * PATCH_SIDE + mod(one.x), one.runs]));
    const first = (places.length / 2) * PATCH_COLUMNS;
    places.push(px, pz);
    for (let i = 0; i < PATCH_COLUMNS; i++) {
      for (const height of byPlace.get(i)?.slice(0, MOST_RUNS * 2) ?? [])
        runs.push(Math.round(((height - least) * at.metresPerStep) / heightStep));
      starts[first + i + 1] = runs.length;
    }
  }
  return {
    cell: cell * at.metresPerStep,
    originX: at.x,
    originZ: at.z,
    heightStep,
    heightBase: at.y + least * at.metresPerStep,
    runs: Uint16Array.from(runs),
    starts,
    patches: Int32Array.from(places),
  };
}

const mod = (value: number) => ((value % PATCH_SIDE) + PATCH_SIDE) % PATCH_SIDE;

/** Index of a column for `starts`; -1 where the grid has none. Made once for a grid: it looks patches up. */
export function createColumnIndex({ patches }: GroundGrid): (x: number, z: number) => number {
  const byPlace = new Map<number, number>();
  const keyOf = (px: number, pz: number) => px * 2 ** 20 + pz;
  for (let i = 0; i < patches.length / 2; i++) byPlace.set(keyOf(patches[i * 2], patches[i * 2 + 1]), i);
  return (x, z) => {
    const patch = byPlace.get(keyOf(Math.floor(x / PATCH_SIDE), Math.floor(z / PATCH_SIDE)));
    return patch === undefined ? -1 : patch * PATCH_COLUMNS + mod(z) * PATCH_SIDE + mod(x);
  };
}

// leib-ground/1, little endian. 0 "LGRD", 4 version, 8 cell, 16 originX, 24 originZ, 32 heightStep, 40 heightBase, 48 patches, 52 runs (as
// numbers, two each); then x and z of each patch (int32), runs of each column (uint8), and bottoms and tops (uint16).
const MAGIC = 0x4452474c;
const VERSION = 1;
const HEADER_BYTES = 56;

export function encodeGroundGrid(grid: GroundGrid): Uint8Array<ArrayBuffer> {
  const { patches, runs, starts } = grid;
  const columns = starts.length - 1;
  const out = new Uint8Array(HEADER_BYTES + patches.byteLength + columns + runs.byteLength);
  const view = viewOf(out);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  const numbers = [grid.cell, grid.originX, grid.originZ, grid.heightStep, grid.heightBase];
  for (const [i, number] of numbers.entries()) view.setFloat64(8 + i * 8, number, true);
  view.setUint32(48, patches.length / 2, true);
  view.setUint32(52, runs.length, true);
  let at = HEADER_BYTES;
  for (const place of patches) {
    view.setInt32(at, place, true);
    at += 4;
  }
  for (let i = 0; i < columns; i++) out[at++] = (starts[i + 1] - starts[i]) / 2;
  for (const height of runs) {
    view.setUint16(at, height, true);
    at += 2;
  }
  return out;
}

/** Throws FormatError with byte and reason. */
export function decodeGroundGrid(bytes: Uint8Array): GroundGrid {
  const fail = (at: number, reason: string) => new FormatError('leib-ground/1', `byte ${at}`, reason);
  const view = viewOf(bytes);
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) throw fail(0, 'does not begin with "LGRD"');
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw fail(4, `expected version ${VERSION}, got ${version}`);
  const [cell, originX, originZ, heightStep, heightBase] = [8, 16, 24, 32, 40].map((at) => view.getFloat64(at, true));
  if (![cell, originX, originZ, heightStep, heightBase].every(Number.isFinite) || !(cell > 0.001) || !(heightStep > 0))
    throw fail(8, 'expected finite numbers, and a cell of more than 1 mm');
  const [patchCount, numberCount] = [view.getUint32(48, true), view.getUint32(52, true)];
  if (patchCount > MOST_PATCHES) throw fail(48, `expected at most ${MOST_PATCHES} patches, got ${patchCount}`);
  const columnCount = patchCount * PATCH_COLUMNS;
  const size = HEADER_BYTES + patchCount * 8 + columnCount + numberCount * 2;
  if (bytes.length !== size) throw fail(52, `expected ${size} bytes, got ${bytes.length}`);
  const patches = Int32Array.from({ length: patchCount * 2 }, (_, i) => view.getInt32(HEADER_BYTES + i * 4, true));
  const starts = new Uint32Array(columnCount + 1);
  const countsAt = HEADER_BYTES + patchCount * 8;
  for (let i = 0; i < columnCount; i++) starts[i + 1] = starts[i] + bytes[countsAt + i] * 2;
  if (starts[columnCount] !== numberCount) throw fail(countsAt, `expected runs of ${numberCount} numbers`);
  const runsAt = countsAt + columnCount;
  const runs = Uint16Array.from({ length: numberCount }, (_, i) => view.getUint16(runsAt + i * 2, true));
  return { cell, originX, originZ, heightStep, heightBase, runs, starts, patches };
}

/** A place where somebody can stand with room above them, near the middle of what is there; null where there is none. */
export function findStart(grid: GroundGrid, headRoom = 1.9): readonly [x: number, y: number, z: number] | null {
  const { cell, originX, originZ, patches, starts, runs, heightStep, heightBase } = grid;
  const free: { x: number; y: number; z: number }[] = [];
  const room = headRoom / heightStep;
  for (let patch = 0; patch < patches.length / 2; patch++) {
    for (let i = 0; i < PATCH_COLUMNS; i++) {
      const [from, to] = [starts[patch * PATCH_COLUMNS + i], starts[patch * PATCH_COLUMNS + i + 1]];
      if (to === from) continue;
      // The lowest surface of a column, where it is flat and nothing hangs over it.
      if (runs[from + 1] - runs[from] > 0.25 / heightStep || (to - from > 2 && runs[from + 2] - runs[from + 1] < room))
        continue;
      const x = patches[patch * 2] * PATCH_SIDE + (i % PATCH_SIDE);
      const z = patches[patch * 2 + 1] * PATCH_SIDE + Math.floor(i / PATCH_SIDE);
      free.push({ x, y: runs[from + 1], z });
    }
  }
  if (free.length === 0) return null;
  const middle = (axis: 'x' | 'y' | 'z') => Float64Array.from(free, (one) => one[axis]).sort()[free.length >> 1];
  const [x, y, z] = [middle('x'), middle('y'), middle('z')];
  const level = 0.1 / heightStep;
  let best = free[0];
  let bestFar = Number.POSITIVE_INFINITY;
  for (const one of free) {
    const far = Math.abs(one.y - y) > level ? Number.POSITIVE_INFINITY : Math.hypot(one.x - x, one.z - z);
    if (far >= bestFar) continue;
    best = one;
    bestFar = far;
  }
  return [originX + (best.x + 0.5) * cell, heightBase + best.y * heightStep, originZ + (best.z + 0.5) * cell];
}
