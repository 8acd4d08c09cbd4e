import { mutateFile, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { pictureSize } from './checkPackedParts.js';
import { avifHead, jpegHead, ktx2Head, pngHead, webpHeads } from './pictures.testing.js';

const { canvas, lossless, lossy } = webpHeads;
const kinds = { PNG: pngHead, JPEG: jpegHead, KTX2: ktx2Head, canvas, lossless, lossy, AVIF: avifHead };

test.each(Object.entries(kinds))('%s: width and height, from 1 to 16383', (_, headOf) => {
  for (const seed of seeds(20)) {
    const random = seededRandom(seed);
    const [width, height] = [1 + Math.floor(16_383 * random()), 1 + Math.floor(16_383 * random())];
    expect(pictureSize(headOf(width, height))).toEqual([width, height]);
  }
});

test('sizes beyond those are read where the kind has them', () => {
  for (const headOf of [pngHead, jpegHead, ktx2Head, canvas, avifHead]) {
    expect(pictureSize(headOf(60_000, 50_000))).toEqual([60_000, 50_000]);
  }
  expect(pictureSize(canvas(16_777_216, 3))).toEqual([16_777_216, 3]);
});

test('a JPEG with a second frame header has the larger size, and what is in a scan is not looked at', () => {
  const [small, large] = [jpegHead(16, 16), jpegHead(60_000, 16)];
  expect(pictureSize(Uint8Array.from([...small.subarray(0, -36), ...large.subarray(2)]))).toEqual([60_000, 16]);
  expect(pictureSize(Uint8Array.from([...small, ...large.subarray(2)]))).toEqual([16, 16]);
});

test('what stands alone in a JPEG, or fills it, hides no size', () => {
  const head = jpegHead(60_000, 16);
  // TEM, RST0 and fill bytes before the first segment; none of them has a length.
  for (const before of [[0xff, 0x01], [0xff, 0xd0], [0xff, 0xff, 0xff], [0]]) {
    expect(pictureSize(Uint8Array.from([...head.subarray(0, 2), ...before, ...head.subarray(2)]))).toEqual([
      60_000, 16,
    ]);
  }
});

test.each(seeds(40))('damaged heads give a size or none, and end (seed %i)', (seed) => {
  const random = seededRandom(seed);
  for (const headOf of Object.values(kinds)) {
    const damaged = mutateFile(headOf(100, 50), 'bytes', { seed });
    const size = pictureSize(damaged);
    if (size !== null) for (const side of size) expect(side).toBeGreaterThanOrEqual(0);
    expect(pictureSize(damaged.subarray(0, Math.floor(random() * damaged.length)))?.length ?? 2).toBe(2);
  }
});
