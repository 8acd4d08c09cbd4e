import { type Motion, type Pose, type Quat, quat, updateWorldPose, type Vec3, vec3 } from '@leib/core';

/** World position of a joint. */
export function readPoint(out: Vec3, { worldPositions }: Pose, joint: number): Vec3 {
  const at = joint * 3;
  return vec3.set(out, worldPositions[at], worldPositions[at + 1], worldPositions[at + 2]);
}

/** World rotation of a joint. */
export function readRotation(out: Quat, { worldRotations }: Pose, joint: number): Quat {
  const at = joint * 4;
  return quat.set(out, worldRotations[at], worldRotations[at + 1], worldRotations[at + 2], worldRotations[at + 3]);
}

/** One frame of a motion as a pose, world arrays included. */
export function readMotionFrame(motion: Motion, frame: number, out: Pose): void {
  const size = motion.skeleton.jointCount * 4;
  out.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
  out.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
  updateWorldPose(motion.skeleton, out);
}
