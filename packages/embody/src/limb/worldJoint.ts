import {
  createQuat,
  createVec3,
  type Pose,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  type Skeleton,
  updateWorldPose,
  type Vec3,
  vec3,
} from '@leib/core';
import { type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';

const parentInverse = createQuat();

/**
 * Turns one joint to a world rotation and brings its own world pose up to date. Its parent must be current; what hangs
 * on the joint is not yet: solvers walk down a limb with this and updateWorldJoint().
 */
export function setWorldRotation(skeleton: Skeleton, pose: Pose, joint: number, rotationWorld: ReadonlyQuat): void {
  const { worldRotations: world, localRotations: local } = pose;
  const parent = skeleton.parents[joint] * 4;
  if (parent < 0) quat.identity(parentInverse);
  else quat.set(parentInverse, -world[parent], -world[parent + 1], -world[parent + 2], world[parent + 3]);
  quat.multiply(parentInverse, parentInverse, rotationWorld);
  // gl-matrix's slerp of nearly equal rotations is a plain mix: a millionth short of unit length.
  quat.normalize(parentInverse, parentInverse);
  for (let k = 0; k < 4; k++) local[joint * 4 + k] = parentInverse[k];
  updateWorldJoint(skeleton, pose, joint);
}

/** Forward kinematics of a single joint, from its current parent. */
export function updateWorldJoint(skeleton: Skeleton, pose: Pose, joint: number): void {
  updateWorldPose(skeleton, pose, joint, joint + 1);
}

export function readJoint(out: Vec3, { worldPositions: at }: Pose, joint: number): Vec3 {
  return vec3.set(out, at[joint * 3], at[joint * 3 + 1], at[joint * 3 + 2]);
}

export function readJointRotation(out: Quat, { worldRotations: turns }: Pose, joint: number): Quat {
  return quat.set(out, turns[joint * 4], turns[joint * 4 + 1], turns[joint * 4 + 2], turns[joint * 4 + 3]);
}

/** Tracked points of both sides: left, right. */
export const handPoints = [pointNumber.leftHand, pointNumber.rightHand] as const;
export const elbowPoints = [pointNumber.leftElbow, pointNumber.rightElbow] as const;
export const footPoints = [pointNumber.leftFoot, pointNumber.rightFoot] as const;
export const kneePoints = [pointNumber.leftKnee, pointNumber.rightKnee] as const;

/** Place of a tracked point, as solvers want it. */
export function trackedPosition(out: Vec3, { jointPoses: poses }: JointFrame, point: number): Vec3 {
  const at = point * POSE_SIZE;
  return vec3.set(out, poses[at], poses[at + 1], poses[at + 2]);
}

export function trackedRotation(out: Quat, { jointPoses: poses }: JointFrame, point: number): Quat {
  const at = point * POSE_SIZE + 3;
  return quat.set(out, poses[at], poses[at + 1], poses[at + 2], poses[at + 3]);
}

// Scratch.
const across = createVec3();

/** Angle about a unit axis from one unit vector across it to another, radians in (-pi, pi]. */
export function angleAbout(axis: ReadonlyVec3, from: ReadonlyVec3, to: ReadonlyVec3): number {
  vec3.cross(across, from, to);
  const sin = axis[0] * across[0] + axis[1] * across[1] + axis[2] * across[2];
  const cos = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  return Math.atan2(sin, cos);
}

/** out = `from`, a unit vector across the unit axis, turned about the axis by an angle. `out` may be `from`. */
export function turnAbout(out: Vec3, axis: ReadonlyVec3, from: ReadonlyVec3, angle: number): void {
  vec3.cross(across, axis, from);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  out[0] = from[0] * cos + across[0] * sin;
  out[1] = from[1] * cos + across[1] * sin;
  out[2] = from[2] * cos + across[2] * sin;
}
