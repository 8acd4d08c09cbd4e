import { evaluateCurve, insertCurveKey, moveCurveKey } from '@leib/core';
import { expect, test } from 'vitest';
import { choiceOfCurve, editableCurve, fingerCurveChoices, pointsOfChoice, pointsOfCurve } from './ConnectionFields.js';

const shareAt = (choice: 'straight' | 'soft' | 'late', bend: number) =>
  evaluateCurve(editableCurve(pointsOfChoice(choice)), bend);

test('straight follows evenly, soft begins and ends slowly, late comes late; all end with the whole angle', () => {
  expect(shareAt('straight', 0.3)).toBeCloseTo(0.3, 9);
  expect(shareAt('soft', 0.15)).toBeLessThan(0.1);
  expect(shareAt('soft', 0.85)).toBeGreaterThan(0.9);
  expect(shareAt('late', 0.5)).toBeLessThan(0.2);
  for (const { value } of fingerCurveChoices) {
    expect(shareAt(value, 0)).toBeCloseTo(0, 9);
    expect(shareAt(value, 1)).toBeCloseTo(1, 9);
    expect(choiceOfCurve(pointsOfChoice(value))).toBe(value);
  }
});

test('a point that is added and dragged is a point of the file, and stays within what a file may hold', () => {
  const { curve, index } = insertCurveKey(editableCurve([]), 0.5);
  const points = pointsOfCurve(moveCurveKey(curve, index, 0.4, 0.9));
  expect(points).toEqual([
    { bend: 0, share: 0 },
    { bend: expect.closeTo(0.4, 6), share: expect.closeTo(0.9, 6) },
    { bend: 1, share: 1 },
  ]);
  expect(choiceOfCurve(points ?? [])).toBeNull();
  expect(pointsOfCurve(moveCurveKey(curve, 2, 1.5, 7))?.[2]).toEqual({ bend: 1, share: 2 });
  expect(pointsOfCurve(moveCurveKey(moveCurveKey(curve, 2, 1.5, 1), 1, 1.2, 0.5))).toBeNull();
  let many = editableCurve([]);
  for (let i = 1; i < 16; i++) many = insertCurveKey(many, i / 16).curve;
  expect(pointsOfCurve(many)).toBeNull();
});
