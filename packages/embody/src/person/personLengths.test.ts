import { defaultSkeleton, defaultStature } from '@leib/body';
import { proportionsOfSkeleton, segmentNames } from '@leib/calibration';
import { measureSkeleton } from '@leib/calibration/testing';
import { type SkeletonStretch, stretchSkeleton } from '@leib/core';
import { expect, test } from 'vitest';
import { createPersonLengths, setPersonLengths, stepPersonLengths } from './personLengths.js';

const scale = 1.05;
const own = proportionsOfSkeleton(defaultSkeleton, defaultStature, 0);
if (own === null) throw new Error('the default body is whole');
const person = Object.fromEntries(
  Object.entries(own).map(([name, length]) => [name, length * scale * (name === 'forearm' ? 1.1 : 1)]),
) as unknown as typeof own;

function createAvatar() {
  const avatar = {
    ownSkeleton: defaultSkeleton,
    skeleton: defaultSkeleton,
    stretch(stretch: SkeletonStretch | null) {
      avatar.skeleton = stretch === null ? defaultSkeleton : stretchSkeleton(defaultSkeleton, stretch);
    },
  };
  return avatar;
}

test('a body that nobody has seen yet has its wearer’s lengths at once', () => {
  const avatar = createAvatar();
  const lengths = createPersonLengths(avatar.ownSkeleton);
  setPersonLengths(lengths, person, scale);
  stepPersonLengths(lengths, avatar, 0);
  const measured = measureSkeleton(avatar.skeleton, 0);
  for (const name of segmentNames) expect((measured[name] ?? 0) * scale, name).toBeCloseTo(person[name], 9);
  const { skeleton } = avatar;
  stepPersonLengths(lengths, avatar, 0.1);
  expect(avatar.skeleton).toBe(skeleton);
});

test('one that is seen grows by a centimetre a second, and goes back as slowly', () => {
  const avatar = createAvatar();
  const lengths = createPersonLengths(avatar.ownSkeleton);
  setPersonLengths(lengths, null, scale);
  stepPersonLengths(lengths, avatar, 1 / 60);
  const forearm = () => measureSkeleton(avatar.skeleton, 0).forearm ?? 0;
  for (const [goal, end] of [
    [person, own.forearm * 1.1],
    [null, own.forearm],
  ] as const) {
    setPersonLengths(lengths, goal, scale);
    let before = forearm();
    for (let i = 0; i < 4 * 60; i++) {
      stepPersonLengths(lengths, avatar, 1 / 60);
      expect(Math.abs(forearm() - before)).toBeLessThan(0.0012);
      before = forearm();
    }
    expect(forearm()).toBeCloseTo(end, 9);
  }
  expect(avatar.skeleton).toBe(defaultSkeleton);
});
