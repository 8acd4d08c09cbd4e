import { expect, test } from 'vitest';
import { fixedText } from './fixedText.js';

test.each([
  [-0.004, 2, '0.00'],
  [-0, 0, '0'],
  [-0.006, 2, '-0.01'],
  [1.25, 1, '1.3'],
  [Number.NaN, 1, '–'],
  [Number.POSITIVE_INFINITY, 1, '–'],
])('%f with %i decimals is %s', (value, decimals, text) => {
  expect(fixedText(value, decimals)).toBe(text);
});
