import { createHandSignal } from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import { StillHands } from './stillHands.js';

test('a hand that holds something carries nothing; it plays again from where it is, by degrees', () => {
  const hands = new StillHands();
  const live = createHandSignal();
  live.confidence = 1;
  const x = (isHolding: boolean) => hands.step([live, null], () => isHolding, 1 / 60)[0]?.position[0] ?? Number.NaN;
  expect(x(false)).toBe(0);
  expect(x(true)).toBe(0);
  live.position[0] = 0.4;
  expect(x(true)).toBe(0);
  const back = Array.from({ length: 40 }, () => x(false));
  expect(back[0]).toBeGreaterThan(0);
  expect(back[0]).toBeLessThan(0.1);
  const steps = back.slice(1).map((value, i) => value - back[i]);
  expect(Math.max(...steps)).toBeLessThan(0.1);
  expect(back.at(-1)).toBe(0.4);
});
