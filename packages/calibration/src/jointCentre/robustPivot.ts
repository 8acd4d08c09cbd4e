import { POSE_SIZE } from '@leib/tracking';
import { addToPivotSums, createPivotSums } from './pivotSums.js';
import type { PoseSamples } from './poseSamples.js';
import { createPivot, type Pivot, solvePivot } from './solvePivot.js';

/** A pivot and how well its samples agree. */
export interface RobustPivot extends Pivot {
  /** Distance of the centre from where the samples put it, metres rms, outliers left out. */
  residual: number;
  /** Share of the samples that are not outliers, 0..1. */
  inlierShare: number;
}

export function createRobustPivot(): RobustPivot {
  return { ...createPivot(), residual: 0, inlierShare: 0 };
}

/** Median length of a normal error in three dimensions, in standard deviations of one: sqrt of chi-squared's median, 3 d.o.f. */
const MEDIAN_OF_LENGTH = 1.538;
/** A residual longer than this, in standard deviations, is an outlier: no normal error among thousands is. */
const OUTLIER = 5;
/** Tukey's biweight ignores a sample from this many standard deviations on. */
const TUKEY = 6;
const TUKEY_ROUNDS = 15;
/** Concentration steps (solve, keep the better half of the samples, repeat) converge within a few rounds. */
const CONCENTRATION_ROUNDS = 6;
const QUARTERS = 4;

/** The samples of one call with what is computed for each of them. */
interface PivotFit {
  readonly poses: Float64Array;
  readonly count: number;
  /** Distance of the centre from where each sample puts it, metres. */
  readonly residuals: Float64Array;
  readonly weights: Float64Array;
  /** Scratch of lengthAtRank(): the residuals, partly sorted. */
  readonly ranked: Float64Array;
}

function createScratch(count: number): Pick<PivotFit, 'residuals' | 'weights' | 'ranked'> {
  return {
    residuals: new Float64Array(count),
    weights: new Float64Array(count),
    ranked: new Float64Array(count),
  };
}

/** Scratch of solveRobustPivot(), which hands it to the functions below; as long as the longest recording so far. */
let scratch = createScratch(0);

/**
 * The pivot of samples some of which may be wrong. Where the plain least-squares answer leaves no outlier it is the
 * answer. Otherwise: least trimmed squares by concentration steps (Rousseeuw & Van Driessen, "Computing LTS regression
 * for large data sets", 2006), started from all samples and from each quarter of the time, since a tracker that fails
 * does so for a while; then iteratively reweighted least squares with Tukey's biweight from the best start. Returns
 * false when the tracker did not turn.
 */
export function solveRobustPivot({ poses, count }: PoseSamples, out: RobustPivot): boolean {
  if (count < 4) return false;
  if (scratch.residuals.length < count) scratch = createScratch(count);
  const fit: PivotFit = { poses, count, ...scratch };
  if (!solveRange(fit, 0, count, out)) return false;
  const longest = measureResiduals(fit, out);
  let sigma = noiseOf(fit);
  if (longest > OUTLIER * Math.max(sigma, 1e-9)) {
    concentrate(fit, out);
    measureResiduals(fit, out);
    reweight(fit, out);
    measureResiduals(fit, out);
    sigma = noiseOf(fit);
  }
  summarise(fit, TUKEY * Math.max(sigma, 1e-9), out);
  return true;
}

function solveRange({ poses }: PivotFit, from: number, to: number, out: Pivot): boolean {
  const sums = createPivotSums();
  for (let i = from; i < to; i++) addToPivotSums(sums, poses, i * POSE_SIZE, 1);
  return solvePivot(sums, out);
}

function solveWeighted({ poses, count, weights }: PivotFit, out: Pivot): boolean {
  const sums = createPivotSums();
  for (let i = 0; i < count; i++) if (weights[i] > 0) addToPivotSums(sums, poses, i * POSE_SIZE, weights[i]);
  return solvePivot(sums, out);
}

/** Length of R c + t - p for every sample; returns the longest. */
function measureResiduals({ poses, count, residuals }: PivotFit, { centreLocal, centreWorld }: Pivot): number {
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

/** Standard deviation of one coordinate of the error, from the median residual: up to half the samples may be wrong. */
function noiseOf(fit: PivotFit): number {
  return lengthAtRank(fit, fit.count >> 1) / MEDIAN_OF_LENGTH;
}

/** The residual at a rank, by Hoare's quickselect: sorting all residuals would take most of the time. */
function lengthAtRank({ count, residuals, ranked }: PivotFit, rank: number): number {
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

function concentrate(fit: PivotFit, out: Pivot): void {
  const { count } = fit;
  const best = createPivot();
  let bestSum = concentrateFrom(fit, out);
  copyPivot(best, out);
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const from = Math.floor((count * quarter) / QUARTERS);
    const to = Math.floor((count * (quarter + 1)) / QUARTERS);
    if (!solveRange(fit, from, to, out)) continue;
    const sum = concentrateFrom(fit, out);
    if (sum < bestSum) {
      bestSum = sum;
      copyPivot(best, out);
    }
  }
  copyPivot(out, best);
}

/** Improves a pivot by the better half of the samples; returns that half's sum of squares. */
function concentrateFrom(fit: PivotFit, pivot: Pivot): number {
  const { count, residuals, weights } = fit;
  const half = count >> 1;
  let sum = Number.POSITIVE_INFINITY;
  for (let round = 0; round < CONCENTRATION_ROUNDS; round++) {
    measureResiduals(fit, pivot);
    const limit = lengthAtRank(fit, half);
    sum = 0;
    for (let i = 0; i < count; i++) {
      weights[i] = residuals[i] <= limit ? 1 : 0;
      if (weights[i] === 1) sum += residuals[i] * residuals[i];
    }
    if (!solveWeighted(fit, pivot)) return Number.POSITIVE_INFINITY;
  }
  return sum;
}

/** Iteratively reweighted least squares. The residuals are those of `pivot`, before and after. */
function reweight(fit: PivotFit, pivot: Pivot): void {
  const { count, residuals, weights } = fit;
  for (let round = 0; round < TUKEY_ROUNDS; round++) {
    const limit = TUKEY * Math.max(noiseOf(fit), 1e-9);
    for (let i = 0; i < count; i++) {
      const u = residuals[i] / limit;
      weights[i] = u < 1 ? (1 - u * u) * (1 - u * u) : 0;
    }
    if (!solveWeighted(fit, pivot)) return;
    measureResiduals(fit, pivot);
  }
}

function summarise({ count, residuals }: PivotFit, limit: number, out: RobustPivot): void {
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
