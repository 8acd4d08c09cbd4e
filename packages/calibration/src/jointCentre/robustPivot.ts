import { POSE_SIZE } from '@leib/tracking';
import { addToPivotSums, clearPivotSums, createPivotSums } from './pivotSums.js';
import type { PoseSamples } from './poseSamples.js';
import { createPivot, type Pivot, solvePivot } from './solvePivot.js';

/** A pivot with what its samples say about it. */
export interface RobustPivot extends Pivot {
  /** Distance of the centre from where the samples put it, metres rms, outliers left out. */
  residual: number;
  /** Share of the samples that were believed, 0..1. */
  inlierShare: number;
}

export function createRobustPivot(): RobustPivot {
  return { ...createPivot(), residual: 0, inlierShare: 0 };
}

/** Median length of a normal error in three dimensions, in standard deviations of one: sqrt of chi-squared's median, 3 d.o.f. */
const MEDIAN_OF_LENGTH = 1.538;
/** No normal error among thousands is longer than this, in standard deviations: what is, is an outlier. */
const OUTLIER = 5;
/** Tukey's biweight lets go of a sample at this many standard deviations. */
const TUKEY = 6;
const TUKEY_ROUNDS = 15;
/** Concentration steps: solve, keep the better half, again. Settles in a few. */
const CONCENTRATION_ROUNDS = 6;
const QUARTERS = 4;

// Scratch; the arrays grow to the longest recording seen.
const sums = createPivotSums();
const candidate = createPivot();
let residuals = new Float64Array(0);
let ranked = new Float64Array(0);
let weights = new Float64Array(0);

/**
 * The pivot of samples some of which may be wrong. Where the plain least-squares answer leaves no outlier it is the
 * answer. Otherwise: least trimmed squares by concentration steps (Rousseeuw & Van Driessen, "Computing LTS regression
 * for large data sets", 2006), started from everything and from each quarter of the time, since trackers fail for a
 * while; then iteratively reweighted least squares with Tukey's biweight from the best of them. Returns false without
 * movement to tell anything from.
 */
export function solveRobustPivot(samples: PoseSamples, out: RobustPivot): boolean {
  const { count } = samples;
  if (count < 4) return false;
  if (residuals.length < count) {
    residuals = new Float64Array(count);
    ranked = new Float64Array(count);
    weights = new Float64Array(count);
  }
  if (!solveRange(samples, 0, count, out)) return false;
  const longest = measureResiduals(samples, out);
  let sigma = noiseOf(count);
  if (longest > OUTLIER * Math.max(sigma, 1e-9)) {
    concentrate(samples, out);
    measureResiduals(samples, out);
    reweight(samples, out);
    measureResiduals(samples, out);
    sigma = noiseOf(count);
  }
  summarise(count, TUKEY * Math.max(sigma, 1e-9), out);
  return true;
}

function solveRange({ poses }: PoseSamples, from: number, to: number, out: Pivot): boolean {
  clearPivotSums(sums);
  for (let i = from; i < to; i++) addToPivotSums(sums, poses, i * POSE_SIZE, 1);
  return solvePivot(sums, out);
}

function solveWeighted({ poses, count }: PoseSamples, out: Pivot): boolean {
  clearPivotSums(sums);
  for (let i = 0; i < count; i++) if (weights[i] > 0) addToPivotSums(sums, poses, i * POSE_SIZE, weights[i]);
  return solvePivot(sums, out);
}

/** Length of R c + t - p for every sample; returns the longest. */
function measureResiduals({ poses, count }: PoseSamples, { centreLocal, centreWorld }: Pivot): number {
  const cx = centreLocal[0];
  const cy = centreLocal[1];
  const cz = centreLocal[2];
  const px = centreWorld[0];
  const py = centreWorld[1];
  const pz = centreWorld[2];
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const at = i * POSE_SIZE;
    const x = poses[at + 3];
    const y = poses[at + 4];
    const z = poses[at + 5];
    const w = poses[at + 6];
    const tx = 2 * (y * cz - z * cy);
    const ty = 2 * (z * cx - x * cz);
    const tz = 2 * (x * cy - y * cx);
    const dx = poses[at] + cx + w * tx + y * tz - z * ty - px;
    const dy = poses[at + 1] + cy + w * ty + z * tx - x * tz - py;
    const dz = poses[at + 2] + cz + w * tz + x * ty - y * tx - pz;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    residuals[i] = length;
    if (length > longest) longest = length;
  }
  return longest;
}

/** Standard deviation of one coordinate of the error, from the median: half the samples may be wrong. */
function noiseOf(count: number): number {
  return lengthAtRank(count, count >> 1) / MEDIAN_OF_LENGTH;
}

/** The residual of a rank, by Hoare's quickselect: sorting all of them would cost more than everything else together. */
function lengthAtRank(count: number, rank: number): number {
  for (let i = 0; i < count; i++) ranked[i] = residuals[i];
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = ranked[(low + high) >> 1];
    let left = low;
    let right = high;
    while (left <= right) {
      while (ranked[left] < pivot) left++;
      while (ranked[right] > pivot) right--;
      if (left > right) break;
      const swapped = ranked[left];
      ranked[left++] = ranked[right];
      ranked[right--] = swapped;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else break;
  }
  return ranked[rank];
}

function concentrate(samples: PoseSamples, out: Pivot): void {
  const { count } = samples;
  let best = concentrateFrom(samples, out);
  copyPivot(candidate, out);
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const from = Math.floor((count * quarter) / QUARTERS);
    const to = Math.floor((count * (quarter + 1)) / QUARTERS);
    if (!solveRange(samples, from, to, out)) continue;
    const sum = concentrateFrom(samples, out);
    if (sum < best) {
      best = sum;
      copyPivot(candidate, out);
    }
  }
  copyPivot(out, candidate);
}

/** Improves a pivot by the better half of the samples; returns that half's sum of squares. */
function concentrateFrom(samples: PoseSamples, pivot: Pivot): number {
  const { count } = samples;
  const half = count >> 1;
  let sum = Number.POSITIVE_INFINITY;
  for (let round = 0; round < CONCENTRATION_ROUNDS; round++) {
    measureResiduals(samples, pivot);
    const limit = lengthAtRank(count, half);
    sum = 0;
    for (let i = 0; i < count; i++) {
      weights[i] = residuals[i] <= limit ? 1 : 0;
      if (weights[i] === 1) sum += residuals[i] * residuals[i];
    }
    if (!solveWeighted(samples, pivot)) return Number.POSITIVE_INFINITY;
  }
  return sum;
}

function reweight(samples: PoseSamples, pivot: Pivot): void {
  const { count } = samples;
  for (let round = 0; round < TUKEY_ROUNDS; round++) {
    const limit = TUKEY * Math.max(noiseOf(count), 1e-9);
    for (let i = 0; i < count; i++) {
      const u = residuals[i] / limit;
      weights[i] = u < 1 ? (1 - u * u) * (1 - u * u) : 0;
    }
    if (!solveWeighted(samples, pivot)) return;
    measureResiduals(samples, pivot);
  }
}

function summarise(count: number, limit: number, out: RobustPivot): void {
  let inliers = 0;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    if (residuals[i] > limit) continue;
    inliers++;
    sum += residuals[i] * residuals[i];
  }
  out.residual = Math.sqrt(sum / Math.max(1, inliers));
  out.inlierShare = inliers / count;
}

function copyPivot(out: Pivot, from: Pivot): void {
  for (let k = 0; k < 3; k++) {
    out.centreLocal[k] = from.centreLocal[k];
    out.centreWorld[k] = from.centreWorld[k];
    out.axisLocal[k] = from.axisLocal[k];
    out.axisWorld[k] = from.axisWorld[k];
    out.spreads[k] = from.spreads[k];
  }
  out.isHinge = from.isHinge;
}
