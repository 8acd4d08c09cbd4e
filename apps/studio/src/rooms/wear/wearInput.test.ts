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

test('of two heads the one that is seen counts; without any, nobody is tracked', () => {
  const input = createWearInput();
  const [lost, seen] = [device('a', 'headset', 'head'), device('b', 'headset', 'head')];
  lost.quality = quality.lost;
  updateWearInput(input, [lost, seen], {}, offsets);
  expect(input.headDevice).toBe(seen);
  updateWearInput(input, [device('t', 'tracker')], {}, offsets);
  expect([input.headDevice, input.isHeadTracked]).toEqual([null, false]);
});
