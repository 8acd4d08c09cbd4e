import { expect, test } from 'vitest';
import { copyJointFrame, createJointFrame, type JointFrame } from '../frame/jointFrame.js';
import { POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { positionOf } from '../testing.js';
import { createHoldLostState, defaultHoldLostParams as params, stepHoldLost } from './holdLost.js';
import { largestMove } from './largestMove.testing.js';

const head = [0, 1.5, 0, 0, 0, 0, 1];
const raised = [0.3, 1.7, 0.2, 0, 0, 0, 1];

function frameWith(leftHand: ArrayLike<number> | null, headPose: ArrayLike<number> = head): JointFrame {
  const frame = createJointFrame();
  frame.jointPoses.set(headPose, 0);
  frame.quality[pointNumber.head] = quality.tracked;
  if (leftHand !== null) {
    frame.jointPoses.set(leftHand, pointNumber.leftHand * POSE_SIZE);
    frame.quality[pointNumber.leftHand] = quality.tracked;
  }
  return frame;
}

test('what is tracked passes unchanged', () => {
  const state = createHoldLostState();
  for (let i = 0; i < 10; i++) {
    const frame = frameWith(raised);
    stepHoldLost(params, state, frame, 1 / 90);
    expect(positionOf(frame, 'leftHand')).toEqual(raised.slice(0, 3));
    expect(frame.quality[pointNumber.leftHand]).toBe(quality.tracked);
  }
});

test('a lost hand holds, sinks beside the body, and says that it is inferred', () => {
  const state = createHoldLostState();
  stepHoldLost(params, state, frameWith(raised), 1 / 90);
  const held = frameWith(null);
  stepHoldLost(params, state, held, 0.3);
  expect(positionOf(held, 'leftHand')[1]).toBeCloseTo(1.7, 9);
  expect(held.quality[pointNumber.leftHand]).toBe(quality.inferred);
  const sunk = frameWith(null);
  stepHoldLost(params, state, sunk, 2);
  const [x, y, z] = params.restLeftHand;
  positionOf(sunk, 'leftHand').forEach((value, k) => {
    expect(value).toBeCloseTo([x, 1.5 + y, z][k], 12);
  });
});

test('a held hand goes along with the person', () => {
  const state = createHoldLostState();
  stepHoldLost(params, state, frameWith(raised), 1 / 90);
  const frame = frameWith(null, [1, 1.5, 2, 0, 0, 0, 1]);
  stepHoldLost(params, state, frame, 1 / 90);
  expect(positionOf(frame, 'leftHand')).toEqual([1.3, 1.7, 2.2]);
});

test('losing and finding a hand never jumps', () => {
  const state = createHoldLostState();
  const before = createJointFrame();
  for (let i = 0; i < 500; i++) {
    const isThere = i < 50 || i > 250 || (i > 100 && i < 110);
    const frame = frameWith(isThere ? raised : null);
    stepHoldLost(params, state, frame, 1 / 90);
    if (i > 0) expect(largestMove(before, frame)).toBeLessThan(0.12);
    copyJointFrame(before, frame);
  }
  expect(positionOf(before, 'leftHand')).toEqual(raised.slice(0, 3));
});

test('hands that were never seen hang at both sides, mirrored', () => {
  const state = createHoldLostState();
  const frame = frameWith(null);
  stepHoldLost(params, state, frame, 1 / 90);
  const [left, right] = [positionOf(frame, 'leftHand'), positionOf(frame, 'rightHand')];
  expect(left[0]).toBeGreaterThan(0.1);
  expect(right).toEqual([-left[0], left[1], left[2]]);
});

test('a lost head is held; before there was one, nothing is tracked', () => {
  const state = createHoldLostState();
  const nothing = createJointFrame();
  stepHoldLost(params, state, nothing, 1 / 90);
  expect(Math.max(...nothing.quality)).toBe(quality.lost);
  stepHoldLost(params, state, frameWith(raised), 1 / 90);
  const frame = createJointFrame();
  stepHoldLost(params, state, frame, 60);
  expect(positionOf(frame, 'head')).toEqual(head.slice(0, 3));
  expect(frame.quality[pointNumber.head]).toBe(quality.inferred);
});

test('other points are held for a moment and then given up', () => {
  const state = createHoldLostState();
  const frame = frameWith(null);
  frame.jointPoses.set([0, 0.9, 0, 0, 0, 0, 1], pointNumber.hips * POSE_SIZE);
  frame.quality[pointNumber.hips] = quality.tracked;
  stepHoldLost(params, state, frame, 1 / 90);
  const soon = frameWith(null);
  stepHoldLost(params, state, soon, 0.2);
  expect(soon.quality[pointNumber.hips]).toBe(quality.inferred);
  const late = frameWith(null);
  stepHoldLost(params, state, late, 1);
  expect(late.quality[pointNumber.hips]).toBe(quality.lost);
});
