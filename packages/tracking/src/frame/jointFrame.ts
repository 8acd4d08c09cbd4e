import {
  copyTrackedParts,
  createTrackedParts,
  identityPoses,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedParts,
  type TrackedPoint,
  trackedPoints,
} from './trackedParts.js';

/**
 * Where joints are at one moment: poses of head, wrists and other joints in the avatar's space and its metres, rotations
 * relative to the T-pose facing +Z. Every pose is finite and its quaternion a unit one. Written by readJoints(), read by
 * solvers, which trust it.
 */
export interface JointFrame extends TrackedParts {
  /** Poses of the joints by pointNumber, avatar's space. 11 x 7. Where quality is lost, the last known ones. */
  readonly jointPoses: Float64Array;
  /** Seconds since each joint was last tracked: 0 where it is, infinite before it ever was. 11 entries. */
  readonly lostSeconds: Float64Array;
  /**
   * What is left to close since a joint came back: its pose is the tracked one with this share of this gap added. 11 x 7
   * (a place, and a turn, both in world axes), and the shares, 11: 0 where the pose is as tracked.
   */
  readonly gaps: Float64Array;
  readonly gapAmounts: Float64Array;
  /** How often the person was put elsewhere at once (teleport, snap turn): when it changes, nothing is to be eased. */
  teleportCount: number;
}

export function createJointFrame(): JointFrame {
  return {
    ...createTrackedParts(),
    jointPoses: identityPoses(trackedPoints.length),
    lostSeconds: new Float64Array(trackedPoints.length).fill(Number.POSITIVE_INFINITY),
    gaps: identityPoses(trackedPoints.length),
    gapAmounts: new Float64Array(trackedPoints.length),
    teleportCount: 0,
  };
}

export function copyJointFrame(out: JointFrame, from: JointFrame): void {
  copyTrackedParts(out, from);
  out.jointPoses.set(from.jointPoses);
  out.lostSeconds.set(from.lostSeconds);
  out.gaps.set(from.gaps);
  out.gapAmounts.set(from.gapAmounts);
  out.teleportCount = from.teleportCount;
}

/** Writes a joint that is tracked: for frames that are made by hand instead of by readJoints(). */
export function setJoint(frame: JointFrame, point: TrackedPoint, pose: ArrayLike<number>): void {
  const number = pointNumber[point];
  frame.jointPoses.set(pose, number * POSE_SIZE);
  frame.quality[number] = quality.tracked;
  frame.lostSeconds[number] = 0;
}
