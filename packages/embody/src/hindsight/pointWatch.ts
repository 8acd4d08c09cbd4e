import { DEG, easingShare } from '@leib/core';
import { type JointFrame, POSE_SIZE, pointNumber, quality, readTrackedPose, trackedPoints } from '@leib/tracking';

/** What one point does in this frame. */
export const finding = { fine: 0, absent: 1, lost: 2, frozen: 3, jumped: 4 } as const;

/** What the last frames had of each tracked point. One per avatar. */
export interface PointWatch {
  /** This frame's poses as tracked, and what each point does. 11 x 7, 11. */
  readonly now: Float64Array;
  readonly findings: Uint8Array;
  /** The last two poses that differed, the time between them and the time since the last one, seconds. 11 x 7, 11. */
  readonly last: Float64Array;
  readonly before: Float64Array;
  readonly stepSeconds: Float64Array;
  readonly sinceSeconds: Float64Array;
  /** How many of the two are known, and for how many frames the last one has been repeated. 11. */
  readonly known: Uint8Array;
  readonly repeats: Uint8Array;
  /** How fast each point goes, eased, metres per second. 11 x 3. */
  readonly velocities: Float64Array;
}

export function createPointWatch(): PointWatch {
  const count = trackedPoints.length;
  return {
    now: new Float64Array(count * POSE_SIZE),
    findings: new Uint8Array(count).fill(finding.absent),
    last: new Float64Array(count * POSE_SIZE),
    before: new Float64Array(count * POSE_SIZE),
    stepSeconds: new Float64Array(count),
    sinceSeconds: new Float64Array(count),
    known: new Uint8Array(count),
    repeats: new Uint8Array(count),
    velocities: new Float64Array(count * 3),
  };
}

export function resetPointWatch({ known, repeats, velocities }: PointWatch): void {
  velocities.fill(0);
  known.fill(0);
  repeats.fill(0);
}

/** What cannot be a movement. */
interface Limits {
  /** Off from where the last two frames lead by more than this, and by this much per second squared: metres. */
  readonly off: number;
  readonly offRate: number;
  /** Where only the last place is known: farther from it than `off` and this, metres per second. */
  readonly speed: number;
  /** After a loss: farther from where it was lost than this, and this much per second, metres. */
  readonly back: number;
  readonly backSpeed: number;
}

/**
 * In 76 clips of motion capture at 30, 60 and 120 Hz no head is off by more than 5.5, 3.2 and 2.5 cm, no hand by more than
 * 33, 13 and 8 cm; a head's turn changes by at most 18 degrees from frame to frame, a hand's may be anything.
 */
const headLimits: Limits = { off: 0.05, offRate: 40, speed: 6, back: 0.25, backSpeed: 3 };
const otherLimits: Limits = { off: 0.15, offRate: 250, speed: 18, back: 0.15, backSpeed: 4 };
const FARTHEST_TURN = 22 * DEG;
/** After so many times the last frame's time its velocity says nothing. */
const STALL = 4;
const LONGEST_STEP = 0.15;
/**
 * A point that moved faster than this, metres per second, is frozen when its pose has been repeated to the last digit this often, and
 * for this many times as long as the last one took to come: some sources are slower than the picture.
 */
const MOVING = 0.1;
const REPEATS = 2;
const LATE = 1.9;
/** After this time it has stopped, seconds. */
const FROZEN_SECONDS = 1.2;
/** A point that repeats its pose for longer than this rests, seconds: no source is slower. */
const REST_SECONDS = 0.2;
/** How fast a point goes is known by half in this time, seconds. */
const VELOCITY_HALF_LIFE = 0.04;
/** What is lost for longer than this is believed to be so, seconds. */
export const LONGEST_FAULT = 1.7;

/** Looks at a frame: watch.now and watch.findings. Returns whether nothing is wrong. The frame is not yet the last one. */
export function lookAtPoints(watch: PointWatch, frame: JointFrame, dtSeconds: number): boolean {
  const { findings } = watch;
  let isFine = true;
  for (let point = 0; point < findings.length; point++) {
    findings[point] = findPoint(watch, frame, point, dtSeconds);
    if (findings[point] > finding.absent) isFine = false;
  }
  return isFine;
}

function findPoint(watch: PointWatch, frame: JointFrame, point: number, dtSeconds: number): number {
  const { now, known, repeats, sinceSeconds, findings } = watch;
  if (frame.quality[point] !== quality.tracked && known[point] === 0) return finding.absent;
  readTrackedPose(now, frame, point);
  const sinceLast = sinceSeconds[point] + dtSeconds;
  if (frame.quality[point] !== quality.tracked) {
    return sinceLast < LONGEST_FAULT ? finding.lost : finding.absent;
  }
  if (known[point] === 0) return finding.fine;
  if (isSamePose(now, watch.last, point)) {
    // Back from a loss where it was to the last digit: it rests.
    if (findings[point] === finding.lost) known[point] = 1;
    const isLate = repeats[point] + 1 >= REPEATS && sinceLast > LATE * watch.stepSeconds[point];
    return isLate && isMoving(watch, point) && sinceLast < FROZEN_SECONDS ? finding.frozen : finding.fine;
  }
  // Repeated frames are one, whose time is that of all of them: some sources are slow.
  const isResting = findings[point] !== finding.lost && sinceSeconds[point] > REST_SECONDS;
  return hasJumped(watch, point, isResting ? dtSeconds : sinceLast, isResting) ? finding.jumped : finding.fine;
}

function hasJumped(watch: PointWatch, point: number, seconds: number, isResting: boolean): boolean {
  const { now, last, before, stepSeconds, findings } = watch;
  const limits = point === pointNumber.head ? headLimits : otherLimits;
  const at = point * POSE_SIZE;
  const share = stepSeconds[point] > 0 ? seconds / stepSeconds[point] : STALL;
  const leads = isVelocityKnown(watch, point) && share < STALL && !isResting;
  let offSq = 0;
  for (let k = at; k < at + 3; k++) {
    const way = leads ? (last[k] - before[k]) * share : 0;
    offSq += (now[k] - last[k] - way) ** 2;
  }
  const wasLost = findings[point] === finding.lost;
  const reach = wasLost
    ? limits.back + limits.backSpeed * seconds
    : limits.off + (leads || isResting ? limits.offRate * seconds * seconds : limits.speed * seconds);
  if (offSq > reach * reach) return true;
  if (point !== pointNumber.head || wasLost) return false;
  const usual = leads ? share * turnBetween(last, before, at) : 0;
  return turnBetween(now, last, at) > FARTHEST_TURN + usual;
}

/** The frame that was looked at becomes the last one. */
export function moveOnPoints(watch: PointWatch, frame: JointFrame, dtSeconds: number): void {
  const { now, last, before, known, repeats, stepSeconds, sinceSeconds, velocities, findings } = watch;
  for (let point = 0; point < findings.length; point++) {
    sinceSeconds[point] += dtSeconds;
    if (frame.quality[point] !== quality.tracked) {
      if (findings[point] === finding.absent) known[point] = 0;
      continue;
    }
    if (known[point] > 0 && isSamePose(now, last, point)) {
      if (repeats[point] < 255) repeats[point]++;
      if (sinceSeconds[point] > REST_SECONDS) velocities.fill(0, point * 3, point * 3 + 3);
      continue;
    }
    // The way of a jump leads nowhere.
    known[point] = findings[point] === finding.jumped || known[point] === 0 ? 1 : 2;
    repeats[point] = 0;
    stepSeconds[point] = sinceSeconds[point];
    sinceSeconds[point] = 0;
    if (known[point] > 1) easeVelocity(watch, point);
    for (let k = point * POSE_SIZE; k < (point + 1) * POSE_SIZE; k++) {
      before[k] = last[k];
      last[k] = now[k];
    }
  }
}

function easeVelocity({ now, last, stepSeconds, velocities }: PointWatch, point: number): void {
  const seconds = stepSeconds[point];
  const share = easingShare(VELOCITY_HALF_LIFE, seconds);
  for (let k = 0; k < 3 && seconds > 0; k++) {
    const at = point * POSE_SIZE + k;
    const i = point * 3 + k;
    velocities[i] += ((now[at] - last[at]) / seconds - velocities[i]) * share;
  }
}

function isSamePose(a: Float64Array, b: Float64Array, point: number): boolean {
  for (let k = point * POSE_SIZE; k < (point + 1) * POSE_SIZE; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** The way between two frames that lie far apart says little of how fast a point goes. */
function isVelocityKnown({ known, stepSeconds }: PointWatch, point: number): boolean {
  return known[point] > 1 && stepSeconds[point] > 0 && stepSeconds[point] < LONGEST_STEP;
}

function isMoving(watch: PointWatch, point: number): boolean {
  const { last, before, stepSeconds } = watch;
  const at = point * POSE_SIZE;
  const way = Math.hypot(last[at] - before[at], last[at + 1] - before[at + 1], last[at + 2] - before[at + 2]);
  return isVelocityKnown(watch, point) && way > MOVING * stepSeconds[point];
}

/** Angle between two rotations of a point, radians. */
export function turnBetween(a: ArrayLike<number>, b: ArrayLike<number>, at: number): number {
  let cosine = 0;
  for (let k = at + 3; k < at + POSE_SIZE; k++) cosine += a[k] * b[k];
  return 2 * Math.acos(Math.min(1, Math.abs(cosine)));
}
