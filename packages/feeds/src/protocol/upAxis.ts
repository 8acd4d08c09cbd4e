import type { UpAxis } from './feedDecoder.js';

/**
 * Converts a pose of a room with Z up to Y up, in place: x stays, z becomes y, y becomes -z. The axes of the device are
 * renamed in the same way, so that an identity rotation stays one.
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
