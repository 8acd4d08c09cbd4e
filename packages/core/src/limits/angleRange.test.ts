import { expect, test } from 'vitest';
import { DEG, wrapAngle } from '../math/index.js';
import { seededRandom, seeds } from '../testing.js';
import { type AngleRange, checkAngleRange, clampAngle, isInsideAngleRange } from './eulerRanges.js';

function range(min: number, max: number): AngleRange {
  return { min: min * DEG, max: max * DEG };
}

test.each([
  // Range, angle, answer; degrees.
  [-30, 60, 10, 10],
  [-30, 60, 90, 60],
  [-30, 60, -90, -30],
  [-30, 60, 190, 60],
  [-30, 60, 200, -30],
  [150, 210, -170, -170],
  [150, 210, 100, 150],
  [150, 210, -100, 210],
  [-170, 170, 175, 170],
  [-170, 170, -175, -170],
  [-200, 200, 180, 180],
  [0, 0, 120, 0],
  [-30, 60, 370, 370],
])('%i .. %i takes %i to %i', (min, max, angle, answer) => {
  expect(clampAngle(range(min, max), angle * DEG)).toBeCloseTo(answer * DEG, 12);
  expect(isInsideAngleRange(range(min, max), angle * DEG)).toBe(angle === answer);
});

test.each(seeds(50))('inside stays, outside goes to the nearest, once and for all (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const min = (random() - 0.5) * 4 * Math.PI;
  const limit = { min, max: min + random() * 2 * Math.PI };
  const angle = (random() - 0.5) * 20;
  const result = clampAngle(limit, angle);
  expect(isInsideAngleRange(limit, result)).toBe(true);
  expect(clampAngle(limit, result)).toBe(result);
  if (isInsideAngleRange(limit, angle)) expect(result).toBe(angle);
  for (let i = 0; i <= 100; i++) {
    const candidate = limit.min + (i / 100) * (limit.max - limit.min);
    expect(Math.abs(wrapAngle(result - angle))).toBeLessThanOrEqual(Math.abs(wrapAngle(candidate - angle)) + 1e-9);
  }
});

test('refuses a range that is none', () => {
  expect(() => checkAngleRange('knee', range(20, 10))).toThrow(/knee: expected min <= max/);
  expect(() => checkAngleRange('knee', { min: Number.NaN, max: 1 })).toThrow(/knee/);
});
