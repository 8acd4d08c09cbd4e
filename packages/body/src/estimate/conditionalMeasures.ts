import { InputError, solveCholesky } from '@leib/core';
import type { MeasureName } from '../measure/measureNames.js';
import type { MeasureStatistics } from '../shape/bodyModel.js';

/** Measures of a person, taken with tape and scale: metres, for the weight kilograms. Any subset. */
export type GivenMeasures = { readonly [Name in MeasureName]?: number };

/** Measures vary linearly with each other, except for the weight, which grows with the cube of lengths. */
export function toLinear(name: MeasureName, value: number): number {
  return name === 'weight' ? Math.cbrt(value) : value;
}

export function fromLinear(name: MeasureName, value: number): number {
  return name === 'weight' ? value ** 3 : value;
}

/** Names of the given measures, in the order of `names`. */
export function givenNames(given: GivenMeasures, names: readonly MeasureName[]): MeasureName[] {
  return names.filter((name) => given[name] !== undefined);
}

/** Expected value of one measure, given others. */
export interface ExpectedMeasure {
  readonly name: MeasureName;
  /** Most likely value, metres or kilograms. */
  readonly mean: number;
  /** Standard deviation; 0 for a given measure. */
  readonly deviation: number;
}

/** Assumed error of measuring, metres and kg^(1/3). It also keeps the matrix of nearly equal measures solvable. */
const NOISE = 0.002;

/**
 * Expected value and deviation of every measure, given some of them: the conditional normal distribution
 * (Bishop, Pattern Recognition and Machine Learning, 2006, eq. 2.81 and 2.82).
 */
export function conditionalMeasures(statistics: MeasureStatistics, given: GivenMeasures): ExpectedMeasure[] {
  const { names } = statistics;
  const known = givenNames(given, names).map((name) => names.indexOf(name));
  return names.map((name, at) => {
    if (given[name] !== undefined) return { name, mean: given[name], deviation: 0 };
    return { name, ...expectMeasure(statistics, given, at, known) };
  });
}

/** Expected value of one measure from the other given ones, whether it is given itself or not. */
export function expectFromOthers(statistics: MeasureStatistics, given: GivenMeasures, name: MeasureName) {
  const { names } = statistics;
  const others = givenNames(given, names).filter((other) => other !== name);
  return expectMeasure(
    statistics,
    given,
    names.indexOf(name),
    others.map((other) => names.indexOf(other)),
  );
}

function expectMeasure(statistics: MeasureStatistics, given: GivenMeasures, at: number, known: readonly number[]) {
  const { names, means, covariance } = statistics;
  const size = names.length;
  const among = new Float64Array(known.length * known.length);
  const between = new Float64Array(known.length);
  for (let i = 0; i < known.length; i++) {
    between[i] = covariance[at * size + known[i]];
    for (let j = 0; j < known.length; j++) among[i * known.length + j] = covariance[known[i] * size + known[j]];
    among[i * known.length + i] += NOISE ** 2;
  }
  const weights = between.slice();
  if (!solveCholesky(among, weights, known.length)) {
    throw new InputError('measureStatistics.covariance', 'expected a positive definite matrix, got another');
  }
  let linear = means[at];
  let variance = covariance[at * size + at];
  for (let i = 0; i < known.length; i++) {
    const name = names[known[i]];
    linear += weights[i] * (toLinear(name, given[name] ?? 0) - means[known[i]]);
    variance -= weights[i] * between[i];
  }
  const name = names[at];
  const deviation = Math.sqrt(Math.max(variance, 0));
  // Derivative of the cube: deviation of the weight for a deviation of its cube root.
  return { mean: fromLinear(name, linear), deviation: name === 'weight' ? 3 * linear ** 2 * deviation : deviation };
}
