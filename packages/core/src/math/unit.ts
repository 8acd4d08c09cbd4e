import type { ReadonlyVec3 } from 'gl-matrix';
import type { Vec3 } from './create.js';
import { EPSILON } from './scalar.js';

/** Unit vector from one point towards another; +Y where the points coincide, so that callers stay finite. */
export function unitTowards(out: Vec3, from: ReadonlyVec3, to: ReadonlyVec3): Vec3 {
  const x = to[0] - from[0];
  const y = to[1] - from[1];
  const z = to[2] - from[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const isNowhere = length < EPSILON;
  out[0] = isNowhere ? 0 : x / length;
  out[1] = isNowhere ? 1 : y / length;
  out[2] = isNowhere ? 0 : z / length;
  return out;
}

/**
 * Unit vector across `axis` (a unit vector), as near to `wish` as that allows. Where the wish lies along the
 * axis there is no nearest one: the world axis least aligned with it is taken instead, always the same one.
 */
export function unitAcross(out: Vec3, axis: ReadonlyVec3, wish: ReadonlyVec3): Vec3 {
  const ax = axis[0];
  const ay = axis[1];
  const az = axis[2];
  let along = ax * wish[0] + ay * wish[1] + az * wish[2];
  let x = wish[0] - along * ax;
  let y = wish[1] - along * ay;
  let z = wish[2] - along * az;
  let lengthSq = x * x + y * y + z * z;
  const wishSq = wish[0] * wish[0] + wish[1] * wish[1] + wish[2] * wish[2];
  if (lengthSq <= 1e-16 * wishSq || lengthSq < EPSILON * EPSILON) {
    const wx = Math.abs(ax) <= Math.abs(ay) && Math.abs(ax) <= Math.abs(az) ? 1 : 0;
    const wy = wx === 0 && Math.abs(ay) <= Math.abs(az) ? 1 : 0;
    const wz = 1 - wx - wy;
    along = ax * wx + ay * wy + az * wz;
    x = wx - along * ax;
    y = wy - along * ay;
    z = wz - along * az;
    lengthSq = x * x + y * y + z * z;
  }
  const scale = 1 / Math.sqrt(lengthSq);
  out[0] = x * scale;
  out[1] = y * scale;
  out[2] = z * scale;
  return out;
}
