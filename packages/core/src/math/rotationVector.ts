import { quat, type ReadonlyQuat, type ReadonlyVec3, vec3 } from 'gl-matrix';
import type { Quat, Vec3 } from './create.js';

/** Axis times angle of a rotation, the short way round, radians. */
export function toRotationVector(out: Vec3, rotation: ReadonlyQuat): Vec3 {
  const sine = Math.sqrt(rotation[0] ** 2 + rotation[1] ** 2 + rotation[2] ** 2);
  const sign = rotation[3] < 0 ? -1 : 1;
  const scale = sine > 1e-12 ? (2 * sign * Math.atan2(sine, sign * rotation[3])) / sine : 2 * sign;
  return vec3.set(out, rotation[0] * scale, rotation[1] * scale, rotation[2] * scale);
}

/** The rotation of an axis times angle. */
export function fromRotationVector(out: Quat, vector: ReadonlyVec3): Quat {
  const angle = Math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2);
  const scale = angle > 1e-12 ? Math.sin(angle / 2) / angle : 0.5;
  return quat.set(out, vector[0] * scale, vector[1] * scale, vector[2] * scale, Math.cos(angle / 2));
}
