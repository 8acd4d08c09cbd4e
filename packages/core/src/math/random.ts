/** Where a sequence of random numbers stands: the same state gives the same numbers. */
export interface RandomState {
  /** 32 bits. */
  seed: number;
}

/** The next uniform number in [0, 1). Mulberry32: small, and every seed gives its own, always the same, sequence. */
export function nextRandom(state: RandomState): number {
  state.seed = (state.seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state.seed ^ (state.seed >>> 15), 1 | state.seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
