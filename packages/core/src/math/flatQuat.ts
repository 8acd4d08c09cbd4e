/**
 * Products of unit quaternions that lie in flat arrays, each at its index: no views, no copies, no allocation.
 * `out` may be one of the factors. Each is written out: eight numbers handed to a shared function would be boxed
 * wherever the engine decides not to inline it, 128 bytes a product.
 */

/** out = a * b */
export function multiplyFlat(
  out: Float64Array,
  at: number,
  a: Float64Array,
  atA: number,
  b: Float64Array,
  atB: number,
): void {
  const x = a[atA];
  const y = a[atA + 1];
  const z = a[atA + 2];
  const w = a[atA + 3];
  const bx = b[atB];
  const by = b[atB + 1];
  const bz = b[atB + 2];
  const bw = b[atB + 3];
  out[at] = w * bx + x * bw + y * bz - z * by;
  out[at + 1] = w * by - x * bz + y * bw + z * bx;
  out[at + 2] = w * bz + x * by - y * bx + z * bw;
  out[at + 3] = w * bw - x * bx - y * by - z * bz;
}

/** out = a^-1 * b */
export function multiplyInverseFlat(
  out: Float64Array,
  at: number,
  a: Float64Array,
  atA: number,
  b: Float64Array,
  atB: number,
): void {
  const x = -a[atA];
  const y = -a[atA + 1];
  const z = -a[atA + 2];
  const w = a[atA + 3];
  const bx = b[atB];
  const by = b[atB + 1];
  const bz = b[atB + 2];
  const bw = b[atB + 3];
  out[at] = w * bx + x * bw + y * bz - z * by;
  out[at + 1] = w * by - x * bz + y * bw + z * bx;
  out[at + 2] = w * bz + x * by - y * bx + z * bw;
  out[at + 3] = w * bw - x * bx - y * by - z * bz;
}

/** out = a * b^-1 */
export function multiplyByInverseFlat(
  out: Float64Array,
  at: number,
  a: Float64Array,
  atA: number,
  b: Float64Array,
  atB: number,
): void {
  const x = a[atA];
  const y = a[atA + 1];
  const z = a[atA + 2];
  const w = a[atA + 3];
  const bx = -b[atB];
  const by = -b[atB + 1];
  const bz = -b[atB + 2];
  const bw = b[atB + 3];
  out[at] = w * bx + x * bw + y * bz - z * by;
  out[at + 1] = w * by - x * bz + y * bw + z * bx;
  out[at + 2] = w * bz + x * by - y * bx + z * bw;
  out[at + 3] = w * bw - x * bx - y * by - z * bz;
}
