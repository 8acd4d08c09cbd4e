import { jointOfBone, type Pose, type Skeleton } from '@leib/core';
import { boneOfPoint, isTracked, type JointFrame, POSE_SIZE, trackedPoints } from '@leib/tracking';

/** Seconds for half of the way of a shown distance to the present one. */
const HALF_LIFE = 0.25;

/** The body that is shown, and the joints that it follows. */
export interface ShownBody {
  readonly skeleton: Skeleton;
  readonly pose: Pose;
  /** Joints on the stage; those that are lost are estimated. */
  readonly joints: JointFrame;
  /** The person's metres in one of the avatar's. */
  readonly scale: number;
}

/**
 * Updates the distances of the avatar's joints from their tracked positions, by pointNumber, metres, eased; NaN for
 * points that `tracked` does not have.
 */
export function measureGaps(
  gaps: Float64Array,
  { skeleton, pose, joints, scale }: ShownBody,
  tracked: JointFrame,
  dtSeconds: number,
): void {
  const { worldPositions: p } = pose;
  const share = 1 - 2 ** (-dtSeconds / HALF_LIFE);
  for (let point = 0; point < trackedPoints.length; point++) {
    const joint = jointOfBone(skeleton, boneOfPoint[trackedPoints[point]]);
    if (joint < 0 || !isTracked(tracked, point) || joints.lostSeconds[point] > 0) {
      gaps[point] = Number.NaN;
      continue;
    }
    const at = point * POSE_SIZE;
    const x = p[joint * 3] - joints.jointPoses[at];
    const y = p[joint * 3 + 1] - joints.jointPoses[at + 1];
    const z = p[joint * 3 + 2] - joints.jointPoses[at + 2];
    const gap = Math.sqrt(x * x + y * y + z * z) * scale;
    gaps[point] = Number.isFinite(gaps[point]) ? gaps[point] + (gap - gaps[point]) * share : gap;
  }
}
