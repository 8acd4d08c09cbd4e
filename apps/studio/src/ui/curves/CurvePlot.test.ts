import { buildCurve, evaluateCurve, insertCurveKey } from '@leib/core';
import { expect, test } from 'vitest';
import { dragCurve, isSplit, setSlope, timeForKey } from './CurvePlot.js';

const key = (time: number, value: number) => ({ time, value, inTangent: 0, outTangent: 0 });
const curve = buildCurve([key(0, 0), key(1, 2), key(3, 1)]);

test('a joined tangent takes the other along, a separate one leaves it', () => {
  const joined = dragCurve(curve, { key: 1, tangent: 1 }, 2, 5, true);
  expect(joined && [joined.inTangents[1], joined.outTangents[1]]).toEqual([3, 3]);
  const split = dragCurve(curve, { key: 1, tangent: 1 }, 2, 5, false);
  expect(split && [split.inTangents[1], split.outTangents[1]]).toEqual([0, 3]);
  expect(split && isSplit(split, 1)).toBe(true);
  // Only the curve on its own side of the key changes.
  expect(split && evaluateCurve(split, 0.5)).toBe(evaluateCurve(curve, 0.5));
  expect(split && evaluateCurve(split, 1.5)).toBeGreaterThan(evaluateCurve(curve, 1.5) + 0.1);
  expect(dragCurve(curve, { key: 1, tangent: 1 }, 0.5, 5, false)).toBeNull();
});

test('a typed slope is the slope, before or after the key', () => {
  const typed = setSlope(curve, 1, -1, -2, false);
  expect([typed.inTangents[1], typed.outTangents[1]]).toEqual([-2, 0]);
  const slope = (evaluateCurve(typed, 1) - evaluateCurve(typed, 1 - 1e-6)) / 1e-6;
  expect(slope).toBeCloseTo(-2, 3);
});

test('one more key always finds a place of its own', () => {
  for (const index of [0, 1, 2]) {
    expect(insertCurveKey(curve, timeForKey(curve, index)).curve.times).toHaveLength(4);
  }
  const lone = buildCurve([key(2, 1)]);
  expect(insertCurveKey(lone, timeForKey(lone, 0)).curve.times).toHaveLength(2);
});
