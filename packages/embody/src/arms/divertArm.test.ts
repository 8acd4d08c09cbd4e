import { createQuat } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { buildTestBody } from '../testing.js';
import { defaultArmSettings } from './armSettings.js';
import { createArmsRig, placeOf, setTarget, standAt, step } from './arms.testing.js';
import { createTorsoHull, defaultTorsoHullSettings, isInTorso, updateTorsoHull } from './torsoHull.js';

/** The left hand is asked for out of reach, straight through the trunk to the other side. */
function stretchThrough(seed: number, isOn: boolean): { readonly isInside: boolean; readonly missing: number } {
  const settings = { ...defaultArmSettings, torso: { ...defaultArmSettings.torso, isOn } };
  const rig = createArmsRig(buildTestBody(), settings);
  standAt(rig, [0, 0.93, 0], createQuat());
  const random = seededRandom(seed);
  const [shoulderX, shoulderY, shoulderZ] = placeOf(rig, 'leftUpperArm');
  // A unit direction inwards and down, a little ahead or back.
  const [x, y, z] = [-0.55, -0.8, 0.1 - 0.2 * random()];
  const far = (0.56 + 0.2 * random()) / Math.hypot(x, y, z);
  for (const point of ['leftHand', 'rightHand'] as const) {
    const hand = [shoulderX + x * far, shoulderY + y * far, shoulderZ + z * far];
    setTarget(rig, point, point === 'leftHand' ? hand : [-0.3, 0.9, 0.1]);
  }
  for (let frame = 0; frame < 30; frame++) step(rig);
  const hull = createTorsoHull();
  if (rig.model.torso !== null) updateTorsoHull(rig.model.torso, rig.body.pose, hull);
  const isInside = isInTorso({ ...defaultTorsoHullSettings, cap: 0 }, hull, placeOf(rig, 'leftLowerArm'));
  return { isInside, missing: rig.body.handMisses[0] };
}

test.each(seeds(10))('an arm that misses its hand anyway keeps its elbow out of the trunk (seed %i)', (seed) => {
  // It would be in it by itself.
  expect(stretchThrough(seed, false)).toMatchObject({ isInside: true });
  const { isInside, missing } = stretchThrough(seed, true);
  expect(missing).toBeGreaterThan(1e-3);
  expect(isInside).toBe(false);
});
