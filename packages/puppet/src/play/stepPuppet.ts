import { gatherGoals } from '../control/gatherGoals.js';
import { readHands, updateHandControl } from '../control/stepHandControl.js';
import { swingParts } from '../control/swingParts.js';
import { updatePartPoses, WHOLE } from '../model/partSkeleton.js';
import type { PuppetInput } from './puppetInput.js';
import type { PuppetModel } from './puppetModel.js';
import type { PuppetState } from './puppetState.js';

/** One frame of a puppet. */
export function stepPuppet(model: PuppetModel, state: PuppetState, input: PuppetInput, dtSeconds: number): void {
  readHands(model.hands, state.hands, input.hands, dtSeconds);
  updateHandControl(model.hands, state.hands);
  gatherGoals(state.hands, input, state.goals);
  turnParts(state);
  shiftParts(model, state);
  updatePartPoses(model.skeleton, state.pose, state.partOffsets);
}

function turnParts({ pose, hands, goals }: PuppetState): void {
  pose.rootPosition.set(hands.rootPosition);
  pose.localRotations.set(hands.rootRotation, WHOLE * 4);
  for (let joint = 1; joint * 4 < pose.localRotations.length; joint++) pose.localRotations.set([0, 0, 0, 1], joint * 4);
  for (const { part, localRotation } of goals.turns) pose.localRotations.set(localRotation, (part + 1) * 4);
}

function shiftParts({ hands }: PuppetModel, { pose, partOffsets }: PuppetState): void {
  partOffsets.fill(0);
  swingParts(hands, pose.localRotations, partOffsets);
}
