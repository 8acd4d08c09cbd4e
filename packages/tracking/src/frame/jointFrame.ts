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
   * Poses as they are tracked, before anything is held or eased: what the judge has seen. 11 x 7. Where nothing is tracked, the last
   * ones; and what it thinks of each: see verdict. 11.
   */
  readonly rawPoses: Float64Array;
  readonly verdicts: Uint8Array;
  /** How long the frame took where its clock is wrong, seconds; NaN where it is believed. */
  mendedSeconds: number;
  /** The headset lies somewhere, and nobody wears it. */
  isPutDown: boolean;
  /** How often the person was put elsewhere at once (teleport, snap turn): when it changes, nothing is to be eased. */
  teleportCount: number;
}

export function createJointFrame(): JointFrame {
  return {
    ...createTrackedParts(),
    jointPoses: identityPoses(trackedPoints.length),
    lostSeconds: new Float64Array(trackedPoints.length).fill(Number.POSITIVE_INFINITY),
    rawPoses: identityPoses(trackedPoints.length),
    verdicts: new Uint8Array(trackedPoints.length),
    mendedSeconds: Number.NaN,
    isPutDown: false,
    teleportCount: 0,
  };
}

export function copyJointFrame(out: JointFrame, from: JointFrame): void {
  copyTrackedParts(out, from);
  copyJoints(out, from);
  out.mendedSeconds = from.mendedSeconds;
  out.isPutDown = from.isPutDown;
  out.teleportCount = from.teleportCount;
}

/** Where joints are, how well they are tracked and what the judge thinks of them; not what hands and controllers do. */
export function copyJoints(out: JointFrame, from: JointFrame): void {
  out.quality.set(from.quality);
  out.jointPoses.set(from.jointPoses);
  out.lostSeconds.set(from.lostSeconds);
  out.rawPoses.set(from.rawPoses);
  out.verdicts.set(from.verdicts);
}

/** Writes a joint that is tracked: for frames that are made by hand instead of by readJoints(). */
export function setJoint(frame: JointFrame, point: TrackedPoint, pose: ArrayLike<number>): void {
  const number = pointNumber[point];
  frame.jointPoses.set(pose, number * POSE_SIZE);
  frame.quality[number] = quality.tracked;
  frame.lostSeconds[number] = 0;
}
