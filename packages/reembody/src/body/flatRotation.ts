/**
 * Unit quaternions x y z w in flat arrays, each at its index, as core's multiplyFlat() has them; and places: a position
 * x y z, then a rotation x y z w.
 */

/** Numbers of a place. */
export const PLACE_SIZE = 7;

/** The rotation vector (axis times angle) of a rotation, the shorter way round. */
export function rotationVector(out: Float64Array, at: number, q: Float64Array, atQ: number): void {
  const sign = q[atQ + 3] < 0 ? -1 : 1;
  const x = q[atQ] * sign;
  const y = q[atQ + 1] * sign;
  const z = q[atQ + 2] * sign;
  const sine = Math.sqrt(x * x + y * y + z * z);
  const scale = sine < 1e-12 ? 2 : (2 * Math.atan2(sine, q[atQ + 3] * sign)) / sine;
  out[at] = x * scale;
  out[at + 1] = y * scale;
  out[at + 2] = z * scale;
}

/**
 * Between two rotations, both at `atBoth`, the shorter way round: linear and normalised, which differs from a slerp by
 * less than rounding for steps as small as ours. Works for any order of the four numbers.
 */
export function mixRotation(
  out: Float64Array,
  at: number,
  from: Float64Array,
  to: Float64Array,
  atBoth: number,
  amount: number,
): void {
  const b = atBoth;
  const dot = from[b] * to[b] + from[b + 1] * to[b + 1] + from[b + 2] * to[b + 2] + from[b + 3] * to[b + 3];
  const share = dot < 0 ? -amount : amount;
  const x = from[b] * (1 - amount) + to[b] * share;
  const y = from[b + 1] * (1 - amount) + to[b + 1] * share;
  const z = from[b + 2] * (1 - amount) + to[b + 2] * share;
  const w = from[b + 3] * (1 - amount) + to[b + 3] * share;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  const scale = length < 1e-12 ? 0 : 1 / length;
  out[at] = x * scale;
  out[at + 1] = y * scale;
  out[at + 2] = z * scale;
  out[at + 3] = scale === 0 ? 1 : w * scale;
}

/** Between two places, both at `atBoth`. */
export function mixPlace(
  out: Float64Array,
  at: number,
  from: Float64Array,
  to: Float64Array,
  atBoth: number,
  amount: number,
): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = from[atBoth + k] + (to[atBoth + k] - from[atBoth + k]) * amount;
  }
  mixRotation(out, at + 3, from, to, atBoth + 3, amount);
}

/** From the engine's order w x y z, at `at`, to x y z w. */
export function readEngineRotation(out: Float64Array, engine: Float64Array, at: number): void {
  out[0] = engine[at + 1];
  out[1] = engine[at + 2];
  out[2] = engine[at + 3];
  out[3] = engine[at];
}
