import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createLossMeter, lostShare, noteHeard } from './lossMeter.js';

/** 600 updates of which the server passes on each so manieth; some get lost, and some come up to five later. */
function send(seed: number, every: number, loss: number, meter = createLossMeter()) {
  const random = seededRandom(seed);
  const arrivals = Array.from({ length: 600 }, (_, i) => i)
    .filter((i) => i % every === 0 && random() >= loss)
    .map((i) => ({ i, at: i + random() * 5 }))
    .sort((a, b) => a.at - b.at);
  for (const { i } of arrivals) noteHeard(meter, i & 255);
  return meter;
}

test.each(seeds(5))('what is lost is seen, whatever comes late (seed %i)', (seed) => {
  expect(lostShare(send(seed, 1, 0))).toBe(0);
  for (const loss of [0.05, 0.3, 0.5]) expect(Math.abs(lostShare(send(seed, 1, loss)) - loss)).toBeLessThan(0.15);
});

test.each([2, 4, 8])('of who is far away each %ith comes, and none is lost', (every) => {
  expect(lostShare(send(1, every, 0))).toBeLessThan(0.09);
});

test('what was lost before is forgotten when all comes again', () => {
  const meter = send(1, 1, 0.5);
  for (let i = 600; i < 720; i++) noteHeard(meter, i & 255);
  expect(lostShare(meter)).toBe(0);
});
