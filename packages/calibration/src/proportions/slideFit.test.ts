import { createQuat, DEG, quat } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createSlideFit, stepSlideFit } from './slideFit.js';

/** A shank that rocks over an ankle at rest, then swings; returns the length that was found. */
function walk(shank: number, believed: number, seconds: number, hz = 60, swing = 25 * DEG): number {
  const fit = createSlideFit(believed);
  const poses = new Float64Array(7);
  for (let frame = 0; frame < seconds * hz; frame++) {
    const phase = (frame / hz / 1.1) % 1;
    const isStance = phase < 0.6;
    const lean = isStance ? swing * (phase / 0.6 - 0.5) * 2 : swing * (1 - ((phase - 0.6) / 0.4) * 2);
    const turn = quat.setAxisAngle(createQuat(), [1, 0, 0], lean);
    // Ankle at rest in the stance; forward by a step in the swing.
    const ankleZ = isStance ? 0 : 0.6 * ((phase - 0.6) / 0.4);
    const ankleY = isStance ? 0.08 : 0.25;
    poses.set([0, ankleY + shank * Math.cos(lean), ankleZ + shank * Math.sin(lean), ...turn]);
    stepSlideFit(fit, poses, 0, 0, 1 / hz);
  }
  return fit.length;
}

test.each(seeds(8))('the shank is the one that lets standing feet stand, whatever was believed (seed %i)', (seed) => {
  const shank = 0.36 + 0.02 * seed;
  expect(Math.abs(walk(shank, shank + 0.03, 60) - shank)).toBeLessThan(0.008);
  expect(Math.abs(walk(shank, shank - 0.03, 60) - shank)).toBeLessThan(0.008);
});

test('a knee at rest says nothing', () => {
  expect(walk(0.4, 0.44, 30, 60, 0)).toBeCloseTo(0.44, 6);
});
