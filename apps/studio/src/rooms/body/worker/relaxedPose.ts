import { type HumanoidBone, jointOfBone, type Pose, quat, type Skeleton, updateWorldPose } from '@leib/core';

/** Angles of collar bones and upper arms below the T-pose, radians; more would crease the shoulder. */
const loweredBones: readonly (readonly [HumanoidBone, number])[] = [
  ['leftShoulder', 0.08],
  ['leftUpperArm', 0.92],
  ['rightShoulder', -0.08],
  ['rightUpperArm', -0.92],
];

/** Lowers the arms of a T-pose. */
export function relaxPose(skeleton: Skeleton, pose: Pose): void {
  for (const [bone, angle] of loweredBones) {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) continue;
    const rotation = quat.setAxisAngle(quat.create(), [0, 0, 1], -angle);
    pose.localRotations.set(rotation, joint * 4);
  }
  updateWorldPose(skeleton, pose);
}
