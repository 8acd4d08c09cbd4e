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

function isFinitePose(pose: Pose): boolean {
  // Any NaN or infinity survives a sum of value * 0, so one comparison at the end decides.
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += pose.rootPosition[i] * 0;
  for (let i = 0; i < pose.localRotations.length; i++) sum += pose.localRotations[i] * 0;
  for (let i = 0; i < pose.worldPositions.length; i++) sum += pose.worldPositions[i] * 0;
  for (let i = 0; i < pose.worldRotations.length; i++) sum += pose.worldRotations[i] * 0;
  return sum === 0;
}
