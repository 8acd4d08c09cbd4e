import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import { gatherGoals } from '../control/gatherGoals.js';
import type { ControlModel } from '../control/handControl.js';
import type { HandReading } from '../control/handReading.js';
import { addIdleMotion, defaultIdleParams, stepIdle } from '../control/idleLife.js';
import { carryPuppet, readHands, updateHandControl } from '../control/stepHandControl.js';
import { stepChains } from '../kinematics/stepChains.js';
import { moveInner } from '../layers/moveInner.js';
import { stepSkin } from '../layers/stepSkin.js';
import { updatePartPoses } from '../model/partSkeleton.js';
import { leadOffsets, leadSpreads, leadWhole, stepLead } from '../takes/followTake.js';
import type { PuppetInput } from './puppetInput.js';
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

// Scratch, written before it is read in every call.
const rotation = createQuat();
const arm = createVec3();

/**
 * Parts in which a hand sits turn about its rotation point: they are shifted by what a turn about their own pivot lacks.
 * `localRotations` are those of the joints (part i: joint i + 1); the shifts are added to `offsets`, parts x 3.
 */
function swingParts({ swings }: ControlModel, localRotations: Float64Array, offsets: Float64Array): void {
  for (let i = 0; i < swings.length; i++) {
    const swing = swings[i];
    const joint = (swing.part + 1) * 4;
    const at = swing.part * 3;
    for (let k = 0; k < 4; k++) rotation[k] = localRotations[joint + k];
    vec3.transformQuat(arm, swing.arm, quat.normalize(rotation, rotation));
    for (let k = 0; k < 3; k++) offsets[at + k] += arm[k] - swing.arm[k];
  }
}

/** What a frame of a puppet spends its time on. */
export const puppetStages = ['hands', 'chains', 'inner', 'skin'] as const;
type PuppetStageName = (typeof puppetStages)[number];

/** Times how long the stages of stepPuppet() take. The clock is its owner's. */
interface PuppetMeter {
  readonly nowMs: () => number;
  /** Of each stage, smoothed over some ten frames. */
  readonly stageMs: Record<PuppetStageName, number>;
  /** When the stage that runs began. */
  startMs: number;
}

export function createPuppetMeter(nowMs: () => number): PuppetMeter {
  return { nowMs, stageMs: { hands: 0, chains: 0, inner: 0, skin: 0 }, startMs: 0 };
}

/** Share of a new frame in the mean. */
const NEWEST = 0.1;

function startMeter(meter: PuppetMeter | undefined): void {
  if (meter) meter.startMs = meter.nowMs();
}

/** Ends a stage; the next one begins. */
function endStage(meter: PuppetMeter | undefined, stage: PuppetStageName): void {
  if (!meter) return;
  const nowMs = meter.nowMs();
  meter.stageMs[stage] += (nowMs - meter.startMs - meter.stageMs[stage]) * NEWEST;
  meter.startMs = nowMs;
}
