import { expect, test } from 'vitest';
import { shortened } from './bodyScene.js';

test('long names keep their beginning and their end', () => {
  expect(shortened('Average woman')).toBe('Average woman');
  expect(shortened('scan of a very long name 2026-11-16, alignment')).toBe('scan of a…, alignment');
  expect(shortened('abcdefghijklmnopqrstuvwxyz')).toBe('abcdefghij…pqrstuvwxyz');
  // Characters of two units stay whole.
  expect(shortened('🧍'.repeat(30))).toBe(`${'🧍'.repeat(10)}…${'🧍'.repeat(11)}`);
});
