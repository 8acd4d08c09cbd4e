import { buildSkeleton } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createDeviceFrame, type DeviceFrame } from '../frame/deviceFrame.js';
import { copyJoints } from '../frame/jointFrame.js';
import { POSE_SIZE, pointNumber, quality, trackedPoints } from '../frame/trackedParts.js';
import { createTrackerOffsets, devicesOfJoints } from '../frame/trackerOffsets.js';
import { verdict } from '../judge/judgePose.js';
import { randomPose } from '../testing.js';
import { createJointReader } from './jointReader.js';
import { readJoints } from './readJoints.js';

const skeleton = buildSkeleton([{ name: 'head', offset: [0, 1.5, 0], bone: 'head' }]);
const identity = createTrackerOffsets();

function randomDevices(random: () => number): DeviceFrame {
  const devices = createDeviceFrame();
  for (let point = 0; point < trackedPoints.length; point++) {
    devices.devicePoses.set(randomPose(random), point * POSE_SIZE);
    devices.quality[point] = quality.tracked;
  }
  return devices;
}

test.each(seeds(10))('joints are what their devices sit on, and the way back leads there (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const devices = randomDevices(random);
  const offsets = createTrackerOffsets();
  for (let at = 0; at < offsets.length; at += POSE_SIZE) offsets.set(randomPose(random), at);
  const joints = readJoints(createJointReader(skeleton), devices, offsets, 1 / 90);
  const back = createDeviceFrame();
  devicesOfJoints(joints, offsets, back);
  for (const [i, value] of devices.devicePoses.entries()) expect(back.devicePoses[i]).toBeCloseTo(value, 9);
  expect([...joints.lostSeconds]).toEqual(trackedPoints.map(() => 0));
});

test('what is tracked passes bit for bit where nothing is strapped on, placed or smoothed', () => {
  const reader = createJointReader(skeleton);
  const devices = randomDevices(seededRandom(3));
  for (let i = 0; i < 5; i++) {
    const joints = readJoints(reader, devices, identity, 1 / 90);
    for (const [k, value] of devices.devicePoses.entries()) expect(joints.jointPoses[k]).toBe(value);
  }
});

test('a rotation of few digits becomes a unit one, one that is none is a lost point', () => {
  const reader = createJointReader(skeleton);
  const devices = randomDevices(seededRandom(4));
  devices.devicePoses.set([0, 0, 0, 1.02], pointNumber.hips * POSE_SIZE + 3);
  devices.devicePoses.set([0, 0, 0, 0], pointNumber.chest * POSE_SIZE + 3);
  readJoints(reader, devices, identity, 1 / 90);
  expect(reader.tracked.jointPoses[pointNumber.hips * POSE_SIZE + 6]).toBeCloseTo(1, 12);
  expect(reader.tracked.quality[pointNumber.hips]).toBe(quality.tracked);
  expect(reader.tracked.quality[pointNumber.chest]).toBe(quality.lost);
});

test('a point too far from the head to be of the same person is lost, and so is what is outside of any space', () => {
  const reader = createJointReader(skeleton);
  const devices = randomDevices(seededRandom(5));
  devices.devicePoses[pointNumber.leftFoot * POSE_SIZE] = 3.5;
  devices.devicePoses[pointNumber.rightFoot * POSE_SIZE] = 1e160;
  readJoints(reader, devices, identity, 1 / 90);
  const lost = trackedPoints.filter((point) => reader.tracked.quality[pointNumber[point]] === quality.lost);
  expect(lost).toEqual(['leftFoot', 'rightFoot']);
});

test.each(seeds(4))('whatever comes in, what goes out is finite, hands too (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const reader = createJointReader(skeleton);
  const poisons = [Number.NaN, Number.POSITIVE_INFINITY, 1e300, 0];
  readJoints(reader, randomDevices(random), identity, 1 / 90);
  for (let i = 0; i < 150; i++) {
    const devices = randomDevices(random);
    devices.leftHandJoints.quality = quality.tracked;
    for (let point = 0; point < trackedPoints.length; point++) {
      devices.quality[point] = Math.floor(random() * 3);
      const at = point * POSE_SIZE + Math.floor(random() * POSE_SIZE);
      if (random() < 0.3) devices.devicePoses[at] = poisons[Math.floor(random() * poisons.length)];
    }
    const hand = devices.leftHandJoints.poses;
    if (random() < 0.3) hand[Math.floor(random() * hand.length)] = poisons[Math.floor(random() * 2)];
    const joints = readJoints(reader, devices, identity, 1 / 90);
    expect(joints.jointPoses.every(Number.isFinite)).toBe(true);
    expect(joints.leftHandJoints.poses.every(Number.isFinite)).toBe(true);
    expect(joints.leftHandJoints.quality === quality.lost).toBe(!hand.every(Number.isFinite));
  }
});

test('devices are left as they are: the same frame may be read by several', () => {
  const devices = randomDevices(seededRandom(6));
  devices.quality[pointNumber.leftHand] = quality.lost;
  const before = structuredClone(devices);
  const [one, other] = [createJointReader(skeleton), createJointReader(skeleton)];
  one.placement = { scale: 0.9, yaw: 1, x: 1, y: 2, z: 3 };
  readJoints(one, devices, identity, 1 / 90);
  readJoints(other, devices, identity, 1 / 90);
  expect(devices).toEqual(before);
  expect(other.tracked.jointPoses.slice(0, 7)).toEqual(before.devicePoses.slice(0, 7));
});

test('the count of teleports rises with the first head and when the placement changes at once', () => {
  const reader = createJointReader(skeleton);
  const devices = randomDevices(seededRandom(7));
  const count = () => readJoints(reader, devices, identity, 1 / 90).teleportCount;
  expect([count(), count()]).toEqual([1, 1]);
  reader.placement.x += 2;
  expect([count(), count()]).toEqual([2, 2]);
  reader.placement.yaw += 1;
  expect([count(), count()]).toEqual([3, 3]);
});

test('joints of one reader in the frame of another come with what the judge has seen and thinks, and press no buttons', () => {
  const [worn, source] = [createJointReader(skeleton), createJointReader(skeleton)];
  const devices = randomDevices(seededRandom(8));
  for (let i = 0; i < 60; i++) readJoints(worn, devices, identity, 1 / 60);
  devices.devicePoses[pointNumber.leftFoot * POSE_SIZE] += 0.6;
  const joints = readJoints(worn, devices, identity, 1 / 60);
  const frame = readJoints(source, createDeviceFrame(), identity, 1 / 60);
  frame.leftController.stickX = 1;
  copyJoints(frame, joints);
  expect(frame.verdicts[pointNumber.leftFoot]).toBe(verdict.jumped);
  expect(frame).toMatchObject({
    leftController: { stickX: 1 },
    rawPoses: joints.rawPoses,
    jointPoses: joints.jointPoses,
    lostSeconds: joints.lostSeconds,
    quality: joints.quality,
  });
});
