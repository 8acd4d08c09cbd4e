import { buildSkeleton, createPose, jointOfBone, type Motion, sampleMotion, updateWorldPose } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { randomPose } from '../testing.js';
import { createMotionSource } from './motionSource.js';

const skeleton = buildSkeleton([
  { name: 'Hips', offset: [0, 0.95, 0], bone: 'hips' },
  { name: 'Spine', parent: 'Hips', offset: [0, 0.2, 0], bone: 'spine' },
  { name: 'Head', parent: 'Spine', offset: [0, 0.4, 0], bone: 'head' },
  { name: 'LeftHand', parent: 'Spine', offset: [0.7, 0.2, 0], bone: 'leftHand' },
  { name: 'RightHand', parent: 'Spine', offset: [-0.7, 0.2, 0], bone: 'rightHand' },
]);

function clip(seed: number, frameCount = 30): Motion {
  const random = seededRandom(seed);
  const rotations: number[] = [];
  for (let i = 0; i < frameCount * skeleton.jointCount; i++) rotations.push(...randomPose(random).slice(3));
  return {
    name: 'clip',
    skeleton,
    hz: 60,
    frameCount,
    rootPositions: Float64Array.from({ length: frameCount * 3 }, () => random()),
    localRotations: Float64Array.from(rotations),
  };
}

test('head and wrists are the joints of the clip, and the truth is the clip itself', () => {
  const motion = clip(1);
  const source = createMotionSource(motion);
  const frame = createDeviceFrame();
  for (let i = 0; i < 13; i++) source.step(1 / 72, frame);
  const expected = createPose(skeleton);
  sampleMotion(motion, source.timeline.timeSeconds, expected);
  updateWorldPose(skeleton, expected);
  expect(source.truth).toEqual(expected);
  const joint = jointOfBone(skeleton, 'rightHand');
  const at = pointNumber.rightHand * POSE_SIZE;
  expect(frame.devicePoses.slice(at, at + 3)).toEqual(expected.worldPositions.slice(joint * 3, joint * 3 + 3));
  expect(frame.devicePoses.slice(at + 3, at + 7)).toEqual(expected.worldRotations.slice(joint * 4, joint * 4 + 4));
});

test('only the trackers that are worn, on joints that exist, are tracked', () => {
  const frame = createDeviceFrame();
  createMotionSource(clip(2), { points: ['head', 'hips', 'leftFoot'] }).step(0, frame);
  expect(frame.quality[pointNumber.head]).toBe(quality.tracked);
  expect(frame.quality[pointNumber.hips]).toBe(quality.tracked);
  expect(frame.quality[pointNumber.leftFoot]).toBe(quality.lost);
  expect(frame.quality[pointNumber.leftHand]).toBe(quality.lost);
});

test('the floor of the clip becomes height zero', () => {
  const [plain, lowered] = [createDeviceFrame(), createDeviceFrame()];
  createMotionSource(clip(3)).step(0.1, plain);
  createMotionSource(clip(3), { floorY: -0.2 }).step(0.1, lowered);
  expect(lowered.devicePoses[1]).toBeCloseTo(plain.devicePoses[1] + 0.2, 12);
});

test('a clip without frames tracks nothing', () => {
  const frame = createDeviceFrame();
  createMotionSource(clip(4, 0)).step(0.1, frame);
  expect(Math.max(...frame.quality)).toBe(quality.lost);
});
