import { DEG, easingShare } from '@leib/core';
import { copyPoseSlice, isUsablePose } from '../frame/poseSlice.js';
import { POSE_SIZE } from '../frame/trackedParts.js';

/** What is thought of one sample of a pose. From `lost` on something is wrong. */
export const verdict = {
  /** Believed. */
  fine: 0,
  /** Not there, and not missed: it never was, or it has been gone for long. */
  absent: 1,
  /** Was there a moment ago; or what came is no pose. */
  lost: 2,
  /** Was moving, and repeats its pose to the last digit. */
  frozen: 3,
  /** Jumped to where it was expected: it is believed again, and what was before it is not. */
  returned: 4,
  /** Jumped elsewhere in this sample; and is still there. */
  jumped: 5,
  away: 6,
} as const;

/** What cannot be a movement. Numbers of lab's measureMotion on 76 clips of motion capture. */
export interface PoseLimits {
  /** Off from where the last two samples lead by more than this, and by this much per second squared: metres. */
  readonly off: number;
  readonly offRate: number;
  /** Where only the last place is known: farther from it than `off` and this, metres per second. */
  readonly speed: number;
  /** Turned by this much more than in the sample before, radians. */
  readonly turn: number;
  /** After a time without a sample that is believed, it is looked for this near to where it was, and so much farther for each second... */
  readonly near: number;
  readonly nearSpeed: number;
  /** ...and turned by this much at most, and this much more for each second: radians. */
  readonly nearTurn: number;
  readonly nearTurnRate: number;
  /** Whether it is looked for where its velocity led. */
  readonly goesOn: boolean;
}

/**
 * At 30, 60 and 120 Hz no head is off by more than 5.5, 3.2 and 2.8 cm, nor turns by more than 7.7, 7.3 and 6.9 degrees more than
 * in the frame before: these are about twice as much. 0.1, 0.25, 0.5 and 1 s later 99 % are within 11, 39, 86 and 186 cm of where
 * their velocity led, and turned by 25, 56, 90 and 145 degrees.
 */
export const headLimits: PoseLimits = {
  off: 0.05,
  offRate: 40,
  speed: 6,
  turn: 15 * DEG,
  near: 0.05,
  nearSpeed: 1.6,
  nearTurn: 15 * DEG,
  nearTurnRate: 150 * DEG,
  goesOn: true,
};

/**
 * Hands, feet and whatever else is strapped on: no hand is off by more than 33.5, 13.2 and 7.7 cm, and 99.99 % turn by 41, 29 and 21
 * degrees more than in the frame before. Later 99 % are within 40, 85, 133 and 192 cm of where they were, turned in any way.
 */
export const limbLimits: PoseLimits = {
  off: 0.15,
  offRate: 250,
  speed: 18,
  turn: 60 * DEG,
  near: 0.15,
  nearSpeed: 2.4,
  nearTurn: Math.PI,
  nearTurnRate: 0,
  goesOn: false,
};

/** What is lost or away for longer than this is believed to be so, seconds: two thirds of what heads do is over by then. */
export const LONGEST_FAULT = 1.7;
/** For this long after a jump nothing is believed for good, seconds: six frames of the slowest headsets. */
export const SETTLE_SECONDS = 0.1;
/** After so many times the last step's time its velocity says nothing; nor does that of a step longer than this, seconds. */
const STALL = 4;
const LONGEST_STEP = 0.15;
/**
 * A point that moved faster than this, metres per second, is frozen when its pose has been repeated so often, and for so many times as
 * long as the last one took to come: sources go down to 20 Hz, shown at up to 144 Hz, and tracked poses tremble in their last digits.
 */
const MOVING = 0.1;
const REPEATS = 2;
const LATE = 1.9;
/**
 * What used to come more often than that is frozen in between: its steps are the usual ones after this time only, and no step is longer
 * than the longest, seconds. Usual steps follow by this part of what they differ.
 */
const SLOW_SECONDS = 10;
const LONGEST_SLOW_STEP = 0.5;
const USUAL_SHARE = 0.1;
/** After this time without a change it has stopped, and after this one it rests, seconds: four frames of the slowest source. */
const FROZEN_SECONDS = 1.2;
const REST_SECONDS = 0.2;
/** One that came later and has not been there for so long is not missed when it goes, seconds: as what takes over from the estimate. */
const PROVEN_SECONDS = 0.5;
/** How fast a point goes is known by half in this time, seconds: three frames at 72 Hz. */
const VELOCITY_HALF_LIFE = 0.04;
/** One that jumped to and fro, and has not for this long, is back where nothing but a slow drift is between, seconds, metres. */
const CALM_SECONDS = 0.15;
const CALM_NEAR = 0.08;
const CALM_SPEED = 0.1;

/** What is remembered of one point's samples to judge the next one. */
export interface PoseTrack {
  /** Of the last sample: see verdict. */
  verdict: number;
  /** How far and by what angle the last sample jumped: metres, radians. */
  jumpWay: number;
  jumpTurn: number;
  /** Since the last jump, and how many there have been since it was believed for good. */
  sinceJumpSeconds: number;
  /** For how long after the last jump nothing is believed for good, seconds. */
  settleSeconds: number;
  jumpCount: number;
  isAway: boolean;
  /** For how long it has been there, without a jump before it was proven, seconds. */
  provenSeconds: number;
  /** The last two poses that differed, the time between them and since the last one, seconds. 7. */
  readonly last: Float64Array;
  readonly before: Float64Array;
  stepSeconds: number;
  sinceSeconds: number;
  /** What a step usually takes, and for how long they have been much longer, seconds. */
  usualSeconds: number;
  slowSeconds: number;
  /** How many of the two are known, and how often the last one has been repeated. */
  known: number;
  repeats: number;
  /** Eased, metres per second. 3. */
  readonly velocity: Float64Array;
  /** Where it was when it was last believed for good, how fast it went, and how long ago that was. 7, 3. */
  readonly believed: Float64Array;
  readonly believedVelocity: Float64Array;
  believedSeconds: number;
}

export function createPoseTrack(): PoseTrack {
  return {
    verdict: verdict.absent,
    jumpWay: 0,
    jumpTurn: 0,
    sinceJumpSeconds: Number.POSITIVE_INFINITY,
    settleSeconds: SETTLE_SECONDS,
    jumpCount: 0,
    isAway: false,
    provenSeconds: PROVEN_SECONDS,
    last: new Float64Array(POSE_SIZE),
    before: new Float64Array(POSE_SIZE),
    stepSeconds: 0,
    sinceSeconds: 0,
    usualSeconds: 0,
    slowSeconds: 0,
    known: 0,
    repeats: 0,
    velocity: new Float64Array(3),
    believed: new Float64Array(POSE_SIZE),
    believedVelocity: new Float64Array(3),
    believedSeconds: 0,
  };
}

/** What was is forgotten: the next sample is believed. */
export function restartPoseTrack(track: PoseTrack): void {
  track.known = 0;
  track.usualSeconds = 0;
  track.slowSeconds = 0;
  track.isAway = false;
  track.provenSeconds = 0;
  track.sinceJumpSeconds = Number.POSITIVE_INFINITY;
  track.verdict = verdict.absent;
  track.velocity.fill(0);
}

/** Whether a sample that is not believed is to be left out: one that stays where it jumped to is followed in the end. */
export function isDoubted(track: PoseTrack): boolean {
  return track.isAway && track.sinceJumpSeconds < SETTLE_SECONDS;
}

/**
 * The one judge of samples: persons' joints (readJoints), hands that play puppets, rigid bodies. Takes the pose that begins at `at`,
 * or null where nothing is tracked, and returns what it thinks of it: see verdict.
 */
export function judgePose(
  track: PoseTrack,
  limits: PoseLimits,
  poses: Float64Array | null,
  at: number,
  dtSeconds: number,
): number {
  const waited = track.sinceSeconds;
  track.sinceSeconds += dtSeconds;
  track.sinceJumpSeconds += dtSeconds;
  track.believedSeconds += dtSeconds;
  track.verdict =
    poses === null || !isUsablePose(poses, at)
      ? judgeLoss(track)
      : track.known > 0 && isSamePose(poses, at, track.last)
        ? judgeRepeat(track)
        : judgeNew(track, limits, poses, at, waited, dtSeconds);
  if (track.verdict === verdict.fine) track.provenSeconds += dtSeconds;
  else if (track.provenSeconds < PROVEN_SECONDS) track.provenSeconds = 0;
  return track.verdict;
}

function judgeLoss(track: PoseTrack): number {
  const isMissed = track.known > 0 && track.provenSeconds >= PROVEN_SECONDS && track.sinceSeconds < LONGEST_FAULT;
  if (isMissed) return verdict.lost;
  restartPoseTrack(track);
  return verdict.absent;
}

function judgeRepeat(track: PoseTrack): number {
  // Back from a loss where it was to the last digit: it rests.
  if (track.verdict === verdict.lost) track.known = 1;
  if (track.repeats < 255) track.repeats++;
  const { sinceSeconds, stepSeconds, usualSeconds, repeats } = track;
  if (track.isAway) return stayAway(track);
  const step = usualSeconds > 0 ? Math.min(stepSeconds, usualSeconds) : stepSeconds;
  const isLate = repeats >= REPEATS && sinceSeconds > LATE * step && sinceSeconds < FROZEN_SECONDS;
  if (isLate && isMoving(track)) return verdict.frozen;
  if (sinceSeconds > REST_SECONDS) {
    track.velocity.fill(0);
    if (track.sinceJumpSeconds > track.settleSeconds) believe(track);
  }
  return verdict.fine;
}

function judgeNew(
  track: PoseTrack,
  limits: PoseLimits,
  poses: Float64Array,
  at: number,
  waited: number,
  dtSeconds: number,
): number {
  const { last, before } = track;
  const isFirst = track.known === 0;
  const wasLost = track.verdict === verdict.lost;
  const isNear = isFirst || isWithin(track, limits, poses, at);
  // Repeated samples are one, whose time is that of all of them: some sources are slow.
  const isResting = !wasLost && !isSlow(track) && waited > REST_SECONDS;
  const seconds = isResting ? dtSeconds : track.sinceSeconds;
  const jumps = !isFirst && (wasLost ? !isNear : hasJumped(track, limits, poses, at, seconds, isResting));
  const found = isFirst ? verdict.fine : weigh(track, jumps, isNear, wasLost);

  track.jumpWay = isFirst ? 0 : wayBetween(poses, at, last, 0);
  track.jumpTurn = isFirst ? 0 : turnBetween(poses, at, last, 0);
  // The way of a jump leads nowhere, nor does that from a loss soon after one.
  const isUnsettled = wasLost && track.sinceJumpSeconds <= track.settleSeconds;
  track.known = jumps || isFirst || isUnsettled ? 1 : 2;
  track.repeats = 0;
  track.stepSeconds = track.sinceSeconds;
  track.sinceSeconds = 0;
  if (!isFirst && !wasLost) measureSteps(track, jumps);
  if (track.known > 1) easeVelocity(track, poses, at);
  copyPoseSlice(before, 0, last, 0);
  copyPoseSlice(last, 0, poses, at);
  if (found !== verdict.fine && found !== verdict.away) return found;
  if (track.isAway) return stayAway(track);
  if (track.sinceJumpSeconds > track.settleSeconds) believe(track);
  return found;
}

/** What it means that a new pose jumps or does not, and is near to where the point was believed to be or is not. */
function weigh(track: PoseTrack, jumps: boolean, isNear: boolean, wasLost: boolean): number {
  const wasFrozen = track.verdict === verdict.frozen;
  const isSettled = !track.isAway && track.sinceJumpSeconds > track.settleSeconds && !wasFrozen;
  if (!jumps && !(wasLost && track.isAway && isNear)) return track.isAway ? verdict.away : verdict.fine;
  track.sinceJumpSeconds = 0;
  track.jumpCount++;
  // What repeats its pose may have been frozen, or it was at rest and is bad only now.
  track.settleSeconds = wasFrozen ? FROZEN_SECONDS : SETTLE_SECONDS;
  track.isAway = !isNear || (isSettled && !wasLost);
  return track.isAway ? verdict.jumped : verdict.returned;
}

/** Still where it jumped to: until it is back without a jump, or has been there for so long that it was put there. */
function stayAway(track: PoseTrack): number {
  const { believed, last, believedSeconds, jumpCount, sinceJumpSeconds } = track;
  const isCalm = jumpCount > 1 && sinceJumpSeconds > CALM_SECONDS;
  const isBack = isCalm && wayBetween(last, 0, believed, 0) < CALM_NEAR + CALM_SPEED * believedSeconds;
  if (!isBack && believedSeconds < LONGEST_FAULT) return verdict.away;
  believe(track);
  return verdict.fine;
}

function believe(track: PoseTrack): void {
  copyPoseSlice(track.believed, 0, track.last, 0);
  track.believedVelocity.set(track.velocity);
  track.believedSeconds = 0;
  track.jumpCount = 0;
  track.isAway = false;
}

function hasJumped(
  track: PoseTrack,
  limits: PoseLimits,
  poses: Float64Array,
  at: number,
  seconds: number,
  isResting: boolean,
): boolean {
  const { last, before, stepSeconds } = track;
  const share = stepSeconds > 0 ? seconds / stepSeconds : STALL;
  const leads = isVelocityKnown(track) && share < STALL && !isResting;
  let offSq = 0;
  for (let k = 0; k < 3; k++) {
    const way = leads ? (last[k] - before[k]) * share : 0;
    offSq += (poses[at + k] - last[k] - way) ** 2;
  }
  const reach = limits.off + (leads || isResting ? limits.offRate * seconds * seconds : limits.speed * seconds);
  if (offSq > reach * reach) return true;
  if (isSlow(track)) return turnBetween(poses, at, last, 0) > limits.nearTurn + limits.nearTurnRate * seconds + 1e-9;
  const usual = leads ? share * turnBetween(last, 0, before, 0) : 0;
  return turnBetween(poses, at, last, 0) > limits.turn + usual;
}

/** Whether a pose is near to where the point may be since it was last believed. */
function isWithin(track: PoseTrack, limits: PoseLimits, poses: Float64Array, at: number): boolean {
  const { believed, believedVelocity, believedSeconds: seconds } = track;
  let offSq = 0;
  for (let k = 0; k < 3; k++) {
    const way = limits.goesOn ? believedVelocity[k] * seconds : 0;
    offSq += (poses[at + k] - believed[k] - way) ** 2;
  }
  const reach = limits.near + limits.nearSpeed * seconds;
  if (offSq > reach * reach) return false;
  return turnBetween(poses, at, believed, 0) < limits.nearTurn + limits.nearTurnRate * seconds + 1e-9;
}

function easeVelocity({ last, stepSeconds, velocity }: PoseTrack, poses: Float64Array, at: number): void {
  if (!(stepSeconds > 0)) return;
  const share = easingShare(VELOCITY_HALF_LIFE, stepSeconds);
  for (let k = 0; k < 3; k++) velocity[k] += ((poses[at + k] - last[k]) / stepSeconds - velocity[k]) * share;
}

function isSamePose(poses: Float64Array, at: number, last: Float64Array): boolean {
  for (let k = 0; k < POSE_SIZE; k++) if (poses[at + k] !== last[k]) return false;
  return true;
}

/** The way between two samples that lie far apart says little of how fast a point goes. */
function isVelocityKnown({ known, stepSeconds }: PoseTrack): boolean {
  return known > 1 && stepSeconds > 0 && stepSeconds < LONGEST_STEP;
}

/** A source that has become slow is noticed, and one that is slow for good is as it is. */
function measureSteps(track: PoseTrack, jumps: boolean): void {
  const { stepSeconds, usualSeconds } = track;
  if (usualSeconds === 0) track.usualSeconds = stepSeconds;
  else if (stepSeconds <= LATE * usualSeconds) track.usualSeconds += (stepSeconds - usualSeconds) * USUAL_SHARE;
  const isLong = !jumps && stepSeconds > LATE * track.usualSeconds && stepSeconds < LONGEST_SLOW_STEP;
  track.slowSeconds = isLong ? track.slowSeconds + stepSeconds : 0;
  if (track.slowSeconds <= SLOW_SECONDS) return;
  track.usualSeconds = stepSeconds;
  track.slowSeconds = 0;
}

/** One long step is a rest. */
function isSlow({ slowSeconds, stepSeconds }: PoseTrack): boolean {
  return slowSeconds > stepSeconds;
}

function isMoving(track: PoseTrack): boolean {
  const isKnown = isVelocityKnown(track) || (isSlow(track) && track.known > 1);
  return isKnown && wayBetween(track.last, 0, track.before, 0) > MOVING * track.stepSeconds;
}

/** Distance between the places of two poses, metres. */
export function wayBetween(a: ArrayLike<number>, aAt: number, b: ArrayLike<number>, bAt: number): number {
  const [x, y, z] = [a[aAt] - b[bAt], a[aAt + 1] - b[bAt + 1], a[aAt + 2] - b[bAt + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Angle between the rotations of two poses, radians. */
export function turnBetween(a: ArrayLike<number>, aAt: number, b: ArrayLike<number>, bAt: number): number {
  let cosine = 0;
  for (let k = 3; k < POSE_SIZE; k++) cosine += a[aAt + k] * b[bAt + k];
  return 2 * Math.acos(Math.min(1, Math.abs(cosine)));
}
