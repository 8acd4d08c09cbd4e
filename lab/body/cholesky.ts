import * as core from '@leib/core';

/** core's Cholesky with results of their own. Dense symmetric matrices are row-major, size x size. */

/** Lower triangle L with A = L L^T. Throws where A is not positive definite. */
export function cholesky(a: Float64Array, size: number): Float64Array {
  const factor = a.slice();
  if (!core.factorCholesky(factor, size))
    throw new Error(`cholesky: the matrix of ${size} rows is not positive definite`);
  return factor;
}

/** x with L x = b. */
export function solveLower(l: Float64Array, size: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  core.solveLower(l, x, size);
  return x;
}

/** x with L L^T x = b. */
export function solveCholesky(l: Float64Array, size: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  core.solveFactored(l, x, size);
  return x;
}
