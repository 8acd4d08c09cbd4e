import { createPose, type HumanoidBone, jointOfBone, type Motion, motionDuration, sampleMotion } from '@leib/core';

export interface TimeOffsetOptions {
  /** Bones whose movement is compared. Those that one of the two lacks are left out. */
  readonly bones: Iterable<HumanoidBone>;
  /** Stretch of `fixed` that is compared, seconds. */
  readonly fixedFrom: number;
  readonly fixedTo: number;
  /** First guess of the offset, and how far from it to look, seconds. */
  readonly guess: number;
  readonly within: number;
}

/** When `moving` has to begin so that it moves together with `fixed`. */
export interface TimeOffset {
  /** Time of `fixed` at which `moving` begins, seconds; finer than a frame. */
  readonly offsetSeconds: number;
  /** How well they then go together: 1 the same, 0 not at all. */
  readonly correlation: number;
  /** The next best other time, and how well it fits; NaN and 0 where there is none. */
  readonly rivalSeconds: number;
  readonly rivalCorrelation: number;
  /** Whether the match is good, better than every other time, and not at the end of what was searched. */
  readonly isSure: boolean;
}

/** Rate at which movements are compared. */
const compareHz = 120;
/** A match below this is not one. */
const leastCorrelation = 0.5;
/** The best match must be better than any other by this. */
const leastLead = 0.05;
/** A rival is farther away than this: nearer times belong to the same peak. Seconds. */
const rivalDistance = 0.1;
/** Movements are compared over at least this long and over this part of the stretch. */
const leastOverlapSeconds = 0.2;
const leastOverlapPart = 0.5;

/**
 * Finds when two takes show the same movement: the cross-correlation of how fast each joint turns, over all joints of
 * some groups together. Speeds of turning do not depend on where a take was recorded or which way the person faced. The
 * peak is interpolated by a parabola, so the result is finer than a frame.
 */
export function findTimeOffset(fixed: Motion, moving: Motion, options: TimeOffsetOptions): TimeOffset {
  const bones = [...options.bones].filter(
    (bone) => jointOfBone(fixed.skeleton, bone) >= 0 && jointOfBone(moving.skeleton, bone) >= 0,
  );
  const { guess, within, fixedFrom } = options;
  const fixedTo = Math.min(options.fixedTo, motionDuration(fixed));
  const still = turningSpeeds(fixed, bones, fixedFrom, fixedTo);
  // Sample i of `shifted` lies at fixedFrom - guess - within + i / compareHz of the moving take.
  const shifted = turningSpeeds(moving, bones, fixedFrom - guess - within, fixedTo - guess + within);
  const lagCount = Math.round(2 * within * compareHz);
  const scores = Float64Array.from({ length: lagCount + 1 }, (_, lag) => correlation(still, shifted, lag));
  const best = scores.reduce((top, score, lag) => (score > scores[top] ? lag : top), 0);
  const offsetOf = (lag: number) => guess + within - lag / compareHz;
  const rival = findRival(scores, best);
  const lead = scores[best] - (rival < 0 ? 0 : scores[rival]);
  const isInside = best > 0 && best < lagCount;
  return {
    offsetSeconds: offsetOf(best + (isInside ? peakShift(scores, best) : 0)),
    correlation: scores[best],
    rivalSeconds: rival < 0 ? Number.NaN : offsetOf(rival),
    rivalCorrelation: rival < 0 ? 0 : scores[rival],
    isSure: isInside && scores[best] >= leastCorrelation && lead >= leastLead,
  };
}

/** How fast each bone turns against its parent at every 1 / compareHz, radians per second; NaN outside the take. */
interface Speeds {
  readonly channelCount: number;
  readonly sampleCount: number;
  /** channelCount x sampleCount. */
  readonly values: Float64Array;
}

function turningSpeeds(motion: Motion, bones: readonly HumanoidBone[], from: number, to: number): Speeds {
  const { skeleton } = motion;
  const joints = bones.map((bone) => jointOfBone(skeleton, bone));
  const sampleCount = Math.max(0, Math.round((to - from) * compareHz) + 1);
  const values = new Float64Array(joints.length * sampleCount).fill(Number.NaN);
  const [before, after] = [createPose(skeleton), createPose(skeleton)];
  // Over a frame of the take: shorter steps would see the corners of the interpolation between its frames.
  const half = 0.5 / motion.hz;
  const end = motionDuration(motion);
  for (let i = 0; i < sampleCount; i++) {
    const time = from + i / compareHz;
    if (time < half - 1e-9 || time > end - half + 1e-9) continue;
    sampleMotion(motion, time - half, before);
    sampleMotion(motion, time + half, after);
    joints.forEach((joint, channel) => {
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += before.localRotations[joint * 4 + k] * after.localRotations[joint * 4 + k];
      values[channel * sampleCount + i] = 2 * Math.acos(Math.min(1, Math.abs(dot))) * motion.hz;
    });
  }
  return { channelCount: joints.length, sampleCount, values };
}

/** Normalised correlation of two sets of signals, the second one read `lag` samples later; 0 with too little overlap. */
function correlation(a: Speeds, b: Speeds, lag: number): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let channel = 0; channel < a.channelCount; channel++) {
    let [count, sumA, sumB, sumAb, sumAa, sumBb] = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < a.sampleCount; i++) {
      const x = a.values[channel * a.sampleCount + i];
      const y = i + lag < b.sampleCount ? b.values[channel * b.sampleCount + i + lag] : Number.NaN;
      if (Number.isNaN(x + y)) continue;
      count++;
      sumA += x;
      sumB += y;
      sumAb += x * y;
      sumAa += x * x;
      sumBb += y * y;
    }
    if (count < Math.max(leastOverlapSeconds * compareHz, leastOverlapPart * a.sampleCount)) return 0;
    ab += sumAb - (sumA * sumB) / count;
    aa += sumAa - (sumA * sumA) / count;
    bb += sumBb - (sumB * sumB) / count;
  }
  return aa > 1e-12 && bb > 1e-12 ? ab / Math.sqrt(aa * bb) : 0;
}

/** Highest other local maximum, or -1. */
function findRival(scores: Float64Array, best: number): number {
  let rival = -1;
  for (let lag = 1; lag < scores.length - 1; lag++) {
    if (Math.abs(lag - best) <= rivalDistance * compareHz) continue;
    if (scores[lag] < scores[lag - 1] || scores[lag] < scores[lag + 1]) continue;
    if (scores[lag] > 0 && (rival < 0 || scores[lag] > scores[rival])) rival = lag;
  }
  return rival;
}

/** Top of the parabola through a peak and its neighbours, in samples from the peak. */
function peakShift(scores: Float64Array, at: number): number {
  const [left, top, right] = [scores[at - 1], scores[at], scores[at + 1]];
  const bend = left - 2 * top + right;
  return bend < 0 ? (0.5 * (left - right)) / bend : 0;
}
