import type { UpAxis } from './feedDecoder.js';

/**
 * Renames the axes of a pose from a room with Z up to ours, in place: x stays, z becomes y, y becomes -z. The thing's
 * own axes are renamed alike, so that what stood square in its room stands square in ours.
 */
export function turnUpright(pose: Float64Array, up: UpAxis): void {
  if (up === 'y') return;
  const py = pose[1];
  pose[1] = pose[2];
  pose[2] = -py;
  const qy = pose[4];
  pose[4] = pose[5];
  pose[5] = -qy;
}
