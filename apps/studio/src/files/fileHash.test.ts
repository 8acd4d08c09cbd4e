import { afterEach, expect, test, vi } from 'vitest';
import { fileHash } from './fileHash.js';

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

afterEach(() => vi.unstubAllGlobals());

test('is the SHA-256 of the bytes, for a file as for its bytes', async () => {
  // FIPS 180-2, appendix B.1.
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await fileHash(bytesOf('abc'))).toBe(abc);
  expect(await fileHash(new Blob(['abc']))).toBe(abc);
});

test('tells files apart where the page has no crypto.subtle', async () => {
  vi.stubGlobal('crypto', {});
  const hashes = await Promise.all(['abc', 'abd', 'ab', 'abc\0'].map((text) => fileHash(bytesOf(text))));
  expect(new Set(hashes).size).toBe(4);
  expect(await fileHash(bytesOf('abc'))).toBe(hashes[0]);
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
});
