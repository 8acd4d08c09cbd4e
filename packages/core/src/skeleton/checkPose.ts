import { copyPose, createPose, type Pose, type Skeleton } from './skeleton.js';

/** What checkPose() remembers between frames. One per avatar. */
export interface PoseGuard {
  readonly lastGood: Pose;
  /** Frames refused so far. */
  refusedCount: number;
}

export function createPoseGuard(skeleton: Skeleton): PoseGuard {
  return { lastGood: createPose(skeleton), refusedCount: 0 };
}

/**
 * Once per frame, after the solvers: a pose with NaN or infinity in it is counted and replaced by the last good
 * one, so a bad frame is a held frame and not a vanished body. Returns whether the pose was good.
 */
export function checkPose(guard: PoseGuard, pose: Pose): boolean {
  if (isFinitePose(pose)) {
    copyPose(guard.lastGood, pose);
    return true;
  }
  guard.refusedCount++;
  copyPose(pose, guard.lastGood);
  return false;
}

/** Whether no number of a pose is NaN or infinite. */
export function isFinitePose({ rootPosition, localRotations, worldPositions, worldRotations }: Pose): boolean {
  // Either survives a sum of value * 0. Not areFinite(): that sees arrays of all kinds, and is several times as slow here.
  let sum = 0;
  for (let i = 0; i < rootPosition.length; i++) sum += rootPosition[i] * 0;
  for (let i = 0; i < localRotations.length; i++) sum += localRotations[i] * 0;
  for (let i = 0; i < worldPositions.length; i++) sum += worldPositions[i] * 0;
  for (let i = 0; i < worldRotations.length; i++) sum += worldRotations[i] * 0;
  return sum === 0;
}
