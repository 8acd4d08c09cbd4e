import { buildSkeleton, createQuat } from '@leib/core';
import { expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { createJointFrame, type JointFrame } from '../frame/jointFrame.js';
import { POSE_SIZE, pointNumber, type TrackedPoint } from '../frame/trackedParts.js';
import { axisOf, bareJoints, positionOf, rotationOf } from '../testing.js';
import { createXrOffsets, eyesInHead } from './xrOffsets.js';

// A WebXR user at identity looks along -Z: right is +X, left is -X, and ahead is -Z.
const AHEAD = [0, 0, -1];
const BEHIND = [0, 0, 1];
const LEFT = [-1, 0, 0];
const RIGHT = [1, 0, 0];
const UP = [0, 1, 0];

function jointsOf(trackers: Partial<Record<TrackedPoint, number[]>>): JointFrame {
  const frame = createDeviceFrame();
  for (const [point, pose] of Object.entries(trackers)) {
    frame.devicePoses.set(pose, pointNumber[point as TrackedPoint] * POSE_SIZE);
  }
  const joints = createJointFrame();
  bareJoints(frame, createXrOffsets(), joints);
  return joints;
}

test('a headset at identity is a head that looks along -Z, its left on -X, the joint behind and below the eyes', () => {
  const frame = jointsOf({ head: [0, 1.6, 0, 0, 0, 0, 1] });
  const rotation = rotationOf(frame, 'head');
  expect(axisOf(rotation, [0, 0, 1])).toEqual(AHEAD);
  expect(axisOf(rotation, [1, 0, 0])).toEqual(LEFT);
  expect(axisOf(rotation, [0, 1, 0])).toEqual(UP);
  const [x, y, z] = positionOf(frame, 'head');
  expect(x).toBeCloseTo(0, 12);
  expect(y).toBeLessThan(1.6);
  expect(z).toBeGreaterThan(0);
});

test('turning the head about the eyes moves them round the joint, not the joint', () => {
  // Nodding 90 degrees down about the joint: the eyes, which were ahead of it and above, are now below and ahead.
  const level = jointsOf({ head: [0, 1.6, 0, 0, 0, 0, 1] });
  const [jx, jy, jz] = positionOf(level, 'head');
  const [above, ahead] = [1.6 - jy, jz];
  const nod = jointsOf({ head: [jx, jy - ahead, jz - above, -Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
  positionOf(nod, 'head').forEach((value, k) => {
    expect(value).toBeCloseTo([jx, jy, jz][k], 12);
  });
});

/**
 * A fist held ahead with the rod upright, thumb on top: -Z of the grip is up, +Y runs back along the forearm. For the
 * right hand +X, the back of the hand, is then on the right; for the left hand +X, the palm, also is. So one and the
 * same grip rotation, half a turn about X less a quarter: X stays, Y -> +Z, Z -> -Y.
 */
const FIST_AHEAD = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

test.each(['leftHand', 'rightHand'] as const)('%s: an upright rod ahead is a fist with the thumb up', (point) => {
  expect(axisOf(createQuat(...(FIST_AHEAD as [number, number, number, number])), [0, 1, 0])).toEqual(BEHIND);
  const frame = jointsOf({ [point]: [0, 1, -0.4, ...FIST_AHEAD] });
  const rotation = rotationOf(frame, point);
  const isLeft = point === 'leftHand';
  // The fingers' axis and the thumb's, tilted together by the lean of a held rod, and the back of the hand exactly.
  const fingers = axisOf(rotation, isLeft ? [1, 0, 0] : [-1, 0, 0]);
  const thumb = axisOf(rotation, [0, 0, 1]);
  expect(fingers[2]).toBeLessThan(-0.9);
  expect(thumb[1]).toBeGreaterThan(0.9);
  // With a straight wrist the rod's top leans ahead, so where the rod stands upright the fingers point slightly up.
  expect(fingers[1]).toBeCloseTo(Math.sin((15 * Math.PI) / 180), 5);
  expect(axisOf(rotation, [0, 1, 0])).toEqual(isLeft ? LEFT : RIGHT);
  // The wrist is behind the grip, on the back-of-the-hand side of it.
  const [x, , z] = positionOf(frame, point);
  expect(z).toBeGreaterThan(-0.36);
  expect(Math.sign(x)).toBe(isLeft ? -1 : 1);
});

test('eyes come from the rig where it has them', () => {
  const joints = [
    { name: 'hips', offset: [0, 1, 0], bone: 'hips' },
    { name: 'head', parent: 'hips', offset: [0, 0.5, 0], bone: 'head' },
  ] as const;
  const blind = buildSkeleton(joints);
  const seeing = buildSkeleton([
    ...joints,
    { name: 'l', parent: 'head', offset: [0.03, 0.07, 0.1], bone: 'leftEye' },
    { name: 'r', parent: 'head', offset: [-0.03, 0.07, 0.1], bone: 'rightEye' },
  ]);
  expect(eyesInHead(blind)[2]).toBeGreaterThan(0.05);
  eyesInHead(seeing).forEach((value, k) => {
    expect(value).toBeCloseTo([0, 0.07, 0.1][k], 12);
  });
});
