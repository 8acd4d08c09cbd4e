import { expect, test } from 'vitest';
import { readNumber } from './NumberField.js';

const range = { min: 0, max: 500, unit: 'ms', isOptional: false };

test.each(['0', '500', ' 12.5 ', '12,5'])('takes "%s"', (text) => {
  expect(readNumber(text, range)).toEqual({ ok: true, value: Number(text.trim().replace(',', '.')) });
});

test.each([
  ['501', 'Expected 0 to 500 ms, got “501”.'],
  ['-1', 'Expected 0 to 500 ms, got “-1”.'],
  ['much', 'Expected 0 to 500 ms, got “much”.'],
  ['1e999', 'Expected 0 to 500 ms, got “1e999”.'],
  ['', 'Expected 0 to 500 ms, got nothing.'],
])('refuses "%s" with the range', (text, refusal) => {
  expect(readNumber(text, range)).toEqual({ ok: false, refusal });
});

test('an empty optional field means none', () => {
  expect(readNumber(' ', { ...range, isOptional: true })).toEqual({ ok: true, value: null });
});
