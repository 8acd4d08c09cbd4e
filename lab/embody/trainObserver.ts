import type { GaitTake } from './gaitSamples.ts';
import type { ObserverWeights } from './internals.ts';
import { drawPlain, drawSequence, inputMeans, inputScales, listSequences, type Sequence } from './observerSequences.ts';
import {
  createTape,
  type Layout,
  layoutOf,
  runBackward,
  runForward,
  SEQUENCE_LENGTH,
  type Tape,
} from './observerTape.ts';
import { seededRandom } from './random.ts';

export interface ObserverTraining {
  readonly cellCount: number;
  readonly steps: number;
  readonly batchSize: number;
  readonly learningRate: number;
  readonly weightDecay: number;
  readonly seed: number;
}

export const defaultObserverTraining: ObserverTraining = {
  cellCount: 24,
  steps: 9000,
  batchSize: 48,
  learningRate: 4e-3,
  weightDecay: 1e-3,
  seed: 2,
};

/** The answer is the running mean of the weights over about this many steps. */
const MEAN_STEPS = 800;

/**
 * Fits the observer by back-propagation through time (Werbos 1990) and Adam. The same takes, options and seed give the
 * same numbers. The weights with the least loss on the validation takes are kept.
 */
export function trainObserver(
  takes: readonly GaitTake[],
  validation: readonly GaitTake[],
  options: ObserverTraining = defaultObserverTraining,
  report: (text: string) => void = () => {},
): { weights: ObserverWeights; validationLoss: number } {
  const { cellCount, steps, batchSize, seed } = options;
  const layout = layoutOf(cellCount);
  const random = seededRandom(seed);
  const parameters = new Float64Array(layout.size);
  const spread = 1 / Math.sqrt(cellCount);
  for (let i = 0; i < layout.size; i++) parameters[i] = (2 * random() - 1) * spread;
  const gradient = new Float64Array(layout.size);
  const moments = { first: new Float64Array(layout.size), second: new Float64Array(layout.size) };
  const mean = Float64Array.from(parameters);
  const tape = createTape(cellCount);
  const pick = createPicker(listSequences(takes));
  let best = Float64Array.from(parameters);
  let bestLoss = Number.POSITIVE_INFINITY;
  for (let step = 0; step < steps; step++) {
    gradient.fill(0);
    let loss = 0;
    for (let i = 0; i < batchSize; i++) {
      drawSequence(pick(random()), random, tape);
      loss += runForward(layout, cellCount, parameters, tape, true) / batchSize;
      runBackward(layout, cellCount, parameters, tape, gradient);
    }
    for (let i = 0; i < layout.size; i++) gradient[i] /= batchSize;
    stepAdam(parameters, gradient, moments, step, options);
    const decay = Math.min(1 - 1 / MEAN_STEPS, (step + 1) / (step + 10));
    for (let i = 0; i < layout.size; i++) mean[i] = decay * mean[i] + (1 - decay) * parameters[i];
    if (step % 300 !== 299 && step !== steps - 1) continue;
    const validationLoss = meanLoss(layout, cellCount, mean, validation, tape);
    report(`step ${step + 1}: loss ${loss.toFixed(3)}, validation ${validationLoss.toFixed(4)}`);
    if (validationLoss >= bestLoss) continue;
    bestLoss = validationLoss;
    best = Float64Array.from(mean);
  }
  return { validationLoss: bestLoss, weights: readWeights(layout, cellCount, best) };
}

/** Picks a sequence by a number 0..1, each as often as its weight says. */
function createPicker(sequences: readonly Sequence[]): (drawn: number) => Sequence {
  const cumulative = new Float64Array(sequences.length);
  let sum = 0;
  sequences.forEach(({ weight }, i) => {
    sum += weight;
    cumulative[i] = sum;
  });
  return (drawn) => sequences[lowerBound(cumulative, drawn * sum)];
}

interface Moments {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** Adam (Kingma & Ba 2015) with decoupled weight decay; the gradient is clipped, the rate rises and falls as a cosine. */
function stepAdam(
  parameters: Float64Array,
  gradient: Float64Array,
  { first, second }: Moments,
  step: number,
  { learningRate, weightDecay, steps }: ObserverTraining,
): void {
  let norm = 0;
  for (let i = 0; i < gradient.length; i++) norm += gradient[i] ** 2;
  const clip = Math.min(1, 1 / Math.sqrt(norm));
  const rate = learningRate * Math.min(1, step / 200) * 0.5 * (1 + Math.cos((Math.PI * step) / steps));
  for (let i = 0; i < parameters.length; i++) {
    const slope = gradient[i] * clip;
    first[i] = 0.9 * first[i] + 0.1 * slope;
    second[i] = 0.999 * second[i] + 0.001 * slope * slope;
    const change = first[i] / (1 - 0.9 ** (step + 1)) / (Math.sqrt(second[i] / (1 - 0.999 ** (step + 1))) + 1e-8);
    parameters[i] -= rate * (change + weightDecay * parameters[i]);
  }
}

function readWeights(layout: Layout, cellCount: number, parameters: Float64Array): ObserverWeights {
  const read = (from: number, to: number) =>
    Array.from(parameters.subarray(from, to), (value) => Number(value.toPrecision(5)));
  return {
    cellCount,
    inputMeans,
    inputScales,
    inputWeights: read(layout.inputWeights, layout.inputBiases),
    inputBiases: read(layout.inputBiases, layout.cellWeights),
    cellWeights: read(layout.cellWeights, layout.cellBiases),
    cellBiases: read(layout.cellBiases, layout.outputWeights),
    outputWeights: read(layout.outputWeights, layout.outputBiases),
    outputBiases: read(layout.outputBiases, layout.size),
  };
}

/** Mean loss of given weights on plain takes: what training is stopped by. */
export function lossOf(weights: ObserverWeights, takes: readonly GaitTake[]): number {
  const { cellCount } = weights;
  const flat = Float64Array.from([
    ...weights.inputWeights,
    ...weights.inputBiases,
    ...weights.cellWeights,
    ...weights.cellBiases,
    ...weights.outputWeights,
    ...weights.outputBiases,
  ]);
  return meanLoss(layoutOf(cellCount), cellCount, flat, takes, createTape(cellCount));
}

function lowerBound(values: Float64Array, wanted: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Plain takes, both feet, in pieces of the training length. */
function meanLoss(layout: Layout, cells: number, p: Float64Array, takes: readonly GaitTake[], tape: Tape): number {
  let sum = 0;
  let count = 0;
  for (const take of takes) {
    for (let side = 0; side < 2; side++) {
      for (let start = 0; start + 30 < take.frameCount; start += 3 * SEQUENCE_LENGTH) {
        drawPlain(take, side, start, tape);
        sum += runForward(layout, cells, p, tape, false);
        count++;
      }
    }
  }
  return sum / Math.max(1, count);
}
