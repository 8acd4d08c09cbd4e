/** Bring the tip of a chain of bones, stretched along +Y from the origin, to each of the targets. */
export interface IkProblem {
  readonly name: string;
  /** Metres. */
  readonly lengths: readonly number[];
  /** World space, metres. targetCount x 3. */
  readonly targets: Float64Array;
  readonly targetCount: number;
}

/** A solve counts when the tip ends this near to its target, metres... */
export const TOLERANCE = 1e-3;

/** ...within so many iterations: more than any contender needs where it gets there at all. */
export const MAX_ITERATIONS = 500;

/** Upper arm, forearm, hand. */
export function armProblem(targetCount: number): IkProblem {
  return { name: 'arm', lengths: [0.3, 0.26, 0.08], targets: seededTargets(1, targetCount, 0.64), targetCount };
}

export function chainProblem(targetCount: number): IkProblem {
  return {
    name: 'chain',
    lengths: new Array<number>(10).fill(0.1),
    targets: seededTargets(2, targetCount, 1),
    targetCount,
  };
}

/** In every direction, 20 to 95 per cent of the reach away: reachable for all contenders, and not only just. */
function seededTargets(seed: number, count: number, reach: number): Float64Array {
  const random = seededRandom(seed);
  const targets = new Float64Array(count * 3);
  for (let i = 0; i < count; i++) {
    const y = 2 * random() - 1;
    const around = 2 * Math.PI * random();
    const across = Math.sqrt(1 - y * y);
    const distance = reach * (0.2 + 0.75 * random());
    targets.set([distance * across * Math.cos(around), distance * y, distance * across * Math.sin(around)], i * 3);
  }
  return targets;
}

/** Uniform in [0, 1). Xorshift, Marsaglia 2003: the targets must be the same everywhere, not good randomness. */
export function seededRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
