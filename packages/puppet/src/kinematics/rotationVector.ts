import { type Quat, quat, type ReadonlyQuat } from '@leib/core';

/** Rotation vectors (axis times angle, radians) in flat arrays: three numbers from `at` on. */

/** The rotation vector, at most half a turn long, of a rotation. */
export function writeRotationVector(out: Float64Array, at: number, rotation: ReadonlyQuat): void {
  const [x, y, z, w] = [rotation[0], rotation[1], rotation[2], rotation[3]];
  const sine = Math.hypot(x, y, z);
  const angle = 2 * Math.atan2(sine, Math.abs(w));
  const scale = (w < 0 ? -1 : 1) * (sine > 1e-12 ? angle / sine : 2);
  out[at] = x * scale;
  out[at + 1] = y * scale;
  out[at + 2] = z * scale;
}

/** The rotation that a rotation vector stands for. */
export function readRotationVector(out: Quat, vector: Float64Array, at: number): Quat {
  const [x, y, z] = [vector[at], vector[at + 1], vector[at + 2]];
  const angle = Math.hypot(x, y, z);
  const scale = angle > 1e-12 ? Math.sin(angle / 2) / angle : 0.5;
  return quat.set(out, x * scale, y * scale, z * scale, Math.cos(angle / 2));
}

/** Angle between two rotations, radians, 0 to a half turn; exact near both ends. */
export function angleBetween(a: ReadonlyQuat, b: ReadonlyQuat): number {
  const w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  // Vector part of conjugate(a) * b.
  const x = a[3] * b[0] - a[0] * b[3] - a[1] * b[2] + a[2] * b[1];
  const y = a[3] * b[1] + a[0] * b[2] - a[1] * b[3] - a[2] * b[0];
  const z = a[3] * b[2] - a[0] * b[1] + a[1] * b[0] - a[2] * b[3];
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}
