import { createPose, createQuat, type Pose, quat } from '@leib/core';
import { createPartGoals, type PartGoals } from '../control/gatherGoals.js';
import { createIdleState, type IdleState } from '../control/idleLife.js';
import { type ControlState, createControlState } from '../control/stepHandControl.js';
import { type ChainsState, createChainsState, setPartRotation } from '../kinematics/chainsState.js';
import { readAllowedAngles } from '../kinematics/partJoint.js';
import type { PuppetChains } from '../kinematics/puppetChains.js';
import { createInnerState, type InnerState } from '../layers/innerModel.js';
import {
  type CarrierMotion,
  createSkinState,
  type MassOffsets,
  type SkinModel,
  type SkinState,
} from '../layers/skinModel.js';
import { updatePartPoses } from '../model/partSkeleton.js';
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

/**
 * Takes the motion of a puppet over into its edited self: parts of the same name keep their rotations, as far as their
 * new limits allow, and the speed of their springs. What is dragged is taken up again in the next frame.
 */
function carryChains(from: PuppetChains, old: ChainsState, to: PuppetChains, state: ChainsState): void {
  state.wholeShift.set(old.wholeShift);
  state.basePose.rootPosition.set(old.basePose.rootPosition);
  state.basePose.localRotations.set(old.basePose.localRotations.subarray(0, 4));
  to.joints.forEach((joint, part) => {
    const before = from.skeleton.names.indexOf(to.skeleton.names[part + 1]) - 1;
    if (before < 0) return;
    const rotation = old.basePose.localRotations.subarray((before + 1) * 4, (before + 2) * 4);
    readAllowedAngles(joint, quat.copy(createQuat(), rotation), state.angles, part * 3);
    setPartRotation(to, state, part);
    for (const values of ['rootShifts', 'turnVelocities', 'offsetVelocities', 'waveTurns', 'waveVelocities'] as const) {
      state[values].set(old[values].subarray(before * 3, before * 3 + 3), part * 3);
    }
  });
  state.shownAngles.set(state.angles);
  state.partOffsets.set(state.rootShifts);
  updatePartPoses(to.skeleton, state.basePose, state.rootShifts);
  state.pose.rootPosition.set(state.basePose.rootPosition);
  state.pose.localRotations.set(state.basePose.localRotations);
  updatePartPoses(to.skeleton, state.pose, state.partOffsets);
}

/**
 * Takes the wobble of a skin over into its edited self: every place goes on from where it is, at the speed that it has.
 * Layers are matched from the outside: a layer that is new begins at rest. Another mesh begins at rest, too.
 */
function carrySkin(from: SkinModel, old: SkinState, to: SkinModel, state: SkinState): void {
  if (from.placeCount !== to.placeCount || !old.isPlaced) return;
  state.isPlaced = true;
  state.positions.set(old.positions);
  copyCarriers(old.carriers, state.carriers);
  const slower = to.substep / from.substep;
  for (let k = 1; k <= Math.min(old.layers.length, state.layers.length); k++) {
    copyOffsets(old.layers[old.layers.length - k], state.layers[state.layers.length - k], slower);
  }
  state.furs.forEach((fur, i) => {
    const before = old.furs[i];
    if (!before) return;
    copyOffsets(before, fur, slower);
    copyCarriers(before.carriers, fur.carriers);
    fur.tips.set(before.tips);
  });
}

/** Both differences of a substep scale with its length; the speed stays. */
function copyOffsets(from: MassOffsets, to: MassOffsets, slower: number): void {
  to.now.set(from.now);
  for (let i = 0; i < to.now.length; i++) to.before[i] = from.now[i] - (from.now[i] - from.before[i]) * slower;
}

function copyCarriers(from: CarrierMotion, to: CarrierMotion): void {
  for (const name of ['places', 'arriving', 'strides', 'pending', 'paces'] as const) to[name].set(from[name]);
}
