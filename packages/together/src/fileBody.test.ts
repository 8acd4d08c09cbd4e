import { defaultSkeleton } from '@leib/body';
import { humanoidBones, jointOfBone } from '@leib/core';
import { expect, test } from 'vitest';
import { readFileBody, scaledSkeleton, writeFileBody } from './fileBody.js';

const hash = 'cd'.repeat(32);
const bones = { leftHand: 'Bone.017', jaw: null };

test('bones set by hand and proportions come to the others as they are, to a tenth of a millimetre, in 2000 letters', () => {
  const ref = writeFileBody({ hash, bones, skeleton: defaultSkeleton });
  expect(JSON.stringify(ref).length).toBeLessThan(2000);
  const read = readFileBody(JSON.parse(JSON.stringify(ref)));
  expect([read?.hash, read?.bones]).toEqual([hash, bones]);
  for (const bone of humanoidBones) {
    const joints = [defaultSkeleton, read?.skeleton ?? defaultSkeleton].map((one) => jointOfBone(one, bone));
    expect(Math.sign(joints[1])).toBe(Math.sign(joints[0]));
    if (joints[0] < 0) continue;
    for (let k = 0; k < 3; k++)
      expect(read?.skeleton?.restWorldPositions[joints[1] * 3 + k]).toBeCloseTo(
        defaultSkeleton.restWorldPositions[joints[0] * 3 + k],
        3,
      );
  }
});

test('a body of another size has all its bones longer', () => {
  const large = scaledSkeleton(defaultSkeleton, 1.5);
  for (const [i, value] of large.restWorldPositions.entries())
    expect(value).toBeCloseTo(defaultSkeleton.restWorldPositions[i] * 1.5, 9);
});

test.each([
  ['bones that no human has', { bones: { tail: 'Tail', head: 'Kopf' } }, { head: 'Kopf' }],
  ['nodes that are no names', { bones: { head: 7, hips: ['a'] } }, {}],
  ['more letters than are taken', { bones: { head: 'x'.repeat(9000) } }, {}],
  ['a list', { bones: ['head'] }, {}],
])('of a stranger’s body, %s are left out', (_what, more, expected) => {
  expect(readFileBody({ kind: 'file', hash, ...more })?.bones).toEqual(expected);
});

test.each([
  ['too short', [[0, 1, 0]]],
  ['endless', humanoidBones.map(() => [0, Number.NaN, 0])],
  ['of giants', humanoidBones.map(() => [0, 1e9, 0])],
  ['of words', humanoidBones.map(() => ['0', '1', '0'])],
  ['of nobody', humanoidBones.map(() => null)],
])('proportions that are %s are none', (_what, rest) => {
  expect(readFileBody({ kind: 'file', hash, rest })).toEqual({ hash, bones: {}, skeleton: null });
});

test('another kind of body is no file', () => {
  expect(readFileBody({ kind: 'default' })).toBeNull();
  expect(readFileBody({ kind: 'file', hash: 7 })).toBeNull();
});
