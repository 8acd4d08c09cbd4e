import { createVec3, type Vec3, vec3 } from '@leib/core';
import { randomUnit, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { defaultArmSettings } from './armSettings.js';
import { createArmsRig, placeOf, setTarget, sides, step } from './arms.testing.js';
import {
  armsSkeleton,
  lowerLength,
  missOf,
  restShoulder,
  setHands,
  upperLength,
  wristDown,
} from './armsHands.testing.js';

const stillCollar = { ...defaultArmSettings, collar: { ...defaultArmSettings.collar, isOn: false } };

describe('extra targets', () => {
  test.each(seeds(50))('a tracked elbow that the bones can reach is met exactly (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const found = createArmsRig(armsSkeleton);
    setHands(found, random);
    step(found);
    // Another elbow on the same circle: turned about the line from shoulder to hand.
    const rig = createArmsRig(armsSkeleton, stillCollar);
    for (const side of sides) {
      const shoulder = restShoulder[side];
      const elbow = vec3.scaleAndAdd(createVec3(), shoulder, randomUnit(random), upperLength);
      const hand = vec3.scaleAndAdd(createVec3(), elbow, randomUnit(random), lowerLength);
      if (vec3.distance(shoulder, hand) > 0.51 || vec3.distance(shoulder, hand) < 0.1) continue;
      setTarget(rig, `${side}Hand`, hand);
      setTarget(rig, `${side}Elbow`, elbow);
      step(rig);
      expect(vec3.distance(placeOf(rig, `${side}LowerArm`), elbow)).toBeLessThan(1e-6);
      expect(missOf(rig, side)).toBeLessThan(1e-9);
    }
  });

  test('an elbow tracker gains its say without a jump', () => {
    const rig = createArmsRig(armsSkeleton);
    let before: Vec3 | null = null;
    for (let i = 0; i <= 100; i++) {
      setTarget(rig, 'leftHand', [0.3, 1.2, 0.3], wristDown);
      setTarget(rig, 'leftElbow', [0.42, 1.35, 0.02], [0, 0, 0, 1], i / 100);
      step(rig);
      const elbow = placeOf(rig, 'leftLowerArm');
      if (before !== null) expect(vec3.distance(elbow, before)).toBeLessThan(0.01);
      before = elbow;
      expect(missOf(rig, 'left')).toBeLessThan(1e-9);
    }
  });
});
