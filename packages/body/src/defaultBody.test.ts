import { humanoidBones, InputError, jointOfBone } from '@leib/core';
import { expect, test } from 'vitest';
import { defaultSkeleton, defaultStature, scaleSkeleton } from './index.js';

/** Middle between the eyes in the head joint's space, metres. */
const eyesInHead = [0, 1, 2].map((axis) => {
  const [left, right] = [jointOfBone(defaultSkeleton, 'leftEye') * 3, jointOfBone(defaultSkeleton, 'rightEye') * 3];
  return (defaultSkeleton.restOffsets[left + axis] + defaultSkeleton.restOffsets[right + axis]) / 2;
});

test('the default skeleton has every humanoid bone, in the order of their numbers', () => {
  expect(defaultSkeleton.jointCount).toBe(55);
  expect([...defaultSkeleton.boneToJoint]).toEqual(humanoidBones.map((_, index) => index));
  expect(defaultSkeleton.names).toEqual(humanoidBones);
});

test.each([0.9, 1.5, 1.7, 2.05])('at %f m every length is in proportion', (stature) => {
  const scaled = scaleSkeleton(stature);
  scaled.restWorldPositions.forEach((value, i) => {
    expect(value).toBeCloseTo((defaultSkeleton.restWorldPositions[i] * stature) / defaultStature, 12);
  });
});

test('proportions are those of an adult', () => {
  const y = (bone: 'hips' | 'leftLowerLeg' | 'head' | 'leftFoot') =>
    defaultSkeleton.restWorldPositions[jointOfBone(defaultSkeleton, bone) * 3 + 1] / defaultStature;
  // Drillis & Contini 1966 (in Winter, "Biomechanics and motor control", fig. 4.1), joint heights over stature:
  // hip 0.530, knee 0.285, ankle 0.039; eyes 0.936. Shoes lift ours a little.
  expect(Math.abs(y('hips') - 0.53)).toBeLessThan(0.02);
  expect(Math.abs(y('leftLowerLeg') - 0.285)).toBeLessThan(0.02);
  expect(Math.abs(y('leftFoot') - 0.039)).toBeLessThan(0.02);
  expect(Math.abs(y('head') + eyesInHead[1] / defaultStature - 0.936)).toBeLessThan(0.02);
});

test('the eyes sit in front of and above the head joint, in the middle', () => {
  expect(Math.abs(eyesInHead[0])).toBeLessThan(1e-4);
  expect(eyesInHead[1]).toBeGreaterThan(0.03);
  expect(eyesInHead[2]).toBeGreaterThan(0.05);
});

test.each([0, -1.7, 0.1, 0.299, 3.001, 170, Number.NaN, Number.POSITIVE_INFINITY])(
  'a stature of %f is refused with the reason',
  (stature) => {
    expect(() => scaleSkeleton(stature)).toThrow(InputError);
    expect(() => scaleSkeleton(stature)).toThrow(`stature: expected 0.3 to 3 m, got ${stature}`);
  },
);
