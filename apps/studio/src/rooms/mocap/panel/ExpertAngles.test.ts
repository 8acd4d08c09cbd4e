import { expect, test } from 'vitest';
import { angleRows } from './ExpertAngles.js';

test('both sides of the body are one row, the middle is one of its own', () => {
  const names = ['hips.turn', 'leftUpperArm.twist', 'rightUpperArm.twist', 'rightFoot.tilt', 'leftover'];
  expect(angleRows(names)).toEqual([
    { label: 'Hips, turn', left: null, right: null, middle: 0 },
    { label: 'Upper arm, twist', left: 1, right: 2, middle: null },
    { label: 'Foot, tilt', left: null, right: 3, middle: null },
    { label: 'Leftover', left: null, right: null, middle: 4 },
  ]);
});
