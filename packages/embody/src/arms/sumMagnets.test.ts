import { createVec3, type Vec3, vec3 } from '@leib/core';
import { randomPoint, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { buildTestBody } from '../testing.js';
import { defaultArmSettings, type MagneticField, REFERENCE_REACH } from './armSettings.js';
import { createArmsRig, setTarget, step } from './arms.testing.js';
import type { ArmState } from './armsState.js';
import type { ArmModel } from './buildArms.js';
import { sumMagnets } from './sumMagnets.js';

const skeleton = buildTestBody();
/** Midway between the shoulder joints, and the size of the test body's fields. */
const origin = createVec3(0, 1.39, -0.03);
const scale = 0.53 / REFERENCE_REACH;

/** How the fields move an elbow that is at a place of chest space, left or right arm. */
function movedBy(fields: readonly MagneticField[], place: Vec3, side: 0 | 1): Vec3 {
  const rig = createArmsRig(skeleton, { ...defaultArmSettings, magnets: { isOn: true, fields } });
  setTarget(rig, 'leftHand', [0.3, 1.2, 0.3]);
  setTarget(rig, 'rightHand', [-0.3, 1.2, 0.3]);
  step(rig);
  const out = createVec3();
  const elbow = vec3.scaleAndAdd(createVec3(), origin, place, scale);
  sumMagnets(rig.model.arms[side] as ArmModel, rig.state.arms[side] as ArmState, elbow, out);
  return vec3.scale(out, out, 1 / scale);
}

test.each(seeds(10))(
  'a field moves by strength * cos(distance / radius * pi / 2), away or towards (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const centre: [number, number, number] = [random(), -random(), random()];
    const from = randomPoint(random, 0.1);
    const place = vec3.add(createVec3(), centre, from);
    const distance = vec3.length(from);
    const size = 0.07 * Math.cos(((distance / 0.2) * Math.PI) / 2);
    for (const isRepulsive of [true, false]) {
      const moved = movedBy([{ centre, radius: 0.2, strength: 0.07, isRepulsive }], place, 0);
      const expected = vec3.scale(createVec3(), from, ((isRepulsive ? 1 : -1) * size) / distance);
      expect(vec3.distance(moved, expected)).toBeLessThan(1e-9);
    }
  },
);

test('fields add up, end at their radius, and are mirrored for the right arm', () => {
  const one: MagneticField = { centre: [0.1, 0, 0], radius: 0.2, strength: 0.05, isRepulsive: true };
  const other: MagneticField = { centre: [0, -0.2, 0.1], radius: 0.4, strength: 0.02, isRepulsive: false };
  const place = createVec3(0.2, -0.05, 0.05);
  const both = movedBy([one, other], place, 0);
  const sum = vec3.add(createVec3(), movedBy([one], place, 0), movedBy([other], place, 0));
  expect(vec3.distance(both, sum)).toBeLessThan(1e-12);
  expect(vec3.length(movedBy([one], createVec3(0.31, 0, 0), 0))).toBe(0);
  expect(vec3.length(movedBy([one], createVec3(0.1, 0, 0), 0))).toBe(0);
  const mirrored = movedBy([one, other], createVec3(-0.2, -0.05, 0.05), 1);
  expect(vec3.distance([-mirrored[0], mirrored[1], mirrored[2]], both)).toBeLessThan(1e-12);
});
