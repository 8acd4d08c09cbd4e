import { smoothStep } from '@leib/core';
import type { JointFrame } from '../frame/jointFrame.js';
import { isTracked, POSE_SIZE, trackedPoints } from '../frame/trackedParts.js';
import { addPoseGap, measurePoseGap } from './poseGap.js';

/** How joints go over from one source to the next without a jump. */
export interface CrossfadeState {
  /** Joints as last read, before anything lost was held. 11 x 7, 11. */
  readonly lastPoses: Float64Array;
  readonly hasLast: Uint8Array;
  /** What differed when the source changed, and which points had both. 11 x 7, 11. */
  readonly gaps: Float64Array;
  readonly hasGap: Uint8Array;
  sinceSwitchSeconds: number;
  /** The source has changed, and the gaps are still to be measured. */
  isNew: boolean;
}

export function createCrossfadeState(): CrossfadeState {
  return {
    lastPoses: new Float64Array(trackedPoints.length * POSE_SIZE),
    hasLast: new Uint8Array(trackedPoints.length),
    gaps: new Float64Array(trackedPoints.length * POSE_SIZE),
    hasGap: new Uint8Array(trackedPoints.length),
    sinceSwitchSeconds: Number.POSITIVE_INFINITY,
    isNew: false,
  };
}

/**
 * Adds what is left of the gaps, in place. The old source need not run on: what differs at the moment of the switch is
 * all that has to fade.
 */
export function stepCrossfade(fadeSeconds: number, state: CrossfadeState, joints: JointFrame, dtSeconds: number): void {
  if (state.isNew) measureGaps(state, joints);
  const amount = 1 - smoothStep(state.sinceSwitchSeconds / fadeSeconds);
  state.sinceSwitchSeconds += dtSeconds;
  for (let point = 0; point < trackedPoints.length; point++) {
    state.hasLast[point] = isTracked(joints, point) ? 1 : 0;
    if (state.hasLast[point] === 0) continue;
    if (amount > 0 && state.hasGap[point] === 1) addPoseGap(joints.jointPoses, state.gaps, point * POSE_SIZE, amount);
  }
  state.lastPoses.set(joints.jointPoses);
}

function measureGaps(state: CrossfadeState, joints: JointFrame): void {
  for (let point = 0; point < trackedPoints.length; point++) {
    const isShared = isTracked(joints, point) && state.hasLast[point] === 1;
    state.hasGap[point] = isShared ? 1 : 0;
    if (isShared) measurePoseGap(state.gaps, state.lastPoses, joints.jointPoses, point * POSE_SIZE);
  }
  state.sinceSwitchSeconds = 0;
  state.isNew = false;
}
