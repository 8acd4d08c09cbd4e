import {
  copyTrackedParts,
  createTrackedParts,
  identityPoses,
  type TrackedParts,
  trackedPoints,
} from './trackedParts.js';

/**
 * Where joints are at one moment: poses of head, wrists and other joints in the avatar's space and its metres, rotations
 * relative to the T-pose facing +Z. Made of a DeviceFrame, read by solvers.
 */
export interface JointFrame extends TrackedParts {
  /** Poses of the joints by pointNumber, avatar's space. 11 x 7. */
  readonly jointPoses: Float64Array;
}

export function createJointFrame(): JointFrame {
  return { ...createTrackedParts(), jointPoses: identityPoses(trackedPoints.length) };
}

export function copyJointFrame(out: JointFrame, from: JointFrame): void {
  copyTrackedParts(out, from);
  out.jointPoses.set(from.jointPoses);
}
