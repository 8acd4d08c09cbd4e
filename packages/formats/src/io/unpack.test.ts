import { expect, test } from 'vitest';
import { fileLimits } from '../limits/fileLimits.js';
import { gunzipIfNeeded, gzip, UnpackedTooMuch, unpack, unpackWithin } from './unpack.js';

test('gzip that unpacks to far more than text can is refused with the limit', async () => {
  const bomb = await gzip(new Uint8Array(fileLimits.moreUnpackedBytes + 2_000_000));
  await expect(gunzipIfNeeded(bomb)).rejects.toThrow(/^gzip: expected \d+ bytes to unpack to at most 18 MB, got more/);
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
