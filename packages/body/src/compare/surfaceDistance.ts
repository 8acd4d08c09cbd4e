import type { ComparedBody } from './comparedBody.js';

/** Distances between the vertices of two bodies of one topology, metres. */
export interface SurfaceDistance {
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
