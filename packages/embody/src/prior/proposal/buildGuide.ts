import { jointOfBone, type Skeleton, smplBones } from '@leib/core';
import { createJointFrame, trackedPoints } from '@leib/tracking';
import { copyFlat, type Targets } from '../../bodyState.js';
import type { TrunkModel } from '../../trunk/buildTrunk.js';
import { HEAD_JOINT, LOWER_BACK, PRIOR_JOINT_COUNT } from '../network/priorLayout.js';
import type { PriorModel } from '../network/priorModel.js';
import { copyPrior, createPriorState, type PriorState, resetPrior } from '../network/priorState.js';
import type { PriorSettings } from './priorSettings.js';

/** What it takes to make a proposal fit for a body. Made once per skeleton, settings and weights. */
export interface GuideModel {
  readonly settings: PriorSettings;
  readonly network: PriorModel;
  readonly skeleton: Skeleton;
  /** Feet stand and step; otherwise they stay under the hips, whatever is proposed. */
  readonly hasGait: boolean;
  /** Hips are never lower than this over the floor, metres. */
  readonly lowestHips: number;
  /** From hips to head at most, metres. */
  readonly longestTrunk: number;
  /** The trunk's rows: hips, then the path up to the head, the head not included. */
  readonly rowCount: number;
  /** Joint of the network's body that each row turns like. */
  readonly rowJoints: Int16Array;
  /** Joint of the network's body that the row's bone leads to; -1 where it has no such joint. */
  readonly nextJoints: Int16Array;
  /** From each row's joint to the next, at rest. rowCount x 3. */
  readonly rowOffsets: Float64Array;
}

export function buildGuide(
  skeleton: Skeleton,
  { hips, path, rowCount, settings: trunkSettings }: TrunkModel,
  hasGait: boolean,
  settings: PriorSettings,
  network: PriorModel,
): GuideModel {
  const smplOf = (joint: number) => smplBones.findIndex((bone) => jointOfBone(skeleton, bone) === joint);
  const rows = [hips, ...path.subarray(0, -1)];
  const rowJoints = new Int16Array(rowCount);
  rows.forEach((joint, row) => {
    const own = smplOf(joint);
    // A joint of the rig's own turns like the one below it; one that sits on the hips is a lower back.
    const below = row === 0 ? 0 : rowJoints[row - 1];
    rowJoints[row] = own >= 0 ? own : below === 0 ? LOWER_BACK : below;
  });
  return {
    settings,
    network,
    skeleton,
    hasGait,
    lowestHips: trunkSettings.lowestHips,
    longestTrunk: restDistance(skeleton, hips, path[path.length - 1]),
    rowCount,
    rowJoints,
    nextJoints: Int16Array.from(path, (joint, row) => (row === path.length - 1 ? HEAD_JOINT : smplOf(joint))),
    rowOffsets: Float64Array.from(
      [...path].flatMap((joint) => [...skeleton.restOffsets.subarray(joint * 3, joint * 3 + 3)]),
    ),
  };
}

function restDistance({ restWorldPositions: at }: Skeleton, a: number, b: number): number {
  return Math.hypot(at[a * 3] - at[b * 3], at[a * 3 + 1] - at[b * 3 + 1], at[a * 3 + 2] - at[b * 3 + 2]);
}

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
