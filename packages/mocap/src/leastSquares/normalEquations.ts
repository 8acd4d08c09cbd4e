import { factorCholesky, solveFactored } from '@leib/core';
import { type DofFrame, type DofModel, pointDerivatives } from './dofModel.js';

/**
 * Sums of a weighted least squares problem, linearised: matrix = J^T W J, gradient = J^T W e for errors e = wanted - now,
 * so that the change of the unknowns solves matrix . change = gradient. Cleared and filled for each step.
 */
export interface NormalEquations {
  readonly size: number;
  /** Only the lower triangle is filled. size x size. */
  readonly matrix: Float64Array;
  readonly gradient: Float64Array;
  /** Derivatives of the row that is being added; up to size x 3. */
  readonly row: Float64Array;
  /** Errors of that row; 3. */
  readonly error: Float64Array;
  /** Damped copy of the matrix, then its factor. */
  readonly factor: Float64Array;
}

export function createNormalEquations(size: number): NormalEquations {
  return {
    size,
    matrix: new Float64Array(size * size),
    gradient: new Float64Array(size),
    row: new Float64Array(size * 3),
    error: new Float64Array(3),
    factor: new Float64Array(size * size),
  };
}

export function clearNormalEquations({ matrix, gradient }: NormalEquations): void {
  matrix.fill(0);
  gradient.fill(0);
}

/** A point of a joint: where it is and where it should be; weight is 1 / (standard deviation in metres)^2. */
export interface PointGoal {
  readonly world: ArrayLike<number>;
  readonly wanted: ArrayLike<number>;
  readonly weight: number;
}

export function addPoint(
  equations: NormalEquations,
  model: DofModel,
  frame: DofFrame,
  joint: number,
  { world, wanted, weight }: PointGoal,
): void {
  pointDerivatives(model, frame, joint, world, equations.row);
  const { error } = equations;
  for (let k = 0; k < 3; k++) error[k] = wanted[k] - world[k];
  addRow(equations, model.movers[joint], model.movers[joint].length, weight);
}

/** Rotation vector by which a joint should still turn, world axes; weight is 1 / (standard deviation in radians)^2. */
export interface RotationGoal {
  readonly error: ArrayLike<number>;
  readonly weight: number;
  /** Turns about this unit axis, world space, have a weight of their own. */
  readonly axis: ArrayLike<number>;
  readonly axisWeight: number;
  /** How many of the joint's movers turn the thing that is compared. */
  readonly moverCount: number;
}

export function addRotation(
  equations: NormalEquations,
  model: DofModel,
  { axesWorld }: DofFrame,
  joint: number,
  goal: RotationGoal,
): void {
  const { weight, axis, axisWeight, moverCount } = goal;
  const movers = model.movers[joint];
  const { row, error } = equations;
  row.fill(0, 0, 9);
  for (let i = 3; i < moverCount; i++) {
    for (let k = 0; k < 3; k++) row[i * 3 + k] = axesWorld[(movers[i] - 3) * 3 + k];
  }
  for (let k = 0; k < 3; k++) error[k] = goal.error[k];
  // Parts along the axis are scaled by the square root of the ratio of weights: then one weight fits all.
  const excess = Math.sqrt(axisWeight / weight) - 1;
  scaleAlong(error, 1, axis, excess);
  scaleAlong(row, moverCount, axis, excess);
  addRow(equations, movers, moverCount, weight);
}

/** v += excess (v . axis) axis for each of the vectors. */
function scaleAlong(vectors: Float64Array, count: number, axis: ArrayLike<number>, excess: number): void {
  for (let at = 0; at < count * 3; at += 3) {
    const part = excess * (vectors[at] * axis[0] + vectors[at + 1] * axis[1] + vectors[at + 2] * axis[2]);
    for (let k = 0; k < 3; k++) vectors[at + k] += part * axis[k];
  }
}

/** One unknown should change by `error`; weight is 1 / (standard deviation)^2. */
export function addPrior({ size, matrix, gradient }: NormalEquations, unknown: number, error: number, weight: number) {
  matrix[unknown * size + unknown] += weight;
  gradient[unknown] += weight * error;
}

/** Adds three equations whose derivatives by the first `count` movers stand in equations.row. Movers rise, so that only the lower triangle is written. */
function addRow(
  { size, matrix, gradient, row, error }: NormalEquations,
  movers: Int16Array,
  count: number,
  weight: number,
): void {
  for (let i = 0; i < count; i++) {
    const x = weight * row[i * 3];
    const y = weight * row[i * 3 + 1];
    const z = weight * row[i * 3 + 2];
    const at = movers[i] * size;
    gradient[movers[i]] += x * error[0] + y * error[1] + z * error[2];
    for (let k = 0; k <= i; k++) matrix[at + movers[k]] += x * row[k * 3] + y * row[k * 3 + 1] + z * row[k * 3 + 2];
  }
}

/**
 * Change of the unknowns by Levenberg and Marquardt: (matrix + damping diag(matrix)) change = gradient. Returns false where no
 * change can be found. Unknowns that nothing acts on do not change.
 */
export function solveDamped(
  { size, matrix, gradient, factor }: NormalEquations,
  damping: number,
  outChange: Float64Array,
): boolean {
  factor.set(matrix);
  outChange.set(gradient);
  for (let i = 0; i < size; i++) {
    const at = i * size + i;
    factor[at] = matrix[at] > 0 ? matrix[at] * (1 + damping) : 1;
  }
  if (!factorCholesky(factor, size)) return false;
  solveFactored(factor, outChange, size);
  return true;
}
