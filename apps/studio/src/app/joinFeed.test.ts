import { createRecordedFeedSource } from '@leib/feeds';
import { readFeedLines } from '@leib/formats';
import {
  createDeviceFrame,
  createTrackerOffsets,
  type DeviceFrame,
  type FeedDevice,
  POSE_SIZE,
  pointNumber,
  quality,
} from '@leib/tracking';
import { expect, test } from 'vitest';
import { joinFeed } from './joinFeed.js';

const recording = [
  { format: 'leib-feed-recording/1' },
  {
    format: 'leib-feed/1',
    t: 0,
    devices: [
      { id: 'w', point: 'hips', pose: [1, 1, 0, 0, 0, 0, 1] },
      { id: 'h', point: 'head', pose: [9, 9, 9, 0, 0, 0, 1] },
    ],
  },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

function headset() {
  const devices: FeedDevice[] = [];
  return {
    label: 'Headset',
    offsets: createTrackerOffsets(),
    timeline: null,
    devices,
    isDisposed: false,
    step(_: number, out: DeviceFrame) {
      out.quality.fill(quality.lost);
      out.devicePoses.set([0, 1.6, 0, 0, 0, 0, 1], 0);
      out.quality[pointNumber.head] = quality.tracked;
    },
    dispose() {
      this.isDisposed = true;
    },
  };
}

test('head is the headset’s, the waist the feed’s, brought to where the headset’s space has it', () => {
  const feed = createRecordedFeedSource(readFeedLines(recording), 'feed');
  // A quarter turn about Y takes +X to -Z; then two metres ahead.
  feed.spaces = { recorded: Float64Array.of(0, 0.1, 2, 0, Math.SQRT1_2, 0, Math.SQRT1_2) };
  const own = headset();
  const { source, devices } = joinFeed(own, feed);
  const frame = createDeviceFrame();
  source.step(0.01, frame);
  const at = pointNumber.hips * POSE_SIZE;
  expect([...frame.devicePoses.subarray(0, 3)]).toEqual([0, 1.6, 0]);
  [0, 1.1, 1].forEach((value, k) => {
    expect(frame.devicePoses[at + k]).toBeCloseTo(value, 9);
  });
  expect(devices.map(({ id }) => id)).toEqual(['recorded/w', 'recorded/h']);
  // A controller is switched on: the same list has it, first.
  own.devices.push({ ...devices[0], id: 'webxr/leftHand', feed: 'webxr' });
  source.step(0.01, frame);
  expect(devices.map(({ id }) => id)).toEqual(['webxr/leftHand', 'recorded/w', 'recorded/h']);
  source.dispose();
  expect(own.isDisposed).toBe(true);
});
