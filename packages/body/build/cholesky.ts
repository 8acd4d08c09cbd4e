import { choleskyFactor } from '@leib/body';

/** Dense symmetric matrices are row-major, size x size. */

/** Lower triangle L with A = L L^T. Throws where A is not positive definite. */
export function cholesky(a: Float64Array, size: number): Float64Array {
  const factor = choleskyFactor(a, size);
  if (factor === null) throw new Error(`cholesky: a matrix of ${size} rows is not positive definite.`);
  return factor;
}

/** x with L x = b. */
export function solveLower(l: Float64Array, size: number, b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= l[i * size + k] * x[k];
    x[i] = sum / l[i * size + i];
  }
  return x;
}

/** x with L L^T x = b. */
export function solveCholesky(l: Float64Array, size: number, b: ArrayLike<number>): Float64Array {
  const x = solveLower(l, size, b);
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] -= l[k * size + i] * x[k];
    x[i] /= l[i * size + i];
  }
  return x;
}
