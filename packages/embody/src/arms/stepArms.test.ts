import { createQuat, createVec3, jointOfBone, type Quat, quat, type Skeleton, type Vec3, vec3 } from '@leib/core';
import { angleBetween, randomPoint, randomQuat, randomUnit, seededRandom, seeds } from '@leib/core/testing';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildTestBody } from '../testing.js';
import { type ArmSettings, defaultArmSettings, thesisArmSettings } from './armSettings.js';
import { type ArmsRig, createArmsRig, placeOf, setTarget, sides, standAt, step, turnOf } from './arms.testing.js';
import {
  armsSkeleton,
  lowerLength,
  missOf,
  randomHand,
  randomHandTurn,
  restShoulder,
  setHands,
  targetTurn,
  upperLength,
  wristDown,
} from './armsHands.testing.js';

const settingsOf: readonly (readonly [string, ArmSettings])[] = [
  ['ours', defaultArmSettings],
  ['thesis', thesisArmSettings],
];

describe.each(settingsOf)('%s', (_, settings) => {
  test('bones keep their length, wherever the hand is asked to be', () => {
    const random = seededRandom(1);
    const rig = createArmsRig(armsSkeleton, settings);
    for (let i = 0; i < 500; i++) {
      for (const side of sides) setTarget(rig, `${side}Hand`, randomPoint(random, 1.5), randomQuat(random));
      step(rig);
      for (const side of sides) {
        const [shoulder, elbow, hand] = [
          placeOf(rig, `${side}UpperArm`),
          placeOf(rig, `${side}LowerArm`),
          placeOf(rig, `${side}Hand`),
        ];
        expect(vec3.distance(shoulder, elbow)).toBeCloseTo(upperLength, 9);
        expect(vec3.distance(elbow, hand)).toBeCloseTo(lowerLength, 9);
        expect(angleBetween(turnOf(rig, `${side}Hand`), targetTurn(rig, side))).toBeLessThan(1e-6);
      }
    }
  });

  test.each(seeds(20))('the same hands give the same elbows, whatever came before (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const fresh = createArmsRig(armsSkeleton, settings);
    setHands(fresh, random);
    const used = createArmsRig(armsSkeleton, settings);
    for (let i = 0; i < 90; i++) {
      setHands(used, random);
      step(used);
    }
    used.body.targets.frame.jointPoses.set(fresh.body.targets.frame.jointPoses);
    // A second is time enough for a swivel to come round and for a shoulder to come back.
    for (let i = 0; i < 180; i++) {
      step(fresh);
      step(used);
    }
    for (const side of sides) {
      expect(vec3.distance(placeOf(fresh, `${side}LowerArm`), placeOf(used, `${side}LowerArm`))).toBeLessThan(1e-6);
      expect(angleBetween(turnOf(fresh, `${side}UpperArm`), turnOf(used, `${side}UpperArm`))).toBeLessThan(1e-5);
    }
  });

  test.each(seeds(50))('left and right are mirror images (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const rig = createArmsRig(armsSkeleton, settings);
    const hand = randomHand(random, 'left');
    const turn = randomHandTurn(random, 'left');
    setTarget(rig, 'leftHand', hand, turn);
    setTarget(rig, 'rightHand', [-hand[0], hand[1], hand[2]], [turn[0], -turn[1], -turn[2], turn[3]]);
    step(rig);
    for (const bone of ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'] as const) {
      const [left, right] = [placeOf(rig, `left${bone}`), placeOf(rig, `right${bone}`)];
      expect(vec3.distance([-left[0], left[1], left[2]], right)).toBeLessThan(1e-7);
      const [a, b] = [turnOf(rig, `left${bone}`), turnOf(rig, `right${bone}`)];
      expect(angleBetween(createQuat(a[0], -a[1], -a[2], a[3]), b)).toBeLessThan(1e-6);
    }
  });

  test.each(seeds(50))('the answer moves and turns with the person (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const here = createArmsRig(armsSkeleton, settings);
    setHands(here, random);
    const there = createArmsRig(armsSkeleton, settings);
    // About the vertical: what hangs knows where down is.
    const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], 6 * random()) as Quat;
    const shift = randomPoint(random, 5);
    const root = createVec3(...(armsSkeleton.restOffsets.slice(0, 3) as unknown as [number, number, number]));
    const carry = (place: Vec3) => vec3.add(createVec3(), vec3.transformQuat(createVec3(), place, turn), shift) as Vec3;
    standAt(there, carry(root), turn);
    for (const side of sides) {
      const at = pointNumber[`${side}Hand`] * POSE_SIZE;
      const { jointPoses: poses } = here.body.targets.frame;
      const rotation = quat.multiply(createQuat(), turn, targetTurn(here, side));
      setTarget(there, `${side}Hand`, carry(createVec3(poses[at], poses[at + 1], poses[at + 2])), rotation);
    }
    step(here);
    step(there);
    for (const side of sides) {
      for (const bone of [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`] as const) {
        expect(vec3.distance(carry(placeOf(here, bone)), placeOf(there, bone))).toBeLessThan(1e-6);
      }
    }
  });

  test('hands at impossible places leave finite arms', () => {
    const shoulder = restShoulder.left;
    const hands: ArrayLike<number>[] = [
      shoulder,
      [0, 0, 0],
      [1e6, 1e6, -1e6],
      [1e200, 0, 0],
      [shoulder[0] + 0.53, shoulder[1], shoulder[2]],
      [shoulder[0] + 0.03, shoulder[1], shoulder[2]],
    ];
    const turns = [[0, 0, 0, 1], wristDown];
    const rig = createArmsRig(armsSkeleton, settings);
    for (const hand of hands) {
      for (const turn of turns) {
        for (const side of sides) setTarget(rig, `${side}Hand`, hand, turn);
        setTarget(rig, 'leftElbow', hand);
        for (const dtSeconds of [1 / 90, 0, 10]) step(rig, dtSeconds);
        expect(rig.body.pose.worldPositions.every(Number.isFinite)).toBe(true);
        expect(rig.body.pose.worldRotations.every(Number.isFinite)).toBe(true);
      }
    }
  });

  test.each([
    ['no collar bones', buildTestBody(['leftShoulder', 'rightShoulder'])],
    ['no upper chest', buildTestBody(['upperChest', 'chest'])],
    ['no legs', buildTestBody(['leftUpperLeg', 'rightUpperLeg'])],
    ['collar bones without length', withoutCollarLength()],
  ])('a rig with %s works', (__, rigSkeleton) => {
    const rig = createArmsRig(rigSkeleton, settings);
    setTarget(rig, 'leftHand', [0.3, 1.2, 0.3], wristDown);
    setTarget(rig, 'rightHand', [-0.3, 1.2, 0.3]);
    step(rig);
    for (const side of sides) expect(missOf(rig, side)).toBeLessThan(1e-4);
  });

  test('a rig without arms stays as it is', () => {
    const rig = createArmsRig(buildTestBody(['leftLowerArm', 'rightHand']), settings);
    step(rig);
    expect(rig.model.arms).toEqual([null, null]);
  });

  test('the shoulder gives 5 cm at once, creeps beyond, and comes back, the same at every frame rate', () => {
    const far = createArmsRig(armsSkeleton, settings);
    const at = (hz: number, seconds: number) => {
      const rig = createArmsRig(armsSkeleton, settings);
      setTarget(rig, 'leftHand', [0.3, 1.2, 0.9]);
      for (let i = 0; i < Math.round(hz * seconds); i++) step(rig, 1 / hz);
      return rig;
    };
    setTarget(far, 'leftHand', [0.3, 1.2, 0.9]);
    step(far, 0);
    const neutral = restShoulder.left;
    const moved = (rig: ArmsRig) => vec3.distance(placeOf(rig, 'leftUpperArm'), neutral);
    // Ours goes along with the reach before that, by a centimetre.
    expect(moved(far)).toBeGreaterThan(0.045);
    expect(moved(far)).toBeLessThan(0.068);
    for (const hz of [60, 72, 120]) {
      expect(moved(at(hz, 0.5))).toBeCloseTo(moved(at(90, 0.5)), 4);
      expect(far.state.arms[0]?.extension).toBeCloseTo(0.05, 9);
    }
    const crept = at(90, 0.5);
    expect(crept.state.arms[0]?.extension).toBeCloseTo(0.05 + 0.009 * 0.5, 4);
    setTarget(crept, 'leftHand', [0.25, 1.1, 0.2]);
    step(crept, 0.2);
    expect(crept.state.arms[0]?.extension).toBeCloseTo(0.05, 9);
  });

  test('a hand without a target hangs, and gains its target without a jump', () => {
    const rig = createArmsRig(armsSkeleton, settings);
    const before = createVec3();
    for (let i = 0; i <= 100; i++) {
      setTarget(rig, 'leftHand', [0.3, 1.5, 0.3], [0, 0, 0, 1], i / 100);
      step(rig);
      const hand = placeOf(rig, 'leftHand');
      if (i === 0) {
        expect(hand[1]).toBeLessThan(placeOf(rig, 'leftUpperArm')[1] - 0.45);
        expect(placeOf(rig, 'leftLowerArm')[2]).toBeLessThan(hand[2]);
      } else {
        expect(vec3.distance(hand, before)).toBeLessThan(0.02);
      }
      vec3.copy(before, hand);
    }
    expect(missOf(rig, 'left')).toBeLessThan(1e-4);
  });
});

function withoutCollarLength(): Skeleton {
  const copy = buildTestBody();
  for (const side of sides) {
    const [collar, arm] = [`${side}Shoulder`, `${side}UpperArm`].map((bone) =>
      jointOfBone(copy, bone as 'leftShoulder'),
    );
    for (let k = 0; k < 3; k++) {
      copy.restOffsets[collar * 3 + k] += copy.restOffsets[arm * 3 + k];
      copy.restOffsets[arm * 3 + k] = 0;
      copy.restWorldPositions[collar * 3 + k] = copy.restWorldPositions[arm * 3 + k];
    }
  }
  return copy;
}

describe('hands', () => {
  test.each(seeds(200))('ours: a hand in reach is exactly on its target (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const rig = createArmsRig(armsSkeleton);
    for (const side of sides) {
      const shoulder = restShoulder[side];
      const hand = vec3.scaleAndAdd(createVec3(), shoulder, randomUnit(random), 0.1 + 0.41 * random());
      setTarget(rig, `${side}Hand`, hand, randomQuat(random));
    }
    step(rig);
    for (const side of sides) expect(missOf(rig, side)).toBeLessThan(1e-9);
  });

  test('thesis: nearly all are, for limits are stronger than a hand', () => {
    const random = seededRandom(5);
    const rig = createArmsRig(armsSkeleton, thesisArmSettings);
    let missed = 0;
    for (let i = 0; i < 500; i++) {
      setHands(rig, random);
      step(rig);
      for (const side of sides) if (missOf(rig, side) > 1e-4) missed++;
    }
    expect(missed).toBeLessThan(20);
  });

  test('out of reach the shoulder helps and the arm is straight towards the hand', () => {
    const rig = createArmsRig(armsSkeleton);
    setTarget(rig, 'leftHand', [0.4, 1.3, 1.2]);
    step(rig);
    const [shoulder, elbow, hand] = [
      placeOf(rig, 'leftUpperArm'),
      placeOf(rig, 'leftLowerArm'),
      placeOf(rig, 'leftHand'),
    ];
    expect(vec3.distance(shoulder, hand)).toBeCloseTo(upperLength + lowerLength, 6);
    const towards = vec3.normalize(createVec3(), vec3.subtract(createVec3(), [0.4, 1.3, 1.2], shoulder));
    const along = vec3.scaleAndAdd(createVec3(), shoulder, towards, upperLength);
    expect(vec3.distance(elbow, along)).toBeLessThan(1e-6);
    expect(rig.body.handMisses[0]).toBeCloseTo(vec3.distance(hand, [0.4, 1.3, 1.2]), 9);
  });
});
