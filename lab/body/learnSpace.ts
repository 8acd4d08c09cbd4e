import { MEASURE_COUNT } from '@leib/body';
import { cholesky, solveCholesky, solveLower } from './cholesky.ts';
import type { FittedPerson } from './fitPeople.ts';
import { type Statistics, toStatistic } from './measureStatistics.ts';
import type { Sex } from './shapeSource.ts';
import { symmetricEigen } from './symmetricEigen.ts';

/** The measures of take 1. */
export const MEASURE_BETAS = 12;
const RESIDUAL_BETAS = 6;
export const BETA_COUNT = MEASURE_BETAS + RESIDUAL_BETAS;
export const PCA_COUNT = 10;

/** Bodies fitted to people of one sex, and how all people of that sex vary. */
export interface LearnInput {
  readonly fitted: readonly FittedPerson[];
  readonly statistics: Statistics;
}

export interface LearnedSex {
  readonly mean: Float64Array;
  /** BETA_COUNT blocks. */
  readonly modes: readonly Float64Array[];
  readonly explainedVariance: Float64Array;
  /** BETA_COUNT x PCA_COUNT. */
  readonly pcaToBetas: Float64Array;
  readonly pcaExplainedVariance: Float64Array;
}

/**
 * Per sex: beta = L^-1 (measures - mean) with L L^T the covariance of real people's measures, and bodies regressed on
 * it by least squares. The residuals of both sexes are pooled, so their principal components are shared.
 */
export function learnSpace(input: Readonly<Record<Sex, LearnInput>>): Readonly<Record<Sex, LearnedSex>> {
  const female = regress(input.female);
  const male = regress(input.male);
  const residuals = [...female.residuals, ...male.residuals];
  const components = principalComponents(residuals, RESIDUAL_BETAS);
  return { female: finish(female, components), male: finish(male, components) };
}

interface Regression {
  readonly mean: Float64Array;
  readonly modes: readonly Float64Array[];
  readonly residuals: readonly Float64Array[];
}

function regress({ fitted, statistics }: LearnInput): Regression {
  const covariance = new Float64Array(MEASURE_BETAS * MEASURE_BETAS);
  for (let i = 0; i < MEASURE_BETAS; i++) {
    for (let j = 0; j < MEASURE_BETAS; j++) {
      covariance[i * MEASURE_BETAS + j] = statistics.covariance[i * MEASURE_COUNT + j];
    }
  }
  const factor = cholesky(covariance, MEASURE_BETAS);
  const size = MEASURE_BETAS + 1;
  const designs = fitted.map(({ measures }) => {
    const offset = toStatistic(measures).map((value, k) => value - statistics.means[k]);
    return [1, ...solveLower(factor, MEASURE_BETAS, offset)];
  });
  const normal = new Float64Array(size * size);
  for (const design of designs) {
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) normal[i * size + j] += design[i] * design[j];
  }
  const l = cholesky(normal, size);
  // Rows of (X^T X)^-1 X^T, one number for each person and coefficient.
  const pseudo = designs.map((design) => solveCholesky(l, size, design));
  const length = fitted[0].positions.length;
  const coefficients = Array.from({ length: size }, () => new Float64Array(length));
  fitted.forEach(({ positions }, person) => {
    for (let c = 0; c < size; c++) {
      const weight = pseudo[person][c];
      const out = coefficients[c];
      for (let i = 0; i < length; i++) out[i] += weight * positions[i];
    }
  });
  const residuals = fitted.map(({ positions }, person) => {
    const residual = positions.slice();
    for (let c = 0; c < size; c++) {
      const weight = designs[person][c];
      for (let i = 0; i < length; i++) residual[i] -= weight * coefficients[c][i];
    }
    return residual;
  });
  return { mean: coefficients[0], modes: coefficients.slice(1), residuals };
}

const ITERATIONS = 24;

/**
 * Leading principal components of rows of numbers, each as long as one standard deviation: orthogonal iteration from
 * the rows themselves, which is exact enough after a few rounds and needs no matrix of the vertices' size.
 */
export function principalComponents(rows: readonly Float64Array[], count: number): Float64Array[] {
  const length = rows[0].length;
  const spare = Math.min(rows.length, length, count + 4);
  let basis = Array.from({ length: spare }, (_, c) => rows[Math.floor((c * rows.length) / spare)].slice());
  orthonormalise(basis);
  let variances: Float64Array = new Float64Array(spare);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const next = basis.map(() => new Float64Array(length));
    const gram = new Float64Array(spare * spare);
    for (const row of rows) {
      const shares = basis.map((vector) => dot(row, vector));
      for (let c = 0; c < spare; c++) {
        for (let d = 0; d < spare; d++) gram[c * spare + d] += (shares[c] * shares[d]) / rows.length;
        const out = next[c];
        for (let i = 0; i < length; i++) out[i] += shares[c] * row[i];
      }
    }
    if (iteration === ITERATIONS - 1) {
      // Within the space that was found, the axes themselves (Rayleigh-Ritz).
      const { values, vectors } = symmetricEigen(gram, spare);
      variances = values;
      basis = basis.map((_, c) => {
        const axis = new Float64Array(length);
        for (let d = 0; d < spare; d++) {
          for (let i = 0; i < length; i++) axis[i] += vectors[c * spare + d] * basis[d][i];
        }
        return axis;
      });
    } else {
      basis = next;
      orthonormalise(basis);
    }
  }
  return basis.slice(0, count).map((axis, c) => {
    // A sign that does not depend on rounding: the largest displacement is positive.
    const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
    const scale = Math.sqrt(variances[c]) * (largest < 0 ? -1 : 1);
    return axis.map((value) => value * scale);
  });
}

function orthonormalise(basis: Float64Array[]): void {
  for (let c = 0; c < basis.length; c++) {
    for (let pass = 0; pass < 2; pass++) {
      for (let d = 0; d < c; d++) {
        const along = dot(basis[c], basis[d]);
        for (let i = 0; i < basis[c].length; i++) basis[c][i] -= along * basis[d][i];
      }
    }
    const length = Math.sqrt(dot(basis[c], basis[c]));
    for (let i = 0; i < basis[c].length; i++) basis[c][i] /= length;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function finish(regression: Regression, components: readonly Float64Array[]): LearnedSex {
  const { mean, residuals } = regression;
  const modes = [...regression.modes, ...components];
  // Betas are uncorrelated with a deviation of 1, so the variance of all vertices is the sum of the modes' squares,
  // and the principal axes are those of the modes' own products.
  const products = new Float64Array(BETA_COUNT * BETA_COUNT);
  for (let i = 0; i < BETA_COUNT; i++) {
    for (let j = 0; j < BETA_COUNT; j++) products[i * BETA_COUNT + j] = dot(modes[i], modes[j]);
  }
  const { values, vectors } = symmetricEigen(products, BETA_COUNT);
  // The sample has more extremes than the population, so the variance is the sum of two parts: that explained by the
  // measures for betas of deviation 1, and the rest.
  const leftOver = residuals.reduce((sum, residual) => sum + dot(residual, residual), 0) / residuals.length;
  const total = regression.modes.reduce((sum, mode) => sum + dot(mode, mode), leftOver);
  const pcaToBetas = new Float64Array(BETA_COUNT * PCA_COUNT);
  for (let c = 0; c < PCA_COUNT; c++) {
    const row = vectors.subarray(c * BETA_COUNT, (c + 1) * BETA_COUNT);
    const largest = row.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
    for (let k = 0; k < BETA_COUNT; k++) pcaToBetas[k * PCA_COUNT + c] = row[k] * (largest < 0 ? -1 : 1);
  }
  return {
    mean,
    modes,
    explainedVariance: Float64Array.from(modes, (mode) => dot(mode, mode) / total),
    pcaToBetas,
    pcaExplainedVariance: values.slice(0, PCA_COUNT).map((value) => value / total),
  };
}
