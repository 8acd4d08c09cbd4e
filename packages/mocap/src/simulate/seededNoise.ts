import { createQuat, type Quat } from '@leib/core';

/** Random numbers that repeat for the same seed. */
export interface SeededNoise {
  /** In [0, 1). */
  readonly uniform: () => number;
  /** Mean 0, standard deviation 1. */
  readonly normal: () => number;
}

/** Mulberry32 for the uniform numbers; Box & Muller, "A note on the generation of random normal deviates", 1958. */
export function createSeededNoise(seed: number): SeededNoise {
  let state = seed | 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/** Uniform over all rotations: a normal vector in four dimensions has no preferred direction. */
export function randomRotation({ normal }: SeededNoise): Quat {
  const [x, y, z, w] = [normal(), normal(), normal(), normal()];
  const length = Math.hypot(x, y, z, w) || 1;
  return createQuat(x / length, y / length, z / length, w / length);
}
