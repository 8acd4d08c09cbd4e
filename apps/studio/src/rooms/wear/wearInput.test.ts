import { createXrOffsets, type FeedDevice, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createWearInput, updateWearInput } from './wearInput.js';

function device(id: string, kind: FeedDevice['kind'], suggestedPoint: FeedDevice['suggestedPoint'] = null): FeedDevice {
  return {
    id,
    feed: 'test',
    name: id,
    kind,
    suggestedPoint,
    pose: Float64Array.of(0, 1.6, 0, 0, 0, 0, 1),
    quality: quality.tracked,
    rateHz: 90,
    latencyMs: 4,
    lastSeenMs: 0,
  };
}

const offsets = createXrOffsets();

test('a headset is between the eyes, a bone is the joint; neither is among the trackers', () => {
  const input = createWearInput();
  const [headset, tracker] = [device('hmd', 'headset', 'head'), device('t', 'tracker')];
  updateWearInput(input, [tracker, headset], {}, offsets);
  expect(input.devices).toEqual([tracker]);
  // Looks along -Z: the joint is behind and below the eyes.
  expect(input.headWorld[2]).toBeGreaterThan(0.05);
  expect(input.headWorld[1]).toBeLessThan(1.6);
  expect(input.eyesY).toBe(1.6);
  updateWearInput(input, [device('bone', 'bone', 'head')], {}, offsets);
  expect([...input.headWorld]).toEqual([0, 1.6, 0, 0, 0, 0, 1]);
  expect(input.eyesY).toBeNull();
});

test('a head that is chosen by hand counts before one that the protocol suggests', () => {
  const input = createWearInput();
  const devices = [device('hmd', 'headset', 'head'), device('t', 'tracker')];
  updateWearInput(input, devices, { t: 'head', hmd: null }, offsets);
  expect(input.headDevice?.id).toBe('t');
  expect(input.devices.map(({ id }) => id)).toEqual(['hmd']);
});

test('of two heads the tracked one is used; without one the head is not tracked', () => {
  const input = createWearInput();
  const [lost, seen] = [device('a', 'headset', 'head'), device('b', 'headset', 'head')];
  lost.quality = quality.lost;
  updateWearInput(input, [lost, seen], {}, offsets);
  expect(input.headDevice).toBe(seen);
  updateWearInput(input, [device('t', 'tracker')], {}, offsets);
  expect([input.headDevice, input.isHeadTracked]).toEqual([null, false]);
});

test('what another feed tracks is brought to the head’s space, and its own pose is left alone', () => {
  const input = createWearInput();
  const headset = device('hmd', 'headset', 'head');
  const tracker = { ...device('t', 'tracker'), feed: 'room', pose: Float64Array.of(1, 1, 0, 0, 0, 0, 1) };
  updateWearInput(input, [headset, tracker], {}, offsets);
  expect(input.devices).toEqual([tracker]);
  expect(input.spaces).toMatchObject({
    reference: 'test',
    headId: 'hmd',
    others: [{ name: 'room', devices: [tracker] }],
  });
  const space = {
    reference: 'test',
    pose: [0, 0.5, 0, 0, 0, 0, 1] as [number, number, number, number, number, number, number],
    timeOffset: 0,
    residual: 0,
    expectedError: 0,
    method: 'fixed' as const,
    pairs: [],
  };
  updateWearInput(input, [headset, tracker], {}, offsets, { room: space });
  expect([...input.devices[0].pose.subarray(0, 3)]).toEqual([1, 1.5, 0]);
  expect(tracker.pose[1]).toBe(1);
  // Brought to another headset's space: of no use here.
  updateWearInput(input, [headset, tracker], {}, offsets, { room: { ...space, reference: 'webxr' } });
  expect(input.devices[0]).toBe(tracker);
  updateWearInput(input, [headset], {}, offsets, { room: space });
  expect(input.spaces).toBeNull();
});
