import { expect, test } from 'vitest';
import { sha256, sha256Here } from './roomFiles.js';

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

test('the standard’s own example', () => {
  // FIPS 180-4, "abc".
  expect(hex(sha256Here(new TextEncoder().encode('abc')))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('worked out here it is what the engine says, for every length around a block’s end', async () => {
  for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1000, 100_001]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    expect(hex(sha256Here(bytes))).toBe(await sha256(bytes));
  }
});
