import { InputError } from '../check/inputError.js';
import {
  createQuat,
  createVec3,
  EPSILON,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  rotationBetween,
  swingTwist,
  type Vec3,
  vec3,
} from '../math/index.js';
import { type AngleRange, checkAngleRange, LIMIT_SLACK } from './eulerRanges.js';
import {
  buildSwingCone,
  clampSwingCone,
  isInsideSwingCone,
  type SwingCone,
  type SwingConeAngles,
} from './swingCone.js';

/** A limit as people write it: plain data, for settings files. */
export interface JointLimitSettings {
  /** Where the bone points at rest, the joint's space. Any length. */
  readonly boneAxis: readonly [number, number, number];
  /** Turns the cone's axes (forward +Z) into the parent's space: where the middle of the range is. x y z w. */
  readonly frame: readonly [number, number, number, number];
  readonly swing: SwingConeAngles;
  readonly twist: AngleRange;
}

/**
 * Swing cone and twist range of a ball joint, on its local rotation. The twist is counted from the rotation of
 * least twist that leads from the cone's forward axis to the bone, so the one direction in which twist has no
 * meaning is the one farthest from everything allowed.
 */
export interface JointLimit {
  readonly cone: SwingCone;
  readonly twist: AngleRange;
  /** Where the bone points at rest, unit, the joint's space. */
  readonly boneAxis: Vec3;
  /** Cone axes -> parent space. */
  readonly frame: Quat;
  /** Rotation of least twist from the bone's rest direction to the cone's forward axis. */
  readonly restToForward: Quat;
  /** The cone's forward axis, unit, parent space. */
  readonly forward: Vec3;
}

export function buildJointLimit({ boneAxis, frame, swing, twist }: JointLimitSettings): JointLimit {
  const length = Math.hypot(...frame);
  if (!(Math.abs(length - 1) < 1e-3))
    throw new InputError('joint limit, frame', `expected a unit quaternion, got (${frame})`);
  checkAngleRange('joint limit, twist', twist);
  const axis = unitAxis('joint limit', [...boneAxis]);
  const unitFrame = quat.normalize(createQuat(), [...frame]);
  const forward = vec3.transformQuat(createVec3(), [0, 0, 1], unitFrame);
  return {
    cone: buildSwingCone(swing),
    twist: { ...twist },
    boneAxis: axis,
    frame: unitFrame,
    restToForward: rotationBetween(createQuat(), axis, forward),
    forward,
  };
}

/** A round cone about an axis of the parent's space, as wide to every side, with a twist of the bone about itself. */
export function buildConeLimit(
  boneAxis: readonly [number, number, number],
  axis: readonly [number, number, number],
  halfAngle: number,
  twistRange: AngleRange,
): JointLimit {
  const [x, y, z, w] = rotationBetween(createQuat(), [0, 0, 1], unitAxis('cone', [...axis]));
  const swingAngles = { minusX: halfAngle, plusX: halfAngle, minusY: halfAngle, plusY: halfAngle };
  return buildJointLimit({ boneAxis, frame: [x, y, z, w], swing: swingAngles, twist: twistRange });
}

// Scratch: every call writes these before reading them.
const bone = createVec3();
const frameInverse = createQuat();
const fromForward = createQuat();
const swing = createQuat();
const twist = createQuat();

/** Is the joint's local rotation allowed? */
export function isInsideJointLimit(limit: JointLimit, localRotation: ReadonlyQuat): boolean {
  boneInCone(limit, localRotation);
  if (!isInsideSwingCone(limit.cone, bone)) return false;
  rotationFromForward(limit, localRotation);
  return isTwistInside(limit.twist, limit.forward, fromForward);
}

/**
 * Writes the local rotation with the bone at the nearest allowed direction and the nearest allowed twist there, and
 * returns whether it had to move. `out` may be `localRotation`.
 */
export function clampJointLimit(limit: JointLimit, localRotation: ReadonlyQuat, out: Quat): boolean {
  const { forward } = limit;
  boneInCone(limit, localRotation);
  const hasSwung = clampSwingCone(limit.cone, bone, bone);
  rotationFromForward(limit, localRotation);
  swingTwist(swing, twist, fromForward, forward);
  const hasTwisted = !isTwistInside(limit.twist, forward, twist);
  if (!hasSwung && !hasTwisted) {
    quat.copy(out, localRotation);
    return false;
  }
  if (hasSwung) {
    vec3.transformQuat(bone, bone, limit.frame);
    rotationBetween(swing, forward, bone);
  }
  if (hasTwisted) clampTwist(limit.twist, forward, twist, twist);
  quat.multiply(out, swing, twist);
  quat.multiply(out, out, limit.restToForward);
  return true;
}

/** The rotated bone's direction, in the cone's axes, into `bone`. */
function boneInCone(limit: JointLimit, localRotation: ReadonlyQuat): void {
  vec3.transformQuat(bone, limit.boneAxis, localRotation);
  quat.conjugate(frameInverse, limit.frame);
  vec3.transformQuat(bone, bone, frameInverse);
}

/** What leads from the bone lying along the cone's forward axis to the bone as it is, into `fromForward`. */
function rotationFromForward(limit: JointLimit, localRotation: ReadonlyQuat): void {
  quat.conjugate(fromForward, limit.restToForward);
  quat.multiply(fromForward, localRotation, fromForward);
}

/** A copy of unit length; refuses one without a direction. */
function unitAxis(where: string, axis: ReadonlyVec3): Vec3 {
  const length = vec3.length(axis);
  if (!(length > EPSILON && length < Infinity)) {
    throw new InputError(`${where}, axis`, `expected a direction, got (${axis[0]}, ${axis[1]}, ${axis[2]})`);
  }
  return vec3.scale(createVec3(), axis, 1 / length);
}

// The two below are twistAngle() with isInsideAngleRange() and clampAngle(), written out: within larger functions the
// compiler stops inlining, and each number passed on would then be put on the heap.

/** Is a rotation's twist about a unit axis within the range? */
function isTwistInside(range: AngleRange, axis: ReadonlyVec3, rotation: ReadonlyQuat): boolean {
  const along = rotation[0] * axis[0] + rotation[1] * axis[1] + rotation[2] * axis[2];
  const turns = (2 * Math.atan2(along, rotation[3]) - (range.min + range.max) / 2) / (2 * Math.PI);
  const fromCentre = (turns - Math.ceil(turns - 0.5)) * 2 * Math.PI;
  return Math.abs(fromCentre) <= (range.max - range.min) / 2 + LIMIT_SLACK;
}

/** The rotation about a unit axis alone whose angle is the allowed one nearest to a rotation's twist about it. */
function clampTwist(range: AngleRange, axis: ReadonlyVec3, rotation: ReadonlyQuat, out: Quat): void {
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
