import { quat, type ReadonlyQuat, type ReadonlyVec3, vec3 } from 'gl-matrix';
import { EPSILON } from './scalar.js';

const across = createVec3();
const right = createVec3();

/**
 * Shortest rotation that takes one unit vector to another. Half-angle form, exact near both ends of the range
 * (gl-matrix's rotationTo keeps its scratch in single precision and gives up within 0.1 degree of opposite).
 */
export function rotationBetween(out: Quat, from: ReadonlyVec3, to: ReadonlyVec3): Quat {
  const w = 1 + from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  const x = from[1] * to[2] - from[2] * to[1];
  const y = from[2] * to[0] - from[0] * to[2];
  const z = from[0] * to[1] - from[1] * to[0];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (length < 1e-8) {
    unitAcross(across, from, from);
    out[0] = across[0];
    out[1] = across[1];
    out[2] = across[2];
    out[3] = 0;
    return out;
  }
  // Written one by one here and below: numbers handed to a call that is not inlined are boxed, 16 bytes each.
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  out[3] = w / length;
  return out;
}

/**
 * Rotation whose +Z points along `forward` (unit) and whose +Y is as near to `up` as that allows. A rest pose
 * faces +Z with +Y up, so this is "stand like that".
 */
export function lookRotation(out: Quat, forward: ReadonlyVec3, up: ReadonlyVec3): Quat {
  unitAcross(across, forward, up);
  vec3.cross(right, across, forward);
  // Columns right, across, forward; Shepperd's choice of the largest component keeps the root well conditioned.
  const m00 = right[0];
  const m10 = right[1];
  const m20 = right[2];
  const m01 = across[0];
  const m11 = across[1];
  const m21 = across[2];
  const m02 = forward[0];
  const m12 = forward[1];
  const m22 = forward[2];
  const trace = m00 + m11 + m22;
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    out[0] = (m21 - m12) / s;
    out[1] = (m02 - m20) / s;
    out[2] = (m10 - m01) / s;
    out[3] = s / 4;
  } else if (m00 > m11 && m00 > m22) {
    const s = 2 * Math.sqrt(1 + m00 - m11 - m22);
    out[0] = s / 4;
    out[1] = (m01 + m10) / s;
    out[2] = (m02 + m20) / s;
    out[3] = (m21 - m12) / s;
  } else if (m11 > m22) {
    const s = 2 * Math.sqrt(1 + m11 - m00 - m22);
    out[0] = (m01 + m10) / s;
    out[1] = s / 4;
    out[2] = (m12 + m21) / s;
    out[3] = (m02 - m20) / s;
  } else {
    const s = 2 * Math.sqrt(1 + m22 - m00 - m11);
    out[0] = (m02 + m20) / s;
    out[1] = (m12 + m21) / s;
    out[2] = s / 4;
    out[3] = (m10 - m01) / s;
  }
  return out;
}

/**
 * Splits a rotation into twist about a unit axis, then swing: rotation = swing * twist. Where the swing is a
 * half turn the twist is undefined and taken as none.
 */
export function swingTwist(outSwing: Quat, outTwist: Quat, rotation: ReadonlyQuat, axis: ReadonlyVec3): void {
  const along = rotation[0] * axis[0] + rotation[1] * axis[1] + rotation[2] * axis[2];
  const length = Math.sqrt(along * along + rotation[3] * rotation[3]);
  if (length < EPSILON) {
    quat.copy(outSwing, rotation);
    quat.identity(outTwist);
    return;
  }
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  const s = along / length;
  const tw = w / length;
  const tx = axis[0] * s;
  const ty = axis[1] * s;
  const tz = axis[2] * s;
  outTwist[0] = tx;
  outTwist[1] = ty;
  outTwist[2] = tz;
  outTwist[3] = tw;
  // swing = rotation * conjugate(twist)
  outSwing[0] = x * tw - w * tx - y * tz + z * ty;
  outSwing[1] = y * tw - w * ty - z * tx + x * tz;
  outSwing[2] = z * tw - w * tz - x * ty + y * tx;
  outSwing[3] = w * tw + x * tx + y * ty + z * tz;
}

/** Angle of a rotation's twist about a unit axis, radians in (-pi, pi]. */
export function twistAngle(rotation: ReadonlyQuat, axis: ReadonlyVec3): number {
  const along = rotation[0] * axis[0] + rotation[1] * axis[1] + rotation[2] * axis[2];
  const sign = rotation[3] < 0 ? -1 : 1;
  // abs: a w of -0 would make atan2 answer 180 degrees for no twist at all.
  const angle = 2 * Math.atan2(sign * along, Math.abs(rotation[3]));
  return angle <= -Math.PI ? Math.PI : angle;
}

/** Heading about +Y of the rotation's +Z axis, radians; zero faces +Z. Falls back on +Y's when +Z is vertical. */
export function yawOf(rotation: ReadonlyQuat): number {
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  const forwardX = 2 * (x * z + w * y);
  const forwardY = 2 * (y * z - w * x);
  const forwardZ = 1 - 2 * (x * x + y * y);
  if (forwardX * forwardX + forwardZ * forwardZ > 1e-6) return Math.atan2(forwardX, forwardZ);
  // Looking straight down, the crown points ahead; straight up, it points back.
  const sign = forwardY < 0 ? 1 : -1;
  return Math.atan2(sign * 2 * (x * y - w * z), sign * 2 * (y * z + w * x));
}

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

export type Vec3 = vec3;
export type Quat = quat;

/** Double precision throughout: in JavaScript it is both the more exact and the faster choice (docs/decisions/0003). */
export function createVec3(x = 0, y = 0, z = 0): Vec3 {
  return Float64Array.of(x, y, z);
}

export function createQuat(x = 0, y = 0, z = 0, w = 1): Quat {
  return Float64Array.of(x, y, z, w);
}
