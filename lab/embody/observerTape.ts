import { TRUTH_COUNT } from './gaitSamples.ts';
import { ANSWER_COUNT, SIGNAL_COUNT } from './internals.ts';

// Own names: tests run through a bundler that looks imported ones up at every use.
const INPUTS = SIGNAL_COUNT;
const ANSWERS = ANSWER_COUNT;
const TRUTHS = TRUTH_COUNT;

/** Frames of a training sequence: it starts from nothing, so that a cold start is learned too. */
export const SEQUENCE_LENGTH = 150;
const CONTACT_WEIGHT = 4;

/** Where each array lies in the flat list of parameters. */
export function layoutOf(cells: number) {
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
export type Layout = ReturnType<typeof layoutOf>;

/** One sequence with all that the way back needs. */
export function createTape(cells: number) {
  const rows = SEQUENCE_LENGTH;
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
export type Tape = ReturnType<typeof createTape>;

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

/** Runs the sequence on the tape; mean loss per frame. */
export function runForward(layout: Layout, cells: number, p: Float64Array, tape: Tape, withSlopes: boolean): number {
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

/** Adds the gradient of the loss that runForward() found. */
export function runBackward(layout: Layout, cells: number, p: Float64Array, tape: Tape, gradient: Float64Array): void {
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
