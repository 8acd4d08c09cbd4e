import { createPose, type Pose } from '@leib/core';
import { createPartGoals, type PartGoals } from '../control/gatherGoals.js';
import { createIdleState, type IdleState } from '../control/idleLife.js';
import { type ControlState, createControlState } from '../control/stepHandControl.js';
import { carryChains } from '../kinematics/carryChains.js';
import { type ChainsState, createChainsState } from '../kinematics/chainsState.js';
import { carrySkin } from '../layers/carrySkin.js';
import { createInnerState, type InnerState } from '../layers/innerModel.js';
import { createSkinState, type SkinState } from '../layers/skinModel.js';
import { createLeadState, type LeadState } from '../takes/followTake.js';
import type { PuppetModel } from './puppetModel.js';

/** Where a puppet is now, and everything that must survive to its next frame. One per puppet. */
export interface PuppetState {
  /** Parts: joint 0 is the whole puppet, part i joint i + 1. */
  readonly pose: Pose;
  /** Shift of parts that hang on the whole puppet from their rest place, puppet's frame. Parts x 3. */
  readonly partOffsets: Float64Array;
  /** What the hands do; `forces` for gloves are in it. */
  readonly hands: ControlState;
  /** What a take moves. */
  readonly lead: LeadState;
  readonly goals: PartGoals;
  /** Joints, effectors, springs and waves; writes `pose` and `partOffsets`. */
  readonly chains: ChainsState;
  readonly idle: IdleState;
  readonly inner: InnerState;
  /** `positions` of it are what is drawn: places, world space. */
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
    lead: createLeadState(hands.partCount, hands.spreadTurns.length),
    goals: createPartGoals(hands),
    idle: createIdleState(),
    inner: createInnerState(inner, skeleton),
    skin: createSkinState(skin),
  };
}

/** The puppet at rest at once, as if it were new: hands, springs, skin. What was a part of the state is not any more. */
export function resetPuppet(model: PuppetModel, state: PuppetState): void {
  Object.assign(state, createPuppetState(model));
}

/**
 * The state of a puppet whose file was edited (buildPuppetModel): parts, hands and skin go on from where they are, so that
 * the picture does not jump.
 */
export function carryPuppetState(model: PuppetModel, state: PuppetState, next: PuppetModel): PuppetState {
  if (model.mesh !== next.mesh) return createPuppetState(next);
  const fresh = createPuppetState(next);
  const hasChains = model.chains === next.chains;
  if (!hasChains) carryChains(model.chains, state.chains, next.chains, fresh.chains);
  const hasSkin = model.skin === next.skin;
  if (!hasSkin) carrySkin(model.skin, state.skin, next.skin, fresh.skin);
  const { pose, partOffsets, chains } = hasChains ? state : fresh;
  const readings = fresh.hands.readings.map((reading, i) => state.hands.readings[i] ?? reading);
  return {
    pose,
    partOffsets,
    chains,
    hands: model.hands === next.hands ? state.hands : { ...fresh.hands, readings },
    lead: model.hands === next.hands ? state.lead : fresh.lead,
    goals: fresh.goals,
    idle: state.idle,
    inner: model.inner === next.inner ? state.inner : fresh.inner,
    skin: hasSkin ? state.skin : fresh.skin,
  };
}
