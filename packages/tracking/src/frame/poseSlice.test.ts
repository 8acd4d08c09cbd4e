import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { addPoseGap, measurePoseGap } from '../reader/poseGap.js';
import { randomPose } from '../testing.js';
import { createDeviceFrame } from './deviceFrame.js';
import { createJointFrame } from './jointFrame.js';
import { composePoses, invertPose, isUsablePose, mixPose } from './poseSlice.js';
import { POSE_SIZE, trackedPoints } from './trackedParts.js';
import { createTrackerOffsets, devicesOfJoints, jointOfDevice } from './trackerOffsets.js';

const identity = [0, 0, 0, 0, 0, 0, 1];

function expectSamePose(actual: Float64Array, expected: ArrayLike<number>, at = 0): void {
  let cosine = 0;
  for (let k = 3; k < POSE_SIZE; k++) cosine += actual[at + k] * expected[k];
  for (let k = 0; k < 3; k++) expect(actual[at + k]).toBeCloseTo(expected[k], 12);
  expect(Math.abs(cosine)).toBeCloseTo(1, 12);
}

test.each(seeds(20))('a pose times its inverse is nothing (seed %i)', (seed) => {
  const pose = randomPose(seededRandom(seed));
  const inverse = new Float64Array(POSE_SIZE);
  invertPose(inverse, 0, pose, 0);
  composePoses(inverse, 0, inverse, 0, pose, 0);
  expectSamePose(inverse, identity);
});

test.each(seeds(20))('composing is associative, also in place (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [a, b, c] = [randomPose(random), randomPose(random), randomPose(random)];
  const left = a.slice();
  composePoses(left, 0, left, 0, b, 0);
  composePoses(left, 0, left, 0, c, 0);
  const right = b.slice();
  composePoses(right, 0, right, 0, c, 0);
  composePoses(right, 0, a, 0, right, 0);
  expectSamePose(left, right);
});

test.each(seeds(20))('putting trackers on joints and taking joints from trackers undo each other (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const frame = createJointFrame();
  const devices = createDeviceFrame();
  const offsets = createTrackerOffsets();
  for (let point = 0; point < trackedPoints.length; point++) {
    frame.jointPoses.set(randomPose(random), point * POSE_SIZE);
    offsets.set(randomPose(random), point * POSE_SIZE);
  }
  const joints = frame.jointPoses.slice();
  devicesOfJoints(frame, offsets, devices);
  for (let at = 0; at < offsets.length; at += POSE_SIZE) {
    jointOfDevice(frame.jointPoses, at, devices.devicePoses, offsets, at);
  }
  for (let at = 0; at < joints.length; at += POSE_SIZE) {
    expectSamePose(frame.jointPoses, joints.subarray(at, at + POSE_SIZE), at);
  }
});

test.each(seeds(20))(
  'the whole gap leads back to what was shown, none of it stays at what is tracked (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const [shown, tracked, gap] = [randomPose(random), randomPose(random), new Float64Array(POSE_SIZE)];
    measurePoseGap(gap, shown, tracked, 0);
    const all = tracked.slice();
    addPoseGap(all, gap, 0, 1);
    expectSamePose(all, shown);
    const none = tracked.slice();
    addPoseGap(none, gap, 0, 0);
    expectSamePose(none, tracked);
  },
);

test.each(seeds(10))('mixing starts and ends at its ends (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [a, b, out] = [randomPose(random), randomPose(random), new Float64Array(POSE_SIZE)];
  out.set(a);
  mixPose(out, 0, b, 0, 0);
  expectSamePose(out, a);
  out.set(a);
  mixPose(out, 0, b, 0, 1);
  expectSamePose(out, b);
});

test('NaN, infinity and a quaternion of no length are no poses', () => {
  expect(isUsablePose(Float64Array.of(...identity), 0)).toBe(true);
  for (let k = 0; k < POSE_SIZE; k++) {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const pose = Float64Array.of(...identity);
      pose[k] = bad;
      expect(isUsablePose(pose, 0)).toBe(false);
    }
  }
  expect(isUsablePose(new Float64Array(POSE_SIZE), 0)).toBe(false);
});
