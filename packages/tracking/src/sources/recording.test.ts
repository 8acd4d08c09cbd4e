import { expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { HAND_JOINT_COUNT, POSE_SIZE, pointNumber, quality, trackedPoints } from '../frame/trackedParts.js';
import {
  CONTROLLER_SIZE,
  type RecordedTrack,
  readRecordingFrame,
  recordingDuration,
  sampleRecording,
  type TrackingRecording,
} from './recording.js';

const pointCount = trackedPoints.length;

/** Deterministic numbers in 0..1 (mulberry32), so a failure reproduces itself. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function randomPoses(random: () => number, count: number): Float64Array {
  const poses = new Float64Array(count * POSE_SIZE);
  for (let i = 0; i < count; i++) {
    const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...q) || 1;
    poses.set([random() * 4 - 2, random() * 2, random() * 4 - 2, ...q.map((v) => v / length)], i * POSE_SIZE);
  }
  return poses;
}

function randomRecording(seed: number, frameCount = 12): TrackingRecording {
  const random = randomFrom(seed);
  const times = new Float64Array(frameCount);
  let clock = 100 * random();
  for (let i = 0; i < frameCount; i++) {
    times[i] = clock;
    clock += 0.002 + 0.02 * random();
  }
  const anyQuality = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(random() * 3));
  const hand = (): RecordedTrack => ({
    poses: randomPoses(random, frameCount * HAND_JOINT_COUNT),
    quality: anyQuality(frameCount),
  });
  return {
    header: { hz: 90, floorY: 0, offsets: {} },
    frameCount,
    times,
    poses: randomPoses(random, frameCount * pointCount),
    quality: anyQuality(frameCount * pointCount),
    leftHandJoints: hand(),
    rightHandJoints: null,
    leftController: Float64Array.from({ length: frameCount * CONTROLLER_SIZE }, random),
    rightController: null,
    extras: new Map(),
  };
}

test.each([1, 2, 3, 4, 5])('sampling at a recorded time gives that frame bit for bit (seed %i)', (seed) => {
  const recording = randomRecording(seed);
  const read = createDeviceFrame();
  const sampled = createDeviceFrame();
  // Started at zero, times[i] - times[0] + times[0] is times[i] again.
  const shifted = { ...recording, times: recording.times.map((t) => t - recording.times[0]) };
  for (let i = 0; i < recording.frameCount; i++) {
    readRecordingFrame(shifted, i, read);
    sampleRecording(shifted, shifted.times[i], sampled);
    expect(sampled).toEqual(read);
    expect(Array.from(read.devicePoses)).toEqual(
      Array.from(recording.poses.subarray(i * pointCount * POSE_SIZE, (i + 1) * pointCount * POSE_SIZE)),
    );
  }
});

test.each([1, 2, 3, 4, 5])('between two frames a pose lies between them and stays a rotation (seed %i)', (seed) => {
  const recording = randomRecording(seed, 2);
  recording.quality.fill(quality.tracked);
  const out = createDeviceFrame();
  for (const amount of [0.1, 0.5, 0.9]) {
    sampleRecording(recording, amount * recordingDuration(recording), out);
    for (let point = 0; point < pointCount; point++) {
      const at = point * POSE_SIZE;
      const b = (pointCount + point) * POSE_SIZE;
      for (let k = 0; k < 3; k++) {
        expect(out.devicePoses[at + k]).toBeCloseTo(
          recording.poses[at + k] * (1 - amount) + recording.poses[b + k] * amount,
          9,
        );
      }
      const q = Array.from(out.devicePoses.subarray(at + 3, at + 7));
      expect(Math.hypot(...q)).toBeCloseTo(1, 9);
      const angleTo = (from: number) =>
        2 * Math.acos(Math.min(1, Math.abs(q.reduce((sum, v, k) => sum + v * recording.poses[from + 3 + k], 0))));
      const whole = angleTo(at) + angleTo(b);
      expect(angleTo(at) / whole).toBeCloseTo(amount, 6);
    }
  }
});

test('a point that is lost in the next frame holds, and is lost from that frame on', () => {
  const recording = randomRecording(7, 2);
  recording.quality.fill(quality.tracked);
  recording.quality[pointCount + pointNumber.leftHand] = quality.lost;
  const out = createDeviceFrame();
  const at = pointNumber.leftHand * POSE_SIZE;
  const held = Array.from(recording.poses.subarray(at, at + POSE_SIZE));
  sampleRecording(recording, 0.7 * recordingDuration(recording), out);
  expect(Array.from(out.devicePoses.subarray(at, at + POSE_SIZE))).toEqual(held);
  expect(out.quality[pointNumber.leftHand]).toBe(quality.tracked);
  sampleRecording(recording, recordingDuration(recording) + 1, out);
  expect(out.quality[pointNumber.leftHand]).toBe(quality.lost);
});

test('times outside are clamped, hands and controllers that were not recorded are lost and at rest', () => {
  const recording = randomRecording(3);
  const out = createDeviceFrame();
  out.rightHandJoints.quality = quality.tracked;
  out.rightController.trigger = 1;
  sampleRecording(recording, -5, out);
  expect(out.timeSeconds).toBe(recording.times[0]);
  expect(out.rightHandJoints.quality).toBe(quality.lost);
  expect(out.rightController).toEqual({ stickX: 0, stickY: 0, trigger: 0, grip: 0, thumb: 0 });
  sampleRecording(recording, 1e9, out);
  expect(out.timeSeconds).toBe(recording.times[recording.frameCount - 1]);
});

test('an empty recording leaves the frame alone', () => {
  const out = createDeviceFrame();
  sampleRecording(randomRecording(1, 0), 0, out);
  expect(out).toEqual(createDeviceFrame());
  expect(recordingDuration(randomRecording(1, 0))).toBe(0);
});
