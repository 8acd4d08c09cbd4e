import { expect, test } from 'vitest';
import { seededRandom, seeds } from '../testing.js';
import { clamp, lerp, wrapAngle } from './scalar.js';

test('clamp keeps a value within its range', () => {
  expect([clamp(-2, 0, 1), clamp(0.5, 0, 1), clamp(7, 0, 1)]).toEqual([0, 0.5, 1]);
});

test('lerp starts at one value and ends at the other', () => {
  expect([lerp(2, 6, 0), lerp(2, 6, 0.25), lerp(2, 6, 1)]).toEqual([2, 3, 6]);
});

test.each(seeds(50))('a wrapped angle is the same angle in (-pi, pi] (seed %i)', (seed) => {
  const angle = (seededRandom(seed)() - 0.5) * 200;
  const wrapped = wrapAngle(angle);
  expect(wrapped).toBeGreaterThan(-Math.PI);
  expect(wrapped).toBeLessThanOrEqual(Math.PI);
  expect(Math.cos(wrapped)).toBeCloseTo(Math.cos(angle), 10);
  expect(Math.sin(wrapped)).toBeCloseTo(Math.sin(angle), 10);
});

test('half turns wrap to +pi, whatever their sign', () => {
  expect(wrapAngle(Math.PI)).toBe(Math.PI);
  expect(wrapAngle(-Math.PI)).toBe(Math.PI);
  expect(wrapAngle(3 * Math.PI)).toBeCloseTo(Math.PI, 12);
  expect(wrapAngle(0)).toBeCloseTo(0, 15);
});
