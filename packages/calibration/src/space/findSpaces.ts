import { POSE_SIZE } from '@leib/tracking';
import { findTimeOffset, MOST_TIME_OFFSET } from './findTimeOffset.js';
import { type FitOptions, fitSpaces, type SpaceFit, type SpacePair } from './fitSpaces.js';
import { type MotionTrack, sampleMotion } from './motionTrack.js';

/** The recorded motion of one device. */
export interface SeenMotion {
  readonly id: string;
  readonly track: MotionTrack;
}

/** Two devices that are fixed to each other. */
export interface FixedPair {
  readonly reference: string;
  readonly other: string;
  /** Position of the other on the reference, in that one's axes, metres. */
  readonly mount: readonly [x: number, y: number, z: number];
  readonly residual: number;
}

/** The alignment of one tracked space with another. */
export interface FoundSpace {
  readonly fit: SpaceFit;
  /** An event at t on the reference's clock is at t + timeOffset on the other's, seconds. */
  readonly timeOffset: number;
  /** Devices that are fixed to each other, best first; empty when the alignment is by walking. */
  readonly pairs: readonly FixedPair[];
  /** One sentence of advice; empty when the alignment is good. */
  readonly advice: string;
}

/** Time between two compared samples, seconds. */
const STEP_SECONDS = 1 / 45;
/** Lowest correlation of speeds for two devices that are fixed to each other. */
const LEAST_CORRELATION = 0.6;
/** Largest residual of two devices that are fixed to each other, metres: straps give a little. */
const FIXED = 0.012;
/** Largest residual between head and trunk of a walking person, metres. */
const TOGETHER = 0.15;
/** Largest distance between two devices that are fixed to each other, metres. */
const MOST_MOUNT = 0.6;
/** The offset of the clocks is searched within TIME_SPAN of the first guess, to TIME_PRECISION, seconds. */
const TIME_SPAN = 0.03;
const TIME_PRECISION = 0.002;
const quickly: FitOptions = { rounds: 2 };

/**
 * Aligns a tracked space with another one by devices that move in both. Every device of one is tried with every device
 * of the other: a tracker on the headset or on a controller turns equally fast at every moment and leaves a small
 * residual. Without such a tracker, head and trunk of a walking person give an alignment to a few centimetres. Null
 * when too little moved. With `headId` null the alignment by walking is not tried.
 */
export function findSpaces(
  references: readonly SeenMotion[],
  others: readonly SeenMotion[],
  headId: string | null,
  mostTimeOffset = MOST_TIME_OFFSET,
): FoundSpace | null {
  const candidates: Candidate[] = [];
  for (const reference of references) {
    for (const other of others) {
      const candidate = tryPair(reference, other, mostTimeOffset);
      if (candidate !== null) candidates.push(candidate);
    }
  }
  candidates.sort((a, b) => a.fit.residual - b.fit.residual);
  if (candidates.length > 0) return joinPairs(candidates);
  const head = references.find(({ id }) => id === headId);
  return head === undefined ? null : followWalk(head, others);
}

interface Candidate {
  readonly reference: SeenMotion;
  readonly other: SeenMotion;
  readonly fit: SpaceFit;
  readonly timeOffset: number;
}

function tryPair(reference: SeenMotion, other: SeenMotion, mostTimeOffset: number): Candidate | null {
  const offset = findTimeOffset(reference.track, other.track, mostTimeOffset);
  if (offset === null || offset.correlation < LEAST_CORRELATION) return null;
  const { seconds, fit } = fitInTime(reference.track, other.track, offset.seconds);
  if (fit === null) return null;
  const isFixed = fit.residual <= FIXED && Math.hypot(...fit.mounts[0]) <= MOST_MOUNT;
  if (!isFixed && !isInOtherUnits(pairAt(reference.track, other.track, seconds), fit)) return null;
  return { reference, other, fit, timeOffset: seconds };
}

/** Whether a pair is fixed once the other space is scaled to the reference's units. */
function isInOtherUnits(pair: SpacePair, { scale }: SpaceFit): boolean {
  if (Math.abs(scale - 1) <= MOST_SCALE) return false;
  const other = pair.other.map((value, i) => (i % POSE_SIZE < 3 ? value * scale : value));
  const fit = fitSpaces([{ ...pair, other }]);
  return fit !== null && fit.residual <= FIXED && Math.hypot(...fit.mounts[0]) <= MOST_MOUNT;
}

/** The clock offset with the least residual, by golden section about a first guess. */
function fitInTime(reference: MotionTrack, other: MotionTrack, guess: number) {
  const fitAt = (seconds: number, options?: FitOptions) => fitSpaces([pairAt(reference, other, seconds)], options);
  const missAt = (seconds: number) => fitAt(seconds, quickly)?.residual ?? Number.POSITIVE_INFINITY;
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [guess - TIME_SPAN, guess + TIME_SPAN];
  let [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
  let [missA, missB] = [missAt(a), missAt(b)];
  while (high - low > TIME_PRECISION) {
    if (missA < missB) {
      [high, b, missB] = [b, a, missA];
      a = high - ratio * (high - low);
      missA = missAt(a);
    } else {
      [low, a, missA] = [a, b, missB];
      b = low + ratio * (high - low);
      missB = missAt(b);
    }
  }
  const seconds = (low + high) / 2;
  return { seconds, fit: fitAt(seconds) };
}

/** Both tracks sampled at the same moments. */
function pairAt(reference: MotionTrack, other: MotionTrack, timeOffset: number): SpacePair {
  const start = reference.times[0];
  const most = Math.floor((reference.times[reference.count - 1] - start) / STEP_SECONDS) + 1;
  const pair = { reference: new Float64Array(most * POSE_SIZE), other: new Float64Array(most * POSE_SIZE), count: 0 };
  for (let i = 0; i < most; i++) {
    const time = start + i * STEP_SECONDS;
    const at = pair.count * POSE_SIZE;
    if (!sampleMotion(reference, time, pair.reference, at)) continue;
    if (sampleMotion(other, time + timeOffset, pair.other, at)) pair.count++;
  }
  return pair;
}

/** Fits all fixed pairs together, at the best pair's clock offset. */
function joinPairs(candidates: readonly Candidate[]): FoundSpace {
  const [best] = candidates;
  const used = new Set<string>();
  // Use each device once, in its best pair.
  const chosen = candidates.filter(({ reference, other }) => {
    if (used.has(reference.id) || used.has(other.id)) return false;
    used.add(reference.id);
    used.add(other.id);
    return true;
  });
  const joint = fitSpaces(chosen.map(({ reference, other }) => pairAt(reference.track, other.track, best.timeOffset)));
  const isBetter = joint !== null && joint.residual < 2 * best.fit.residual + 0.001;
  const fit = isBetter ? joint : best.fit;
  const shown = isBetter ? chosen : [best];
  return {
    fit,
    timeOffset: best.timeOffset,
    pairs: shown.map(({ reference, other }, i) => ({
      reference: reference.id,
      other: other.id,
      mount: [fit.mounts[i][0], fit.mounts[i][1], fit.mounts[i][2]],
      residual: fit.residuals[i],
    })),
    advice: adviceOn(fit),
  };
}

/** A scale farther from 1 than this is reported: the feed uses other units. */
const MOST_SCALE = 0.03;
const GOOD_ERROR = 0.005;
const GOOD_TURN = Math.PI / 180;

function adviceOn({ scale, expectedError, expectedTurn }: SpaceFit): string {
  if (Math.abs(scale - 1) > MOST_SCALE) {
    return `One metre of the feed is ${scale.toFixed(2)} m of the headset: check the feed’s units.`;
  }
  if (expectedTurn > GOOD_TURN) return 'Move further through the room: from one side to the other, and up and down.';
  if (expectedError > GOOD_ERROR) return 'Turn the headset or the controller to all sides as well.';
  return '';
}

/** Clock offsets that are tried for a walk, seconds: head and trunk move together too loosely to measure it. */
const WALK_OFFSETS = [-0.2, -0.1, 0, 0.1, 0.2];

/** Aligns by the tracker that moves along best with the head of a walking person. */
function followWalk(head: SeenMotion, others: readonly SeenMotion[]): FoundSpace | null {
  let best: { readonly fit: SpaceFit; readonly seconds: number } | null = null;
  for (const { track } of others) {
    for (const guess of WALK_OFFSETS) {
      const pair = pairAt(head.track, track, guess);
      if (spreadOf(pair) < LEAST_WALK) continue;
      const fit = fitSpaces([pair], { isLevel: true });
      if (fit === null || Math.abs(fit.scale - 1) > 0.4) continue;
      if (best === null || fit.residual < best.fit.residual) best = { fit, seconds: guess };
    }
  }
  if (best === null || best.fit.residual > TOGETHER) return null;
  return {
    fit: best.fit,
    timeOffset: best.seconds,
    pairs: [],
    advice:
      'No tracker moves with headset or controllers: hold one to the headset and look around, or let the T-pose do.',
  };
}

/** A walk with a smaller spread than this, rms about its middle, metres, does not determine the alignment. */
const LEAST_WALK = 0.2;

function spreadOf({ reference, count }: SpacePair): number {
  let [x, z, squares] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const at = i * POSE_SIZE;
    x += reference[at];
    z += reference[at + 2];
    squares += reference[at] ** 2 + reference[at + 2] ** 2;
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (x * x + z * z) / (count * count)));
}
