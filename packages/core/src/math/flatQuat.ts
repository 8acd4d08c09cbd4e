/**
 * Products of unit quaternions that lie in flat arrays, each at its index: no views, no copies, no allocation.
 * `out` may be one of the factors.
 */

/** out = a * b */
export function multiplyFlat(
  out: Float64Array,
  at: number,
  a: ArrayLike<number>,
  atA: number,
  b: ArrayLike<number>,
  atB: number,
): void {
  writeProduct(out, at, a[atA], a[atA + 1], a[atA + 2], a[atA + 3], b[atB], b[atB + 1], b[atB + 2], b[atB + 3]);
}

/** out = a^-1 * b */
export function multiplyInverseFlat(
  out: Float64Array,
  at: number,
  a: ArrayLike<number>,
  atA: number,
  b: ArrayLike<number>,
  atB: number,
): void {
  writeProduct(out, at, -a[atA], -a[atA + 1], -a[atA + 2], a[atA + 3], b[atB], b[atB + 1], b[atB + 2], b[atB + 3]);
}

/** out = a * b^-1 */
export function multiplyByInverseFlat(
  out: Float64Array,
  at: number,
  a: ArrayLike<number>,
  atA: number,
  b: ArrayLike<number>,
  atB: number,
): void {
  writeProduct(out, at, a[atA], a[atA + 1], a[atA + 2], a[atA + 3], -b[atB], -b[atB + 1], -b[atB + 2], b[atB + 3]);
}

function writeProduct(
  out: Float64Array,
  at: number,
  ax: number,
  ay: number,
  az: number,
  aw: number,
  bx: number,
  by: number,
  bz: number,
  bw: number,
): void {
  out[at] = aw * bx + ax * bw + ay * bz - az * by;
  out[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
}
