import type { Pose } from '@leib/core';
import type { PoseCorrections } from './bodyModel.js';

/** Smaller entries of R - I move no vertex by anything that is seen. */
const LEAST_ENTRY = 1e-6;

/**
 * The surface at rest with the corrections of a pose: Loper et al., "SMPL", 2015, eq. 9, B_P = sum_n (R_n - R*_n) P_n, where
 * R* is the rest pose, in which our joints and SMPL's are not turned.
 */
export function correctForPose(
  { joints, directions }: PoseCorrections,
  rest: Float64Array,
  { localRotations: q }: Pose,
  out: Float64Array,
): void {
  out.set(rest);
  const entries = new Float64Array(9);
  for (const { joint, firstRow } of joints) {
    writeTurn(entries, q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]);
    for (let k = 0; k < 9; k++) {
      const entry = entries[k];
      if (Math.abs(entry) < LEAST_ENTRY) continue;
      const at = (firstRow + k) * out.length;
      for (let i = 0; i < out.length; i++) out[i] += entry * directions[at + i];
    }
  }
}

/** R - I of a rotation x y z w, by rows. */
function writeTurn(out: Float64Array, x: number, y: number, z: number, w: number): void {
  out[0] = -2 * (y * y + z * z);
  out[1] = 2 * (x * y - z * w);
  out[2] = 2 * (x * z + y * w);
  out[3] = 2 * (x * y + z * w);
  out[4] = -2 * (x * x + z * z);
  out[5] = 2 * (y * z - x * w);
  out[6] = 2 * (x * z - y * w);
  out[7] = 2 * (y * z + x * w);
  out[8] = -2 * (x * x + y * y);
}
