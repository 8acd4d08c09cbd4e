/** Uniform numbers in [0, 1), always the same for a seed. Mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bell-shaped about zero, never beyond 1.65, standard deviation 0.55. */
export function bell(random: () => number): number {
  return (random() + random() + random() - 1.5) * 1.1;
}
