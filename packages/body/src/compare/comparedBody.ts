import type { BodySurface } from '../bodySurface.js';
import type { NamedVertices } from './namedVertices.js';

/** A body as it goes into a comparison: any axes, metres. */
export interface BodyToCompare {
  readonly name: string;
  readonly surface: BodySurface;
  /** Its named places; null where nothing is asked of it that needs them. */
  readonly names: NamedVertices | null;
}

/** A body as it is compared: turned to face +Z, on the floor, over the origin. */
export interface ComparedBody extends BodyToCompare {
  /** How it was scaled to the common stature; 1 where it was not. */
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
