import type { Pose } from '@leib/core';

/**
 * Root position and local rotations from a (amount 0) to b (1); world arrays are not touched. Rotations go along
 * the normalised chord, the short way round: over a frame or three it cannot be told from the arc.
 */
export function mixLocalPose(out: Pose, poseA: Pose, poseB: Pose, amount: number): void {
  for (let k = 0; k < 3; k++) {
    out.rootPosition[k] = poseA.rootPosition[k] + (poseB.rootPosition[k] - poseA.rootPosition[k]) * amount;
  }
  const mixed = out.localRotations;
  const a = poseA.localRotations;
  const b = poseB.localRotations;
  for (let at = 0; at < mixed.length; at += 4) {
    const dot = a[at] * b[at] + a[at + 1] * b[at + 1] + a[at + 2] * b[at + 2] + a[at + 3] * b[at + 3];
    const fromA = 1 - amount;
    const fromB = dot < 0 ? -amount : amount;
    const x = a[at] * fromA + b[at] * fromB;
    const y = a[at + 1] * fromA + b[at + 1] * fromB;
    const z = a[at + 2] * fromA + b[at + 2] * fromB;
    const w = a[at + 3] * fromA + b[at + 3] * fromB;
    const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
    mixed[at] = x * scale;
    mixed[at + 1] = y * scale;
    mixed[at + 2] = z * scale;
    mixed[at + 3] = w * scale;
  }
}
