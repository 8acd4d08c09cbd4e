import { defaultOneEuroParams } from '@leib/core';
import { expect, test } from 'vitest';
import { createJointFrame } from '../frame/jointFrame.js';
import { pointNumber, quality } from '../frame/trackedParts.js';
import { createFrameSmoother, smoothJointFrame } from './smoothFrame.js';

const at = pointNumber.leftHand * 7;

function frameWithHandAt(x: number) {
  const frame = createJointFrame();
  frame.quality[pointNumber.leftHand] = quality.tracked;
  frame.jointPoses[at] = x;
  return frame;
}

test('a shaking hand shakes less, around the same place', () => {
  const smoother = createFrameSmoother();
  let largest = 0;
  for (let i = 0; i < 180; i++) {
    const frame = frameWithHandAt(0.3 + (i % 2 === 0 ? 0.002 : -0.002));
    smoothJointFrame({ ...defaultOneEuroParams, beta: 0 }, smoother, frame, 1 / 90);
    if (i > 90) largest = Math.max(largest, Math.abs(frame.jointPoses[at] - 0.3));
  }
  expect(largest).toBeLessThan(0.0005);
});

test('a lost point keeps its numbers, and comes back without a trail', () => {
  const smoother = createFrameSmoother();
  for (let i = 0; i < 20; i++) smoothJointFrame(defaultOneEuroParams, smoother, frameWithHandAt(0), 1 / 90);
  const lost = frameWithHandAt(5);
  lost.quality[pointNumber.leftHand] = quality.lost;
  smoothJointFrame(defaultOneEuroParams, smoother, lost, 1 / 90);
  expect(lost.jointPoses[at]).toBe(5);
  const back = frameWithHandAt(1);
  smoothJointFrame(defaultOneEuroParams, smoother, back, 1 / 90);
  expect(back.jointPoses[at]).toBe(1);
});
