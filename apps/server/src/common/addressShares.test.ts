import { expect, test } from 'vitest';
import { AddressShares } from './addressShares.js';

const limits = {
  maxConnections: 3,
  connectionRate: { perSecond: 1, burst: 5 },
  requestRate: { perSecond: 10, burst: 20 },
};
const countOf = (tries: number, take: () => boolean) => Array.from({ length: tries }, take).filter(Boolean).length;

test('an address has so many connections at a time, and so many new ones a second; others have theirs', () => {
  let nowMs = 0;
  const shares = new AddressShares(limits, () => nowMs);
  expect(countOf(9, () => shares.connect('a'))).toBe(3);
  for (let i = 0; i < 3; i++) shares.disconnect('a');
  // Two of the five at once are left.
  expect(countOf(9, () => shares.connect('a'))).toBe(2);
  expect(countOf(9, () => shares.connect('b'))).toBe(3);
  nowMs = 1000;
  expect(countOf(9, () => shares.connect('a'))).toBe(1);
  expect(countOf(99, () => shares.request('a'))).toBe(20);
  expect(countOf(99, () => shares.request('b'))).toBe(20);
});

test('addresses without a connection are forgotten before there are too many', () => {
  const shares = new AddressShares(limits, () => 0);
  shares.connect('stays');
  for (let i = 0; i < 5000; i++) {
    shares.connect(`${i}`);
    shares.disconnect(`${i}`);
  }
  expect(shares.size).toBeLessThanOrEqual(1024);
  expect(countOf(9, () => shares.connect('stays'))).toBe(2);
});
