import { gatherGoals } from '../control/gatherGoals.js';
import type { HandReading } from '../control/handReading.js';
import { addIdleMotion, defaultIdleParams, stepIdle } from '../control/idleLife.js';
import { carryPuppet, readHands, updateHandControl } from '../control/stepHandControl.js';
import { swingParts } from '../control/swingParts.js';
import { stepChains } from '../kinematics/stepChains.js';
import { moveInner } from '../layers/moveInner.js';
import { stepSkin } from '../layers/stepSkin.js';
import { updatePartPoses } from '../model/partSkeleton.js';
import { leadOffsets, leadSpreads, leadWhole, stepLead } from '../takes/followTake.js';
import type { PuppetInput } from './puppetInput.js';
import { endStage, type PuppetMeter, startMeter } from './puppetMeter.js';
import type { PuppetModel } from './puppetModel.js';
import type { PuppetState } from './puppetState.js';

/** One frame of a puppet: hands, joints, the inner model, the skin. */
export function stepPuppet(
  model: PuppetModel,
  state: PuppetState,
  input: PuppetInput,
  dtSeconds: number,
  meter?: PuppetMeter,
): void {
  startMeter(meter);
  readHands(model.hands, state.hands, input.hands, dtSeconds);
  stepLead(model.hands, state.hands, state.lead, input.take ?? null, dtSeconds);
  carryPuppet(model.hands, state.hands);
  leadWhole(state.lead, state.hands);
  updateHandControl(model.hands, state.hands);
  leadSpreads(state.lead, state.hands);
  setGoals(model, state, input, dtSeconds);
  endStage(meter, 'hands');

  solveChains(model, state, dtSeconds);
  swingParts(model.hands, state.pose.localRotations, state.partOffsets);
  leadOffsets(state.lead, state.partOffsets);
  liveIdly(model, state, input, dtSeconds);
  updatePartPoses(model.skeleton, state.pose, state.partOffsets);
  endStage(meter, 'chains');

  moveInner(model.inner, model.skeleton, state.pose, state.hands.spread, state.inner);
  endStage(meter, 'inner');

  stepSkin(model.skin, state.skin, state.inner, dtSeconds);
  endStage(meter, 'skin');
}

function setGoals(model: PuppetModel, state: PuppetState, input: PuppetInput, dtSeconds: number): void {
  const { hands: control, lead, goals } = state;
  const { localRotations } = state.chains.basePose;
  gatherGoals(model.hands, goals, { control, lead, input, localRotations }, dtSeconds);
}

function solveChains(model: PuppetModel, { chains, hands, goals }: PuppetState, dtSeconds: number): void {
  const { turns, drags } = goals;
  const { rootPosition: rootPositionWorld, rootRotation: rootRotationWorld } = hands;
  stepChains(model.chains, chains, { rootPositionWorld, rootRotationWorld, turns, drags }, dtSeconds);
}

/** A puppet that is not played breathes and sways, where the input allows it. */
function liveIdly({ idle }: PuppetModel, state: PuppetState, input: PuppetInput, dtSeconds: number): void {
  const isMoved = input.drags.length + input.turns.length > 0 || state.lead.shares.some((share) => share > 0);
  const isPlayed = isMoved || state.hands.readings.some(isPresent);
  stepIdle(defaultIdleParams, state.idle, input.isIdleAllowed ?? false, isPlayed, dtSeconds);
  addIdleMotion(defaultIdleParams, idle, state.idle, state.pose);
}

function isPresent({ presence }: HandReading): boolean {
  return presence.value > 0;
}
