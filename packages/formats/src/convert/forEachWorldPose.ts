import { createPose, type Motion, type Pose, updateWorldPose } from '@leib/core';

/** Forward kinematics of every frame, one after the other; the pose is one and the same object. */
export function forEachWorldPose(motion: Motion, visit: (pose: Pose, frame: number) => void): void {
  const { skeleton, frameCount, rootPositions, localRotations } = motion;
  const size = skeleton.jointCount * 4;
  const pose = createPose(skeleton);
  for (let frame = 0; frame < frameCount; frame++) {
    pose.rootPosition.set(rootPositions.subarray(frame * 3, frame * 3 + 3));
    pose.localRotations.set(localRotations.subarray(frame * size, (frame + 1) * size));
    updateWorldPose(skeleton, pose);
    visit(pose, frame);
  }
}
