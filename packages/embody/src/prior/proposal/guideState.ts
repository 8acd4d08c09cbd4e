import { createJointFrame, trackedPoints } from '@leib/tracking';
import type { Targets } from '../../bodyState.js';
import { copyFlat } from '../../copyFlat.js';
import { PRIOR_JOINT_COUNT } from '../network/priorLayout.js';
import { copyPrior, createPriorState, type PriorState, resetPrior } from '../network/priorState.js';
import type { GuideModel } from './buildGuide.js';

/** What the guide remembers of one avatar. */
export interface GuideState {
  readonly network: PriorState;
  /** What the network is shown: the targets, lost hands left out. */
  readonly seen: Targets;
  /** How far the prior has taken over, 0..1, before it is eased. */
  takenOver: number;
  /** How far both hands are where they should be, 0..1, eased. */
  inReach: number;
  /** Rotations of the network's 23 joints from where it faces, smoothed, and how fast each turns, radians per second. */
  readonly smoothed: Float64Array;
  readonly speeds: Float64Array;
  isSmoothed: boolean;
  /** Scratch: the same in the world, and places of the 23 joints. */
  readonly turned: Float64Array;
  readonly joints: Float64Array;
}

export function createGuideState({ network, skeleton }: GuideModel): GuideState {
  return {
    network: createPriorState(network, skeleton),
    seen: { frame: createJointFrame(), weights: new Float64Array(trackedPoints.length) },
    takenOver: 0,
    inReach: 1,
    smoothed: new Float64Array(PRIOR_JOINT_COUNT * 4),
    speeds: new Float64Array(PRIOR_JOINT_COUNT),
    isSmoothed: false,
    turned: new Float64Array(PRIOR_JOINT_COUNT * 4),
    joints: new Float64Array(PRIOR_JOINT_COUNT * 3),
  };
}

/** Forgets the person. */
export function resetGuide(state: GuideState): void {
  resetPrior(state.network);
  state.takenOver = 0;
  state.inReach = 1;
  state.isSmoothed = false;
}

export function copyGuide(out: GuideState, from: GuideState): void {
  const { network, seen, ...flat } = from;
  copyFlat(out, flat);
  out.seen.weights.set(seen.weights);
  copyPrior(out.network, network);
}
