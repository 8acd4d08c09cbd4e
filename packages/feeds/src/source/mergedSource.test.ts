import { seededRandom } from '@leib/core/testing';
import { createDeviceFrame, isTracked, jointOfDevice, pointNumber } from '@leib/tracking';
import { fixedSource, positionOf, randomPose } from '@leib/tracking/testing';
import { expect, test } from 'vitest';
import { createMergedSource } from './mergedSource.js';

test('every point comes from the first that sees it, with its offset', () => {
  const random = seededRandom(15);
  const headset = { head: randomPose(random), leftHand: randomPose(random) };
  const trackers = { leftHand: randomPose(random), hips: randomPose(random) };
  const worn = fixedSource(trackers);
  worn.offsets.set([1, 0, 0, 0, 0, 0, 1], pointNumber.hips * 7);
  trackers.hips.set([0, 0, 0, 1], 3);
  const merged = createMergedSource([fixedSource(headset), worn]);
  const frame = createDeviceFrame();
  merged.step(1 / 90, frame);
  expect(positionOf(frame, 'head')).toEqual([...headset.head.slice(0, 3)]);
  expect(positionOf(frame, 'leftHand')).toEqual([...headset.leftHand.slice(0, 3)]);
  expect(positionOf(frame, 'hips')).toEqual([...trackers.hips.slice(0, 3)]);
  const joint = new Float64Array(7);
  jointOfDevice(joint, 0, frame.devicePoses, merged.offsets, pointNumber.hips * 7);
  expect([...joint.slice(0, 3)]).toEqual([trackers.hips[0] - 1, trackers.hips[1], trackers.hips[2]]);
  expect(isTracked(frame, pointNumber.leftFoot)).toBe(false);
});

test('what the first loses the second takes over', () => {
  const random = seededRandom(16);
  const [mine, yours] = [randomPose(random), randomPose(random)];
  const first: { leftHand?: Float64Array } = { leftHand: mine };
  const merged = createMergedSource([fixedSource(first), fixedSource({ leftHand: yours })]);
  const frame = createDeviceFrame();
  merged.step(0, frame);
  expect(positionOf(frame, 'leftHand')).toEqual([...mine.slice(0, 3)]);
  delete first.leftHand;
  merged.step(0, frame);
  expect(positionOf(frame, 'leftHand')).toEqual([...yours.slice(0, 3)]);
});
