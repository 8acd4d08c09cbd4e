import { createQuat } from '@leib/core';
import { angleBetween, seededRandom } from '@leib/core/testing';
import { expect, test, vi } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { createJointFrame } from '../frame/jointFrame.js';
import { HAND_JOINT_COUNT, pointNumber, quality } from '../frame/trackedParts.js';
import { axisOf, bareJoints, positionOf, randomPose, rotationOf } from '../testing.js';
import { createFakeXr } from './fakeXr.testing.js';
import { createWebXrSource } from './webXrSource.js';

const ahead = [0, 1.2, -0.5, 0, 0, 0, 1];

test('headset, grips and buttons arrive', () => {
  const xr = createFakeXr();
  const source = createWebXrSource(xr.session, xr.space);
  xr.setInputs([
    { handedness: 'left', grip: ahead, buttons: [0.25, 0.5], axes: [0, 0, 0.1, -0.8] },
    { handedness: 'right', grip: ahead, buttons: [1, 0, 0, 0.5], axes: [0.3, 0.4], emulatedPosition: true },
    { handedness: 'none' },
  ]);
  const frame = createDeviceFrame();
  source.readXrFrame(xr.frame());
  source.step(1 / 90, frame);
  expect(frame.timeSeconds).toBeCloseTo(1.2345, 9);
  expect(positionOf(frame, 'head')).toEqual([0, 1.6, 0]);
  expect(positionOf(frame, 'leftHand')).toEqual([0, 1.2, -0.5]);
  expect(frame.leftController).toEqual({ trigger: 0.25, grip: 0.5, stickX: 0.1, stickY: 0.8, thumb: 0 });
  expect(frame.rightController).toEqual({ trigger: 1, grip: 0, stickX: 0.3, stickY: -0.4, thumb: 0.5 });
  expect(frame.quality[pointNumber.leftHand]).toBe(quality.tracked);
  expect(frame.quality[pointNumber.rightHand]).toBe(quality.inferred);
});

test.each(['left', 'right'] as const)('a flat %s hand ahead, palm down: fingers along -Z, its back up', (side) => {
  const xr = createFakeXr();
  const source = createWebXrSource(xr.session, xr.space);
  xr.setInputs([{ handedness: side, joints: Array.from({ length: HAND_JOINT_COUNT }, () => ahead) }]);
  const devices = createDeviceFrame();
  const frame = createJointFrame();
  source.readXrFrame(xr.frame());
  source.step(1 / 90, devices);
  bareJoints(devices, source.offsets, frame);
  const point = side === 'left' ? 'leftHand' : 'rightHand';
  const rotation = rotationOf(frame, point);
  expect(axisOf(rotation, side === 'left' ? [1, 0, 0] : [-1, 0, 0])).toEqual([0, 0, -1]);
  expect(axisOf(rotation, [0, 1, 0])).toEqual([0, 1, 0]);
  // Palm down, the left thumb is on the right and the right thumb on the left.
  expect(axisOf(rotation, [0, 0, 1])).toEqual(side === 'left' ? [1, 0, 0] : [-1, 0, 0]);
  // The wrist joint is the tracked wrist itself.
  positionOf(frame, point).forEach((value, k) => {
    expect(value).toBeCloseTo(ahead[k], 12);
  });
  const joints = side === 'left' ? frame.leftHandJoints : frame.rightHandJoints;
  expect(joints.quality).toBe(quality.tracked);
});

test('a bare hand stays where it is when grips are calibrated', () => {
  const xr = createFakeXr();
  const source = createWebXrSource(xr.session, xr.space);
  xr.setInputs([{ handedness: 'left', joints: Array.from({ length: HAND_JOINT_COUNT }, () => ahead) }]);
  const devices = createDeviceFrame();
  const frame = createJointFrame();
  const wrist = () => {
    source.readXrFrame(xr.frame());
    source.step(1 / 90, devices);
    bareJoints(devices, source.offsets, frame);
    return [...positionOf(frame, 'leftHand'), ...rotationOf(frame, 'leftHand')];
  };
  const before = wrist();
  source.offsets.set([0.1, 0.02, -0.03, Math.SQRT1_2, 0, 0, Math.SQRT1_2], pointNumber.leftHand * 7);
  wrist().forEach((value, k) => {
    expect(value).toBeCloseTo(before[k], 9);
  });
});

test('a hand with a missing joint is lost as a whole', () => {
  const xr = createFakeXr();
  const source = createWebXrSource(xr.session, xr.space);
  const joints = Array.from({ length: HAND_JOINT_COUNT }, () => ahead as number[] | null);
  joints[7] = null;
  xr.setInputs([{ handedness: 'left', joints }]);
  const frame = createDeviceFrame();
  source.readXrFrame(xr.frame());
  source.step(1 / 90, frame);
  expect(frame.leftHandJoints.quality).toBe(quality.lost);
  expect(frame.quality[pointNumber.leftHand]).toBe(quality.lost);
});

test('null poses, a hidden session and its end are lost tracking with the last numbers kept', () => {
  const xr = createFakeXr();
  const source = createWebXrSource(xr.session, xr.space);
  const pose = [...randomPose(seededRandom(1))];
  const frame = createDeviceFrame();
  const read = () => {
    source.readXrFrame(xr.frame());
    source.step(1 / 90, frame);
    return frame.quality[pointNumber.head];
  };
  xr.setViewer(pose);
  expect(read()).toBe(quality.tracked);
  xr.setViewer(null);
  expect(read()).toBe(quality.lost);
  expect(positionOf(frame, 'head')).toEqual(pose.slice(0, 3));
  xr.setViewer(pose, true);
  expect(read()).toBe(quality.inferred);
  xr.setVisibility('hidden');
  expect(read()).toBe(quality.lost);
  xr.setVisibility('visible');
  expect(read()).toBe(quality.inferred);
  xr.end();
  expect(read()).toBe(quality.lost);
});

test('controllers that go and hands that come are followed; a released stick does not stay pushed', () => {
  const xr = createFakeXr();
  const source = createWebXrSource(xr.session, xr.space);
  const frame = createDeviceFrame();
  const read = () => {
    source.readXrFrame(xr.frame());
    source.step(1 / 90, frame);
  };
  xr.setInputs([{ handedness: 'left', grip: ahead, axes: [0, 0, 1, 0] }]);
  read();
  expect(frame.leftController.stickX).toBe(1);
  xr.setInputs([]);
  read();
  expect(frame.leftController.stickX).toBe(0);
  expect(frame.quality[pointNumber.leftHand]).toBe(quality.lost);
  xr.setInputs([
    { handedness: 'left', joints: Array.from({ length: HAND_JOINT_COUNT }, () => ahead) },
    { handedness: 'left', grip: [9, 9, 9, 0, 0, 0, 1] },
  ]);
  read();
  expect(frame.leftHandJoints.quality).toBe(quality.tracked);
  expect(positionOf(frame, 'leftHand')[0]).toBeLessThan(1);
});

test('a reset of the origin is counted, until the source is disposed of', () => {
  const xr = createFakeXr();
  const source = createWebXrSource(xr.session, xr.space);
  xr.reset();
  expect(source.resetCount).toBe(1);
  source.dispose();
  xr.reset();
  expect(source.resetCount).toBe(1);
});

test('single-precision rotations become unit quaternions', () => {
  const xr = createFakeXr();
  const source = createWebXrSource(xr.session, xr.space);
  const frame = createDeviceFrame();
  xr.setViewer([0, 0, 0, 0, Math.fround(Math.SQRT1_2), 0, Math.fround(Math.SQRT1_2)]);
  source.readXrFrame(xr.frame());
  source.step(1 / 90, frame);
  expect(Math.hypot(...rotationOf(frame, 'head'))).toBeCloseTo(1, 15);
  expect(angleBetween(rotationOf(frame, 'head'), createQuat(0, Math.SQRT1_2, 0, Math.SQRT1_2))).toBeLessThan(1e-7);
});

test('what a session tracks is a list of devices with names, kinds, rates and latencies', () => {
  const xr = createFakeXr();
  const source = createWebXrSource(xr.session, xr.space);
  xr.setInputs([
    { handedness: 'left', joints: Array.from({ length: HAND_JOINT_COUNT }, () => ahead) },
    { handedness: 'right', grip: ahead },
  ]);
  // The fake session shows its frames 1234.5 ms after the page began.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1250);
  for (let i = 0; i < 3; i++) source.readXrFrame(xr.frame());
  clock.mockRestore();
  expect(source.devices.map(({ id, name, kind, suggestedPoint }) => [id, name, kind, suggestedPoint])).toEqual([
    ['webxr/head', 'Headset', 'headset', 'head'],
    ['webxr/leftHand', 'Left hand', 'hand', 'leftHand'],
    ['webxr/rightHand', 'Right controller', 'controller', 'rightHand'],
  ]);
  expect([...source.devices[0].pose]).toEqual([0, 1.6, 0, 0, 0, 0, 1]);
  expect(source.devices[0].latencyMs).toBeCloseTo(15.5, 6);
  xr.setInputs([]);
  source.readXrFrame(xr.frame());
  expect(source.devices.map((device) => device.quality)).toEqual([quality.tracked, quality.lost, quality.lost]);
});
