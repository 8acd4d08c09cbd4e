import { expect, test } from 'vitest';
import { TICK_MS, tickSeconds } from './tickSeconds.js';

/** Computing of each step of a world in which a second takes so many milliseconds, after a step of 100 ms. */
function stepsAfterPause(msPerSecond: number): number[] {
  const steps: number[] = [];
  let lastMs = 100;
  for (let i = 0; i < 50; i++) {
    lastMs = msPerSecond * tickSeconds(Math.max(TICK_MS, lastMs) / 1000, lastMs);
    steps.push(lastMs);
  }
  return steps;
}

test('a world that cannot keep up takes no longer steps for it', () => {
  for (const stepMs of stepsAfterPause(1500)) expect(stepMs).toBeCloseTo(1.5 * TICK_MS, 6);
});

test('a world that was held up by something else makes up for it', () => {
  expect(tickSeconds(0.03, 4)).toBe(0.03);
  expect(tickSeconds(3, 4)).toBe(0.05);
  expect(stepsAfterPause(300).at(-1)).toBeCloseTo(0.3 * TICK_MS, 6);
});
