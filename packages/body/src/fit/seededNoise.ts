import { nextRandom } from '@leib/core';

/** Random numbers that repeat for the same seed. */
export interface SeededNoise {
  /** In [0, 1). */
  readonly uniform: () => number;
  /** Mean 0, standard deviation 1. */
  readonly normal: () => number;
}

/** Normal numbers: Box & Muller, "A note on the generation of random normal deviates", 1958. */
export function seededNoise(seed: number): SeededNoise {
  const state = { seed };
  let spare = Number.NaN;
  const uniform = () => nextRandom(state);
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
