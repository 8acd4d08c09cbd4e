import { humanoidBones, mirrorBone } from '@leib/core';
import { describe, expect, test } from 'vitest';
import { anatomy, rangeOf } from './anatomy.js';
import { type BoneKind, kindOfBone } from './boneKinds.js';
import { axisNames } from './jointSettings.js';

const countOf = (kind: BoneKind) => axisNames.filter((axis) => anatomy[kind][axis] !== undefined).length;

test.each<[BoneKind, number]>([
  ['spine', 3],
  ['chest', 3],
  ['upperChest', 3],
  ['neck', 3],
  ['head', 3],
  ['shoulder', 0],
  ['upperArm', 3],
  ['lowerArm', 2],
  ['hand', 3],
  ['fingerProximal', 2],
  ['fingerIntermediate', 1],
  ['fingerDistal', 1],
  ['upperLeg', 3],
  ['lowerLeg', 2],
  ['foot', 3],
  ['toes', 1],
])('%s turns about %i axes', (kind, count) => {
  expect(countOf(kind)).toBe(count);
});

describe('left and right', () => {
  test.each(humanoidBones.filter((bone) => bone.startsWith('left') && kindOfBone(bone) !== null))(
    'are mirror images: %s',
    (bone) => {
      const right = mirrorBone(bone);
      expect(rangeOf(right, 'x')).toEqual(rangeOf(bone, 'x'));
      for (const axis of ['y', 'z'] as const) {
        const { low, high } = rangeOf(bone, axis);
        expect(rangeOf(right, axis).low).toBeCloseTo(-high, 12);
        expect(rangeOf(right, axis).high).toBeCloseTo(-low, 12);
      }
    },
  );
});

test('every range holds the rest pose', () => {
  for (const bone of humanoidBones) {
    for (const axis of axisNames) {
      const { low, high } = rangeOf(bone, axis);
      expect(low).toBeLessThanOrEqual(0);
      expect(high).toBeGreaterThanOrEqual(0);
    }
  }
});
