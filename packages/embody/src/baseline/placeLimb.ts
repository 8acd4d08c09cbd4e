import {
  createQuat,
  createVec3,
  type Pose,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  type Skeleton,
  type TwoBoneIkOutput,
  twistAngle,
  unitAcross,
  unitTowards,
  vec3,
} from '@leib/core';
import { aimBone, type LimbModel } from '../limb/limbModel.js';
import { setWorldRotation, updateWorldJoint } from '../limb/worldJoint.js';

const FORWARD = createVec3(0, 0, 1);

// Scratch.
const axis = createVec3();
const bend = createVec3();
const hinge = createVec3();
const restDirection = createVec3();
const upper = createQuat();
const lower = createQuat();
const relative = createQuat();
const restAim = createQuat();

/** A limb whose joints are known, world space. */
export interface SolvedLimb {
  readonly rootWorld: ReadonlyVec3;
  readonly solution: TwoBoneIkOutput;
  readonly poleWorld: ReadonlyVec3;
  readonly endRotation: ReadonlyQuat;
  /** Part of the end's roll that the lower bone takes, as a forearm does. */
  readonly twistShare: number;
}

/** Turns a two-bone solution into rotations. Both bones turn about one hinge, also when the limb is straight. */
export function placeLimb(skeleton: Skeleton, pose: Pose, limb: LimbModel, solved: SolvedLimb): void {
  const { rootWorld, solution, poleWorld, endRotation, twistShare } = solved;
  unitTowards(axis, rootWorld, solution.endWorld);
  unitAcross(bend, axis, poleWorld);
  vec3.cross(hinge, axis, bend);
  aimBone(upper, limb.upper, rootWorld, solution.midWorld, hinge);
  aimBone(lower, limb.lower, solution.midWorld, solution.endWorld, hinge);
  if (twistShare > 0) twistTowards(lower, limb, endRotation, twistShare);
  for (let i = 0; i < limb.path.length; i++) {
    const joint = limb.path[i];
    if (joint === limb.upper.joint) setWorldRotation(skeleton, pose, joint, upper);
    else if (joint === limb.lower.joint) setWorldRotation(skeleton, pose, joint, lower);
    else if (joint === limb.end) setWorldRotation(skeleton, pose, joint, endRotation);
    else updateWorldJoint(skeleton, pose, joint);
  }
}

/**
 * Turns the lower bone by a share of the end's roll against it, about that bone. Near half a turn the sign of the angle is a coin toss, so
 * the share fades out there: nothing flips.
 */
function twistTowards(lower: Quat, limb: LimbModel, endRotation: ReadonlyQuat, share: number): void {
  quat.conjugate(relative, lower);
  quat.multiply(relative, relative, endRotation);
  // The bone at rest, in its own axes: what lookRotation() took +Z to.
  quat.conjugate(restAim, limb.lower.restAimInverse);
  vec3.transformQuat(restDirection, FORWARD, restAim);
  const angle = twistAngle(relative, restDirection);
  const fade = Math.min(1, (Math.PI - Math.abs(angle)) / (Math.PI / 3));
  quat.setAxisAngle(relative, restDirection, angle * share * fade);
  quat.multiply(lower, lower, relative);
}
