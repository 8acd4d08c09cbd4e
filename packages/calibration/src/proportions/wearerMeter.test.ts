import { createJointFrame, type JointFrame, POSE_SIZE, pointNumber, quality, type TrackedPoint } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createWearerMeter, stepWearerMeter, wearerLengths } from './wearerMeter.js';

const FLOOR = 0.1;

function frameOf(places: Partial<Record<TrackedPoint, readonly [number, number, number]>>): JointFrame {
  const frame = createJointFrame();
  for (const [point, [x, y, z]] of Object.entries(places) as [TrackedPoint, readonly [number, number, number]][]) {
    frame.jointPoses.set([x, y + FLOOR, z, 0, 0, 0, 1], pointNumber[point] * POSE_SIZE);
    frame.quality[pointNumber[point]] = quality.tracked;
  }
  return frame;
}

const tPose = {
  head: [0, 1.5, 0],
  leftHand: [0.7, 1.4, 0],
  rightHand: [-0.7, 1.4, 0],
  hips: [0, 0.98, 0],
  leftFoot: [0.1, 0.08, 0],
  rightFoot: [-0.1, 0.1, 0],
} as const;

function hold(meter: ReturnType<typeof createWearerMeter>, frame: JointFrame, seconds: number): void {
  for (let i = 0; i < Math.round(seconds * 60); i++) stepWearerMeter(meter, frame, FLOOR, 1 / 60);
}

test('a T-pose that is held gives what the trackers show, above the floor', () => {
  const meter = createWearerMeter();
  hold(meter, frameOf(tPose), 1.6);
  expect(meter.progress).toBe(1);
  const { headHeight, wristSpan, hipsHeight, ankleHeight, ...none } = wearerLengths(meter);
  expect(headHeight).toBeCloseTo(1.5, 9);
  expect(wristSpan).toBeCloseTo(1.4, 9);
  expect(hipsHeight).toBeCloseTo(0.98, 9);
  expect(ankleHeight).toBeCloseTo(0.09, 9);
  expect(none).toEqual({});
});

test('it says what to do, and begins again when the person moves', () => {
  const meter = createWearerMeter();
  hold(meter, createJointFrame(), 1);
  expect(meter.advice).toBe('Put on a headset or trackers.');
  hold(meter, frameOf({ head: tPose.head }), 1);
  expect(meter.advice).toBe('Hold both hands into view.');
  hold(meter, frameOf({ ...tPose, leftHand: [0.3, 0.8, 0] }), 2);
  expect([meter.advice, meter.seconds]).toEqual(['Stretch your arms out to the sides.', 0]);
  hold(meter, frameOf(tPose), 1);
  const before = meter.seconds;
  hold(meter, frameOf({ ...tPose, leftHand: [0.62, 1.4, 0] }), 0.1);
  expect(meter.seconds).toBeLessThan(before);
  expect(meter.progress).toBeLessThan(1);
});

test('a result stays until it is taken', () => {
  const meter = createWearerMeter();
  hold(meter, frameOf(tPose), 2);
  const { headHeight } = wearerLengths(meter);
  hold(meter, frameOf({ ...tPose, head: [0, 1.2, 0] }), 1);
  expect(wearerLengths(meter).headHeight).toBe(headHeight);
});
