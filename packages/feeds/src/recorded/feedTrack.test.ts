import { addTrack, createRecorder, finishTrack } from '@leib/core';
import { createDeviceFrame, type FeedDevice, pointNumber, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { appendFeedDevices, feedOfTrack, feedTrackSpec } from './feedRecording.js';
import { createRecordedFeedSource } from './recordedFeedSource.js';

function device(id: string, feed: string, point: FeedDevice['suggestedPoint'] = null): FeedDevice {
  return {
    id,
    feed,
    name: id,
    kind: 'tracker',
    suggestedPoint: point,
    pose: Float64Array.of(0, 1, 0, 0, 0, 0, 1),
    quality: quality.tracked,
    rateHz: 60,
    latencyMs: 1,
    lastSeenMs: 0,
  };
}

test('devices of several feeds are replayed as they were: ids, feeds, poses, losses, late comers', () => {
  const track = addTrack(createRecorder(), feedTrackSpec(100));
  const head = device('webxr/head', 'webxr', 'head');
  const foot = device('dtrack:5000/body/3', 'dtrack:5000');
  // Longer than a block, with a device that comes later and is lost for a while.
  for (let i = 0; i < 700; i++) {
    head.pose[2] = i / 100;
    foot.pose[0] = i / 100;
    foot.quality = i > 500 && i < 600 ? quality.lost : quality.inferred;
    appendFeedDevices(track, i < 100 ? [head] : [head, foot], 5 + i / 100);
  }
  const recording = feedOfTrack(finishTrack(track));
  expect(recording.times[699]).toBeCloseTo(6.99, 9);
  const source = createRecordedFeedSource(recording, 'test');
  expect(source.devices.map(({ id, feed }) => [id, feed])).toEqual([
    ['webxr/head', 'webxr'],
    ['dtrack:5000/body/3', 'dtrack:5000'],
  ]);
  source.roles = { 'dtrack:5000/body/3': 'leftFoot' };
  const frame = createDeviceFrame();
  source.step(0.505, frame);
  expect(frame.devicePoses[pointNumber.head * 7 + 2]).toBeCloseTo(0.505, 9);
  expect(frame.quality[pointNumber.leftFoot]).toBe(quality.lost);
  source.step(1, frame);
  expect(frame.devicePoses[pointNumber.leftFoot * 7]).toBeCloseTo(1.505, 9);
  expect(frame.quality[pointNumber.leftFoot]).toBe(quality.inferred);
  source.step(4, frame);
  expect(frame.quality[pointNumber.leftFoot]).toBe(quality.lost);
  expect(source.devices[1].pose[0]).toBeCloseTo(1.505, 9);
});

test.each([{ devices: 3 }, { devices: [], chapters: [null] }, { devices: [], floorY: 'low' }])(
  'a track that says something else is refused with its name: %j',
  (about) => {
    const track = { ...finishTrack(addTrack(createRecorder(), feedTrackSpec(60))), about };
    expect(() => feedOfTrack(track)).toThrow(/^track "bodies"/);
  },
);
