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

/** Distances between the vertices of two bodies of one topology, metres. */
interface SurfaceDistance {
  readonly mean: number;
  readonly max: number;
  /** One per vertex. */
  readonly distances: Float64Array;
}

/**
 * Distance of each vertex from the same vertex of another body. Both stand on the floor; the second is shifted sideways
 * to the best agreement, because position is not shape. Null for different topologies.
 */
export function surfaceDistance(first: ComparedBody, second: ComparedBody): SurfaceDistance | null {
  const a = first.surface.positions;
  const b = second.surface.positions;
  const count = a.length / 3;
  const isSame = a.length === b.length && first.surface.triangles.length === second.surface.triangles.length;
  if (!isSame || count === 0) return null;
  let shiftX = 0;
  let shiftZ = 0;
  for (let at = 0; at < a.length; at += 3) {
    shiftX += (a[at] - b[at]) / count;
    shiftZ += (a[at + 2] - b[at + 2]) / count;
  }
  const distances = new Float64Array(count);
  let sum = 0;
  let max = 0;
  for (let vertex = 0; vertex < count; vertex++) {
    const at = vertex * 3;
    const dx = b[at] + shiftX - a[at];
    const dy = b[at + 1] - a[at + 1];
    const dz = b[at + 2] + shiftZ - a[at + 2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    distances[vertex] = distance;
    sum += distance;
    max = Math.max(max, distance);
  }
  return { mean: sum / count, max, distances };
}
