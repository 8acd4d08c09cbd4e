import { cholesky, solveCholesky } from './cholesky.ts';

const FOLDS = 5;

/**
 * Mean absolute error of ordinary least squares on held-out people (five folds): a limit for any estimate from the given
 * measures alone. The weight enters as its cube root.
 */
export function leastSquaresLimit(
  people: readonly Float64Array[],
  given: readonly number[],
  wanted: number,
  weight: number,
): number {
  const size = given.length + 1;
  const inputOf = (person: Float64Array) => [1, ...given.map((k) => (k === weight ? Math.cbrt(person[k]) : person[k]))];
  let sum = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const normal = new Float64Array(size * size);
    const right = new Float64Array(size);
    people.forEach((person, i) => {
      if (i % FOLDS === fold) return;
      const input = inputOf(person);
      for (let a = 0; a < size; a++) {
        right[a] += input[a] * person[wanted];
        for (let b = 0; b < size; b++) normal[a * size + b] += input[a] * input[b];
      }
    });
    const solution = solveCholesky(cholesky(normal, size), size, right);
    people.forEach((person, i) => {
      if (i % FOLDS !== fold) return;
      const expected = inputOf(person).reduce((total, value, a) => total + value * solution[a], 0);
      sum += Math.abs(expected - person[wanted]);
    });
  }
  return sum / people.length;
}
