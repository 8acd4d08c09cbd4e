import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, type Motion, motionDuration } from '@leib/core';
import { expect, test } from 'vitest';
import { clipForBody } from './clipForBody.js';

test('the clip keeps its turns and its time on another body, and is cut where it is long', () => {
  const elbow = jointOfBone(defaultSkeleton, 'leftLowerArm') * 4;
  const frames = Array.from({ length: 121 }, (_, i) => {
    const pose = createPose(defaultSkeleton);
    pose.localRotations.set([0, Math.sin(-i / 200), 0, Math.cos(i / 200)], elbow);
    return pose;
  });
  const motion: Motion = {
    name: 'bend',
    skeleton: defaultSkeleton,
    hz: 30,
    frameCount: frames.length,
    rootPositions: Float64Array.from(frames.flatMap(({ rootPosition }) => [...rootPosition])),
    localRotations: Float64Array.from(frames.flatMap(({ localRotations }) => [...localRotations])),
  };
  const clip = clipForBody(motion, defaultSkeleton, 30);
  expect(motionDuration(clip)).toBeCloseTo(4, 6);
  const last = (clip.frameCount - 1) * defaultSkeleton.jointCount * 4 + elbow;
  expect(2 * Math.atan2(clip.localRotations[last + 1], clip.localRotations[last + 3])).toBeCloseTo(-1.2, 3);
  expect(motionDuration(clipForBody(motion, defaultSkeleton, 1.5))).toBeCloseTo(1.5, 6);
});
