import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { fittedGait } from '../fittedGait.generated.js';
import {
  ANSWER_COUNT,
  buildObserver,
  mirrorOrder,
  mirrorSignals,
  mirrorSigns,
  type ObserverWeights,
  SIGNAL_COUNT,
} from './observerModel.js';
import { createObserverWork, runObserver } from './runObserver.js';

const weights = fittedGait.observer;
const model = buildObserver(weights);

/** Cho et al.'s equations as they are printed, for one foot. */
function plain(w: ObserverWeights, signals: Float64Array, cells: number[]): { cells: number[]; answers: number[] } {
  const n = w.cellCount;
  const x = [...signals].map((v, i) => Math.max(-6, Math.min(6, (v - w.inputMeans[i]) / w.inputScales[i])));
  const dot = (matrix: readonly number[], row: number, v: readonly number[]) =>
    v.reduce((sum, value, k) => sum + matrix[row * v.length + k] * value, 0);
  const sigmoid = (v: number) => 1 / (1 + Math.exp(-v));
  const input = (row: number) => w.inputBiases[row] + dot(w.inputWeights, row, x);
  const back = (row: number) => w.cellBiases[row] + dot(w.cellWeights, row, cells);
  const next = cells.map((cell, i) => {
    const reset = sigmoid(input(i) + back(i));
    const keep = sigmoid(input(n + i) + back(n + i));
    return (1 - keep) * Math.tanh(input(2 * n + i) + reset * back(2 * n + i)) + keep * cell;
  });
  return { cells: next, answers: w.outputBiases.map((bias, i) => bias + dot(w.outputWeights, i, next)) };
}

function randomSignals(seed: number): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from({ length: SIGNAL_COUNT }, () => 2 * random() - 1);
}

describe.each(seeds(5))('signals of seed %i', (seed) => {
  test('both feet at once are what each is alone', () => {
    const cells = [new Float64Array(weights.cellCount), new Float64Array(weights.cellCount)] as const;
    const answers = [new Float64Array(ANSWER_COUNT), new Float64Array(ANSWER_COUNT)] as const;
    const work = createObserverWork(model);
    let left = { cells: [...cells[0]], answers: [] as number[] };
    let right = { cells: [...cells[1]], answers: [] as number[] };
    const mirrored = new Float64Array(SIGNAL_COUNT);
    for (let tick = 0; tick < 20; tick++) {
      const signals = randomSignals(seed * 100 + tick);
      mirrorSignals(signals, mirrored);
      runObserver(model, work, signals, cells, answers);
      left = plain(weights, signals, left.cells);
      right = plain(weights, mirrored, right.cells);
      for (let i = 0; i < ANSWER_COUNT; i++) {
        expect(answers[0][i]).toBeCloseTo(left.answers[i], 9);
        expect(answers[1][i]).toBeCloseTo(right.answers[i], 9);
      }
    }
  });
});

test('mirroring twice changes nothing, and means and scales are their own mirror image', () => {
  const signals = randomSignals(9);
  const [once, twice] = [new Float64Array(SIGNAL_COUNT), new Float64Array(SIGNAL_COUNT)];
  mirrorSignals(signals, once);
  mirrorSignals(once, twice);
  expect([...twice]).toEqual([...signals]);
  for (let i = 0; i < SIGNAL_COUNT; i++) {
    expect(weights.inputMeans[mirrorOrder[i]] * mirrorSigns[i]).toBeCloseTo(weights.inputMeans[i], 12);
    expect(weights.inputScales[mirrorOrder[i]]).toBeCloseTo(weights.inputScales[i], 12);
  }
});

test('weights of a wrong length are refused by name', () => {
  expect(() => buildObserver({ ...weights, outputBiases: [1] })).toThrow(
    'observer.outputBiases: expected 10 finite numbers, got 1',
  );
  expect(() => buildObserver({ ...weights, cellCount: 7 })).toThrow('even number');
});
