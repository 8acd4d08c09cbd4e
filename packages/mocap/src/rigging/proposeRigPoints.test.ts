import { expect, test } from 'vitest';
import { buildMannequin } from './mannequin.testing.js';
import { proposeRigPoints } from './proposeRigPoints.js';
import { listRigPoints, type RigPoint } from './rigPoints.js';

test.each([0, 0.8, 1.4])('joints are proposed near their places, arms %f radians below the horizontal', (armDrop) => {
  const { surface, points } = buildMannequin(armDrop, 0.03);
  const proposed = proposeRigPoints(surface);
  const errors = listRigPoints(points).map(([bone, point]) => {
    const guess = proposed[bone] as RigPoint;
    return Math.hypot(...point.map((value, k) => value - guess[k]));
  });
  expect(Math.max(...errors)).toBeLessThan(0.09);
  expect(errors.reduce((sum, error) => sum + error) / errors.length).toBeLessThan(0.04);
});

test('a proposal is the same left and right', () => {
  const proposed = proposeRigPoints(buildMannequin(0.5, 0.03).surface);
  const [left, right] = [proposed.leftHand as RigPoint, proposed.rightHand as RigPoint];
  const middle = (proposed.hips as RigPoint)[0];
  expect(left[0] - middle).toBeCloseTo(middle - right[0], 9);
  expect(left[1]).toBe(right[1]);
});

test('a shape that is no figure is refused in one sentence', () => {
  const { surface } = buildMannequin(0, 0.04);
  // Without its left arm.
  const armless = surface.triangles.filter((_, corner) => {
    const first = corner - (corner % 3);
    return [0, 1, 2].every((k) => surface.positions[surface.triangles[first + k] * 3] < 0.25);
  });
  expect(() => proposeRigPoints({ ...surface, triangles: armless })).toThrow(
    'mesh: expected a left arm that stands off the trunk, got none; place the points by hand',
  );
});
