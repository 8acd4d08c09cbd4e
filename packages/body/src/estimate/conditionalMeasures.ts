import { solveCholesky } from '@leib/core';
import type { MeasureName } from '../measure/measureNames.js';
import type { MeasureStatistics } from '../shape/bodyModel.js';
import { fromLinear, type GivenMeasures, givenNames, toLinear } from './givenMeasures.js';

/** What to expect of one measure when others are known. */
export interface ExpectedMeasure {
  readonly name: MeasureName;
  /** Most likely value, metres or kilograms. */
  readonly mean: number;
  /** Two people in three lie within mean +- deviation; 0 for a measure that is given. */
  readonly deviation: number;
}

/** A measuring error of this size is always there; it also keeps nearly equal measures apart. Metres, kg^(1/3). */
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

/** What the others that are given let expect of one measure, whether it is given itself or not. */
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
    throw new Error('The covariance of the measures is not positive definite.');
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
  // A cube's derivative: how far a small step of the root goes.
  return { mean: fromLinear(name, linear), deviation: name === 'weight' ? 3 * linear ** 2 * deviation : deviation };
}
