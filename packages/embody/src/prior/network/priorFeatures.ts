import { wrapAngle } from '@leib/core';
import {
  FEATURE_COUNT,
  FEATURE_LIMIT,
  HEADING_SHARE,
  PRIOR_POINT_COUNT,
  PROPORTION_COUNT,
  priorLags,
} from './priorLayout.js';
import type { Rearrangement } from './priorMirror.js';
import type { PriorModel } from './priorModel.js';
import {
  HISTORY_SIZE,
  MOMENT_COLUMNS,
  MOMENT_SIZE,
  MOMENT_WEIGHTS,
  type PriorInstant,
  type PriorState,
} from './priorState.js';

/** Yaw that is in the head's rotation (its twist about +Y), radians: defined also when looking straight down. */
export function headYaw(moment: Float64Array): number {
  const at = MOMENT_COLUMNS;
  const xx = moment[at];
  const xy = moment[at + 1];
  const xz = moment[at + 2];
  const yx = moment[at + 3];
  const yy = moment[at + 4];
  const yz = moment[at + 5];
  // Third column: first cross second.
  const zx = xy * yz - xz * yy;
  const zz = xx * yy - xy * yx;
  return Math.atan2(zx - xz, xx + zz);
}

/** Finds the heading of an instant: it follows the head's yaw from where it was one tick before. */
export function updateInstant(state: PriorState, instant: PriorInstant, moment: Float64Array): void {
  const yaw = headYaw(moment);
  if (state.tick < 0) {
    instant.yaw = yaw;
    instant.heading = yaw;
  } else {
    instant.yaw = state.yaw + wrapAngle(yaw - state.yaw);
    const before = state.headingBefore + (state.heading - state.headingBefore) * instant.part;
    instant.heading = before + HEADING_SHARE * (instant.yaw - before);
  }
  instant.sin = Math.sin(instant.heading);
  instant.cos = Math.cos(instant.heading);
}

/**
 * What is to be seen at an instant: the numbers that lab/training/features.py describes, in scratch.numbers, and how much of
 * each is there. What lies some ticks back is read between the remembered ticks, so that at any frame rate the same
 * movement gives the same features.
 */
export function writeNumbers(state: PriorState, instant: PriorInstant, moment: Float64Array): void {
  const { shares, numbers: out } = state.scratch;
  const before = state.scratch.momentBefore;
  readHistory(state, instant, 1, before);
  let n = 0;
  for (let point = 0; point < PRIOR_POINT_COUNT; point++) {
    const first = n;
    const p = point * 3;
    if (point === 0) out[n++] = moment[1];
    else for (let k = 0; k < 3; k++) out[n++] = moment[p + k] - moment[k];
    const columns = MOMENT_COLUMNS + point * 6;
    for (let k = columns; k < columns + 6; k++) out[n++] = moment[k];
    for (let k = p; k < p + 3; k++) out[n++] = moment[k] - before[k];
    for (let k = columns; k < columns + 6; k++) out[n++] = moment[k] - before[k];
    if (point > 0) out[n++] = 1;
    for (let i = first; i < n; i++) shares[i] = moment[MOMENT_WEIGHTS + point];
  }
  for (let lag = 0; lag < priorLags.length; lag++) {
    readHistory(state, instant, priorLags[lag], before);
    for (let point = 0; point < 3; point++) {
      for (let k = 0; k < 3; k++) {
        shares[n] = moment[MOMENT_WEIGHTS + point] * before[MOMENT_WEIGHTS + point];
        out[n++] = before[point * 3 + k] - moment[k];
      }
    }
    for (let k = MOMENT_COLUMNS; k < MOMENT_COLUMNS + 6; k++) {
      shares[n] = 1;
      out[n++] = before[k];
    }
  }
  for (let i = 0; i < PROPORTION_COUNT; i++) {
    shares[n] = 1;
    out[n++] = state.body.proportions[i];
  }
  turnBack(instant, out);
}

/** The moment so many ticks before an instant; before the beginning, the first. */
function readHistory({ tick, history }: PriorState, { part }: PriorInstant, back: number, out: Float64Array): void {
  const older = historyAt(tick - back);
  const newer = historyAt(tick - back + 1);
  for (let i = 0; i < MOMENT_SIZE; i++) {
    const value = history[older + i];
    out[i] = value + (history[newer + i] - value) * part;
  }
}

function historyAt(tick: number): number {
  return (tick < 0 ? 0 : tick % HISTORY_SIZE) * MOMENT_SIZE;
}

/** Turns every vector among the features by minus the heading. */
function turnBack({ sin, cos }: PriorInstant, out: Float64Array): void {
  for (let i = 0; i < vectorStarts.length; i++) {
    const at = vectorStarts[i];
    const x = out[at];
    const z = out[at + 2];
    out[at] = cos * x - sin * z;
    out[at + 2] = cos * z + sin * x;
  }
}

/** What the network sees, in scratch.features: the numbers, rearranged, normalised. */
export function writeFeatures(
  { featureMeans, featureScales }: PriorModel,
  { body, scratch }: PriorState,
  { from, signs }: Rearrangement,
): void {
  const { numbers, shares, features } = scratch;
  const { featureUnits } = body;
  for (let i = 0; i < FEATURE_COUNT; i++) {
    const at = from[i];
    const value = (signs[i] * numbers[at] * featureUnits[at] - featureMeans[i]) * featureScales[i];
    features[i] = Math.max(-FEATURE_LIMIT, Math.min(FEATURE_LIMIT, value)) * shares[at];
  }
}

/** Where vectors of three begin among the features. */
const vectorStarts = findVectorStarts();

function findVectorStarts(): Int16Array {
  const starts: number[] = [];
  let n = 0;
  const vectors = (count: number) => {
    for (let i = 0; i < count; i++, n += 3) starts.push(n);
  };
  for (let point = 0; point < PRIOR_POINT_COUNT; point++) {
    if (point === 0) n++;
    vectors(point === 0 ? 5 : 6);
    if (point > 0) n++;
  }
  vectors(5 * priorLags.length);
  return Int16Array.from(starts);
}
