import { POSE_SIZE } from '@leib/tracking';
import { type MotionTrack, sampleMotion } from './motionTrack.js';

/** The offset between two clocks, from motion that both recorded. */
export interface TimeOffset {
  /** An event at t on the first clock is at t + seconds on the second. */
  readonly seconds: number;
  /** Correlation of the speeds at that offset, -1..1. */
  readonly correlation: number;
}

/** Default of the largest clock offset that is tried, seconds. */
export const MOST_TIME_OFFSET = 0.6;
const GRID_HZ = 60;
/** Least time that both tracks must share, seconds. */
const LEAST_SECONDS = 2;
/** Speeds are differences over this many grid steps, to reduce noise. */
const SPAN = 3;

/**
 * Two devices that are fixed to each other turn equally fast at every moment, whatever their mount and their axes. The
 * offset is the one with the highest correlation of angular speeds; linear speeds, which differ by the lever between
 * the devices, count half. Null when the tracks share too little time.
 */
export function findTimeOffset(a: MotionTrack, b: MotionTrack, mostSeconds = MOST_TIME_OFFSET): TimeOffset | null {
  if (a.count < 2 || b.count < 2) return null;
  const margin = Math.round(mostSeconds * GRID_HZ);
  const start = a.times[0];
  const length = Math.floor((a.times[a.count - 1] - start) * GRID_HZ);
  const speedsA = speedsOf(a, start, length);
  const speedsB = speedsOf(b, start - margin / GRID_HZ, length + 2 * margin);
  const scores = new Float64Array(2 * margin + 1);
  let best = -1;
  for (let lag = 0; lag < scores.length; lag++) {
    scores[lag] =
      (2 * correlate(speedsA.turning, speedsB.turning, lag, length) +
        correlate(speedsA.moving, speedsB.moving, lag, length)) /
      3;
    if (best < 0 || scores[lag] > scores[best]) best = lag;
  }
  if (!(scores[best] > -1)) return null;
  return { seconds: (best - margin + peakOf(scores, best)) / GRID_HZ, correlation: scores[best] };
}

/** Peak of the parabola through three neighbours, in steps from the middle one. */
function peakOf(scores: Float64Array, at: number): number {
  if (at === 0 || at === scores.length - 1) return 0;
  const [before, middle, after] = [scores[at - 1], scores[at], scores[at + 1]];
  const bend = before - 2 * middle + after;
  return bend < -1e-9 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
}

/** Angular and linear speed on a grid of times; NaN in gaps. */
function speedsOf(track: MotionTrack, start: number, length: number) {
  const turning = new Float64Array(length).fill(Number.NaN);
  const moving = new Float64Array(length).fill(Number.NaN);
  const poses = new Float64Array(2 * POSE_SIZE);
  for (let i = 0; i < length; i++) {
    const time = start + i / GRID_HZ;
    const half = SPAN / 2 / GRID_HZ;
    if (!sampleMotion(track, time - half, poses, 0) || !sampleMotion(track, time + half, poses, POSE_SIZE)) continue;
    let dot = 0;
    let distanceSq = 0;
    for (let k = 0; k < 3; k++) distanceSq += (poses[k] - poses[POSE_SIZE + k]) ** 2;
    for (let k = 3; k < POSE_SIZE; k++) dot += poses[k] * poses[POSE_SIZE + k];
    turning[i] = 2 * Math.acos(Math.min(1, Math.abs(dot)));
    moving[i] = Math.sqrt(distanceSq);
  }
  return { turning, moving };
}

/** Pearson correlation over the samples that both have; -1 when there are too few or nothing moved. */
function correlate(a: Float64Array, b: Float64Array, lag: number, length: number): number {
  let count = 0;
  let sumA = 0;
  let sumB = 0;
  let sumAA = 0;
  let sumBB = 0;
  let sumAB = 0;
  for (let i = 0; i < length; i++) {
    const x = a[i];
    const y = b[i + lag];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    count++;
    sumA += x;
    sumB += y;
    sumAA += x * x;
    sumBB += y * y;
    sumAB += x * y;
  }
  if (count < LEAST_SECONDS * GRID_HZ) return -1;
  const spread = (sumAA - (sumA * sumA) / count) * (sumBB - (sumB * sumB) / count);
  return spread > 1e-18 ? (sumAB - (sumA * sumB) / count) / Math.sqrt(spread) : -1;
}
