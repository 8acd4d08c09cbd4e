import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Contender } from './contender.js';

/** A trial allocates no more than this: well below the young generation, so that no collection falls into it. */
const TRIAL_BYTES = 2e5;

/** Runs before the trials: code that has not run for some collections is thrown away, and compiled again. */
const WARM_UP_MS = 30;

/** Less than this is a small growth. */
const DOUBTED_BYTES = 1000;

/** How hard it is tried to find that nothing is allocated. */
export interface HeapOptions {
  /** Trials without a smaller result before the smallest is believed. Each costs a full collection. */
  readonly trials: number;
  /** A small growth is believed only after this time: a busy machine may leave the optimising compiler waiting so long. */
  readonly doubtMs: number;
}

/** What looks at the heap: made once for several contenders, because every look costs a full collection. */
export interface HeapScale {
  readonly options: HeapOptions;
  collect(): void;
  /** Bytes that looking takes itself: the smallest of several tries. */
  readonly ownBytes: number;
}

/** Null where the garbage collector cannot be called. */
export function createHeapScale(options: HeapOptions): HeapScale | null {
  const collect = findCollector();
  if (collect === null) return null;
  const ownBytes = Math.min(...Array.from({ length: options.trials }, () => growthOf(collect, () => {})));
  return { options, collect, ownBytes };
}

function growthOf(collect: () => void, work: () => void): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  work();
  return process.memoryUsage().heapUsed - before;
}

/**
 * Heap bytes that one call leaves behind once its code is compiled, rounded. The smallest of several trials counts: the
 * compiler and the interpreter allocate too, the call always. Where none is expected, more trials are made before any
 * growth is believed.
 */
export function measureBytes(scale: HeapScale, contender: Contender, expectsNone: boolean): number {
  const { collect, ownBytes } = scale;
  const { trials, doubtMs } = scale.options;
  const warmUp = () => {
    const until = performance.now() + WARM_UP_MS;
    do contender.run(contender.callCount);
    while (performance.now() < until);
  };
  warmUp();
  const doubtUntil = performance.now() + (expectsNone ? doubtMs : 0);
  let smallest = Number.POSITIVE_INFINITY;
  const isDoubtful = () => smallest < DOUBTED_BYTES && performance.now() < doubtUntil;
  for (let waited = 0; smallest > 0 && (waited < trials || isDoubtful()); waited++) {
    if (waited >= trials) warmUp();
    const count = Math.max(1, Math.min(contender.callCount, Math.floor(TRIAL_BYTES / smallest)));
    const grown = growthOf(collect, () => contender.run(count));
    const bytes = Math.max(0, Math.round((grown - ownBytes) / count));
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
