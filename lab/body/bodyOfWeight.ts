import { type BodyModel, createShapedBody, measureIndex, type ShapedBody, shapeBody } from '@leib/body';
import { solveLower } from './cholesky.ts';
import { MEASURE_BETAS } from './learnSpace.ts';

/**
 * The most likely body for a weight (as its cube root) at a number of standard deviations from the mean, with nothing
 * else known: m = mean + cov(m, w) / sd(w) x deviations.
 */
export function bodyOfWeight(model: BodyModel, deviations: number): ShapedBody {
  const { covariance, factor, names } = model.measureStatistics;
  const size = names.length;
  const weight = measureIndex('weight');
  const deviation = Math.sqrt(covariance[weight * size + weight]);
  const offsets = Float64Array.from(
    { length: MEASURE_BETAS },
    (_, m) => (covariance[m * size + weight] / deviation) * deviations,
  );
  const lower = new Float64Array(MEASURE_BETAS * MEASURE_BETAS);
  for (let i = 0; i < MEASURE_BETAS; i++) {
    for (let j = 0; j < MEASURE_BETAS; j++) lower[i * MEASURE_BETAS + j] = factor[i * size + j];
  }
  const shaped = createShapedBody(model);
  shapeBody(model, solveLower(lower, MEASURE_BETAS, offsets), shaped);
  return shaped;
}

/** 99th percentile of the normal distribution, standard deviations. */
export const ONE_IN_A_HUNDRED = 2.326;
