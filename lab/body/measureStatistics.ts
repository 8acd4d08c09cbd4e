import { MEASURE_COUNT, measureIndex } from '@leib/body';
import { cholesky, solveCholesky } from './cholesky.ts';

export interface Statistics {
  readonly means: Float64Array;
  /** MEASURE_COUNT x MEASURE_COUNT. */
  readonly covariance: Float64Array;
}

const WEIGHT = measureIndex('weight');
const UNDER_BUST = measureIndex('underBust');

/** Measures as they enter statistics: the weight as its cube root. */
export function toStatistic(measures: Float64Array): Float64Array {
  const out = measures.slice();
  out[WEIGHT] = Math.cbrt(measures[WEIGHT]);
  return out;
}

/**
 * Mean and covariance of all measures of real people. ANSUR II has no under-bust: it is taken on the bodies fitted to
 * some of them, and enters as a linear prediction from the other measures plus its own scatter.
 */
export function measureStatistics(
  people: readonly Float64Array[],
  fitted: readonly { readonly given: Float64Array; readonly taken: Float64Array }[],
): Statistics {
  const known = [...Array(MEASURE_COUNT).keys()].filter((k) => k !== UNDER_BUST);
  const rows = people.map(toStatistic);
  const means = new Float64Array(MEASURE_COUNT);
  const covariance = new Float64Array(MEASURE_COUNT * MEASURE_COUNT);
  for (const k of known) means[k] = rows.reduce((sum, row) => sum + row[k], 0) / rows.length;
  for (const i of known) {
    for (const j of known) {
      let sum = 0;
      for (const row of rows) sum += (row[i] - means[i]) * (row[j] - means[j]);
      covariance[i * MEASURE_COUNT + j] = sum / (rows.length - 1);
    }
  }
  // Least squares of the under-bust on the rest, over the fitted people; a touch of ridge for near-copies.
  const size = known.length + 1;
  const normal = new Float64Array(size * size);
  const right = new Float64Array(size);
  const designOf = (given: Float64Array) => {
    const row = toStatistic(given);
    return [1, ...known.map((k) => (row[k] - means[k]) / Math.sqrt(covariance[k * MEASURE_COUNT + k]))];
  };
  for (const { given, taken } of fitted) {
    const design = designOf(given);
    for (let i = 0; i < size; i++) {
      right[i] += design[i] * taken[UNDER_BUST];
      for (let j = 0; j < size; j++) normal[i * size + j] += design[i] * design[j];
    }
  }
  for (let i = 1; i < size; i++) normal[i * size + i] += 1e-3 * fitted.length;
  const slopes = solveCholesky(cholesky(normal, size), size, right);
  let scatter = 0;
  for (const { given, taken } of fitted) {
    const predicted = designOf(given).reduce((sum, value, i) => sum + value * slopes[i], 0);
    scatter += (taken[UNDER_BUST] - predicted) ** 2 / (fitted.length - size);
  }
  means[UNDER_BUST] = slopes[0];
  const perUnit = known.map((k, n) => slopes[n + 1] / Math.sqrt(covariance[k * MEASURE_COUNT + k]));
  for (const i of known) {
    const shared = known.reduce((sum, k, n) => sum + perUnit[n] * covariance[k * MEASURE_COUNT + i], 0);
    covariance[UNDER_BUST * MEASURE_COUNT + i] = shared;
    covariance[i * MEASURE_COUNT + UNDER_BUST] = shared;
  }
  covariance[UNDER_BUST * MEASURE_COUNT + UNDER_BUST] =
    scatter + known.reduce((sum, i, n) => sum + perUnit[n] * covariance[UNDER_BUST * MEASURE_COUNT + i], 0);
  return { means, covariance };
}
