import { InputError } from '../check/inputError.js';
import {
  createQuat,
  createVec3,
  EPSILON,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  swingTwist,
  type Vec3,
  vec3,
} from '../math/index.js';
import { type AngleRange, checkAngleRange, LIMIT_SLACK } from './angleRange.js';

/** How far a bone may turn about its own axis. */
export interface TwistRange {
  /** Unit axis of the bone at rest, the space the rotation acts in. */
  readonly axis: Vec3;
  readonly range: AngleRange;
}

export function buildTwistRange(axis: ReadonlyVec3, range: AngleRange): TwistRange {
  checkAngleRange('twist', range);
  return { axis: unitAxis('twist', axis), range: { ...range } };
}

/** A copy of unit length; refuses one without a direction. */
export function unitAxis(where: string, axis: ReadonlyVec3): Vec3 {
  const length = vec3.length(axis);
  if (!(length > EPSILON && length < Infinity)) {
    throw new InputError(`${where}, axis`, `expected a direction, got (${axis[0]}, ${axis[1]}, ${axis[2]})`);
  }
  return vec3.scale(createVec3(), axis, 1 / length);
}

// Scratch: every call writes these before reading them.
const swing = createQuat();
const twist = createQuat();

export function isInsideTwistRange(limit: TwistRange, rotation: ReadonlyQuat): boolean {
  return isTwistInside(limit.range, limit.axis, rotation);
}

/**
 * Writes the rotation with its twist brought into the range; the swing, and with it where the bone points, stays.
 * Of all allowed rotations that point the bone there, it is the nearest. Returns whether it had to move. Where the
 * swing is a half turn the twist has no meaning and counts as none (swingTwist). `out` may be `rotation`.
 */
export function clampTwistRange(limit: TwistRange, rotation: ReadonlyQuat, out: Quat): boolean {
  swingTwist(swing, twist, rotation, limit.axis);
  if (isTwistInside(limit.range, limit.axis, twist)) {
    quat.copy(out, rotation);
    return false;
  }
  clampTwist(limit.range, limit.axis, twist, twist);
  quat.multiply(out, swing, twist);
  return true;
}

// The two below are twistAngle() with isInsideAngleRange() and clampAngle(), written out: within larger functions the
// compiler stops inlining, and each number passed on would then be put on the heap.

/** Is a rotation's twist about a unit axis within the range? */
export function isTwistInside(range: AngleRange, axis: ReadonlyVec3, rotation: ReadonlyQuat): boolean {
  const along = rotation[0] * axis[0] + rotation[1] * axis[1] + rotation[2] * axis[2];
  const turns = (2 * Math.atan2(along, rotation[3]) - (range.min + range.max) / 2) / (2 * Math.PI);
  const fromCentre = (turns - Math.ceil(turns - 0.5)) * 2 * Math.PI;
  return Math.abs(fromCentre) <= (range.max - range.min) / 2 + LIMIT_SLACK;
}

/** The rotation about a unit axis alone whose angle is the allowed one nearest to a rotation's twist about it. */
export function clampTwist(range: AngleRange, axis: ReadonlyVec3, rotation: ReadonlyQuat, out: Quat): void {
  const along = rotation[0] * axis[0] + rotation[1] * axis[1] + rotation[2] * axis[2];
  let angle = 2 * Math.atan2(along, rotation[3]);
  const turns = (angle - (range.min + range.max) / 2) / (2 * Math.PI);
  const fromCentre = (turns - Math.ceil(turns - 0.5)) * 2 * Math.PI;
  if (Math.abs(fromCentre) > (range.max - range.min) / 2 + LIMIT_SLACK) angle = fromCentre < 0 ? range.min : range.max;
  const sin = Math.sin(angle / 2);
  out[0] = axis[0] * sin;
  out[1] = axis[1] * sin;
  out[2] = axis[2] * sin;
  out[3] = Math.cos(angle / 2);
}
