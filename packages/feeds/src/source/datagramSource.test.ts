import { createDeviceFrame, isTracked, pointNumber } from '@leib/tracking';
import { expect, test } from 'vitest';
import { encodeDTrackFrame } from '../dtrack/dtrackFrame.js';
import { createDatagramSource } from './datagramSource.js';

const feed = { protocol: 'dtrack', address: '127.0.0.1', port: 5000, up: 'y', problem: null } as const;
const packet = (frameNumber: number) =>
  encodeDTrackFrame({ frameNumber, epochSeconds: 1, bodies: [{ id: 3, pose: [0, 1.7, 0, 0, 0, 0, 1] }] });

test('datagrams become devices with the ids that the bridge gives them, and are lost when they stop', () => {
  let nowMs = 0;
  const source = createDatagramSource(feed, () => nowMs);
  source.roles = { 'dtrack:5000/body/3': 'head' };
  const frame = createDeviceFrame();
  for (nowMs = 0; nowMs < 100; nowMs += 10) source.receive(packet(1 + nowMs / 10), 1, nowMs);
  source.step(0.01, frame);
  expect(isTracked(frame, pointNumber.head)).toBe(true);
  expect(source.feeds[0]).toMatchObject({ name: 'dtrack:5000', packets: 10, damaged: 0, lost: 0 });
  nowMs += 5000;
  source.step(0.01, frame);
  expect(isTracked(frame, pointNumber.head)).toBe(false);
});

test('damaged datagrams are counted, late ones are not used', () => {
  const source = createDatagramSource(feed, () => 0);
  source.receive(new TextEncoder().encode('fr'), 1, 0);
  for (const number of [1, 3, 2]) source.receive(packet(number), 1, 0);
  expect(source.feeds[0]).toMatchObject({ packets: 4, damaged: 1, reordered: 1 });
});
