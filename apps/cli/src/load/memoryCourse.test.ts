import { expect, test } from 'vitest';
import { memoryCourse, memoryGrowth } from './memoryCourse.js';

const course = (memoryAt: (seconds: number) => number) =>
  memoryCourse(Array.from({ length: 601 }, (_, seconds) => ({ seconds, memoryMB: memoryAt(seconds) })));

test('a heap that finds its size in the first minute, and is collected every few seconds, is flat', () => {
  const { start, settled, end, most } = course((seconds) => 100 + 30 * Math.min(1, seconds / 50) + (seconds % 7));
  expect(start).toBe(100);
  expect(settled).toBeCloseTo(133, 0);
  expect(most).toBe(136);
  expect(Math.abs(memoryGrowth({ start, settled, end, most }))).toBeLessThan(0.01);
});

test('a leak is seen, however slow: 20 MB in ten minutes are 13 %', () => {
  const growth = memoryGrowth(course((seconds) => 120 + (seconds * 20) / 600));
  expect(growth).toBeGreaterThan(0.12);
  expect(growth).toBeLessThan(0.14);
});

test('of a measurement that has just begun there is one sample or two', () => {
  expect(memoryGrowth(memoryCourse([{ seconds: 0, memoryMB: 100 }]))).toBe(0);
  const two = memoryCourse([
    { seconds: 0, memoryMB: 100 },
    { seconds: 1, memoryMB: 104 },
  ]);
  expect(two).toEqual({ start: 100, settled: 100, end: 104, most: 104 });
});
