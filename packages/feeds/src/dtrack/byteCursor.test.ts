import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { type ByteCursor, readBlock, readName, readNumber } from './byteCursor.js';

function cursorAt(text: string): ByteCursor {
  const bytes = new TextEncoder().encode(text);
  return { bytes, at: 0, notNumbers: 0, end: bytes.length };
}

test('numbers are read as JavaScript reads them, to the last bit but one', () => {
  const random = seededRandom(1);
  for (let i = 0; i < 4000; i++) {
    const value = (random() - 0.5) * 10 ** (random() * 12 - 6);
    const text = [value.toFixed(3), value.toFixed(6), value.toExponential(3), String(value)][i % 4];
    const expected = Number(text);
    const read = readNumber(cursorAt(text));
    expect(Math.abs(read - expected)).toBeLessThanOrEqual(Math.abs(expected) * 4.5e-16);
  }
});

test.each([
  ['0', 0],
  ['-0.000', -0],
  ['+12', 12],
  ['8.178e-04', 8.178e-4],
  ['1E3', 1000],
  ['.5', 0.5],
  ['5.', 5],
  ['  7 8', 7],
  ['12e', 12],
  ['4294967295', 4294967295],
  ['123456789012345678901234567890', 1.2345678901234568e29],
])('"%s" is %d', (text, value) => {
  expect(readNumber(cursorAt(text))).toBeCloseTo(value, 9 - Math.max(0, Math.ceil(Math.log10(Math.abs(value) + 1))));
});

test.each(['', '-', '.', 'x', ']', 'e5', '+-3'])('"%s" is no number, and nothing of it is read', (text) => {
  const cursor = cursorAt(text);
  expect(readNumber(cursor)).toBeNaN();
  expect(cursor.at).toBe(0);
});

test('a block gives its numbers, counts those that do not fit, and must be closed', () => {
  const out = new Float64Array(2);
  expect(readBlock(cursorAt('[1 2.5]'), out)).toBe(2);
  expect([...out]).toEqual([1, 2.5]);
  expect(readBlock(cursorAt(' [ 3 4 5 6 ] '), out)).toBe(4);
  expect([...out]).toEqual([3, 4]);
  expect(readBlock(cursorAt('[]'), out)).toBe(0);
  for (const text of ['', '1 2', '[1 2', '[1 x', '[1 [2]]']) expect(readBlock(cursorAt(text), out)).toBe(-1);
});

test.each(['x', 'nan', '2x', '-', '1e999'])('"%s" in a block is NaN and counted, and what follows is read', (word) => {
  const out = new Float64Array(2);
  const cursor = cursorAt(`[${word} 2 ${word}][7]`);
  expect(readBlock(cursor, out)).toBe(3);
  expect([...out]).toEqual([Number.NaN, 2]);
  // Beyond the length of `out` only what is no number at all can be known.
  expect(cursor.notNumbers).toBe(word === '1e999' ? 1 : 2);
  expect([readBlock(cursor, out), out[0]]).toEqual([1, 7]);
});

test('a name is one of those that are known, whole', () => {
  const names = ['6d', '6dmt', '6dmt2'];
  const nameOf = (text: string) => readName(cursorAt(text), names);
  expect(['6d 1', '6dmt2 1 1', '6dmt[', ' 6d'].map(nameOf)).toEqual(['6d', '6dmt2', '6dmt', '6d']);
  expect(['6', '6dx 1', '6dmt22', '[6d', ''].map(nameOf)).toEqual(['', '', '', '', '']);
});
