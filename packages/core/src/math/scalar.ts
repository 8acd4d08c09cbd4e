/** Below this a length has no direction, metres. */
export const EPSILON = 1e-9;

/** Radians per degree. Degrees occur at the edges only (files, user interface). */
export const DEG = Math.PI / 180;

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

export function lerp(from: number, to: number, amount: number): number {
  return from + (to - from) * amount;
}

/** The same angle in (-pi, pi]. */
export function wrapAngle(angle: number): number {
  const turns = Math.ceil(angle / (2 * Math.PI) - 0.5);
  return angle - turns * 2 * Math.PI;
}

/** 0 up to `from`, 1 from `to` on, 3t^2 - 2t^3 between: starts and ends at rest. */
export function smoothStep(value: number, from = 0, to = 1): number {
  const t = clamp((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** Whether no value is NaN or infinite. Either survives a sum of value * 0, so one comparison at the end decides. */
export function areFinite(values: ArrayLike<number>): boolean {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * 0;
  return sum === 0;
}

/** A frame takes at least this long, seconds: clocks are not finer. */
const SHORTEST_FRAME = 1e-5;
/** After a longer pause nothing is made up for, seconds. */
const LONGEST_FRAME = 1;

/** Time of a frame as something may count on: what is no finite number, or goes back, is no time at all. */
export function frameSeconds(dtSeconds: number): number {
  return dtSeconds >= SHORTEST_FRAME && dtSeconds < Number.POSITIVE_INFINITY ? Math.min(dtSeconds, LONGEST_FRAME) : 0;
}

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
