/** Unit quaternions x y z w in flat arrays, each at its index, as core's multiplyFlat() has them. */

/** The turning vector (axis times angle) of a rotation, by the shorter way. */
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

/** Between two rotations along the shorter way, normalised; for steps so small that a slerp would say the same. */
export function mix(
  out: Float64Array,
  at: number,
  a: Float64Array,
  atA: number,
  b: Float64Array,
  atB: number,
  amount: number,
): void {
  const dot = a[atA] * b[atB] + a[atA + 1] * b[atB + 1] + a[atA + 2] * b[atB + 2] + a[atA + 3] * b[atB + 3];
  const share = dot < 0 ? -amount : amount;
  const x = a[atA] * (1 - amount) + b[atB] * share;
  const y = a[atA + 1] * (1 - amount) + b[atB + 1] * share;
  const z = a[atA + 2] * (1 - amount) + b[atB + 2] * share;
  const w = a[atA + 3] * (1 - amount) + b[atB + 3] * share;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  const scale = length < 1e-12 ? 0 : 1 / length;
  out[at] = x * scale;
  out[at + 1] = y * scale;
  out[at + 2] = z * scale;
  out[at + 3] = scale === 0 ? 1 : w * scale;
}
