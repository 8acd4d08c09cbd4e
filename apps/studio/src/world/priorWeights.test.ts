import { readFileSync } from 'node:fs';
import { defaultSkeleton } from '@leib/body';
import { createPerson, defaultEmbodySettings } from '@leib/embody';
import { createJointFrame, pointNumber, quality } from '@leib/tracking';
import { afterEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../time/manualClock.js';
import { createPriorWeights, type PriorWeights, waitForWeights } from './priorWeights.js';

const bytes = readFileSync(new URL('../../../../packages/embody/assets/prior.bin', import.meta.url));

afterEach(() => vi.restoreAllMocks());

function personWith(prior: PriorWeights, solver = defaultEmbodySettings) {
  return createPerson({ skeleton: defaultSkeleton, prior, settings: { solver } });
}

function standing() {
  const frame = createJointFrame();
  frame.jointPoses.set([0, 1.5, 0, 0, 0, 0, 1], 0);
  frame.quality[pointNumber.head] = quality.tracked;
  return frame;
}

test('weights are fetched once, however many bodies ask', async () => {
  const read = vi.fn(async () => bytes);
  const weights = createPriorWeights(read);
  expect(weights.model).toBeNull();
  await Promise.all([weights.fetch(), weights.fetch()]);
  expect(read).toHaveBeenCalledTimes(1);
  expect(weights.model).not.toBeNull();
});

test('a body asks for them after it has been seen to move, and only where its prior is on', () => {
  const read = vi.fn(async () => bytes);
  const off = { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn: false } };
  const person = personWith(createPriorWeights(read), off);
  for (let i = 0; i < 5; i++) person.solve(standing(), 1 / 60);
  expect(read).not.toHaveBeenCalled();
  const other = personWith(createPriorWeights(read));
  for (let i = 0; i < 2; i++) other.solve(standing(), 1 / 60);
  expect(read).not.toHaveBeenCalled();
  other.solve(standing(), 1 / 60);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a clock that is stepped by hand makes no frame before they are here', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const weights = createPriorWeights(() => arrived.then(() => bytes));
  const clock = new ManualClock();
  waitForWeights(clock, weights);
  const advanced = clock.advance(0.1);
  // As long as a frame without them would take.
  await new ManualClock().advance(0.1);
  expect(clock.nowSeconds).toBe(0);
  arrive();
  await advanced;
  expect(clock.nowSeconds).toBeCloseTo(0.1, 9);
  expect(weights.model).not.toBeNull();
});

test.each([
  ['missing', () => Promise.reject(new Error('404'))],
  ['damaged', async () => bytes.subarray(0, 1000)],
])('without them (%s) the rules run', async (_, read) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const weights = createPriorWeights(read);
  const person = personWith(weights);
  await weights.fetch();
  expect(warn).toHaveBeenCalledOnce();
  for (let i = 0; i < 10; i++) person.solve(standing(), 1 / 60);
  expect(person.embody?.state.body.guidance.weight).toBe(0);
  expect(person.pose.worldPositions.every(Number.isFinite)).toBe(true);
});

test('a body takes them up while it moves, by degrees, and leaves them when it is told to', async () => {
  const weights = createPriorWeights(async () => bytes);
  const person = personWith(weights);
  const weightAfter = (seconds: number) => {
    for (let i = 0; i < seconds * 60; i++) person.solve(standing(), 1 / 60);
    return person.embody?.state.body.guidance.weight ?? -1;
  };
  expect(weightAfter(0.5)).toBe(0);
  await weights.fetch();
  expect(weightAfter(0.1)).toBeLessThan(0.5);
  expect(weightAfter(1)).toBe(1);
  person.set({ solver: { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn: false } } });
  expect(weightAfter(0.1)).toBeGreaterThan(0.5);
  expect(weightAfter(1)).toBe(0);
});
