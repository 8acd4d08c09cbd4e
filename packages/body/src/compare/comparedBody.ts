import type { BodySurface } from '../bodySurface.js';
import type { NamedVertices } from './namedVertices.js';

/** Input of a comparison: a body in any axes, metres. */
export interface BodyToCompare {
  readonly name: string;
  readonly surface: BodySurface;
  /** Named vertices; null where no measure needs them. */
  readonly names: NamedVertices | null;
}

/** A body in a comparison: facing +Z, on the floor, over the origin. */
export interface ComparedBody extends BodyToCompare {
  /** Factor that scaled it to the common stature; 1 without one. */
  readonly scale: number;
}

/** Extent of a body along the axes, metres. */
export interface BodyBox {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly minZ: number;
  readonly maxZ: number;
}

export function bodyBox(positions: Float64Array): BodyBox {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 3) {
    minX = Math.min(minX, positions[at]);
    maxX = Math.max(maxX, positions[at]);
    minY = Math.min(minY, positions[at + 1]);
    maxY = Math.max(maxY, positions[at + 1]);
    minZ = Math.min(minZ, positions[at + 2]);
    maxZ = Math.max(maxZ, positions[at + 2]);
  }
  return { minX, maxX, minY, maxY, minZ, maxZ };
}
