import { solveCholesky } from '@leib/core';
import { createDofFrame, updateDofFrame } from '../leastSquares/dofModel.js';
import { LIMIT_WEIGHT } from './anglePriors.js';
import {
  addSharedPriors,
  type CalibrationState,
  changePose,
  createBlock,
  createShared,
  type FrameBlock,
  fillBlock,
  reduceBlock,
  type SharedEquations,
} from './calibrationBlock.js';
import { applyLengths, PAIR_SPREAD } from './lengthParameters.js';
import { type MarkerBody, modelMarkers } from './markerBody.js';
import { distanceSq, type MarkerFrameParams } from './solveMarkerFrame.js';

/**
 * Lengths of bones, places of markers on them and the poses of all chosen frames at once, by Levenberg and Marquardt. Every frame
 * has pose unknowns of its own that meet those of other frames only through the shared ones, so that they are eliminated frame by
 * frame (Schur complement; Triggs et al., "Bundle adjustment: a modern synthesis", 2000, section 6). Solving poses and lengths in turns
 * would creep: a bone that is too long is made up for by bending.
 */
export function calibrateMarkers(state: CalibrationState, params: MarkerFrameParams): number {
  const { body, lengths, values } = state;
  const lengthCount = lengths.list.length;
  const shared = createShared(state);
  const blocks = state.frames.map(() => createBlock(body, shared.size));
  let cost = costOf(state, blocks, params);
  let damping = 1e-3;
  for (let step = 0; step < params.maxSteps; step++) {
    const before = copyState(state);
    let next = Number.POSITIVE_INFINITY;
    for (; damping < 1e6; damping *= 10) {
      if (!solveShared(state, blocks, shared, params, damping)) continue;
      for (let i = 0; i < lengthCount; i++) values[i] += shared.gradient[i];
      for (let i = 0; i < body.offsets.length; i++) body.offsets[i] += shared.gradient[lengthCount + i];
      state.frames.forEach(({ angles }, i) => {
        changePose(blocks[i], shared.gradient, angles);
      });
      next = costOf(state, blocks, params);
      if (next <= cost) break;
      restoreState(state, before);
      costOf(state, blocks, params);
    }
    if (!(next <= cost)) break;
    const isDone = cost - next <= params.minImprovement * cost;
    cost = next;
    damping = Math.max(1e-6, damping / 10);
    if (isDone) break;
  }
  updateRestPositions(body);
  return cost;
}

/** Median distance of markers from where the calibrated body has them, metres. */
export function calibrationError({ body, frames }: CalibrationState): number {
  const frame = createDofFrame(body.model);
  const model = new Float64Array(body.offsets.length);
  const errors = frames.flatMap(({ angles, measured }) => {
    updateDofFrame(body.model, angles, frame);
    modelMarkers(body, frame, model);
    return Array.from(body.joints, (_, marker) => Math.sqrt(distanceSq(model, measured, marker * 3)));
  });
  const seen = errors.filter(Number.isFinite).sort((a, b) => a - b);
  return seen[seen.length >> 1] ?? 0;
}

/** Change of all shared unknowns, into shared.gradient; the blocks then hold what their own change follows from. */
function solveShared(
  state: CalibrationState,
  blocks: readonly FrameBlock[],
  shared: SharedEquations,
  params: MarkerFrameParams,
  damping: number,
): boolean {
  const { size, matrix, gradient, diagonal } = shared;
  matrix.fill(0);
  gradient.fill(0);
  addSharedPriors(state, shared);
  blocks.forEach((block, i) => {
    fillBlock(state, state.frames[i], block, shared, params);
  });
  for (let i = 0; i < size; i++) diagonal[i] = matrix[i * size + i];
  const isSolved = blocks.every((block) => reduceBlock(block, shared, damping));
  for (let i = 0; i < size; i++) matrix[i * size + i] += damping * diagonal[i];
  return isSolved && solveCholesky(matrix, gradient, size);
}

/** The working skeleton's rest pose follows its offsets. */
function updateRestPositions({ model }: MarkerBody): void {
  const { jointCount, parents, restOffsets, restWorldPositions } = model.binding.skeleton;
  for (let joint = 0; joint < jointCount; joint++) {
    for (let k = 0; k < 3; k++) {
      const above = parents[joint] < 0 ? 0 : restWorldPositions[parents[joint] * 3 + k];
      restWorldPositions[joint * 3 + k] = above + restOffsets[joint * 3 + k];
    }
  }
}

function copyState({ body, values, frames }: CalibrationState) {
  return {
    offsets: body.offsets.slice(),
    values: values.slice(),
    poses: frames.map(({ angles }) => ({ root: angles.rootPosition.slice(), angles: angles.angles.slice() })),
  };
}

function restoreState({ body, values, frames }: CalibrationState, copy: ReturnType<typeof copyState>): void {
  body.offsets.set(copy.offsets);
  values.set(copy.values);
  frames.forEach(({ angles }, i) => {
    angles.rootPosition.set(copy.poses[i].root);
    angles.angles.set(copy.poses[i].angles);
  });
}

/** Poses all frames and sums up the errors of markers, angles, lengths and places. */
function costOf(state: CalibrationState, blocks: readonly FrameBlock[], params: MarkerFrameParams): number {
  const { body, lengths, values, startOffsets, frames } = state;
  applyLengths(lengths, values, startOffsets, body.model.binding.skeleton.restOffsets);
  const { weights, lowest, highest } = body.priors;
  let cost = sharedCost(state);
  frames.forEach(({ angles, measured }, i) => {
    const { frame, model } = blocks[i];
    updateDofFrame(body.model, angles, frame);
    modelMarkers(body, frame, model);
    for (let at = 0; at < model.length; at += 3) {
      const errorSq = distanceSq(model, measured, at);
      if (errorSq >= 0) cost += errorSq / (1 + errorSq / params.outlier ** 2) / params.markerSpread ** 2;
    }
    weights.forEach((weight, dof) => {
      const angle = angles.angles[dof];
      const beyond = Math.max(0, lowest[dof] - angle, angle - highest[dof]);
      cost += weight * angle * angle + LIMIT_WEIGHT * beyond * beyond;
    });
  });
  return cost;
}

function sharedCost({ body, lengths, values, expected, spreads }: CalibrationState): number {
  let cost = 0;
  body.offsets.forEach((value, i) => {
    cost += ((value - expected[i]) / spreads[Math.floor(i / 3)]) ** 2;
  });
  lengths.list.forEach(({ spread }, i) => {
    cost += (values[i] / spread) ** 2;
  });
  for (const { left, right } of lengths.pairs) cost += ((values[left] - values[right]) / PAIR_SPREAD) ** 2;
  return cost;
}
