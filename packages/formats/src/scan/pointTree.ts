import { encodePointTile } from './pointTile.js';
import { POINT_INTS, SCAN_STEP } from './scanIntake.js';
import { CELL_BITS, childCube, spacingOf, type TreeCube, type TreeWork } from './treeCube.js';

/** A node with more points than this has children. */
export const LEAF_POINTS = 30_000;
/** Points of a tile at most, where they cannot be told apart by where they are. */
const PIECE_POINTS = 65_536;
const CELL_BYTES = 2 ** (3 * CELL_BITS - 3);

/** A node of the tree that was written: what a tileset says of it. */
export interface TreeTile {
  /** Empty: it has no points of its own. */
  readonly uri: string;
  readonly pointCount: number;
  /** Distance between its points, metres; 0: it has all of them. */
  readonly spacing: number;
  /** What it and all below it lie in, steps. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly children: readonly TreeTile[];
}

/** Takes one point from each cell of a cube: the first that comes. */
export function createCellPicker(): { reset(): void; takes(cube: TreeCube, x: number, y: number, z: number): boolean } {
  const taken = new Uint8Array(CELL_BYTES);
  return {
    reset: () => void taken.fill(0),
    takes(cube, x, y, z) {
      const shift = cube.sideBits - CELL_BITS;
      const cell =
        ((((z - cube.z) >> shift) << CELL_BITS) | ((y - cube.y) >> shift)) * 2 ** CELL_BITS + ((x - cube.x) >> shift);
      const bit = 1 << (cell & 7);
      if (taken[cell >> 3] & bit) return false;
      taken[cell >> 3] |= bit;
      return true;
    },
  };
}

/**
 * Writes the tiles of points that are in memory, coarsest first: each point is in exactly one tile, so that finer tiles add to what is
 * seen. Changes the order of the points. @param name of the node, an octant of each level
 */
export function writePointTree(points: Int32Array, cube: TreeCube, name: string, work: TreeWork): TreeTile {
  return writeNode(points, new Int32Array(points.length), cube, name, { ...work, pickers: [] });
}

interface MemoryWork extends TreeWork {
  /** One for each level that is being made. */
  readonly pickers: ReturnType<typeof createCellPicker>[];
}

function writeNode(points: Int32Array, spare: Int32Array, cube: TreeCube, name: string, work: MemoryWork): TreeTile {
  const count = points.length / POINT_INTS;
  if (count <= LEAF_POINTS || cube.sideBits <= CELL_BITS) return writeLeaf(points, cube, name, work);
  const picker = work.pickers.pop() ?? createCellPicker();
  picker.reset();
  const places = new Uint8Array(count);
  const counts = new Uint32Array(9);
  const half = cube.sideBits - 1;
  for (let i = 0, at = 0; i < count; i++, at += POINT_INTS) {
    const [x, y, z] = [points[at], points[at + 1], points[at + 2]];
    const octant = ((x - cube.x) >> half) | (((y - cube.y) >> half) << 1) | (((z - cube.z) >> half) << 2);
    places[i] = picker.takes(cube, x, y, z) ? 0 : octant + 1;
    counts[places[i]]++;
  }
  work.pickers.push(picker);
  const ends = new Uint32Array(9);
  for (let k = 1; k < 9; k++) ends[k] = ends[k - 1] + counts[k - 1];
  const starts = ends.slice();
  for (let i = 0, at = 0; i < count; i++, at += POINT_INTS) {
    const to = ends[places[i]]++ * POINT_INTS;
    for (let k = 0; k < POINT_INTS; k++) spare[to + k] = points[at + k];
  }
  const part = (all: Int32Array, k: number) => all.subarray(starts[k] * POINT_INTS, ends[k] * POINT_INTS);
  const own = writeTile(part(spare, 0), cube, name, spacingOf(cube), work);
  const children: TreeTile[] = [];
  for (let k = 1; k < 9; k++) {
    if (counts[k] === 0) continue;
    children.push(writeNode(part(spare, k), part(points, k), childCube(cube, k - 1), `${name}${k - 1}`, work));
  }
  return withChildren(own, children);
}

/** A tile with others below it. */
export function withChildren(own: TreeTile, children: readonly TreeTile[]): TreeTile {
  const all = [own, ...children];
  const end = (which: 'min' | 'max', pick: (...values: number[]) => number) =>
    [0, 1, 2].map((k) => pick(...all.map((tile) => tile[which][k])));
  return { ...own, children, min: end('min', Math.min), max: end('max', Math.max) };
}

/** All points of a node: in several tiles where they are too many for one. */
export function writeLeaf(points: Int32Array, cube: TreeCube, name: string, work: TreeWork): TreeTile {
  const size = PIECE_POINTS * POINT_INTS;
  const own = writeTile(points.subarray(0, size), cube, name, 0, work);
  const pieces: TreeTile[] = [];
  for (let at = size; at < points.length; at += size)
    pieces.push(writeTile(points.subarray(at, at + size), cube, `${name}-${at / size}`, 0, work));
  return pieces.length === 0 ? own : withChildren({ ...own, spacing: SCAN_STEP }, pieces);
}

export function writeTile(points: Int32Array, cube: TreeCube, name: string, spacing: number, work: TreeWork): TreeTile {
  const min = [2 ** 31, 2 ** 31, 2 ** 31];
  const max = [-(2 ** 31), -(2 ** 31), -(2 ** 31)];
  for (let at = 0; at < points.length; at += POINT_INTS) {
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], points[at + k]);
      max[k] = Math.max(max[k], points[at + k]);
    }
  }
  const uri = `tiles/r${name}.glb`;
  work.write(uri, encodePointTile(points, cube, work));
  return { uri, pointCount: points.length / POINT_INTS, spacing, min, max, children: [] };
}
