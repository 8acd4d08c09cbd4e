import { createPose, type Pose } from '@leib/core';
import { createPartGoals, type PartGoals } from '../control/gatherGoals.js';
import { createIdleState, type IdleState } from '../control/idleLife.js';
import { type ControlState, createControlState } from '../control/stepHandControl.js';
import { type ChainsState, createChainsState } from '../kinematics/chainsState.js';
import { createInnerState, type InnerState } from '../layers/innerModel.js';
import { createSkinState, type SkinState } from '../layers/skinModel.js';
import type { PuppetModel } from './puppetModel.js';

/** Where a puppet is now, and everything that must survive to its next frame. One per puppet. */
export interface PuppetState {
  /** Parts: joint 0 is the whole puppet, part i joint i + 1. */
  readonly pose: Pose;
  /** Shift of parts that hang on the whole puppet from their rest place, puppet's frame. Parts x 3. */
  readonly partOffsets: Float64Array;
  /** What the hands do; `forces` for gloves are in it. */
  readonly hands: ControlState;
  readonly goals: PartGoals;
  /** Joints, effectors, springs and waves; writes `pose` and `partOffsets`. */
  readonly chains: ChainsState;
  readonly idle: IdleState;
  readonly inner: InnerState;
  /** `positions` is what is drawn. */
  readonly skin: SkinState;
}

export function createPuppetState({ skeleton, file, hands, chains, inner, skin }: PuppetModel): PuppetState {
  const pose = createPose(skeleton);
  const partOffsets = new Float64Array(file.parts.length * 3);
  return {
    pose,
    partOffsets,
    chains: createChainsState(chains, pose, partOffsets),
    hands: createControlState(hands),
    goals: createPartGoals(hands),
    idle: createIdleState(),
    inner: createInnerState(inner, skeleton),
    skin: createSkinState(skin),
  };
}
