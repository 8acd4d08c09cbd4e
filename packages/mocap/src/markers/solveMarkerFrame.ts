import type { AgentAngles } from '@leib/core/pack';
import { createDofFrame, type DofFrame, updateDofFrame } from '../leastSquares/dofModel.js';
import {
  addPoint,
  addPrior,
  clearNormalEquations,
  createNormalEquations,
  type NormalEquations,
  solveDamped,
} from '../leastSquares/normalEquations.js';
import { LIMIT_WEIGHT } from './anglePriors.js';
import { type MarkerBody, modelMarkers } from './markerBody.js';

export interface MarkerFrameParams {
  /** Standard deviation of a marker on skin, metres: measuring, soft tissue and what the body's joints cannot do. */
  readonly markerSpread: number;
  /**
   * A marker this far off counts a quarter in the equations, and one much farther not at all (Geman & McClure: the error is
   * e^2 / (1 + e^2 / outlier^2)). Metres.
   */
  readonly outlier: number;
  /** Times the weight of the T-pose, to find a rough place of the whole body first. */
  readonly stiffness: number;
  readonly maxSteps: number;
  /** Ends when a step makes the sum of errors smaller by less than this share. */
  readonly minImprovement: number;
}

export const defaultMarkerFrameParams: MarkerFrameParams = {
  markerSpread: 0.007,
  outlier: 0.05,
  stiffness: 1,
  maxSteps: 20,
  minImprovement: 1e-5,
};

/** What solving frames needs, allocated once. */
export interface MarkerFrameSolver {
  readonly body: MarkerBody;
  readonly frame: DofFrame;
  /** Where the body's markers are after a solve. Markers x 3. */
  readonly model: Float64Array;
  readonly equations: NormalEquations;
  readonly change: Float64Array;
  readonly tried: AgentAngles;
}

export function createMarkerFrameSolver(body: MarkerBody): MarkerFrameSolver {
  const { unknownCount, binding } = body.model;
  return {
    body,
    frame: createDofFrame(body.model),
    model: new Float64Array(body.joints.length * 3),
    equations: createNormalEquations(unknownCount),
    change: new Float64Array(unknownCount),
    tried: { rootPosition: new Float64Array(3), angles: new Float64Array(binding.dofJoints.length) },
  };
}

/**
 * The pose whose markers are nearest to the measured ones, from the pose in `angles` on, by Levenberg and Marquardt's steps over
 * all angles at once. `measured` is markers x 3, NaN where one is missing. Returns the sum of weighted squared errors.
 */
export function solveMarkerFrame(
  solver: MarkerFrameSolver,
  measured: Float64Array,
  angles: AgentAngles,
  params: MarkerFrameParams = defaultMarkerFrameParams,
): number {
  const { body, equations, change, tried } = solver;
  let cost = costOf(solver, measured, angles, params);
  let damping = 1e-3;
  for (let step = 0; step < params.maxSteps; step++) {
    addEquations(solver, measured, angles, params);
    let next = Number.POSITIVE_INFINITY;
    for (; damping < 1e8; damping *= 8) {
      if (!solveDamped(equations, damping, change)) continue;
      for (let k = 0; k < 3; k++) tried.rootPosition[k] = angles.rootPosition[k] + change[k];
      for (let dof = 0; dof < angles.angles.length; dof++) tried.angles[dof] = angles.angles[dof] + change[3 + dof];
      next = costOf(solver, measured, tried, params);
      if (next <= cost) break;
    }
    if (!(next <= cost)) break;
    angles.rootPosition.set(tried.rootPosition);
    angles.angles.set(tried.angles);
    const isDone = cost - next <= params.minImprovement * cost;
    cost = next;
    damping = Math.max(1e-7, damping / 10);
    if (isDone) break;
  }
  updateDofFrame(body.model, angles, solver.frame);
  modelMarkers(body, solver.frame, solver.model);
  return cost;
}

/** Markers that are farther off than this at first would count as outliers, metres. */
const AFAR = 0.04;
/** Errors count as they are up to here while the body is still on its way. */
const wideParams: Pick<MarkerFrameParams, 'outlier' | 'minImprovement'> = { outlier: 0.4, minImprovement: 1e-3 };

/** solveMarkerFrame() from a pose that may be far away: first all markers pull, then outliers are cast out. */
export function solveFromAfar(
  solver: MarkerFrameSolver,
  measured: Float64Array,
  angles: AgentAngles,
  params: MarkerFrameParams = defaultMarkerFrameParams,
): number {
  costOf(solver, measured, angles, params);
  let farthest = 0;
  for (let at = 0; at < measured.length; at += 3) {
    const errorSq = distanceSq(solver.model, measured, at);
    if (errorSq > farthest) farthest = errorSq;
  }
  if (farthest > AFAR ** 2) solveMarkerFrame(solver, measured, angles, { ...params, ...wideParams });
  return solveMarkerFrame(solver, measured, angles, params);
}

/** Poses the body and sums up the errors of markers and angles. */
function costOf(
  { body, frame, model }: MarkerFrameSolver,
  measured: Float64Array,
  angles: AgentAngles,
  { markerSpread, outlier, stiffness }: MarkerFrameParams,
): number {
  updateDofFrame(body.model, angles, frame);
  modelMarkers(body, frame, model);
  let cost = 0;
  for (let at = 0; at < model.length; at += 3) {
    const errorSq = distanceSq(model, measured, at);
    if (errorSq >= 0) cost += errorSq / (1 + errorSq / outlier ** 2);
  }
  cost /= markerSpread ** 2;
  const { weights, lowest, highest } = body.priors;
  for (let dof = 0; dof < weights.length; dof++) {
    const angle = angles.angles[dof];
    const beyond = Math.max(0, lowest[dof] - angle, angle - highest[dof]);
    cost += stiffness * weights[dof] * angle * angle + LIMIT_WEIGHT * beyond * beyond;
  }
  return cost;
}

/** The equations of the pose that costOf() made last. */
function addEquations(
  { body, frame, model, equations }: MarkerFrameSolver,
  measured: Float64Array,
  { angles }: AgentAngles,
  params: MarkerFrameParams,
): void {
  const { stiffness } = params;
  clearNormalEquations(equations);
  for (let marker = 0; marker < body.joints.length; marker++) {
    const at = marker * 3;
    const weight = markerWeight(distanceSq(model, measured, at), params);
    if (!(weight > 0)) continue;
    const world = model.subarray(at, at + 3);
    const wanted = measured.subarray(at, at + 3);
    addPoint(equations, body.model, frame, body.joints[marker], { world, wanted, weight });
  }
  const { weights, lowest, highest } = body.priors;
  for (let dof = 0; dof < weights.length; dof++) {
    const angle = angles[dof];
    addPrior(equations, 3 + dof, -angle, stiffness * weights[dof]);
    if (angle < lowest[dof]) addPrior(equations, 3 + dof, lowest[dof] - angle, LIMIT_WEIGHT);
    if (angle > highest[dof]) addPrior(equations, 3 + dof, highest[dof] - angle, LIMIT_WEIGHT);
  }
}

/** Weight of a marker in the equations; NaN for a missing one. */
export function markerWeight(errorSq: number, { markerSpread, outlier }: MarkerFrameParams): number {
  const share = 1 / (1 + errorSq / outlier ** 2);
  return (share * share) / markerSpread ** 2;
}

/** NaN where the measured point is missing. */
export function distanceSq(a: ArrayLike<number>, b: ArrayLike<number>, at: number): number {
  return (a[at] - b[at]) ** 2 + (a[at + 1] - b[at + 1]) ** 2 + (a[at + 2] - b[at + 2]) ** 2;
}
