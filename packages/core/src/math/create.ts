import type { quat, vec3 } from 'gl-matrix';

export type Vec3 = vec3;
export type Quat = quat;

/** Double precision throughout: in JavaScript it is both the more exact and the faster choice (docs/decisions/0003). */
export function createVec3(x = 0, y = 0, z = 0): Vec3 {
  return Float64Array.of(x, y, z);
}

export function createQuat(x = 0, y = 0, z = 0, w = 1): Quat {
  return Float64Array.of(x, y, z, w);
}
