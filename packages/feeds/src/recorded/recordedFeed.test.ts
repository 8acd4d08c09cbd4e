import { createDeviceFrame, pointNumber, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import type { FeedRecording } from './feedRecording.js';
import { createRecordedFeedSource } from './recordedFeedSource.js';

const frameCount = 21;
/** Two seconds at 10 Hz: a head that walks along +Z, and a tracker that is lost in the second one. */
const recording: FeedRecording = {
  floorY: 0.1,
  chapters: [
    { name: 'stand', startSeconds: 0, endSeconds: 1 },
    { name: 'walk', startSeconds: 1, endSeconds: 2 },
  ],
  devices: [
    { id: 'hmd', name: 'Helmet', kind: 'headset', suggestedPoint: 'head' },
    { id: 'a', name: 'a', kind: 'tracker', suggestedPoint: null },
  ],
  frameCount,
  times: Float64Array.from({ length: frameCount }, (_, i) => i / 10),
  poses: Float64Array.from(
    Array.from({ length: frameCount }, (_, i) => [0, 1.6, i / 10, 0, 0, 0, 1, 0.5, 1, 0, 0, 0, 0, 1]).flat(),
  ),
  quality: Uint8Array.from(
    Array.from({ length: frameCount }, (_, i) => [quality.tracked, i < 10 ? quality.tracked : quality.lost]).flat(),
  ),
};

describe('a recorded feed', () => {
  test('plays between its frames, holds what is lost, and is a source like any feed', () => {
    const source = createRecordedFeedSource(recording, 'test');
    source.roles = { 'recorded/a': 'leftHand' };
    const frame = createDeviceFrame();
    source.step(0.55, frame);
    // The headset itself, and the head joint 8.5 cm behind its eyes: it looks along -Z.
    expect(source.devices[0].pose[2]).toBeCloseTo(0.55, 6);
    expect(frame.devicePoses[pointNumber.head * 7 + 2]).toBeCloseTo(0.635, 6);
    expect(Math.abs(frame.devicePoses[pointNumber.head * 7 + 4])).toBeCloseTo(1, 6);
    expect(frame.quality[pointNumber.leftHand]).toBe(quality.tracked);
    source.step(0.75, frame);
    expect(frame.quality[pointNumber.leftHand]).toBe(quality.lost);
    expect(source.devices[1].pose[0]).toBe(0.5);
    expect(source.devices[0].rateHz).toBeCloseTo(10, 6);
  });

  test('a chapter is played over and over; one that is not there is all of it', () => {
    const source = createRecordedFeedSource(recording, 'test');
    const frame = createDeviceFrame();
    source.playChapter('walk');
    for (let i = 0; i < 50; i++) {
      source.step(0.07, frame);
      expect(source.timeline.timeSeconds).toBeGreaterThanOrEqual(1);
      expect(source.timeline.timeSeconds).toBeLessThanOrEqual(2);
    }
    source.playChapter('swim');
    expect(source.chapter).toBeNull();
  });
});
