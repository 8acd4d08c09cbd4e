import { InputError } from '@leib/core';
import { expect, test } from 'vitest';
import { shippedBytes } from '../shape/shippedBytes.testing.js';
import { loadBodyParts } from './bodyPartsFile.js';

const bytes = await shippedBytes('leib-parts.bin');

test('the shipped file is small, and has a part for all that a person wears', () => {
  expect(bytes.length).toBeLessThan(800e3);
  const names = loadBodyParts(bytes).parts.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['skin', 'hair', 'longHair', 'brows', 'leftEye', 'top', 'trousers']));
});

test.each([
  ['another file', () => new TextEncoder().encode('glTF and then some more bytes'), /expected LEIBPART at byte 0/],
  ['a cut file', () => bytes.slice(0, 5000), /checksum/],
  ['a changed byte', () => bytes.map((byte, i) => (i === 70_000 ? byte ^ 1 : byte)), /checksum/],
  ['no bytes', () => new Uint8Array(), /expected at least 20 bytes, got 0/],
])('%s is refused with a reason', (_, make, reason) => {
  expect(() => loadBodyParts(make())).toThrow(InputError);
  expect(() => loadBodyParts(make())).toThrow(reason);
});
