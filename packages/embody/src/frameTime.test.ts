import { createJointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createFrameTimeState, readFrameTime } from './frameTime.js';

/** Times of frames of a head that goes at 1.2 m/s and is seen 60 times a second, whatever the clock says. */
function timesOf(clock: readonly number[], speed = 1.2): number[] {
  const state = createFrameTimeState();
  const frame = createJointFrame();
  return clock.map((dtSeconds, i) => {
    frame.jointPoses[pointNumber.head * POSE_SIZE] = (speed * i) / 60;
    return readFrameTime(state, frame, dtSeconds);
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
  const state = createFrameTimeState();
  const frame = createJointFrame();
  for (const dtSeconds of usual) readFrameTime(state, frame, dtSeconds);
  frame.jointPoses[pointNumber.head * POSE_SIZE] = 0.5;
  expect(readFrameTime(state, frame, 0.4)).toBe(0.4);
  frame.jointPoses[pointNumber.head * POSE_SIZE] = 2;
  expect(readFrameTime(state, frame, 5)).toBe(1);
});

test('another rate that stays is the usual one in the end', () => {
  const times = timesOf([...usual, ...Array.from({ length: 100 }, () => 0.001)]);
  expect(times.at(-1)).toBe(0.001);
});
