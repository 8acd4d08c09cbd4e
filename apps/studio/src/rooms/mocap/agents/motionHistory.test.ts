import { expect, test } from 'vitest';
import { createMotionHistory, frameBefore, nextFrame } from './motionHistory.js';

test('frames of the past are found by their time, also where they did not come evenly', () => {
  const history = createMotionHistory(4, () => ({ value: 0 }));
  expect(frameBefore(history, 1)).toBe(null);
  const valueBefore = (seconds: number) => frameBefore(history, seconds)?.value;
  for (const [time, value] of [
    [0, 10],
    [0.1, 11],
    [0.3, 13],
    [0.4, 14],
    [1, 20],
    [1.1, 21],
  ]) {
    nextFrame(history, time).value = value;
  }
  expect(valueBefore(0)).toBe(21);
  expect(valueBefore(0.1)).toBe(20);
  expect(valueBefore(0.5)).toBe(14);
  expect(valueBefore(0.75)).toBe(13);
  // The ring holds four: the oldest stands for everything before it.
  expect(valueBefore(60)).toBe(13);
});
