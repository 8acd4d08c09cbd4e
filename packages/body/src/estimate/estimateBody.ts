import { InputError, solveCholesky } from '@leib/core';
import { defaultLandmarks } from '../measure/bodyLandmarks.js';
import { MEASURE_COUNT, type MeasureName, measureIndex, measureNames } from '../measure/measureNames.js';
import { buildMeasurePlan, type MeasurePlan } from '../measure/measurePlan.js';
import { createMeasureScratch, measureShape } from '../measure/measureShape.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { createShapedBody, type ShapedBody, shapeBody } from '../shape/shapeBody.js';
import { type GivenMeasures, givenNames, toLinear } from './conditionalMeasures.js';

/** A body built from measures. */
export interface EstimatedBody {
  readonly betas: Float64Array;
  readonly shaped: ShapedBody;
  /** Taken on the built body, in the order of measureNames, metres and kilograms. */
  readonly measured: Float64Array;
  /** Largest |measured - given| in tolerances (1 mm, for stature 0.3 mm); below 1 all given measures are met. */
  readonly worstMiss: number;
  readonly iterations: number;
}

/** A model whose bodies can be measured. */
export interface MeasurableModel {
  readonly model: BodyModel;
  /** Derivative of each measure (of the weight: of its cube root) by each beta at the mean. MEASURE_COUNT x betaCount. */
  readonly jacobian: Float64Array;
  /** Tolerance of the given measures, in those of a body that is measured at its landmarks. */
  readonly coarseness: number;
  /** Shapes the body of these betas and measures it, in the order of measureNames. */
  measure(betas: Float64Array, shaped: ShapedBody, outMeasured: Float64Array): void;
}

/** Tolerance of the given measures, metres and kg^(1/3): a fifth of those of ISO 20685; stature is stricter. */
const TOLERANCE = 0.001;
const STATURE_TOLERANCE = 0.0003;

/** Iteration stops when every given measure is met this closely, in tolerances. */
const CLOSE_ENOUGH = 0.3;
const MOST_ITERATIONS = 14;

/** Factor that shortens a step that increases the cost, and how often. */
const CUT = 0.4;
const MOST_CUTS = 3;

const STEP = 0.5;

/** Derivatives of the measures by central differences at the mean body. */
export function measureJacobian(model: BodyModel, measure: MeasurableModel['measure']): Float64Array {
  const { betaCount } = model;
  const shaped = createShapedBody(model);
  const betas = new Float64Array(betaCount);
  const above = new Float64Array(MEASURE_COUNT);
  const below = new Float64Array(MEASURE_COUNT);
  const jacobian = new Float64Array(MEASURE_COUNT * betaCount);
  for (let k = 0; k < betaCount; k++) {
    betas[k] = STEP;
    measure(betas, shaped, above);
    betas[k] = -STEP;
    measure(betas, shaped, below);
    betas[k] = 0;
    for (let m = 0; m < MEASURE_COUNT; m++) {
      const name = measureNames[m];
      jacobian[m * betaCount + k] = (toLinear(name, above[m]) - toLinear(name, below[m])) / (2 * STEP);
    }
  }
  return jacobian;
}

/**
 * The most likely body that has the given measures: betas with a normal prior of 1, measures known up to a tolerance.
 * Iterated as in an extended Kalman update, b' = K (r + J b) with K = J^T (J J^T + S)^-1, where r is given minus
 * measured. Each step corrects J by its actual effect (Broyden, "A class of methods for solving nonlinear simultaneous
 * equations", 1965, eq. 4.5), so the derivatives need not be measured again.
 */
export function estimateBody(measurable: MeasurableModel, given: GivenMeasures): EstimatedBody {
  const { model, coarseness } = measurable;
  const names = givenNames(given, measureNames);
  const rows = names.length;
  const columns = model.betaCount;
  const tolerances = names.map((name) => coarseness * toleranceOf(name));
  const j = rowsOf(measurable, names);
  const shaped = createShapedBody(model);
  const measured = new Float64Array(MEASURE_COUNT);
  let betas: Float64Array = new Float64Array(columns);
  measurable.measure(betas, shaped, measured);
  let missing = missingOf(given, names, measured);
  let cost = costOf(tolerances, missing, betas);
  let iterations = 0;
  for (; iterations < MOST_ITERATIONS && worstOf(tolerances, missing) > CLOSE_ENOUGH; iterations++) {
    const full = update(j, tolerances, columns, betas, missing);
    let part = 1;
    let next = full;
    let nextMissing = missing;
    let nextCost = Number.POSITIVE_INFINITY;
    for (let cuts = 0; cuts <= MOST_CUTS && nextCost > cost; cuts++, part *= CUT) {
      next = betas.map((beta, k) => beta + part * (full[k] - beta));
      measurable.measure(next, shaped, measured);
      nextMissing = missingOf(given, names, measured);
      nextCost = costOf(tolerances, nextMissing, next);
      correct(j, rows, betas, next, missing, nextMissing);
    }
    if (nextCost > cost) break;
    const gained = cost - nextCost;
    betas = next;
    missing = nextMissing;
    cost = nextCost;
    if (gained < 1e-3) break;
  }
  measurable.measure(betas, shaped, measured);
  return { betas, shaped, measured, worstMiss: worstOf(tolerances, missing), iterations };
}

function toleranceOf(name: MeasureName): number {
  return name === 'stature' ? STATURE_TOLERANCE : TOLERANCE;
}

function rowsOf({ jacobian, model: { betaCount } }: MeasurableModel, names: readonly MeasureName[]): Float64Array {
  const rows = new Float64Array(names.length * betaCount);
  names.forEach((name, row) => {
    const from = measureIndex(name) * betaCount;
    rows.set(jacobian.subarray(from, from + betaCount), row * betaCount);
  });
  return rows;
}

function missingOf(given: GivenMeasures, names: readonly MeasureName[], measured: Float64Array): Float64Array {
  return Float64Array.from(
    names,
    (name) => toLinear(name, given[name] ?? 0) - toLinear(name, measured[measureIndex(name)]),
  );
}

function worstOf(tolerances: readonly number[], missing: Float64Array): number {
  return tolerances.reduce((worst, tolerance, row) => Math.max(worst, Math.abs(missing[row]) / tolerance), 0);
}

/** Negative logarithm of the posterior, but for a constant. */
function costOf(tolerances: readonly number[], missing: Float64Array, betas: Float64Array): number {
  const misfit = tolerances.reduce((sum, tolerance, row) => sum + (missing[row] / tolerance) ** 2, 0);
  return 0.5 * (misfit + betas.reduce((sum, beta) => sum + beta * beta, 0));
}

function update(
  j: Float64Array,
  tolerances: readonly number[],
  columns: number,
  betas: Float64Array,
  missing: Float64Array,
): Float64Array {
  const target = missing.map((value, row) => {
    let sum = value;
    for (let k = 0; k < columns; k++) sum += j[row * columns + k] * betas[k];
    return sum;
  });
  return mostLikelyBetas(j, tolerances, columns, target);
}

function correct(
  j: Float64Array,
  rows: number,
  before: Float64Array,
  after: Float64Array,
  missingBefore: Float64Array,
  missingAfter: Float64Array,
): void {
  const columns = before.length;
  let stepSquared = 0;
  for (let k = 0; k < columns; k++) stepSquared += (after[k] - before[k]) ** 2;
  if (stepSquared === 0) return;
  for (let a = 0; a < rows; a++) {
    let unexplained = missingBefore[a] - missingAfter[a];
    for (let k = 0; k < columns; k++) unexplained -= j[a * columns + k] * (after[k] - before[k]);
    for (let k = 0; k < columns; k++) j[a * columns + k] += (unexplained * (after[k] - before[k])) / stepSquared;
  }
}

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

/** A model of our topology with the derivatives that estimateBody() needs. Building it takes a tenth of a second. */
export interface BodyEstimator extends MeasurableModel {
  readonly plan: MeasurePlan;
}

/** Computes the derivatives by central differences at the mean body. */
export function buildBodyEstimator(model: BodyModel): BodyEstimator {
  const plan = buildMeasurePlan(model, defaultLandmarks);
  const scratch = createMeasureScratch(plan, model.vertexCount);
  const measure = (betas: Float64Array, shaped: ShapedBody, outMeasured: Float64Array) => {
    shapeBody(model, betas, shaped);
    measureShape(plan, scratch, shaped.positions, shaped.joints, outMeasured);
  };
  return { model, plan, jacobian: measureJacobian(model, measure), coarseness: 1, measure };
}
