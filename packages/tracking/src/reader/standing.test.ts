import { buildSkeleton, createTimeline, stepTimeline } from '@leib/core';
import { expect, test } from 'vitest';
import { loseEverything, POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { createTrackerOffsets } from '../frame/trackerOffsets.js';
import type { TrackedSource } from '../sources/trackedSource.js';
import { findStandingHead, headHeightOfStature, scaleToAvatar, statureOfHeadHeight } from './standing.js';

/** Ten seconds of a head whose height is a function of time; NaN: lost. */
function recordedHead(heightAt: (seconds: number) => number): TrackedSource {
  const timeline = createTimeline(10);
  return {
    label: 'head',
    offsets: createTrackerOffsets(),
    timeline,
    step(dtSeconds, out) {
      stepTimeline(timeline, dtSeconds);
      loseEverything(out);
      const height = heightAt(timeline.timeSeconds);
      if (Number.isNaN(height)) return;
      out.devicePoses.set([0, height, 0, 0, 0, 0, 1], pointNumber.head * POSE_SIZE);
      out.quality[pointNumber.head] = quality.tracked;
    },
    dispose() {},
  };
}

const range = { min: 1.4, max: 1.65 };

test('standing is found between sitting, jumping and a headset that lies about', () => {
  const source = recordedHead((t) => (t < 2 ? Number.NaN : t < 5 ? 1.2 : t < 6 ? 1.9 : 1.52 + 0.01 * Math.sin(9 * t)));
  const height = findStandingHead(source, range) ?? 0;
  expect(height).toBeGreaterThan(1.52);
  expect(height).toBeLessThan(1.531);
  expect(source.timeline?.timeSeconds).toBe(0);
});

test('nothing is found where the person sits all the time, or is live', () => {
  expect(
    findStandingHead(
      recordedHead(() => 1.2),
      range,
    ),
  ).toBeNull();
  expect(findStandingHead({ ...recordedHead(() => 1.5), timeline: null }, range)).toBeNull();
});

test.each([0.3, 0.8, 1.55, 2.6])(
  'a wearer who stands has the head of an avatar where it is at rest (%d m)',
  (height) => {
    const skeleton = buildSkeleton([
      { name: 'hips', offset: [0, height / 3, 0], bone: 'hips' },
      { name: 'head', parent: 'hips', offset: [0, (height * 2) / 3, 0], bone: 'head' },
    ]);
    for (const stature of [1.2, 1.7, 2.1]) {
      const head = headHeightOfStature(stature);
      expect(statureOfHeadHeight(head)).toBeCloseTo(stature, 12);
      expect(head * scaleToAvatar(skeleton, head)).toBeCloseTo(height, 12);
    }
  },
);
