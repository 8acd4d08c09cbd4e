import { seekTimeline } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { POSE_SIZE, pointNumber, quality, trackedPoints } from '../frame/trackedParts.js';
import { randomPose } from '../testing.js';
import type { TrackingRecording } from './recording.js';
import { createRecordingSource } from './recordingSource.js';

const frameCount = 91;
const hz = 90;

function recordingOf(seed: number, header: Partial<TrackingRecording['header']> = {}): TrackingRecording {
  const random = seededRandom(seed);
  const poses = new Float64Array(frameCount * trackedPoints.length * POSE_SIZE);
  for (let at = 0; at < poses.length; at += POSE_SIZE) poses.set(randomPose(random), at);
  return {
    header: { hz, floorY: 0, offsets: {}, ...header },
    frameCount,
    times: Float64Array.from({ length: frameCount }, (_, frame) => 17 + frame / hz),
    poses,
    quality: new Uint8Array(frameCount * trackedPoints.length).fill(quality.tracked),
    leftHandJoints: null,
    rightHandJoints: null,
    leftController: null,
    rightController: null,
    extras: new Map(),
  };
}

test('seeking to a moment shows the same as playing up to it', () => {
  const [played, sought] = [createDeviceFrame(), createDeviceFrame()];
  const playing = createRecordingSource(recordingOf(1), 'a');
  for (let i = 0; i < 47; i++) playing.step(1 / 90, played);
  const seeking = createRecordingSource(recordingOf(1), 'a');
  if (seeking.timeline === null || playing.timeline === null) throw new Error('a recording has a timeline');
  seekTimeline(seeking.timeline, playing.timeline.timeSeconds);
  seeking.timeline.isPlaying = false;
  seeking.step(1 / 90, sought);
  expect(sought).toEqual(played);
});

test('looping comes back to the start, not looping stops at the end', () => {
  const frame = createDeviceFrame();
  const source = createRecordingSource(recordingOf(2), 'a');
  const { timeline } = source;
  if (timeline === null) throw new Error('a recording has a timeline');
  expect(timeline.durationSeconds).toBeCloseTo(1, 9);
  source.step(1.25, frame);
  expect(frame.timeSeconds).toBeCloseTo(0.25, 9);
  timeline.isLooping = false;
  source.step(5, frame);
  expect(frame.timeSeconds).toBeCloseTo(1, 9);
  expect(timeline.isPlaying).toBe(false);
});

test('speed and pause act on the play head', () => {
  const frame = createDeviceFrame();
  const source = createRecordingSource(recordingOf(3), 'a');
  if (source.timeline === null) throw new Error('a recording has a timeline');
  source.timeline.speed = 0.5;
  source.step(0.5, frame);
  expect(frame.timeSeconds).toBeCloseTo(0.25, 9);
  source.timeline.isPlaying = false;
  source.step(0.5, frame);
  expect(frame.timeSeconds).toBeCloseTo(0.25, 9);
});

test('the floor of the recording becomes height zero, every frame alike', () => {
  const [frame, plain] = [createDeviceFrame(), createDeviceFrame()];
  const lowered = createRecordingSource(recordingOf(4, { floorY: 0.3 }), 'a');
  const original = createRecordingSource(recordingOf(4), 'a');
  for (let i = 0; i < 5; i++) {
    lowered.step(1 / 60, frame);
    original.step(1 / 60, plain);
  }
  const y = pointNumber.head * POSE_SIZE + 1;
  expect(frame.devicePoses[y]).toBeCloseTo(plain.devicePoses[y] - 0.3, 12);
  expect(frame.leftHandJoints.poses[1]).toBe(0);
});

test("offsets of the header are the source's; names that are no points are left out", () => {
  const offset = [0, 0.1, 0.2, 0, 1, 0, 0] as const;
  const source = createRecordingSource(recordingOf(5, { offsets: { head: offset, t1: offset } }), 'a');
  expect(Array.from(source.offsets.slice(0, POSE_SIZE))).toEqual([...offset]);
  expect(source.offsets).toHaveLength(trackedPoints.length * POSE_SIZE);
});

test('an empty recording tracks nothing', () => {
  const frame = createDeviceFrame();
  frame.quality.fill(quality.tracked);
  const empty = { ...recordingOf(6), frameCount: 0, times: new Float64Array(0) };
  createRecordingSource(empty, 'empty').step(1 / 60, frame);
  expect(Math.max(...frame.quality)).toBe(quality.lost);
});
