import { easeScalar } from '@leib/core';
import type { Targets } from '../../bodyState.js';
import { measureNovelty, trustNovelty } from './measureNovelty.js';
import { updateInstant, writeFeatures, writeNumbers } from './priorFeatures.js';
import { OUTPUT_COUNT, PRIOR_HZ } from './priorLayout.js';
import { asTheyAre, type Rearrangement, reflectFeatures, reflectOutputs } from './priorMirror.js';
import type { PriorModel } from './priorModel.js';
import { HISTORY_SIZE, MOMENT_SIZE, type PriorMemory, type PriorState, resetPrior } from './priorState.js';
import { mixMoments, readMoment } from './readMoment.js';
import { readProposal } from './readProposal.js';
import { runPrior } from './runPrior.js';

/** After a gap longer than this the person may be anywhere, seconds: begin anew. */
const longestGap = 0.5;
/** Confidence follows novelty with this half-life, seconds. */
const trustHalfLife = 0.1;
/** A frame this near to a tick, in ticks, is the tick. */
const sameTick = 1e-5;

/**
 * Advances the prior by one frame and writes state.proposal. The network runs at ticks of 1/60 s, on input read between
 * frames where need be. A frame between two ticks is answered by the network too: with the input of that frame, what
 * was one tick before it, and the GRU's state a part of the way between the last two. That is exactly the tick's own
 * answer at either end, continuous between, and later by nothing.
 */
export function stepPrior(model: PriorModel, state: PriorState, targets: Targets, dtSeconds: number): void {
  const { moment, lastMoment, scratch } = state;
  const { instant } = scratch;
  lastMoment.set(moment);
  if (!readMoment(state, targets)) {
    moment.set(lastMoment);
    if (state.tick < 0) return;
  }
  if (dtSeconds > longestGap) resetPrior(state);
  if (state.tick < 0) {
    stepTick(model, state, moment);
    readProposal(state);
    return;
  }

  const frameTicks = dtSeconds > 0 ? dtSeconds * PRIOR_HZ : 0;
  const endPhase = state.phase + frameTicks;
  let ticks = 0;
  while (endPhase - ticks >= 1 - sameTick) {
    ticks++;
    instant.part = Math.min(1, (ticks - state.phase) / frameTicks);
    mixMoments(scratch.moment, lastMoment, moment, instant);
    stepTick(model, state, scratch.moment);
  }
  state.phase = Math.max(0, endPhase - ticks);
  if (ticks === 0 || state.phase > sameTick) {
    instant.part = state.phase;
    evaluate(model, state, moment);
  }
  readProposal(state);
}

/** One tick: the network's memory moves on. */
function stepTick(model: PriorModel, state: PriorState, moment: Float64Array): void {
  const { history, scratch, proposal } = state;
  const { instant } = scratch;
  const isFirst = state.tick < 0;
  // Only what lies a tick or more back is read of the history; but the first moment is its own past.
  history.set(moment, ((state.tick + 1) % HISTORY_SIZE) * MOMENT_SIZE);
  instant.part = 1;
  evaluate(model, state, moment);
  moveOn(state.memory);
  moveOn(state.mirrorMemory);
  state.tick++;
  state.headingBefore = isFirst ? instant.heading : state.heading;
  state.heading = instant.heading;
  state.yaw = instant.yaw;
  measureNovelty(model.novelty, state);
  const trust = trustNovelty(proposal.novelty);
  proposal.confidence = isFirst ? trust : easeScalar(proposal.confidence, trust, trustHalfLife, 1 / PRIOR_HZ);
}

function moveOn({ hidden, hiddenBefore, hiddenNext }: PriorMemory): void {
  hiddenBefore.set(hidden);
  hidden.set(hiddenNext);
}

/**
 * The network at an instant between the last tick and the next. It is asked about the mirror image, too, and the mean
 * counts: two opinions for one set of weights, and no side is better known than the other.
 */
function evaluate(model: PriorModel, state: PriorState, moment: Float64Array): void {
  const { scratch } = state;
  const { output, mirrorOutput } = scratch;
  updateInstant(state, scratch.instant, moment);
  writeNumbers(state, scratch.instant, moment);
  ask(model, state, reflectFeatures, state.mirrorMemory, mirrorOutput);
  ask(model, state, asTheyAre, state.memory, output);
  const { from, signs } = reflectOutputs;
  for (let i = 0; i < OUTPUT_COUNT; i++) output[i] = (output[i] + signs[i] * mirrorOutput[from[i]]) / 2;
}

function ask(
  model: PriorModel,
  state: PriorState,
  rearrangement: Rearrangement,
  memory: PriorMemory,
  output: Float64Array,
): void {
  const { scratch } = state;
  const { hidden, hiddenBefore } = memory;
  const { part } = scratch.instant;
  writeFeatures(model, state, rearrangement);
  for (let i = 0; i < hidden.length; i++) {
    scratch.hidden[i] = hiddenBefore[i] + (hidden[i] - hiddenBefore[i]) * part;
  }
  runPrior(model, scratch, memory.hiddenNext, output);
}
