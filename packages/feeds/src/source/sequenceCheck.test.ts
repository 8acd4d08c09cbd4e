import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { checkSequence, createSequenceState, type SequenceVerdict } from './sequenceCheck.js';

/** Feeds counters at 240 Hz; a string "+500" is a pause in milliseconds. */
function run(counters: readonly (number | string)[]) {
  const state = createSequenceState();
  let nowMs = 1000;
  const verdicts: SequenceVerdict[] = [];
  for (const counter of counters) {
    nowMs += typeof counter === 'string' ? Number(counter) : 1000 / 240;
    if (typeof counter === 'number') verdicts.push(checkSequence(state, counter, nowMs));
  }
  return { state, verdicts };
}

test('in order nothing is said', () => {
  const { state, verdicts } = run(Array.from({ length: 500 }, (_, i) => 7000 + i));
  expect(state).toMatchObject({ received: 500, lost: 0, reordered: 0, duplicated: 0, restarts: 0 });
  expect(new Set(verdicts)).toEqual(new Set(['next']));
});

test('a gap is a loss, a late one is taken off it and not shown, a copy is a copy', () => {
  const { state, verdicts } = run([1, 2, 5, 3, 4, 6, 6, 7]);
  expect(verdicts).toEqual(['next', 'next', 'next', 'late', 'late', 'next', 'duplicate', 'next']);
  expect(state).toMatchObject({ lost: 0, reordered: 2, duplicated: 1, restarts: 0 });
  expect(run([1, 2, 9]).state.lost).toBe(6);
});

test.each(seeds(30))('whatever is left out and swapped is counted exactly (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const counters = Array.from({ length: 400 }, (_, i) => i).filter((i) => i === 0 || i === 399 || random() > 0.05);
  const missing = 400 - counters.length;
  let swaps = 0;
  for (let i = 1; i + 1 < counters.length - 1; i += 3) {
    if (random() > 0.2) continue;
    [counters[i], counters[i + 1]] = [counters[i + 1], counters[i]];
    swaps++;
  }
  expect(run(counters).state).toMatchObject({ lost: missing, reordered: swaps, restarts: 0 });
});

describe('a sender that starts again', () => {
  test('far behind: at once', () => {
    const { state, verdicts } = run([90_000, 90_001, 1, 2, 3]);
    expect(verdicts).toEqual(['next', 'next', 'restart', 'next', 'next']);
    expect(state).toMatchObject({ restarts: 1, lost: 0 });
  });

  test('a little behind: after a few', () => {
    const { state, verdicts } = run([30, 31, 32, 1, 2, 3, 4, 5, 6]);
    expect(verdicts.slice(-2)).toEqual(['next', 'next']);
    expect(state.restarts).toBe(1);
    expect(verdicts.filter((verdict) => verdict === 'late').length).toBeLessThan(5);
  });

  test('after a silence: at once, and what was not sent meanwhile is not lost', () => {
    const { state, verdicts } = run([10, 11, '+5000', 8, 9]);
    expect(verdicts).toEqual(['next', 'next', 'restart', 'next']);
    expect(state.lost).toBe(0);
    expect(run([10, 11, '+5000', 300, 301]).state).toMatchObject({ lost: 0, restarts: 1 });
    expect(run([10, 11, '+5000', 12]).state).toMatchObject({ lost: 0, restarts: 0 });
  });

  test('far ahead: at once', () => {
    expect(run([10, 11, 5_000_000, 5_000_001]).state).toMatchObject({ lost: 0, restarts: 1 });
  });
});

test('a counter of 32 bits runs over', () => {
  const last = 2 ** 32 - 1;
  expect(run([last - 1, last, 0, 1]).state).toMatchObject({ lost: 0, restarts: 0, reordered: 0 });
  expect(run([last - 1, 1]).state.lost).toBe(2);
});
