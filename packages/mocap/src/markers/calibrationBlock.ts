import { factorCholesky, solveLower } from '@leib/core';
import type { AgentAngles } from '@leib/core/pack';
import { createDofFrame, type DofFrame, pointDerivatives } from '../leastSquares/dofModel.js';
import { LIMIT_WEIGHT } from './anglePriors.js';
import type { BodyMarker } from './assignMarkers.js';
import { type LengthParameters, PAIR_SPREAD } from './lengthParameters.js';
import type { MarkerBody } from './markerBody.js';
import { distanceSq, type MarkerFrameParams, markerWeight } from './solveMarkerFrame.js';

/** Equations of what all frames share: lengths of bones, then places of markers. */
export interface SharedEquations {
  readonly size: number;
  /** Lower triangle. size x size. */
  readonly matrix: Float64Array;
  readonly gradient: Float64Array;
  /** Diagonal before the poses are eliminated, for the damping. */
  readonly diagonal: Float64Array;
  /**
   * Pose unknowns that each shared unknown meets, rising. They are counted from the tips of the limbs to the root: eliminated in that order,
   * a limb only ever meets the joints above it, and most products vanish.
   */
  readonly touches: readonly Int16Array[];
}

export function createShared({ body, lengths }: Pick<CalibrationState, 'body' | 'lengths'>): SharedEquations {
  const size = lengths.list.length + body.offsets.length;
  const { movers, unknownCount } = body.model;
  const reached = (joints: readonly number[]) =>
    Int16Array.from(new Set(joints.flatMap((joint) => Array.from(movers[joint], (i) => unknownCount - 1 - i)))).sort();
  const joints = Array.from(body.joints);
  return {
    size,
    matrix: new Float64Array(size * size),
    gradient: new Float64Array(size),
    diagonal: new Float64Array(size),
    touches: [
      ...lengths.list.map((_, i) =>
        reached(joints.filter((joint) => lengths.ofJoint[joint].some(({ parameter }) => parameter === i))),
      ),
      ...joints.flatMap((joint) => Array.from({ length: 3 }, () => reached([joint]))),
    ],
  };
}

/** Equations of one frame: its pose by itself and with what is shared. */
export interface FrameBlock {
  readonly poseCount: number;
  readonly frame: DofFrame;
  /** Where the body's markers are in the frame. */
  readonly model: Float64Array;
  /** Pose by pose, from the last unknown to the first, then its Cholesky factor L. poseCount x poseCount. */
  readonly pose: Float64Array;
  /** Shared unknown by pose unknown, then L^-1 of it. shared x poseCount. */
  readonly across: Float64Array;
  /** Of the pose, then L^-1 of it. */
  readonly gradient: Float64Array;
  /** Derivatives of a marker by its movers, by lengths and by its own place; each x 3. */
  readonly row: Float64Array;
}

export function createBlock(body: MarkerBody, sharedCount: number): FrameBlock {
  const poseCount = body.model.unknownCount;
  return {
    poseCount,
    frame: createDofFrame(body.model),
    model: new Float64Array(body.offsets.length),
    pose: new Float64Array(poseCount * poseCount),
    across: new Float64Array(sharedCount * poseCount),
    gradient: new Float64Array(poseCount),
    row: new Float64Array((poseCount + sharedCount) * 3),
  };
}

/** Adds what is expected of lengths and places before any frame is seen. */
export function addSharedPriors(
  { body, lengths, values, expected, spreads }: CalibrationState,
  { size, matrix, gradient }: SharedEquations,
): void {
  const add = (i: number, error: number, weight: number) => {
    matrix[i * size + i] += weight;
    gradient[i] += weight * error;
  };
  lengths.list.forEach(({ spread }, i) => {
    add(i, -values[i], 1 / spread ** 2);
  });
  body.offsets.forEach((value, i) => {
    add(lengths.list.length + i, expected[i] - value, 1 / spreads[Math.floor(i / 3)] ** 2);
  });
  const weight = 1 / PAIR_SPREAD ** 2;
  for (const { left, right } of lengths.pairs) {
    add(left, values[right] - values[left], weight);
    add(right, values[left] - values[right], weight);
    matrix[Math.max(left, right) * size + Math.min(left, right)] -= weight;
  }
}

/** Linearises a frame at its present pose: fills its block, and adds to the shared equations. */
export function fillBlock(
  { body, lengths }: CalibrationState,
  { measured, angles }: CalibrationFrame,
  block: FrameBlock,
  shared: SharedEquations,
  params: MarkerFrameParams,
): void {
  const { poseCount, pose, across, gradient, model, frame, row } = block;
  pose.fill(0);
  across.fill(0);
  gradient.fill(0);
  body.joints.forEach((joint, marker) => {
    const weight = markerWeight(distanceSq(model, measured, marker * 3), params);
    if (!(weight > 0)) return;
    const movers = body.model.movers[joint];
    pointDerivatives(body.model, frame, joint, model.subarray(marker * 3, marker * 3 + 3), row);
    const moves = lengths.ofJoint[joint];
    const columns = sharedColumns(moves, lengths.list.length + marker * 3);
    addSharedDerivatives(frame, joint, moves, row, movers.length);
    const error = [0, 1, 2].map((k) => measured[marker * 3 + k] - model[marker * 3 + k]);
    addMarker(block, shared, { movers, columns, error, weight });
  });
  const { weights, lowest, highest } = body.priors;
  weights.forEach((weight, dof) => {
    const angle = angles.angles[dof];
    const at = poseCount - 4 - dof;
    const beyond = angle < lowest[dof] ? lowest[dof] - angle : angle > highest[dof] ? highest[dof] - angle : 0;
    pose[at * poseCount + at] += weight + (beyond === 0 ? 0 : LIMIT_WEIGHT);
    gradient[at] += LIMIT_WEIGHT * beyond - weight * angle;
  });
}

/** Numbers of the shared unknowns that a marker's position depends on: lengths, then its place. They rise. */
function sharedColumns(moves: readonly { readonly parameter: number }[], place: number): number[] {
  return [...moves.map(({ parameter }) => parameter), place, place + 1, place + 2];
}

/** Derivatives by lengths (their directions, turned) and by the marker's place (the joint's axes), after `first` others. */
function addSharedDerivatives(
  { pose }: DofFrame,
  joint: number,
  moves: CalibrationState['lengths']['ofJoint'][number],
  row: Float64Array,
  first: number,
): void {
  const { worldRotations: q } = pose;
  row.fill(0, first * 3, (first + moves.length + 3) * 3);
  moves.forEach(({ parts }, i) => {
    for (const { parent, direction } of parts) addTurned(q, parent, direction, row, (first + i) * 3);
  });
  for (let k = 0; k < 3; k++) {
    addTurned(q, joint, [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0], row, (first + moves.length + k) * 3);
  }
}

function addTurned(q: Float64Array, joint: number, [x, y, z]: readonly number[], out: Float64Array, at: number): void {
  const [qx, qy, qz, qw] = [q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]];
  const cx = 2 * (qy * z - qz * y);
  const cy = 2 * (qz * x - qx * z);
  const cz = 2 * (qx * y - qy * x);
  out[at] += x + qw * cx + qy * cz - qz * cy;
  out[at + 1] += y + qw * cy + qz * cx - qx * cz;
  out[at + 2] += z + qw * cz + qx * cy - qy * cx;
}

interface MarkerRows {
  readonly movers: Int16Array;
  readonly columns: readonly number[];
  readonly error: readonly number[];
  readonly weight: number;
}

function addMarker(block: FrameBlock, shared: SharedEquations, { movers, columns, error, weight }: MarkerRows): void {
  const { poseCount, pose, across, gradient, row } = block;
  const dot = (i: number, k: number) =>
    weight * (row[i * 3] * row[k * 3] + row[i * 3 + 1] * row[k * 3 + 1] + row[i * 3 + 2] * row[k * 3 + 2]);
  const pull = (i: number) => weight * (row[i * 3] * error[0] + row[i * 3 + 1] * error[1] + row[i * 3 + 2] * error[2]);
  for (let i = 0; i < movers.length; i++) {
    const column = poseCount - 1 - movers[i];
    gradient[column] += pull(i);
    for (let k = 0; k <= i; k++) pose[(poseCount - 1 - movers[k]) * poseCount + column] += dot(i, k);
  }
  for (let c = 0; c < columns.length; c++) {
    const i = movers.length + c;
    shared.gradient[columns[c]] += pull(i);
    for (let k = 0; k < movers.length; k++) across[columns[c] * poseCount + poseCount - 1 - movers[k]] += dot(i, k);
    for (let d = 0; d <= c; d++) shared.matrix[columns[c] * shared.size + columns[d]] += dot(i, movers.length + d);
  }
}

/**
 * Eliminates a frame's pose: with A = L L^T of the pose and B across, the shared matrix loses B^T A^-1 B = Y^T Y, Y = L^-1 B. False where the
 * pose is not determined.
 */
export function reduceBlock(block: FrameBlock, shared: SharedEquations, damping: number): boolean {
  const { poseCount, pose, across, gradient } = block;
  for (let i = 0; i < poseCount; i++) {
    const at = i * poseCount + i;
    pose[at] = pose[at] > 0 ? pose[at] * (1 + damping) : 1;
  }
  if (!factorCholesky(pose, poseCount)) return false;
  solveLower(pose, gradient, poseCount);
  for (let s = 0; s < shared.size; s++) {
    const own = shared.touches[s];
    const at = s * poseCount;
    solveTouched(pose, across, at, own, poseCount);
    let pulled = 0;
    for (const i of own) pulled += across[at + i] * gradient[i];
    shared.gradient[s] -= pulled;
    for (let t = 0; t <= s; t++) {
      const shorter = shared.touches[t].length < own.length ? shared.touches[t] : own;
      const other = t * poseCount;
      let sum = 0;
      for (let n = 0; n < shorter.length; n++) sum += across[at + shorter[n]] * across[other + shorter[n]];
      shared.matrix[s * shared.size + t] -= sum;
    }
  }
  return true;
}

/** Solves L x = b for a row b that is zero outside `touched`, and stays so, in place. */
function solveTouched(l: Float64Array, rows: Float64Array, at: number, touched: Int16Array, size: number): void {
  for (let n = 0; n < touched.length; n++) {
    const row = touched[n] * size;
    let sum = rows[at + touched[n]];
    for (let m = 0; m < n; m++) sum -= l[row + touched[m]] * rows[at + touched[m]];
    rows[at + touched[n]] = sum / l[row + touched[n]];
  }
}

/** Changes a frame's pose by what follows from the shared change: A p = g - B s, so that L^T p = L^-1 g - Y s. */
export function changePose(
  { poseCount, pose, across, gradient }: FrameBlock,
  sharedChange: Float64Array,
  angles: AgentAngles,
): void {
  const change = gradient.slice();
  sharedChange.forEach((value, s) => {
    for (let i = 0; i < poseCount; i++) change[i] -= across[s * poseCount + i] * value;
  });
  for (let row = poseCount - 1; row >= 0; row--) {
    let sum = change[row];
    for (let i = row + 1; i < poseCount; i++) sum -= pose[i * poseCount + row] * change[i];
    change[row] = sum / pose[row * poseCount + row];
  }
  for (let k = 0; k < 3; k++) angles.rootPosition[k] += change[poseCount - 1 - k];
  for (let dof = 0; dof < angles.angles.length; dof++) angles.angles[dof] += change[poseCount - 4 - dof];
}

/** A frame that takes part in the calibration: what was measured, and the pose, which the calibration improves. */
interface CalibrationFrame {
  /** Markers x 3; NaN where one is missing. */
  readonly measured: Float64Array;
  readonly angles: AgentAngles;
}

/** What a calibration changes. The body's skeleton and offsets are written. */
export interface CalibrationState {
  readonly body: MarkerBody;
  readonly lengths: LengthParameters;
  /** Offsets of the skeleton before any length was changed, and the value of each length since. */
  readonly startOffsets: Float64Array;
  readonly values: Float64Array;
  /** Where markers are expected, and how far off that may be. Markers x 3, and one each. */
  readonly expected: Float64Array;
  readonly spreads: Float64Array;
  readonly frames: readonly CalibrationFrame[];
}

export function createCalibration(
  body: MarkerBody,
  lengths: LengthParameters,
  markers: readonly BodyMarker[],
  frames: readonly CalibrationFrame[],
): CalibrationState {
  return {
    body,
    lengths,
    startOffsets: body.model.binding.skeleton.restOffsets.slice(),
    values: new Float64Array(lengths.list.length),
    expected: body.offsets.slice(),
    spreads: Float64Array.from(markers, ({ spread }) => spread),
    frames,
  };
}
