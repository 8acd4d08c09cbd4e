import type { PartShape } from '../file/puppetFile.js';
import { boundsOfField, buildReachField, radiusAt } from './influence.js';
import { fadeOutside } from './shareWeights.js';

/** Calls back with every place within the reach of a shape and of its fade, and its radius. */
export function reachShape(
  positions: Float64Array,
  shape: PartShape,
  found: (place: number, radius: number) => void,
): void {
  const field = buildReachField(shape);
  const most = 1 + fadeOutside;
  const [lowX, lowY, lowZ, highX, highY, highZ] = boundsOfField(field, most);
  for (let at = 0, place = 0; at < positions.length; at += 3, place++) {
    const x = positions[at];
    if (x < lowX || x > highX) continue;
    const y = positions[at + 1];
    if (y < lowY || y > highY) continue;
    const z = positions[at + 2];
    if (z < lowZ || z > highZ) continue;
    const radius = radiusAt(field, x, y, z);
    if (radius < most) found(place, radius);
  }
}
