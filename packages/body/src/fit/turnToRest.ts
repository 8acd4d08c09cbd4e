import type { BodySurface } from '../bodySurface.js';
import type { BodyFit } from './fitScan.js';
import { rigidBetween } from './rigidBetween.js';

/**
 * Turns a scan upright, facing +Z, onto the floor: the rigid motion that brings the fitted body from the scan's position
 * nearest to its own rest position.
 */
export function turnToRest({ posed, surface }: Pick<BodyFit, 'posed' | 'surface'>, scan: BodySurface): BodySurface {
  const all = Uint32Array.from({ length: posed.positions.length / 3 }, (_, vertex) => vertex);
  const { rotation: r, middleFrom, middleTo } = rigidBetween(posed.positions, surface.positions, all);
  const positions = new Float64Array(scan.positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => scan.positions[at + k] - middleFrom[k]);
    for (let k = 0; k < 3; k++) {
      positions[at + k] = r[k * 3] * x + r[k * 3 + 1] * y + r[k * 3 + 2] * z + middleTo[k];
    }
  }
  return { positions, triangles: scan.triangles };
}
