import { defaultSkeleton } from '@leib/body';
import { createPose, sampleMotion } from '@leib/core';
import { bytesPerCall, CALL_GARBAGE, seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createPoseMemory, motionOfMemory, rememberPose } from './poseMemory.js';

/** Goes along x at 1 m/s and turns its second joint at 1 rad/s. */
function poseAt(seconds: number) {
  const pose = createPose(defaultSkeleton);
  pose.rootPosition[0] = seconds;
  pose.localRotations.set([Math.sin(seconds / 2), 0, 0, Math.cos(seconds / 2)], 4);
  return pose;
}

test('uneven frames become an even clip of the same movement', () => {
  const memory = createPoseMemory(defaultSkeleton);
  const random = seededRandom(3);
  let [time, start] = [0, 0];
  for (let i = 0; i < 100; i++) {
    const dt = 0.005 + 0.05 * random();
    time += dt;
    if (i === 0) start = time;
    rememberPose(memory, poseAt(time), dt);
  }
  const motion = motionOfMemory(memory, 'walk', 60);
  if (!motion) throw new Error('no motion');
  expect(motion.frameCount / 60).toBeCloseTo(time - start, 1);
  const out = createPose(defaultSkeleton);
  for (const seconds of [0, 0.4, 1.3]) {
    sampleMotion(motion, seconds, out);
    expect(out.rootPosition[0]).toBeCloseTo(start + seconds, 3);
    expect(2 * Math.atan2(out.localRotations[4], out.localRotations[7])).toBeCloseTo(start + seconds, 3);
  }
});

test('only the last twenty seconds are kept, oldest first', () => {
  const memory = createPoseMemory(defaultSkeleton);
  for (let i = 1; i <= 2500; i++) rememberPose(memory, poseAt(i / 90), 1 / 90);
  const motion = motionOfMemory(memory, 'long', 90);
  expect(motion?.rootPositions[0]).toBeCloseTo((2500 - 1799) / 90, 3);
  expect(motion?.rootPositions.at(-3)).toBeCloseTo(2500 / 90, 1);
});

test('a moment is no clip, and time that stands still is not remembered', () => {
  const memory = createPoseMemory(defaultSkeleton);
  expect(motionOfMemory(memory, 'none', 60)).toBeNull();
  rememberPose(memory, poseAt(0), 0.5);
  rememberPose(memory, poseAt(1), 0);
  expect(memory.count).toBe(1);
  expect(motionOfMemory(memory, 'short', 60)).toBeNull();
});

test('remembers without allocating', () => {
  const memory = createPoseMemory(defaultSkeleton);
  const pose = poseAt(1);
  expect(bytesPerCall(() => rememberPose(memory, pose, 0.01))).toBeLessThan(CALL_GARBAGE);
});
