import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Contender } from './contender.js';

/** A trial allocates no more than this: well below the young generation, so that no collection falls into it. */
const TRIAL_BYTES = 2e5;

/** Trials without a smaller result before the smallest is believed. */
const PATIENCE = 8;

/** Runs before the trials: code that has not run for some collections is thrown away, and compiled again. */
const WARM_UP_MS = 30;

/** A small growth is believed only after this time: a busy machine may leave the optimising compiler waiting so long. */
const DOUBT_MS = 2000;
const DOUBTED_BYTES = 1000;

/**
 * Heap bytes that one call leaves behind once its code is compiled, rounded; null where the garbage collector cannot
 * be called. The smallest of several trials counts: the compiler and the interpreter allocate too, the call always.
 * Where none is expected, more trials are made before any growth is believed.
 */
export function measureBytes(contender: Contender, expectsNone: boolean): number | null {
  const collect = findCollector();
  if (collect === null) return null;
  const grownBy = (count: number) => {
    collect();
    const before = process.memoryUsage().heapUsed;
    contender.run(count);
    return process.memoryUsage().heapUsed - before;
  };
  const warmUp = () => {
    const until = performance.now() + WARM_UP_MS;
    do contender.run(contender.callCount);
    while (performance.now() < until);
  };
  warmUp();
  // Asking for the heap's size allocates a little itself.
  const own = Math.min(...Array.from({ length: PATIENCE }, () => grownBy(0)));
  const doubtUntil = performance.now() + (expectsNone ? DOUBT_MS : 0);
  let smallest = Number.POSITIVE_INFINITY;
  const isDoubtful = () => smallest < DOUBTED_BYTES && performance.now() < doubtUntil;
  for (let waited = 0; smallest > 0 && (waited < PATIENCE || isDoubtful()); waited++) {
    if (waited >= PATIENCE) warmUp();
    const count = Math.max(1, Math.min(contender.callCount, Math.floor(TRIAL_BYTES / smallest)));
    const bytes = Math.max(0, Math.round((grownBy(count) - own) / count));
    if (bytes < smallest) {
      smallest = bytes;
      waited = 0;
    }
  }
  return smallest;
}

function findCollector(): (() => void) | null {
  if (typeof globalThis.gc === 'function') return () => void globalThis.gc?.();
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('typeof gc === "function" ? gc : null');
  return typeof found === 'function' ? () => void found() : null;
}
