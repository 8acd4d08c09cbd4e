import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { SteadyRay } from './steadyRay.js';

/** A hand that points to the left by so many radians. */
const pointing = (yaw: number) => ({
  position: new Vector3(yaw, 0, 0),
  quaternion: new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), yaw),
});

test('a press keeps the ray of a tenth of a second before, until it is let go', () => {
  const ray = new SteadyRay();
  for (let frame = 0; frame < 90; frame++) ray.step(pointing(0.3), false, 1 / 90);
  // The fingers close and take the ray along.
  for (let frame = 0; frame < 6; frame++) ray.step(pointing(0.3 - 0.02 * frame), false, 1 / 90);
  for (let frame = 0; frame < 30; frame++) ray.step(pointing(-0.4), true, 1 / 90);
  expect(ray.root.quaternion.angleTo(pointing(0.3).quaternion)).toBeLessThan(1e-6);
  ray.step(pointing(-0.4), false, 1 / 90);
  expect(ray.root.quaternion.angleTo(pointing(-0.4).quaternion)).toBeLessThan(1e-6);
});
