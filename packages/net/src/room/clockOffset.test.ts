import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { addClockSample, createClockOffset } from './roomClient.js';

/** One question and answer over ways of different length, to a clock that is ahead by `offsetMs`. */
function ask(
  clock: ReturnType<typeof createClockOffset>,
  nowMs: number,
  offsetMs: number,
  there: number,
  back: number,
) {
  const t1 = nowMs + there + offsetMs;
  addClockSample(clock, nowMs, t1, t1 + 0.05, nowMs + there + 0.05 + back);
}

test.each(seeds(40))('the offset is right to half of the way there and back (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const offsetMs = (random() - 0.5) * 1e12;
  const clock = createClockOffset();
  let quickest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 12; i++) {
    const [there, back] = [0.05 + random() ** 4 * 40, 0.05 + random() ** 4 * 40];
    quickest = Math.min(quickest, there + back);
    ask(clock, i * 1000, offsetMs, there, back);
  }
  expect(clock.delayMs).toBeCloseTo(quickest, 3);
  expect(Math.abs(clock.offsetMs - offsetMs)).toBeLessThanOrEqual(quickest / 2 + 1e-3);
});

test('nothing is known before the first answer, and impossible answers are none', () => {
  const clock = createClockOffset();
  expect(clock.offsetMs).toBeNaN();
  addClockSample(clock, 0, 100, 200, 1);
  addClockSample(clock, 0, Number.NaN, 0, 1);
  expect(clock.offsetMs).toBeNaN();
});

test('a clock that is set is followed at once', () => {
  const clock = createClockOffset();
  for (let i = 0; i < 10; i++) ask(clock, i * 1000, 500, 0.2, 0.2);
  ask(clock, 11_000, 9000, 2, 2);
  expect(clock.offsetMs).toBeCloseTo(9000, 6);
});
