import { expect, test } from 'vitest';
import { crc32 } from './crc32.js';

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ['', 0],
  ['a', 0xe8b7be43],
  ['123456789', 0xcbf43926],
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('the sum of "%s" is the published one', (text, sum) => {
  expect(crc32(bytesOf(text))).toBe(sum);
});

test('it does not matter where in memory the bytes lie', () => {
  const text = 'The quick brown fox jumps over the lazy dog';
  for (let shift = 0; shift < 9; shift++) {
    const memory = new Uint8Array(64);
    memory.set(bytesOf(text), shift);
    expect(crc32(memory.subarray(shift, shift + text.length))).toBe(0x414fa339);
  }
});

test('one bit anywhere changes it', () => {
  const bytes = Uint8Array.from({ length: 37 }, (_, i) => (i * 91) & 255);
  const sum = crc32(bytes);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] ^= 4;
    expect(crc32(bytes)).not.toBe(sum);
    bytes[i] ^= 4;
  }
});
