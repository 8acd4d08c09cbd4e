import { createPose, motionDuration, quat } from '@leib/core';
import { testBody } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { appendTake, createTakeRecorder, finishTake } from './takeRecorder.js';

const skeleton = testBody();

/** Hips that go along x at one metre a second and turn about y at one radian a second. */
function poseAt(seconds: number) {
  const pose = createPose(skeleton);
  pose.rootPosition.set([seconds, 1, 0]);
  pose.localRotations.set(quat.setAxisAngle(quat.create(), [0, 1, 0], seconds), 0);
  return pose;
}

test.each([
  ['60 Hz', [1 / 60]],
  ['144 Hz', [1 / 144]],
  ['24 Hz', [1 / 24]],
  ['uneven steps', [0.011, 0.029, 0.002, 0.05]],
])('poses at %s become the same even frames', (_name, steps) => {
  const recorder = createTakeRecorder(skeleton, 60);
  let seconds = 0;
  appendTake(recorder, skeleton, poseAt(0), 0);
  for (let i = 0; seconds < 2; i++) {
    const dt = steps[i % steps.length];
    seconds += dt;
    appendTake(recorder, skeleton, poseAt(seconds), dt);
  }
  const motion = finishTake(recorder, 'take');
  expect(motionDuration(motion)).toBeGreaterThan(seconds - 1 / 60 - 1e-6);
  expect(motionDuration(motion)).toBeLessThanOrEqual(seconds + 1e-6);
  for (let frame = 0; frame < motion.frameCount; frame++) {
    expect(motion.rootPositions[frame * 3]).toBeCloseTo(frame / 60, 9);
    expect(2 * Math.asin(motion.localRotations[frame * skeleton.jointCount * 4 + 1])).toBeCloseTo(frame / 60, 5);
  }
});
