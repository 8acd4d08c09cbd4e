import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { expect, test } from 'vitest';
import { createPoseFade, startPoseFade, stepPoseFade } from './poseFade.js';

const head = jointOfBone(defaultSkeleton, 'head');

function standing(bend: number, x: number) {
  const pose = createPose(defaultSkeleton);
  const spine = jointOfBone(defaultSkeleton, 'spine');
  pose.localRotations[spine * 4] = Math.sin(bend / 2);
  pose.localRotations[spine * 4 + 3] = Math.cos(bend / 2);
  pose.rootPosition.set(defaultSkeleton.restWorldPositions.subarray(0, 3));
  pose.rootPosition[0] += x;
  updateWorldPose(defaultSkeleton, pose);
  return pose;
}

test('another solver never makes the body jump, and in the end it is shown as it is', () => {
  const fade = createPoseFade(defaultSkeleton);
  const before = standing(0.6, 0.2);
  const after = standing(-0.3, -0.1);
  stepPoseFade(defaultSkeleton, fade, before, 1 / 90);
  const shown = fade.shown.worldPositions;
  expect([...shown]).toEqual([...before.worldPositions]);
  startPoseFade(fade);
  const last = shown.slice(head * 3, head * 3 + 3);
  for (let frame = 0; frame < 40; frame++) {
    stepPoseFade(defaultSkeleton, fade, after, 1 / 90);
    const step = Math.hypot(...last.map((value, k) => value - shown[head * 3 + k]));
    expect(step).toBeLessThan(0.05);
    last.set(shown.subarray(head * 3, head * 3 + 3));
  }
  expect([...shown]).toEqual([...after.worldPositions]);
});

test('the first pose is shown at once', () => {
  const fade = createPoseFade(defaultSkeleton);
  startPoseFade(fade);
  const pose = standing(0.4, 1);
  stepPoseFade(defaultSkeleton, fade, pose, 1 / 90);
  expect([...fade.shown.worldPositions]).toEqual([...pose.worldPositions]);
});
