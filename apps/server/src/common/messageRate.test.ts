import { expect, test } from 'vitest';
import { createRateState, takeMessage } from './messageRate.js';

const limit = { perSecond: 10, burst: 5 };

test('a burst passes, then as many as the rate allows', () => {
  const state = createRateState(limit, 0);
  const taken = (nowMs: number, tries: number) =>
    Array.from({ length: tries }, () => takeMessage(limit, state, nowMs)).filter(Boolean).length;
  expect(taken(0, 20)).toBe(5);
  expect(taken(1000, 20)).toBe(5);
  expect(taken(1200, 20)).toBe(2);
  let passed = 0;
  for (let ms = 1200; ms < 11_200; ms += 10) passed += taken(ms, 1);
  expect(passed).toBeGreaterThanOrEqual(99);
  expect(passed).toBeLessThanOrEqual(101);
});
