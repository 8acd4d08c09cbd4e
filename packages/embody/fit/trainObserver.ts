import { ANSWER_COUNT, mirrorSignals, type ObserverWeights, SIGNAL_COUNT } from '@leib/embody/fit';
import { type GaitTake, TRUTH_COUNT } from './gaitSamples.ts';
import { bell, seededRandom } from './random.ts';

// Own names: tests run through a bundler that looks imported ones up at every use.
const INPUTS = SIGNAL_COUNT;
const ANSWERS = ANSWER_COUNT;
const TRUTHS = TRUTH_COUNT;

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

/** Frames of a training sequence: it starts from nothing, so that a cold start is learned too. */
const LENGTH = 150;
/** Sequences that run, go back or sideways are rare and count more. */
const RARE_WEIGHT = 3;
const CONTACT_WEIGHT = 4;
/** The answer is the running mean of the weights over about this many steps. */
const MEAN_STEPS = 800;

const inputMeans = [0.942, 0, 0, 0.16, 0, 0, -0.19, 0, 0.15, -0.31, 0.05, -0.15, -0.31, 0.05, 0, 0, 0.16, 0, 0, 0.16];
const inputScales = [
  0.1, 0.2, 0.2, 0.34, 0.25, 0.4, 0.38, 0.17, 0.11, 0.16, 0.13, 0.11, 0.16, 0.13, 0.37, 0.43, 0.53, 0.37, 0.43, 0.53,
];

/** Where each array lies in the flat list of parameters. */
function layoutOf(cells: number) {
  const inputWeights = 0;
  const inputBiases = inputWeights + 3 * cells * INPUTS;
  const cellWeights = inputBiases + 3 * cells;
  const cellBiases = cellWeights + 3 * cells * cells;
  const outputWeights = cellBiases + 3 * cells;
  const outputBiases = outputWeights + ANSWERS * cells;
  return {
    inputWeights,
    inputBiases,
    cellWeights,
    cellBiases,
    outputWeights,
    outputBiases,
    size: outputBiases + ANSWERS,
  };
}

interface Sequence {
  readonly take: GaitTake;
  readonly start: number;
  readonly weight: number;
}

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
  const [first, second] = [new Float64Array(layout.size), new Float64Array(layout.size)];
  const mean = Float64Array.from(parameters);
  const tape = createTape(cellCount);
  const sequences = listSequences(takes);
  const cumulative = new Float64Array(sequences.length);
  let sum = 0;
  sequences.forEach(({ weight }, i) => {
    sum += weight;
    cumulative[i] = sum;
  });
  const total = cumulative[cumulative.length - 1];
  let best = Float64Array.from(parameters);
  let bestLoss = Number.POSITIVE_INFINITY;
  for (let step = 0; step < steps; step++) {
    gradient.fill(0);
    let loss = 0;
    for (let i = 0; i < batchSize; i++) {
      const sequence = sequences[lowerBound(cumulative, random() * total)];
      drawSequence(sequence, random, tape);
      loss += runForward(layout, cellCount, parameters, tape, true) / batchSize;
      runBackward(layout, cellCount, parameters, tape, gradient);
    }
    let norm = 0;
    for (let i = 0; i < layout.size; i++) norm += (gradient[i] / batchSize) ** 2;
    const clip = Math.min(1, 1 / Math.sqrt(norm));
    const rate = options.learningRate * Math.min(1, step / 200) * 0.5 * (1 + Math.cos((Math.PI * step) / steps));
    const decay = Math.min(1 - 1 / MEAN_STEPS, (step + 1) / (step + 10));
    for (let i = 0; i < layout.size; i++) {
      const slope = (gradient[i] / batchSize) * clip;
      first[i] = 0.9 * first[i] + 0.1 * slope;
      second[i] = 0.999 * second[i] + 0.001 * slope * slope;
      const change = first[i] / (1 - 0.9 ** (step + 1)) / (Math.sqrt(second[i] / (1 - 0.999 ** (step + 1))) + 1e-8);
      parameters[i] -= rate * (change + options.weightDecay * parameters[i]);
      mean[i] = decay * mean[i] + (1 - decay) * parameters[i];
    }
    if (step % 300 !== 299 && step !== steps - 1) continue;
    const validationLoss = meanLoss(layout, cellCount, mean, validation, tape);
    report(`step ${step + 1}: loss ${loss.toFixed(3)}, validation ${validationLoss.toFixed(4)}`);
    if (validationLoss >= bestLoss) continue;
    bestLoss = validationLoss;
    best = Float64Array.from(mean);
  }
  const read = (from: number, to: number) =>
    Array.from(best.subarray(from, to), (value) => Number(value.toPrecision(5)));
  return {
    validationLoss: bestLoss,
    weights: {
      cellCount,
      inputMeans,
      inputScales,
      inputWeights: read(layout.inputWeights, layout.inputBiases),
      inputBiases: read(layout.inputBiases, layout.cellWeights),
      cellWeights: read(layout.cellWeights, layout.cellBiases),
      cellBiases: read(layout.cellBiases, layout.outputWeights),
      outputWeights: read(layout.outputWeights, layout.outputBiases),
      outputBiases: read(layout.outputBiases, layout.size),
    },
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

function listSequences(takes: readonly GaitTake[]): Sequence[] {
  const sequences: Sequence[] = [];
  for (const take of takes) {
    const { frameCount, signals } = take;
    if (frameCount < 40) continue;
    const count = Math.max(1, Math.floor(frameCount / 30));
    const base = frameCount ** 0.5 * count ** -0.7;
    for (let i = 0; i < count; i++) {
      const start = Math.floor((Math.max(0, frameCount - LENGTH) * i) / Math.max(1, count - 1));
      let rare = 0;
      const end = Math.min(frameCount, start + LENGTH);
      for (let frame = start; frame < end; frame++) {
        const at = frame * INPUTS;
        if (signals[at + 3] > 1.2 || signals[at + 3] < -0.12 || Math.abs(signals[at + 1]) > 0.2) rare++;
      }
      sequences.push({ take, start, weight: base * (1 + (RARE_WEIGHT * rare) / (end - start)) });
    }
  }
  return sequences;
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

/** One sequence with all that the way back needs. */
function createTape(cells: number) {
  const rows = LENGTH;
  return {
    length: 0,
    inputs: new Float64Array(rows * INPUTS),
    truths: new Float64Array(rows * TRUTHS),
    reset: new Float64Array(rows * cells),
    keep: new Float64Array(rows * cells),
    candidate: new Float64Array(rows * cells),
    fed: new Float64Array(rows * cells),
    cells: new Float64Array((rows + 1) * cells),
    slopes: new Float64Array(rows * ANSWERS),
  };
}
type Tape = ReturnType<typeof createTape>;

const one = new Float64Array(INPUTS);
const two = new Float64Array(INPUTS);

/**
 * A piece of a take, as another person might have done it: mirrored, faster or slower, with longer or shorter arms, a
 * crooked headset, a floor that is off, and the noise of trackers.
 */
function drawSequence({ take, start }: Sequence, random: () => number, tape: Tape): void {
  const { signals, truths, frameCount } = take;
  const from = Math.min(start + Math.floor(30 * random()), Math.max(start, frameCount - 30));
  const isMirrored = random() < 0.5;
  const truth = truths[isMirrored ? 1 : 0];
  const speed = 1 + 0.075 * (2 * random() - 1);
  const armScale = Math.exp(0.045 * bell(random));
  const handSpeed = Math.exp(0.09 * bell(random));
  const pitch = 0.22 * bell(random);
  const roll = 0.055 * bell(random);
  const height = 0.022 * bell(random);
  const noise = random() < 0.5 ? 0.0008 * random() : 0;
  const hands = Array.from({ length: 6 }, () => 0.014 * bell(random));
  let last = Array.from({ length: 9 }, () => 0);
  tape.length = 0;
  for (let row = 0; row < LENGTH; row++) {
    const at = from + row * speed;
    const frame = Math.floor(at);
    if (frame + 1 >= frameCount) break;
    const part = at - frame;
    for (let i = 0; i < INPUTS; i++) {
      const a = signals[frame * INPUTS + i];
      one[i] = a + (signals[(frame + 1) * INPUTS + i] - a) * part;
    }
    if (isMirrored) mirrorSignals(one, two);
    else two.set(one);
    const now = last.map(() => (noise > 0 ? 2 * noise * bell(random) : 0));
    for (let i = 0; i < INPUTS; i++) {
      if ((i >= 1 && i <= 3) || i === 5) two[i] *= speed;
      if (i >= 14) two[i] *= speed * handSpeed;
      if (i >= 8 && i < 14) two[i] = two[i] * armScale + hands[i - 8] + now[i - 5];
    }
    for (let k = 0; k < 3; k++) two[1 + k] += (now[k] - last[k]) * 60;
    for (let k = 0; k < 6; k++) two[14 + k] += (now[3 + k] - last[3 + k]) * 60;
    two[0] += height + now[1];
    two[6] += pitch;
    two[7] += roll;
    if (row === 0) for (const i of [1, 2, 3, 5, 14, 15, 16, 17, 18, 19]) two[i] = 0;
    last = now;
    for (let i = 0; i < INPUTS; i++) {
      const value = (two[i] - inputMeans[i]) / inputScales[i];
      tape.inputs[row * INPUTS + i] = Math.max(-6, Math.min(6, value));
    }
    const near = part < 0.5 ? frame : frame + 1;
    for (let i = 0; i < TRUTHS; i++) {
      const a = truth[frame * TRUTHS + i];
      const b = truth[(frame + 1) * TRUTHS + i];
      let value = i < 2 ? truth[near * TRUTHS + i] : i === 5 ? Math.min(a, b) : a + (b - a) * part;
      if (isMirrored && (i === 2 || i === 6 || i === 9)) value = -value;
      tape.truths[row * TRUTHS + i] = i === 4 ? value / speed : value;
    }
    tape.length = row + 1;
  }
}

/** Which truth each answer is compared with, over which distance it is off by one, and how much that counts. */
const compared = [
  { truth: 2, scale: 0.05, weight: 0.3, needsGoal: true },
  { truth: 3, scale: 0.05, weight: 0.3, needsGoal: true },
  { truth: 4, scale: 0.1, weight: 0.15, needsGoal: true },
  { truth: 6, scale: 0.05, weight: 0.5, needsGoal: false },
  { truth: 7, scale: 0.05, weight: 0.5, needsGoal: false },
  { truth: 8, scale: 0.05, weight: 0.5, needsGoal: false },
  { truth: 9, scale: 0.3, weight: 0.3, needsGoal: false },
  { truth: 10, scale: 0.3, weight: 0.3, needsGoal: false },
] as const;

type Layout = ReturnType<typeof layoutOf>;

/** Runs the sequence on the tape; mean loss per frame. */
function runForward(layout: Layout, cells: number, p: Float64Array, tape: Tape, withSlopes: boolean): number {
  const { inputs, truths, length } = tape;
  let loss = 0;
  tape.cells.fill(0, 0, cells);
  for (let row = 0; row < length; row++) {
    const h = row * cells;
    for (let i = 0; i < cells; i++) {
      const gates = [0, 0, 0];
      const back = [0, 0, 0];
      for (let gate = 0; gate < 3; gate++) {
        const unit = gate * cells + i;
        let sum = p[layout.inputBiases + unit];
        let at = layout.inputWeights + unit * INPUTS;
        for (let k = 0; k < INPUTS; k++) sum += p[at++] * inputs[row * INPUTS + k];
        gates[gate] = sum;
        sum = p[layout.cellBiases + unit];
        at = layout.cellWeights + unit * cells;
        for (let k = 0; k < cells; k++) sum += p[at++] * tape.cells[h + k];
        back[gate] = sum;
      }
      const reset = 1 / (1 + Math.exp(-gates[0] - back[0]));
      const keep = 1 / (1 + Math.exp(-gates[1] - back[1]));
      const candidate = Math.tanh(gates[2] + reset * back[2]);
      tape.reset[h + i] = reset;
      tape.keep[h + i] = keep;
      tape.candidate[h + i] = candidate;
      tape.fed[h + i] = back[2];
      tape.cells[h + cells + i] = (1 - keep) * candidate + keep * tape.cells[h + i];
    }
    for (let answer = 0; answer < ANSWERS; answer++) {
      let value = p[layout.outputBiases + answer];
      const at = layout.outputWeights + answer * cells;
      for (let k = 0; k < cells; k++) value += p[at + k] * tape.cells[h + cells + k];
      let slope = 0;
      if (answer < 2) {
        const truth = truths[row * TRUTHS + answer];
        loss += CONTACT_WEIGHT * (Math.max(value, 0) - value * truth + Math.log1p(Math.exp(-Math.abs(value))));
        slope = CONTACT_WEIGHT * (1 / (1 + Math.exp(-value)) - truth);
      } else {
        const { truth, scale, weight, needsGoal } = compared[answer - 2];
        if (!needsGoal || truths[row * TRUTHS + 5] > 0.5) {
          // Huber's loss: one far answer does not outweigh many near ones.
          const off = (value - truths[row * TRUTHS + truth]) / scale;
          loss += weight * (Math.abs(off) < 1 ? 0.5 * off * off : Math.abs(off) - 0.5);
          slope = (weight * Math.max(-1, Math.min(1, off))) / scale;
        }
      }
      if (withSlopes) tape.slopes[row * ANSWERS + answer] = slope / length;
    }
  }
  return loss / Math.max(1, length);
}

function runBackward(layout: Layout, cells: number, p: Float64Array, tape: Tape, gradient: Float64Array): void {
  const { inputs, slopes, length } = tape;
  const toCells = new Float64Array(cells);
  const before = new Float64Array(cells);
  for (let row = length - 1; row >= 0; row--) {
    const h = row * cells;
    for (let answer = 0; answer < ANSWERS; answer++) {
      const slope = slopes[row * ANSWERS + answer];
      if (slope === 0) continue;
      gradient[layout.outputBiases + answer] += slope;
      const at = layout.outputWeights + answer * cells;
      for (let k = 0; k < cells; k++) {
        gradient[at + k] += slope * tape.cells[h + cells + k];
        toCells[k] += slope * p[at + k];
      }
    }
    before.fill(0);
    for (let i = 0; i < cells; i++) {
      const slope = toCells[i];
      const keep = tape.keep[h + i];
      const candidate = tape.candidate[h + i];
      const reset = tape.reset[h + i];
      before[i] += slope * keep;
      const toCandidate = slope * (1 - keep) * (1 - candidate * candidate);
      const toKeep = slope * (tape.cells[h + i] - candidate) * keep * (1 - keep);
      const toReset = toCandidate * tape.fed[h + i] * reset * (1 - reset);
      for (let gate = 0; gate < 3; gate++) {
        const unit = gate * cells + i;
        const toInput = gate === 0 ? toReset : gate === 1 ? toKeep : toCandidate;
        const toBack = gate === 2 ? toCandidate * reset : toInput;
        gradient[layout.inputBiases + unit] += toInput;
        gradient[layout.cellBiases + unit] += toBack;
        let at = layout.inputWeights + unit * INPUTS;
        for (let k = 0; k < INPUTS; k++) gradient[at++] += toInput * inputs[row * INPUTS + k];
        at = layout.cellWeights + unit * cells;
        for (let k = 0; k < cells; k++) {
          gradient[at + k] += toBack * tape.cells[h + k];
          before[k] += toBack * p[at + k];
        }
      }
    }
    toCells.set(before);
  }
}

/** Plain takes, both feet, in pieces of the training length. */
function meanLoss(layout: Layout, cells: number, p: Float64Array, takes: readonly GaitTake[], tape: Tape): number {
  let sum = 0;
  let count = 0;
  for (const take of takes) {
    for (let side = 0; side < 2; side++) {
      for (let start = 0; start + 30 < take.frameCount; start += 3 * LENGTH) {
        drawPlain(take, side, start, tape);
        sum += runForward(layout, cells, p, tape, false);
        count++;
      }
    }
  }
  return sum / Math.max(1, count);
}

function drawPlain({ signals, truths, frameCount }: GaitTake, side: number, start: number, tape: Tape): void {
  tape.length = Math.min(LENGTH, frameCount - start);
  for (let row = 0; row < tape.length; row++) {
    const frame = start + row;
    for (let i = 0; i < INPUTS; i++) one[i] = signals[frame * INPUTS + i];
    if (side === 1) mirrorSignals(one, two);
    else two.set(one);
    for (let i = 0; i < INPUTS; i++) {
      tape.inputs[row * INPUTS + i] = Math.max(-6, Math.min(6, (two[i] - inputMeans[i]) / inputScales[i]));
    }
    for (let i = 0; i < TRUTHS; i++) {
      const value = truths[side][frame * TRUTHS + i];
      tape.truths[row * TRUTHS + i] = side === 1 && (i === 2 || i === 6 || i === 9) ? -value : value;
    }
  }
}
