import { solveCholesky } from '@leib/core';

/** Normal equations of a small least-squares problem, to which equations are added one at a time. */
export interface NormalEquations {
  readonly size: number;
  /** size x size, and size. */
  readonly matrix: Float64Array;
  readonly right: Float64Array;
}

export function createNormalEquations(size: number): NormalEquations {
  return { size, matrix: new Float64Array(size * size), right: new Float64Array(size) };
}

/** Adds one equation: the indices of some unknowns, their coefficients, and the right-hand side. */
export function addEquation(
  { size, matrix, right }: NormalEquations,
  places: readonly number[],
  values: readonly number[],
  goal: number,
  weight: number,
): void {
  for (let i = 0; i < places.length; i++) {
    right[places[i]] += weight * values[i] * goal;
    for (let j = 0; j < places.length; j++) matrix[places[i] * size + places[j]] += weight * values[i] * values[j];
  }
}

/** The solution; null when the matrix is singular. */
export function solveEquations({ size, matrix, right }: NormalEquations): Float64Array | null {
  const solution = right.slice();
  return solveCholesky(matrix.slice(), solution, size) ? solution : null;
}

/** Sum of the variances of some unknowns, for an error of one in each equation. */
export function varianceOf({ size, matrix }: NormalEquations, places: readonly number[]): number {
  let sum = 0;
  for (const place of places) {
    const unit = new Float64Array(size);
    unit[place] = 1;
    if (!solveCholesky(matrix.slice(), unit, size)) return Number.POSITIVE_INFINITY;
    sum += unit[place];
  }
  return sum;
}
