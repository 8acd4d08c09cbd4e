import { type HumanoidBone, InputError, solveCholesky } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';
import { regressJoints } from '../shape/shapeBody.js';
import { type FitPose, offsetJoint, turnJoint } from './fitPose.js';

/** A joint that the fit may turn. */
export interface FreeJoint {
  readonly bone: HumanoidBone;
  /** Standard deviation of its angle from the start pose, radians. */
  readonly usual: number;
  /** Angle by which the noise of a scan turns it, radians: larger for small parts. */
  readonly blur: number;
}

/** Joints of a usual scan pose: arms lowered, legs apart, elbows and knees nearly straight, head not quite level. */
export const scanJoints: readonly FreeJoint[] = [
  { bone: 'leftUpperArm', usual: 0.6, blur: 0.04 },
  { bone: 'rightUpperArm', usual: 0.6, blur: 0.04 },
  { bone: 'leftLowerArm', usual: 0.25, blur: 0.09 },
  { bone: 'rightLowerArm', usual: 0.25, blur: 0.09 },
  { bone: 'leftHand', usual: 0.2, blur: 0.14 },
  { bone: 'rightHand', usual: 0.2, blur: 0.14 },
  { bone: 'leftUpperLeg', usual: 0.2, blur: 0.03 },
  { bone: 'rightUpperLeg', usual: 0.2, blur: 0.03 },
  { bone: 'leftLowerLeg', usual: 0.1, blur: 0.03 },
  { bone: 'rightLowerLeg', usual: 0.1, blur: 0.03 },
  { bone: 'leftFoot', usual: 0.15, blur: 0.05 },
  { bone: 'rightFoot', usual: 0.15, blur: 0.05 },
  { bone: 'chest', usual: 0.1, blur: 0.03 },
  { bone: 'neck', usual: 0.2, blur: 0.05 },
];

/**
 * Gauss-Newton's normal equations of a fit: for every observation n·(p_v(θ) - q) = 0 of a vertex v, how p moves with
 * each parameter. θ: betas, place (3), turn of the hips (3), turns of the free joints (3 each).
 */
export interface FitSystem {
  readonly model: BodyModel;
  readonly parameterCount: number;
  readonly betaCount: number;
  /** Joints that the fit turns; the first is the root, which turns the whole body. */
  readonly turnedJoints: Int16Array;
  /** Prior variance of each parameter: 1 for a beta, none for place and heading. */
  readonly priorVariances: Float64Array;
  /** Whether a joint is at or below a turned one. turnedJoints x jointCount. */
  readonly isBelow: Uint8Array;
  /** Derivative of the rest joints by each beta. betaCount x jointCount x 3. */
  readonly modeJoints: Float64Array;
  /** Total turn of each turned joint so far, for the prior. turnedJoints x 3. */
  readonly turns: Float64Array;
  /** `blur` of each turned joint. */
  readonly blurs: Float64Array;
  /** For each beta and joint: movement of the joint minus its rotated rest movement. betaCount x jointCount x 3. */
  readonly modeOffsets: Float64Array;
  readonly modeWorldJoints: Float64Array;
  /** Lower triangle of J^T W J, by rows, and J^T W r. */
  readonly matrix: Float64Array;
  readonly right: Float64Array;
  readonly row: Float64Array;
}

/** @param freeJoints those that the model lacks are skipped */
export function createFitSystem(model: BodyModel, freeJoints: readonly FreeJoint[] = scanJoints): FitSystem {
  const { betaCount, parents, jointNames, vertexCount } = model;
  const jointCount = parents.length;
  const free = freeJoints.filter(({ bone }) => jointNames.includes(bone));
  const turnedJoints = Int16Array.from([0, ...free.map(({ bone }) => jointNames.indexOf(bone))]);
  const parameterCount = betaCount + 3 + turnedJoints.length * 3;
  const priorVariances = new Float64Array(parameterCount).fill(Number.POSITIVE_INFINITY);
  priorVariances.fill(1, 0, betaCount);
  free.forEach(({ usual }, i) => {
    priorVariances.fill(usual * usual, betaCount + 6 + i * 3, betaCount + 9 + i * 3);
  });
  const isBelow = new Uint8Array(turnedJoints.length * jointCount);
  turnedJoints.forEach((turned, i) => {
    for (let joint = 0; joint < jointCount; joint++) {
      let at = joint;
      while (at >= 0 && at !== turned) at = parents[at];
      isBelow[i * jointCount + joint] = at === turned ? 1 : 0;
    }
  });
  const modeJoints = new Float64Array(betaCount * jointCount * 3);
  const mode = new Float64Array(vertexCount * 3);
  for (let beta = 0; beta < betaCount; beta++) {
    for (let i = 0; i < mode.length; i++) mode[i] = model.modes[beta * mode.length + i];
    regressJoints(model, mode, modeJoints.subarray(beta * jointCount * 3, (beta + 1) * jointCount * 3));
  }
  return {
    model,
    parameterCount,
    betaCount,
    turnedJoints,
    priorVariances,
    isBelow,
    modeJoints,
    turns: new Float64Array(turnedJoints.length * 3),
    blurs: Float64Array.from([Number.POSITIVE_INFINITY, ...free.map(({ blur }) => blur)]),
    modeOffsets: new Float64Array(betaCount * jointCount * 3),
    modeWorldJoints: new Float64Array(jointCount * 3),
    matrix: new Float64Array(parameterCount * parameterCount),
    right: new Float64Array(parameterCount),
    row: new Float64Array(parameterCount),
  };
}

/** Clears the equations and updates the derivatives of the posed joints by the betas. The pose must be up to date. */
export function beginFitSystem(system: FitSystem, pose: FitPose): void {
  const { model, betaCount, modeJoints, modeWorldJoints, modeOffsets } = system;
  const { parents } = model;
  const { worldRotations: r } = pose;
  const jointCount = parents.length;
  system.matrix.fill(0);
  system.right.fill(0);
  for (let beta = 0; beta < betaCount; beta++) {
    const rest = modeJoints.subarray(beta * jointCount * 3, (beta + 1) * jointCount * 3);
    for (let joint = 0; joint < jointCount; joint++) {
      if (parents[joint] < 0) for (let k = 0; k < 3; k++) modeWorldJoints[joint * 3 + k] = rest[joint * 3 + k];
      else offsetJoint(rest, r, modeWorldJoints, joint, parents[joint]);
      for (let row = 0; row < 3; row++) {
        const at = joint * 9 + row * 3;
        const j = joint * 3;
        modeOffsets[(beta * jointCount + joint) * 3 + row] =
          modeWorldJoints[j + row] - (r[at] * rest[j] + r[at + 1] * rest[j + 1] + r[at + 2] * rest[j + 2]);
      }
    }
  }
}

/** One or more observations of a vertex along one direction. Their row of derivatives is the same. */
export interface Observation {
  readonly vertex: number;
  /** Unit direction n, world space. */
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  /** Sum of the weights. */
  readonly weight: number;
  /** Sum of the weighted residuals n·(q - p). */
  readonly weightedResidual: number;
}

export function addObservation(system: FitSystem, pose: FitPose, observation: Observation): void {
  updateRow(system, pose, observation);
  const { weight, weightedResidual } = observation;
  const { row, matrix, right, parameterCount } = system;
  for (let i = 0; i < parameterCount; i++) {
    const value = row[i];
    if (value === 0) continue;
    right[i] += value * weightedResidual;
    const scaled = value * weight;
    const at = i * parameterCount;
    for (let k = 0; k <= i; k++) matrix[at + k] += scaled * row[k];
  }
}

function updateRow(system: FitSystem, pose: FitPose, { vertex, nx, ny, nz }: Observation): void {
  const { model, betaCount, turnedJoints, isBelow, modeOffsets, row } = system;
  const { skinJoints, skinWeights, modes, parents, vertexCount } = model;
  const { worldRotations: r, worldJoints, shaped } = pose;
  const jointCount = parents.length;
  const v = vertex * 3;
  // d p / d beta = sum w (R m(v) + offset), so along n: (sum w R^T n)·m(v) + sum w n·offset.
  let ax = 0;
  let ay = 0;
  let az = 0;
  row.fill(0);
  for (let n = vertex * 4; n < vertex * 4 + 4; n++) {
    const weight = skinWeights[n];
    if (weight === 0) continue;
    const joint = skinJoints[n];
    const at = joint * 9;
    ax += weight * (r[at] * nx + r[at + 3] * ny + r[at + 6] * nz);
    ay += weight * (r[at + 1] * nx + r[at + 4] * ny + r[at + 7] * nz);
    az += weight * (r[at + 2] * nx + r[at + 5] * ny + r[at + 8] * nz);
    for (let beta = 0; beta < betaCount; beta++) {
      const o = (beta * jointCount + joint) * 3;
      row[beta] += weight * (nx * modeOffsets[o] + ny * modeOffsets[o + 1] + nz * modeOffsets[o + 2]);
    }
    // d p / d turn about a joint at P = axis x (w (R (v - J) + P_j - P)), for the joints at and below it.
    const j = joint * 3;
    const x = shaped.positions[v] - shaped.joints[j];
    const y = shaped.positions[v + 1] - shaped.joints[j + 1];
    const z = shaped.positions[v + 2] - shaped.joints[j + 2];
    const px = weight * (r[at] * x + r[at + 1] * y + r[at + 2] * z + worldJoints[j]);
    const py = weight * (r[at + 3] * x + r[at + 4] * y + r[at + 5] * z + worldJoints[j + 1]);
    const pz = weight * (r[at + 6] * x + r[at + 7] * y + r[at + 8] * z + worldJoints[j + 2]);
    for (let i = 0; i < turnedJoints.length; i++) {
      if (isBelow[i * jointCount + joint] === 0) continue;
      const t = turnedJoints[i] * 3;
      const cx = px - weight * worldJoints[t];
      const cy = py - weight * worldJoints[t + 1];
      const cz = pz - weight * worldJoints[t + 2];
      const at3 = betaCount + 3 + i * 3;
      row[at3] += cy * nz - cz * ny;
      row[at3 + 1] += cz * nx - cx * nz;
      row[at3 + 2] += cx * ny - cy * nx;
    }
  }
  const length = vertexCount * 3;
  for (let beta = 0; beta < betaCount; beta++) {
    const m = beta * length + v;
    row[beta] += ax * modes[m] + ay * modes[m + 1] + az * modes[m + 2];
  }
  row[betaCount] = nx;
  row[betaCount + 1] = ny;
  row[betaCount + 2] = nz;
}

/**
 * Solves for a step and applies it. The prior of a parameter counts as one observation with the prior's variance, so
 * weights of observations must be 1 / variance. Returns the largest change of a beta.
 * @param activeCount number of betas to fit, from the first; the others stay
 */
export function stepFitSystem(system: FitSystem, pose: FitPose, activeCount = system.betaCount): number {
  const { matrix, right, parameterCount: count, betaCount, priorVariances, turnedJoints, turns, model } = system;
  for (let i = 0; i < count; i++) {
    const value = i < betaCount ? pose.betas[i] : i < betaCount + 6 ? 0 : turns[i - betaCount - 3];
    matrix[i * count + i] += 1 / priorVariances[i] + 1e-9;
    right[i] -= value / priorVariances[i];
    if (i < activeCount || i >= betaCount) continue;
    // Not fitted: its equation becomes step = 0.
    for (let k = 0; k < count; k++) matrix[k < i ? i * count + k : k * count + i] = k === i ? 1 : 0;
    right[i] = 0;
  }
  // The prior determines every parameter, so this fails only for numbers that are not finite.
  if (!solveCholesky(matrix, right, count)) {
    throw new InputError('mesh', 'expected finite coordinates, got others');
  }
  let largest = 0;
  for (let beta = 0; beta < betaCount; beta++) {
    pose.betas[beta] += right[beta];
    largest = Math.max(largest, Math.abs(right[beta]));
  }
  for (let k = 0; k < 3; k++) pose.place[k] += right[betaCount + k];
  turnedJoints.forEach((joint, i) => {
    const at = betaCount + 3 + i * 3;
    // The root turns about its own joint, so `place` needs no correction.
    turnJoint(model, pose, joint, right[at], right[at + 1], right[at + 2]);
    for (let k = 0; k < 3; k++) turns[i * 3 + k] += right[at + k];
  });
  return largest;
}
