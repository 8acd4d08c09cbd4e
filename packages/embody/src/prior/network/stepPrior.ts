import { easeScalar } from '@leib/core';
import type { Targets } from '../../bodyState.js';
import { gate } from './gate.js';
import { updateInstant, writeFeatures, writeNumbers } from './priorFeatures.js';
import { multiplyMatrix, quantiseValues } from './priorKernel.js';
import { OUTPUT_COUNT, PRIOR_HZ } from './priorLayout.js';
import { asTheyAre, type Rearrangement, reflectFeatures, reflectOutputs } from './priorMirror.js';
import type { NoveltyModel, PriorModel } from './priorModel.js';
import {
  HISTORY_SIZE,
  MOMENT_SIZE,
  type PriorMemory,
  type PriorScratch,
  type PriorState,
  resetPrior,
} from './priorState.js';
import { mixMoments, readMoment } from './readMoment.js';
import { readProposal } from './readProposal.js';

/** Ordinary up to the first, like nothing seen from the second on. */
const ordinaryUpTo = 1;
const strangeFrom = 2;

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

/** Writes proposal.novelty: the largest of the groups', for the features in scratch. */
function measureNovelty({ groups }: NoveltyModel, { scratch, proposal }: PriorState): void {
  const { features } = scratch;
  let largest = 0;
  for (let group = 0; group < groups.length; group++) {
    const { features: chosen, triangle } = groups[group];
    let sum = 0;
    let at = 0;
    for (let row = 0; row < chosen.length; row++) {
      let value = 0;
      for (let column = 0; column <= row; column++) value += triangle[at++] * features[chosen[column]];
      sum += value * value;
    }
    if (sum > largest) largest = sum;
  }
  proposal.novelty = largest;
}

/** 1 for ordinary input, 0 for strange, smooth between. */
function trustNovelty(novelty: number): number {
  const part = Math.min(1, Math.max(0, (novelty - ordinaryUpTo) / (strangeFrom - ordinaryUpTo)));
  return 1 - part * part * (3 - 2 * part);
}

/**
 * The network itself: from scratch.features and scratch.hidden to `output` and `hiddenNext`.
 *
 * GRU of Cho et al., "Learning Phrase Representations using RNN Encoder-Decoder", 2014, in the form of the training
 * framework: r = s(Wr x + Ur h), z = s(Wz x + Uz h), n = tanh(Wn x + r (Un h)), h' = (1 - z) n + z h, biases in each.
 */
function runPrior(model: PriorModel, scratch: PriorScratch, hiddenNext: Float64Array, output: Float64Array): void {
  const { kernel, matrices, biases, hiddenCount, headCount, embeddingCount } = model;
  const { features, embedding, hidden, inputGates, stateGates, head, headPart } = scratch;

  quantiseValues(kernel, features, features.length, matrices.embed.paddedColumns);
  multiplyMatrix(kernel, matrices.embed, biases.embed, embedding);
  for (let i = 0; i < embeddingCount; i++) if (embedding[i] < 0) embedding[i] = 0;

  quantiseValues(kernel, embedding, embeddingCount, matrices.input.paddedColumns);
  multiplyMatrix(kernel, matrices.input, biases.input, inputGates);
  multiplyMatrix(kernel, matrices.firstEmbed, biases.first, head);

  quantiseValues(kernel, hidden, hiddenCount, matrices.state.paddedColumns);
  multiplyMatrix(kernel, matrices.state, biases.state, stateGates);
  for (let i = 0; i < hiddenCount; i++) {
    const reset = gate(inputGates[i] + stateGates[i]);
    const update = gate(inputGates[hiddenCount + i] + stateGates[hiddenCount + i]);
    // tanh x = 2 s(2 x) - 1
    const fresh = 2 * gate(2 * (inputGates[2 * hiddenCount + i] + reset * stateGates[2 * hiddenCount + i])) - 1;
    hiddenNext[i] = fresh + update * (hidden[i] - fresh);
  }

  quantiseValues(kernel, hiddenNext, hiddenCount, matrices.firstState.paddedColumns);
  multiplyMatrix(kernel, matrices.firstState, biases.none, headPart);
  for (let i = 0; i < headCount; i++) head[i] = Math.max(0, head[i] + headPart[i]);

  quantiseValues(kernel, head, headCount, matrices.last.paddedColumns);
  multiplyMatrix(kernel, matrices.last, biases.last, output);
}
