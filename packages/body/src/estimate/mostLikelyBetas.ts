import { InputError, solveCholesky } from '@leib/core';

/**
 * The most likely betas under a normal prior of 1, given targets = J betas with a deviation each:
 * J^T (J J^T + S)^-1 targets, the mean of the posterior (Bishop, Pattern Recognition and Machine Learning, 2006, eq. 2.116).
 * @param j rows x columns
 */
export function mostLikelyBetas(
  j: Float64Array,
  deviations: readonly number[],
  columns: number,
  targets: ArrayLike<number>,
): Float64Array {
  const rows = deviations.length;
  const normal = new Float64Array(rows * rows);
  const right = Float64Array.from(targets);
  for (let a = 0; a < rows; a++) {
    for (let b = 0; b < rows; b++) {
      for (let k = 0; k < columns; k++) normal[a * rows + b] += j[a * columns + k] * j[b * columns + k];
    }
    normal[a * rows + a] += deviations[a] ** 2;
  }
  if (!solveCholesky(normal, right, rows)) {
    throw new InputError('given measures', 'expected measures that vary independently, got dependent ones');
  }
  const betas = new Float64Array(columns);
  for (let a = 0; a < rows; a++) {
    for (let k = 0; k < columns; k++) betas[k] += j[a * columns + k] * right[a];
  }
  return betas;
}
