import type { Motion } from '@leib/core';
import { POSE_SIZE, trackedPoints } from '@leib/tracking';
import { expect, test } from 'vitest';
import { writeBvh } from '../bvh/writeBvh.js';
import { jointsFromMotion } from '../convert/jointsFromMotion.js';
import { trackingFromMotion } from '../convert/trackingFromMotion.js';
import { randomMotion } from '../fixtures.testing.js';
import { fileLimits, mostUnpackedBytes } from '../limits/fileLimits.js';
import { writeJointsLines } from '../lines/jointsLines.js';
import { readTrackingLines, writeTrackingLines } from '../lines/trackingLines.js';
import { gunzipIfNeeded, gzip, UnpackedTooMuch, unpack, unpackWithin } from './unpack.js';

test('gzip that unpacks to far more than text can is refused with the limit', async () => {
  const bomb = await gzip(new Uint8Array(fileLimits.moreUnpackedBytes + 2_000_000));
  await expect(gunzipIfNeeded(bomb)).rejects.toThrow(/^gzip: expected \d+ bytes to unpack to at most 34 MB, got more/);
  const text = new TextEncoder().encode('1 2 3 '.repeat(10_000));
  expect(await gunzipIfNeeded(await gzip(text))).toEqual(text);
});

test('unpacking stops at the first byte too many', async () => {
  const packed = await gzip(new Uint8Array(1000));
  expect((await unpack(packed, 'gzip', 1000)).length).toBe(1000);
  await expect(unpack(packed, 'gzip', 999)).rejects.toBeInstanceOf(UnpackedTooMuch);
  expect(await unpackWithin(packed, 'gzip', 1000)).toBe(true);
  expect(await unpackWithin(packed, 'gzip', 999)).toBe(false);
});

/** Somebody of whom nothing moves at all: no tracker is so still, but a simulated person is. */
function stillMotion(seconds: number, hz = 90): Motion {
  const { skeleton, localRotations, rootPositions } = randomMotion(3, 1);
  const frameCount = seconds * hz;
  const repeat = (values: Float64Array) =>
    Float64Array.from({ length: frameCount * values.length }, (_, i) => values[i % values.length]);
  return {
    ...{ name: 'still', skeleton, hz, frameCount },
    ...{ rootPositions: repeat(rootPositions), localRotations: repeat(localRotations) },
  };
}

test.each([
  ['BVH', (motion: Motion) => writeBvh(motion)],
  ['leib-tracking/1', (motion: Motion) => writeTrackingLines(trackingFromMotion(motion))],
  ['leib-joints/1', (motion: Motion) => writeJointsLines(jointsFromMotion(motion))],
])('two minutes of somebody who stands like a stone, packed, as %s, are within half of the limit', async (_, write) => {
  const text = new TextEncoder().encode(write(stillMotion(120)));
  const packed = await gzip(text);
  expect(text.length / packed.length).toBeGreaterThan(2 * fileLimits.unpackRatio);
  expect(2 * text.length).toBeLessThan(mostUnpackedBytes(packed.length));
  expect((await gunzipIfNeeded(packed)).length).toBe(text.length);
});

test('a small file of short lines is refused before there is room for their frames', async () => {
  const lines = 2_000_000;
  // The first one is damaged: who gets as far as that has made room for all.
  const text = `{"format":"leib-tracking/1","hz":60}\n{"t":?}\n${'{"t":1}\n'.repeat(lines - 1)}`;
  const packed = await gzip(new TextEncoder().encode(text));
  expect(packed.length).toBeLessThan(30_000);
  const unpacked = await gunzipIfNeeded(packed);
  expect(() => readTrackingLines(unpacked)).toThrow(`got ${lines * trackedPoints.length * POSE_SIZE}`);
});
