import type { BodySurface } from '../bodySurface.js';
import { slicePlane } from '../measure/slicePlane.js';
import { tapeAround } from '../measure/tapeAround.js';

const UP = [0, 1, 0] as const;

/** Cuts exactly through a vertex meet its edges in one point; a hair above they meet each in its own. */
const hair = 1e-7;

/**
 * Length of a level tape at the height of a vertex, metres: the outline that passes the vertex, pulled tight. A thigh's
 * vertex gives the thigh, a navel the waist. null where the surface has no closed outline there.
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
