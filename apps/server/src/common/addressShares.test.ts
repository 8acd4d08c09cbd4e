import { expect, test } from 'vitest';
import { AddressShares } from './addressShares.js';

const limits = {
  maxConnections: 3,
  connectionRate: { perSecond: 1, burst: 5 },
  requestRate: { perSecond: 10, burst: 20 },
  crowdedAt: 1000,
  fewConnections: 1,
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

test('a few addresses do not take all connections: the last ones are for those that have few', () => {
  const shares = new AddressShares({ ...limits, crowdedAt: 9, fewConnections: 2 }, () => 0);
  for (const greedy of ['a', 'b', 'c', 'd']) countOf(9, () => shares.connect(greedy));
  expect(countOf(9, () => shares.connect('a'))).toBe(0);
  expect(countOf(9, () => shares.connect('honest'))).toBe(2);
  // Where there is room again, so there is for all.
  for (let i = 0; i < 3; i++) shares.disconnect('b');
  for (let i = 0; i < 2; i++) shares.disconnect('d');
  expect(countOf(9, () => shares.connect('c'))).toBe(0);
  expect(countOf(9, () => shares.connect('honest'))).toBe(1);
});
