import { expect, test } from 'vitest';
import { createTimeTrack, judgeTime } from './judgeTime.js';

/** Times of frames of a head that goes at 1.2 m/s and is seen 60 times a second, whatever the clock says. */
function timesOf(clock: readonly number[], speed = 1.2): number[] {
  const [state, head] = [createTimeTrack(), [0, 1.6, 0]];
  return clock.map((dtSeconds, i) => {
    head[0] = (speed * i) / 60;
    return judgeTime(state, head, dtSeconds);
  });
}

const usual = Array.from({ length: 10 }, () => 1 / 60);

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e-300, 0, 1e-4, 1e-3, 0.3, 1, 10])(
  'thirty frames of %f s while the head goes on take as long as others',
  (wrong) => {
    const clock = [...usual, ...Array.from({ length: 30 }, () => wrong), ...usual];
    for (const seconds of timesOf(clock)) expect(seconds).toBeCloseTo(1 / 60, 9);
  },
);

test('nothing moves in a pause, and no time passes', () => {
  expect(timesOf([...usual, 0, 0], 0).slice(-2)).toEqual([0, 0]);
});

test('a stall in which the head has gone far is as long as it was, one second at most', () => {
  const [state, head] = [createTimeTrack(), [0, 1.6, 0]];
  for (const dtSeconds of usual) judgeTime(state, head, dtSeconds);
  head[0] = 0.5;
  expect(judgeTime(state, head, 0.4)).toBe(0.4);
  head[0] = 2;
  expect(judgeTime(state, head, 5)).toBe(1);
});

test('another rate that stays is the usual one in the end', () => {
  const times = timesOf([...usual, ...Array.from({ length: 100 }, () => 0.001)]);
  expect(times.at(-1)).toBe(0.001);
});
