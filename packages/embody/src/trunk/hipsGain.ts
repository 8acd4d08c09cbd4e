import type { Skeleton } from '@leib/core';
import type { FittedTrunk } from './fittedTrunk.js';
import {
  EVEN_OUTPUT_COUNT,
  NECK_LEVEL,
  ODD_OUTPUT_COUNT,
  OUT_PELVIS_COS,
  OUT_PELVIS_SIN,
  OUT_X,
  OUT_YZ,
} from './trunkOutputs.js';

/** What a tracker on the hips tells, even: pelvis's up y, z, cosine of its yaw, hips' place from the head y, z. */
export const EVEN_TOLD_COUNT = 5;
/** Odd: pelvis's up x, sine of its yaw, hips' place from the head x. */
export const ODD_TOLD_COUNT = 3;

/** How much each output moves with what a tracker on the hips tells beyond the estimate. */
export interface HipsGain {
  /** outputs x told. */
  readonly even: Float64Array;
  readonly odd: Float64Array;
  /** Hips' place from the head per even output (y, z rows) and per odd one (x row): bones' lengths. */
  readonly evenPlace: Float64Array;
  readonly oddPlace: Float64Array;
}

/** A tracker is trusted to about this: directions without unit, places in metres. */
const DIRECTION_NOISE = 0.02;
const PLACE_NOISE = 0.004;

/**
 * Who is wrong about the hips is wrong about the chest too. Errors of the estimate go together as the fit found
 * (covariance C), so what the tracker tells beyond the estimate, t = H error, corrects all of it by
 *
 *   C H^T (H C H^T + noise)^-1 t
 *
 * the mean of the error given t, as in a Kalman filter's update (Kalman 1960).
 */
export function buildHipsGain(
  skeleton: Skeleton,
  path: Int16Array,
  rowLevels: Float64Array,
  fitted: FittedTrunk,
): HipsGain {
  const evenPlace = new Float64Array(2 * EVEN_OUTPUT_COUNT);
  const oddPlace = new Float64Array(ODD_OUTPUT_COUNT);
  rowLevels.forEach((level, row) => {
    const offset = skeleton.restOffsets.subarray(path[row] * 3, path[row] * 3 + 3);
    const length = Math.hypot(offset[0], offset[1], offset[2]);
    // The bone on the hips is the loins' to the estimate, whatever carries it.
    const own = row === 0 ? 1 : level;
    const below = Math.min(NECK_LEVEL - 1, Math.floor(own));
    for (const [at, share] of [
      [below, 1 - (own - below)],
      [below + 1, own - below],
    ]) {
      oddPlace[at] -= length * share;
      evenPlace[OUT_YZ + 2 * at] -= length * share;
      evenPlace[EVEN_OUTPUT_COUNT + OUT_YZ + 2 * at + 1] -= length * share;
    }
  });
  const pick = (count: number, at: number) => Array.from({ length: count }, (_, i) => (i === at ? 1 : 0));
  const evenTold = [
    pick(EVEN_OUTPUT_COUNT, OUT_YZ),
    pick(EVEN_OUTPUT_COUNT, OUT_YZ + 1),
    pick(EVEN_OUTPUT_COUNT, OUT_PELVIS_COS),
    [...evenPlace.subarray(0, EVEN_OUTPUT_COUNT)],
    [...evenPlace.subarray(EVEN_OUTPUT_COUNT)],
  ];
  const oddTold = [pick(ODD_OUTPUT_COUNT, 0), pick(ODD_OUTPUT_COUNT, OUT_PELVIS_SIN - OUT_X), [...oddPlace]];
  return {
    even: gainOf(fitted.evenSpread, evenTold, [
      DIRECTION_NOISE,
      DIRECTION_NOISE,
      DIRECTION_NOISE,
      PLACE_NOISE,
      PLACE_NOISE,
    ]),
    odd: gainOf(fitted.oddSpread, oddTold, [DIRECTION_NOISE, DIRECTION_NOISE, PLACE_NOISE]),
    evenPlace,
    oddPlace,
  };
}

function gainOf(spread: readonly number[], told: readonly number[][], noise: readonly number[]): Float64Array {
  const size = told[0].length;
  const count = told.length;
  // C H^T, then H C H^T + noise.
  const cross = Array.from({ length: size }, (_, i) =>
    told.map((row) => row.reduce((sum, value, k) => sum + value * spread[i * size + k], 0)),
  );
  const own = told.map((row, a) =>
    told.map((_, b) => row.reduce((sum, value, k) => sum + value * cross[k][b], 0) + (a === b ? noise[a] ** 2 : 0)),
  );
  return Float64Array.from(cross.flatMap((row) => solve(own, row).slice(0, count)));
}

/** x of A x = b by elimination with pivots; A is small and symmetric. */
function solve(a: readonly number[][], b: readonly number[]): number[] {
  const rows = a.map((row, i) => [...row, b[i]]);
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row, i) => (Math.abs(row[column]) > Math.abs(rows[best][column]) ? column + i : best), column);
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let row = 0; row < rows.length; row++) {
      if (row === column) continue;
      const factor = rows[row][column] / rows[column][column];
      for (let k = column; k <= rows.length; k++) rows[row][k] -= factor * rows[column][k];
    }
  }
  return rows.map((row, i) => row[rows.length] / row[i]);
}
