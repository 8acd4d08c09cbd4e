import { type HumanoidBone, jointOfBone, type Pose, quat, type Skeleton, updateWorldPose } from '@leib/core';

/** How far collar bones and upper arms are let down from the T-pose, radians; more would crease the shoulder. */
const letDown: readonly (readonly [HumanoidBone, number])[] = [
  ['leftShoulder', 0.08],
  ['leftUpperArm', 0.92],
  ['rightShoulder', -0.08],
  ['rightUpperArm', -0.92],
];

/** Arms down: how a person stands to be looked at. */
export function relaxPose(skeleton: Skeleton, pose: Pose): void {
  for (const [bone, angle] of letDown) {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) continue;
    const rotation = quat.setAxisAngle(quat.create(), [0, 0, 1], -angle);
    pose.localRotations.set(rotation, joint * 4);
  }
  updateWorldPose(skeleton, pose);
}
