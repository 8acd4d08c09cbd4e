/** Uniform numbers in [-1, 1), the same for the same seed. */
export function createTrackerNoise(seed: number): () => number {
  let state = seed >>> 0;
  // A linear congruential generator with the constants of "Numerical Recipes", 7.1.
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
