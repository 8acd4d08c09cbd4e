import { buildSkeleton } from '@leib/core';
import { expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { createJointFrame } from '../frame/jointFrame.js';
import { POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { createTrackerOffsets, devicesOfJoints } from '../frame/trackerOffsets.js';
import { createJointReader } from './jointReader.js';
import { readJoints } from './readJoints.js';

const skeleton = buildSkeleton([{ name: 'head', offset: [0, 1.5, 0], bone: 'head' }]);
const at = pointNumber.leftHand * POSE_SIZE;

test('a hand that comes back is shown on its way, and the raw pose in the frame is as it is tracked', () => {
  const reader = createJointReader(skeleton);
  const offsets = createTrackerOffsets();
  const devices = createDeviceFrame();
  const joints = createJointFrame();
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
    for (let k = 0; k < POSE_SIZE; k++) expect(read.rawPoses[at + k]).toBeCloseTo(hand[k], 6);
    largest = Math.max(largest, Math.abs(read.jointPoses[at] - hand[0]));
  }
  expect(largest).toBeGreaterThan(0.05);
});
