import { expect, test } from 'vitest';
import { isOutputAddress, outputAddress } from './outputMode.js';

test.each([
  ['#/mirror', '#/mirror?output'],
  ['', '#/?output'],
  ['#/embody?s=abc', '#/embody?output&s=abc'],
  ['#/embody?output&s=abc', '#/embody?output&s=abc'],
])('%s has a clean picture at %s, and back', (hash, clean) => {
  expect(outputAddress(hash, true)).toBe(clean);
  expect(isOutputAddress(clean)).toBe(true);
  expect(isOutputAddress(outputAddress(clean, false))).toBe(false);
});

test('other parameters stay', () => {
  expect(outputAddress('#/embody?output&s=abc', false)).toBe('#/embody?s=abc');
});
