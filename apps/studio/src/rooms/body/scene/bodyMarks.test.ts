import { expect, test } from 'vitest';
import { boxLines } from './bodyMarks.js';

test('a box has twelve edges around all points', () => {
  const lines = boxLines(Float32Array.from([0, 0, 0, 1, 2, 3, 0.5, -1, 1]));
  expect(lines).toHaveLength(72);
  const corners = new Set(Array.from({ length: 24 }, (_, i) => lines.slice(i * 3, i * 3 + 3).join()));
  expect(corners.size).toBe(8);
  expect(corners).toContain('1,2,3');
  expect(corners).toContain('0,-1,0');
});
