import { expect, test } from 'vitest';
import { nearestSheetSize, setSheetSize, stepSheetSize, tapSheet, useSheet } from './sheetStore.js';

const size = () => useSheet.getState().size;

test('a tap opens a peek, and goes between half and full', () => {
  setSheetSize('peek');
  tapSheet();
  expect(size()).toBe('half');
  tapSheet();
  expect(size()).toBe('full');
  tapSheet();
  expect(size()).toBe('half');
});

test('keys go size by size and stop at the ends', () => {
  setSheetSize('half');
  stepSheetSize(1);
  stepSheetSize(1);
  expect(size()).toBe('full');
  for (let i = 0; i < 4; i++) stepSheetSize(-1);
  expect(size()).toBe('peek');
  setSheetSize('half');
});

test('a drag ends at the nearest size', () => {
  expect([0.05, 0.2, 0.3, 0.5, 0.7, 1].map(nearestSheetSize)).toEqual(['peek', 'peek', 'half', 'half', 'full', 'full']);
});
