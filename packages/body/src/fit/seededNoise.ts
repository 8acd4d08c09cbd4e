/** Random numbers that repeat for the same seed. */
export interface SeededNoise {
  /** In [0, 1). */
  readonly uniform: () => number;
  /** Mean 0, standard deviation 1. */
  readonly normal: () => number;
}

/** Mulberry32 for the uniform numbers; Box & Muller, "A note on the generation of random normal deviates", 1958. */
export function seededNoise(seed: number): SeededNoise {
  let state = seed | 0;
  let spare = Number.NaN;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    const size = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = size * Math.sin(angle);
    return size * Math.cos(angle);
  };
  return { uniform, normal };
}
