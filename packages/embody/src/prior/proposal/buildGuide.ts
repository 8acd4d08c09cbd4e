import { jointOfBone, type Skeleton, smplBones } from '@leib/core';
import type { TrunkModel } from '../../trunk/buildTrunk.js';
import { HEAD_JOINT, LOWER_BACK } from '../network/priorLayout.js';
import type { PriorModel } from '../network/priorModel.js';
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
