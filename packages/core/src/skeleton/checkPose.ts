import { areFinite } from '../math/index.js';
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
  return areFinite(rootPosition) && areFinite(localRotations) && areFinite(worldPositions) && areFinite(worldRotations);
}
