import type { BodySurface } from '../bodySurface.js';
import { slicePlane } from '../measure/slicePlane.js';
import { tapeAround } from '../measure/tapeAround.js';

const UP = [0, 1, 0] as const;

/** Offset of the cut, metres: exactly at the vertex, all of its edges would be cut in the same point. */
const hair = 1e-7;

/**
 * Length of a level tape at the height of a vertex, metres: convex hull of the outline nearest to the vertex. A vertex of
 * the thigh gives the thigh, the navel the waist. Null where the surface has no closed outline there.
 */
export function circumferenceAt(surface: BodySurface, vertex: number): number | null {
  const [x, y, z] = surface.positions.subarray(vertex * 3, vertex * 3 + 3);
  let nearest = Number.POSITIVE_INFINITY;
  let points: Float64Array | null = null;
  for (const loop of slicePlane(surface, UP, y + hair)) {
    if (!loop.isClosed) continue;
    for (let at = 0; at < loop.points.length; at += 3) {
      const distanceSq = (loop.points[at] - x) ** 2 + (loop.points[at + 2] - z) ** 2;
      if (distanceSq >= nearest) continue;
      nearest = distanceSq;
      points = loop.points;
    }
  }
  return points === null ? null : tapeAround(points, UP).length;
}
