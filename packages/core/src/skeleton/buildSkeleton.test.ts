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
  ['nothing', [], 'joints: expected at least one, got none'],
  [
    'a name twice',
    [joints[0], { ...joints[1], name: 'pelvis' }],
    'joints[1] "pelvis": expected another name; this one is used twice',
  ],
  [
    'a second root',
    [joints[0], { name: 'b', offset: [0, 0, 0] }],
    'joints[1] "b": expected a parent; a skeleton has one root',
  ],
  ['no root', [{ name: 'b', parent: 'a', offset: [0, 0, 0] }], 'joints[0] "b": expected the root as the first joint'],
  [
    'its own child',
    [joints[0], { name: 'b', parent: 'b', offset: [0, 0, 0] }],
    'expected a parent that is listed before it, got "b"',
  ],
  [
    'a child before its parent',
    [joints[0], joints[2], joints[1]],
    'joints[1] "skull": expected a parent that is listed before it, got "belly"',
  ],
  ['NaN', [{ ...joints[0], offset: [0, Number.NaN, 0] }], 'offset[1]: expected a finite number, got NaN'],
  [
    'a bone twice',
    [joints[0], { ...joints[1], bone: 'hips' }],
    'expected another bone; hips is joint "pelvis" already',
  ],
])('%s is refused with its place', (_, broken, message) => {
  expect(() => buildSkeleton(broken)).toThrow(InputError);
  expect(() => buildSkeleton(broken)).toThrow(message);
});

test('a bone from a file that is none is refused', () => {
  const fromFile: RawJoint[] = JSON.parse('[{"name":"a","offset":[0,0,0],"bone":"tail"}]');
  expect(() => buildSkeleton(fromFile)).toThrow('expected a VRM 1.0 humanoid bone, got "tail"');
});
