import type { ReadonlyQuat } from '@leib/core';

/** Angle between two rotations, radians, 0 to a half turn; exact near both ends. */
export function angleBetween(a: ReadonlyQuat, b: ReadonlyQuat): number {
  const w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  // Vector part of conjugate(a) * b.
  const x = a[3] * b[0] - a[0] * b[3] - a[1] * b[2] + a[2] * b[1];
  const y = a[3] * b[1] + a[0] * b[2] - a[1] * b[3] - a[2] * b[0];
  const z = a[3] * b[2] - a[0] * b[1] + a[1] * b[0] - a[2] * b[3];
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}
