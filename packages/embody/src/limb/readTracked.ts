import { type Quat, quat, type Vec3, vec3 } from '@leib/core';
import { type JointFrame, POSE_SIZE } from '@leib/tracking';

/** Joint pose of a tracked point, as solvers want it. */

export function trackedPosition(out: Vec3, { jointPoses: poses }: JointFrame, point: number): Vec3 {
  const at = point * POSE_SIZE;
  return vec3.set(out, poses[at], poses[at + 1], poses[at + 2]);
}

export function trackedRotation(out: Quat, { jointPoses: poses }: JointFrame, point: number): Quat {
  const at = point * POSE_SIZE + 3;
  return quat.set(out, poses[at], poses[at + 1], poses[at + 2], poses[at + 3]);
}
