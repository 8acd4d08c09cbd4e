import { expect, test } from 'vitest';
import { TimeShare } from './timeShare.js';

test('a world that asks for more than its share gets its share', () => {
  const time = new TimeShare(0);
  let workMs = 0;
  for (let ms = 0; ms < 100_000; ms += 1) {
    if (!time.mayStart(ms, 0.25)) continue;
    time.take(3);
    workMs += 3;
  }
  expect(workMs / 100_000).toBeGreaterThan(0.249);
  expect(workMs / 100_000).toBeLessThan(0.256);
});

test('a world that asks for less never waits', () => {
  const time = new TimeShare(0);
  for (let frame = 0; frame < 9000; frame++) {
    expect(time.mayStart((frame * 1000) / 90, 0.25)).toBe(true);
    time.take(2);
  }
});
