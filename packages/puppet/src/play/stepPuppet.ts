import { gatherGoals } from '../control/gatherGoals.js';
import { readHands, updateHandControl } from '../control/stepHandControl.js';
import { swingParts } from '../control/swingParts.js';
import { stepChains } from '../kinematics/stepChains.js';
import { updatePartPoses } from '../model/partSkeleton.js';
import type { PuppetInput } from './puppetInput.js';
import type { PuppetModel } from './puppetModel.js';
import type { PuppetState } from './puppetState.js';

/** One frame of a puppet. */
export function stepPuppet(model: PuppetModel, state: PuppetState, input: PuppetInput, dtSeconds: number): void {
  readHands(model.hands, state.hands, input.hands, dtSeconds);
  updateHandControl(model.hands, state.hands);
  gatherGoals(state.hands, input, state.goals);
  solveChains(model, state, dtSeconds);
  swingParts(model.hands, state.pose.localRotations, state.partOffsets);
  updatePartPoses(model.skeleton, state.pose, state.partOffsets);
}

function solveChains(model: PuppetModel, { chains, hands, goals }: PuppetState, dtSeconds: number): void {
  const { turns, drags } = goals;
  const { rootPosition: rootPositionWorld, rootRotation: rootRotationWorld } = hands;
  stepChains(model.chains, chains, { rootPositionWorld, rootRotationWorld, turns, drags }, dtSeconds);
}
