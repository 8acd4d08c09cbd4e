import { SCAN_STEP } from './scanIntake.js';

/** A node above its children has at most one point in each of its cells: so many in each direction, as a power of two. */
export const CELL_BITS = 7;

/** A cube of the octree, in steps. The side is a power of two. */
export interface TreeCube {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly sideBits: number;
}

/** What takes the files of a scan. */
export type WriteTile = (uri: string, bytes: Uint8Array) => void;

/** What making tiles of one scan takes. */
export interface TreeWork {
  readonly write: WriteTile;
  readonly colourOf: (points: Int32Array, at: number, out: Uint16Array, outAt: number) => void;
  /** Steps from the scan's own zero to step 0, Z up. */
  readonly shift: readonly [number, number, number];
}

/** The smallest cube of the tree around all points. */
export function rootCube(min: ArrayLike<number>, max: ArrayLike<number>): TreeCube {
  const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2], 1);
  return { x: min[0], y: min[1], z: min[2], sideBits: Math.max(CELL_BITS, Math.floor(Math.log2(extent)) + 1) };
}

/** One of the eight cubes in a cube: bit 0 is x, 1 is y, 2 is z. */
export function childCube({ x, y, z, sideBits }: TreeCube, octant: number): TreeCube {
  const half = 2 ** (sideBits - 1);
  return {
    x: x + (octant & 1 ? half : 0),
    y: y + (octant & 2 ? half : 0),
    z: z + (octant & 4 ? half : 0),
    sideBits: sideBits - 1,
  };
}

export const spacingOf = ({ sideBits }: TreeCube) => 2 ** (sideBits - CELL_BITS) * SCAN_STEP;
