import { expect, test } from 'vitest';
import { InputError } from '../check/inputError.js';
import { buildSkeleton, jointOfBone, type RawJoint } from './buildSkeleton.js';
import { boneNumber } from './humanoid.js';

const joints: RawJoint[] = [
  { name: 'pelvis', offset: [0, 1, 0], bone: 'hips' },
  { name: 'belly', parent: 'pelvis', offset: [0, 0.2, 0.01] },
  { name: 'skull', parent: 'belly', offset: [0, 0.5, 0], bone: 'head' },
  { name: 'thigh', parent: 'pelvis', offset: [0.1, 0, 0], bone: 'leftUpperLeg' },
];

test('a joint list becomes flat arrays with world positions summed up', () => {
  const skeleton = buildSkeleton(joints);
  expect(skeleton.jointCount).toBe(4);
  expect(skeleton.names).toEqual(['pelvis', 'belly', 'skull', 'thigh']);
  expect([...skeleton.parents]).toEqual([-1, 0, 1, 0]);
  expect([...skeleton.restWorldPositions.subarray(6)]).toEqual([0, 1.7, 0.01, 0.1, 1, 0]);
  expect([...skeleton.restOffsets.subarray(3, 6)]).toEqual([0, 0.2, 0.01]);
});

test('bones and joints know each other', () => {
  const skeleton = buildSkeleton(joints);
  expect(jointOfBone(skeleton, 'head')).toBe(2);
  expect(jointOfBone(skeleton, 'leftHand')).toBe(-1);
  expect([...skeleton.jointToBone]).toEqual([boneNumber.hips, -1, boneNumber.head, boneNumber.leftUpperLeg]);
});

test.each<[string, RawJoint[], string]>([
  ['nothing', [], 'no joints'],
  ['a name twice', [joints[0], { ...joints[1], name: 'pelvis' }], 'joints[1] "pelvis": the name is used twice'],
  ['a second root', [joints[0], { name: 'b', offset: [0, 0, 0] }], 'joints[1] "b": a second root'],
  ['no root', [{ name: 'b', parent: 'a', offset: [0, 0, 0] }], 'joints[0] "b": the first joint must be the root'],
  ['its own child', [joints[0], { name: 'b', parent: 'b', offset: [0, 0, 0] }], 'parent "b" does not come before it'],
  ['a child before its parent', [joints[0], joints[2], joints[1]], 'joints[1] "skull": parent "belly" does not come'],
  ['NaN', [{ ...joints[0], offset: [0, Number.NaN, 0] }], 'offset[1] is NaN'],
  ['a bone twice', [joints[0], { ...joints[1], bone: 'hips' }], 'bone hips is already joint "pelvis"'],
])('%s is refused with its place', (_, broken, message) => {
  expect(() => buildSkeleton(broken)).toThrow(InputError);
  expect(() => buildSkeleton(broken)).toThrow(message);
});

test('a bone from a file that is none is refused', () => {
  const fromFile: RawJoint[] = JSON.parse('[{"name":"a","offset":[0,0,0],"bone":"tail"}]');
  expect(() => buildSkeleton(fromFile)).toThrow('"tail" is not a VRM 1.0 humanoid bone');
});
