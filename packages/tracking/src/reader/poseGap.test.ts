import { buildSkeleton } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { devicesOfJoints } from '../frame/devicesOfJoints.js';
import { copyJointFrame, createJointFrame } from '../frame/jointFrame.js';
import { POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { createTrackerOffsets } from '../frame/trackerOffsets.js';
import { randomPose } from '../testing.js';
import { createJointReader } from './jointReader.js';
import { addPoseGap, measurePoseGap, readTrackedPose } from './poseGap.js';
import { readJoints } from './readJoints.js';

const skeleton = buildSkeleton([{ name: 'head', offset: [0, 1.5, 0], bone: 'head' }]);
const at = pointNumber.leftHand * POSE_SIZE;

test.each(seeds(10))('a pose without what is left of its gap is the one tracked (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const frame = createJointFrame();
  const [tracked, shown] = [randomPose(random), randomPose(random)];
  const [trackedPoses, shownPoses] = [frame.jointPoses.slice(), frame.jointPoses.slice()];
  trackedPoses.set(tracked, at);
  shownPoses.set(shown, at);
  measurePoseGap(frame.gaps, shownPoses, trackedPoses, at);
  frame.gapAmounts[pointNumber.leftHand] = random();
  frame.jointPoses.set(tracked, at);
  addPoseGap(frame.jointPoses, frame.gaps, at, frame.gapAmounts[pointNumber.leftHand]);
  const copy = createJointFrame();
  copyJointFrame(copy, frame);
  const out = new Float64Array(frame.jointPoses.length);
  readTrackedPose(out, copy, pointNumber.leftHand);
  for (let k = 0; k < POSE_SIZE; k++) expect(out[at + k]).toBeCloseTo(tracked[k], 9);
});

test('a hand that comes back is shown on its way, and read as it is tracked', () => {
  const reader = createJointReader(skeleton);
  const offsets = createTrackerOffsets();
  const devices = createDeviceFrame();
  const joints = createJointFrame();
  const out = new Float64Array(joints.jointPoses.length);
  let largest = 0;
  for (let i = 0; i < 40; i++) {
    joints.jointPoses.set([0, 1.5, 0, 0, 0, 0, 1]);
    const hand = [0.3 + 0.01 * i, 1.1, 0.2, 0, Math.sin(0.02 * i), 0, Math.cos(0.02 * i)];
    joints.jointPoses.set(hand, at);
    joints.quality.fill(quality.tracked, 0, 2);
    if (i >= 10 && i < 25) joints.quality[pointNumber.leftHand] = quality.lost;
    devicesOfJoints(joints, offsets, devices);
    const read = readJoints(reader, devices, offsets, 1 / 60);
    if (i < 25) continue;
    readTrackedPose(out, read, pointNumber.leftHand);
    for (let k = 0; k < POSE_SIZE; k++) expect(out[at + k]).toBeCloseTo(hand[k], 6);
    largest = Math.max(largest, Math.abs(read.jointPoses[at] - hand[0]));
  }
  expect(largest).toBeGreaterThan(0.05);
});
