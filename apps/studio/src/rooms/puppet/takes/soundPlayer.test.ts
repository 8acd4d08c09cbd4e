import { expect, test } from 'vitest';
import { heardTakeTime, nextTakeTime, placeInSound } from './soundPlayer.js';

const running = { timeSeconds: 0.5, endSeconds: 2, isLooped: true };

test('the frame leads a silent take, the sound a take that is heard', () => {
  expect(nextTakeTime(running, 0.1, null)).toEqual({ timeSeconds: 0.6, isNewRound: false, isOver: false });
  expect(nextTakeTime(running, 0.1, 0.55)).toEqual({ timeSeconds: 0.55, isNewRound: false, isOver: false });
});

test('a loop goes on behind its end by as much as it was passed, and the sound is sought there', () => {
  const next = nextTakeTime({ ...running, timeSeconds: 1.95 }, 0.1, null);
  expect(next).toMatchObject({ isNewRound: true, isOver: false });
  expect(next.timeSeconds).toBeCloseTo(0.05, 12);
  // A tab that stood in the background comes back after several rounds.
  expect(nextTakeTime(running, 0, 5.25)).toMatchObject({ timeSeconds: 1.25, isNewRound: true });
});

test('a take without a loop stays at its end', () => {
  const next = nextTakeTime({ ...running, isLooped: false }, 9, null);
  expect(next).toEqual({ timeSeconds: 2, isNewRound: false, isOver: true });
  expect(nextTakeTime({ timeSeconds: 0, endSeconds: 0, isLooped: true }, 0.1, null).isOver).toBe(true);
});

test('the place in the sound is behind its beginning by the time of the take; outside nothing is heard', () => {
  expect(placeInSound(0.5, 0.25, 2)).toBe(0.75);
  expect(placeInSound(1.75, 0.25, 2)).toBeNull();
  expect(placeInSound(0.1, -0.25, 2)).toBeNull();
});

test('a slowed sound needs twice the time for the same place', () => {
  const begun = { takeSeconds: 0.4, clockSeconds: 10, rate: 0.5 };
  expect(heardTakeTime(begun, 10)).toBe(0.4);
  expect(heardTakeTime(begun, 12)).toBeCloseTo(1.4, 12);
});
