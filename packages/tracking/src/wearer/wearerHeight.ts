import { clamp } from '@leib/core';
import { AVERAGE_HEAD_HEIGHT, LEAST_STANDING, likelihoodOfStanding, STANDING_SHARE } from '../reader/standing.js';
import { createHeldHead, dropHeldHead, type HeldHead, isLevel, isLying, stepHeldHead } from './heldHead.js';

/**
 * How tall the wearer is, found out while they wear the headset: the height of the head joint when they stand. Time that the head
 * is held level at a height is added up by height. Of the highest heights that are held for long enough the wearer stands at,
 * nearly the tallest counts, because people slouch more than they stretch. A head that is low and never rises may be a child's
 * who stands or an adult's who sits (likelihoodOfStanding()); one that goes some way at a constant height walks, so it stands.
 */
export interface WearerHeight {
  /** Height of the head joint when the wearer stands, tracked metres: what an avatar is fitted to. Goes to `estimate` by degrees. */
  headHeight: number;
  /** The same as it is known now, metres. */
  estimate: number;
  /** What the estimate comes from: an average adult, the first steady head, standing, or the app (a stature, calibrateHeight()). */
  basis: 'assumed' | 'guessed' | 'measured' | 'given';
  /** How sure it is: 0 (assumed) to 1 (given). */
  confidence: number;
  /** What the wearer does now; 'unknown' also between the two, and while nobody wears the headset. */
  posture: 'standing' | 'seated' | 'unknown';
  /** Heads are at the height of the floor: the reference space has none ('local' instead of 'local-floor'). */
  isFloorMissing: boolean;
  readonly held: HeldHead;
  /** Seconds that the head was held, by height: of MIN_HEIGHT, and so on every BIN metres; and their sum. */
  readonly secondsAt: Float64Array;
  heldSeconds: number;
  /** Height at which the wearer has walked, metres; 0: not yet. */
  walkedHeight: number;
  /** Seconds since somebody put the headset on: at first the height may change fast. */
  wornSeconds: number;
  /** Seconds since a head was tracked; infinite before it ever was. */
  lostSeconds: number;
  /** Held seconds since the estimate was made. */
  newSeconds: number;
  isChanging: boolean;
}

/** Heights of heads of people from 1 m to 2.1 m of stature who stand, and of adults who sit, metres. */
const MIN_HEIGHT = 0.8;
const MAX_HEIGHT = 2;
const BIN = 0.005;
/** A head that is held lower than this is at the floor, metres: nobody looks about from there. */
const FLOOR_HEIGHT = 0.45;

/** Standing is the highest height that was held for so long, seconds, and for LEAST_STANDING of the time: less is a box or tiptoe. */
const LEAST_SECONDS = 1.2;
/** What is lower than that by more than people slouch, or higher by more than they stretch, is not standing, metres. */
const SLOUCH = 0.15;
const STRETCH = 0.04;
/** Time between two estimates, held seconds; and held seconds until one is nearly as good as it gets. */
const ESTIMATE_SECONDS = 0.25;
const SURE_SECONDS = 4;

/** Who goes this far at one height walks, metres; this near to it they stand. */
const WALK = 1.2;
const WALK_BAND = 0.1;
const SURE_OF_WALKING = 0.98;
/** A height far below what is known, as a part of it, must be standing more surely than not: one who sits must not shrink. */
const FAR_BELOW = 0.9;
const SURE = 0.8;

/** The first second's guess may be taken over this fast, metres per second; a first frame that nobody has seen yet at once. */
const FIRST_SECONDS = 1;
const FIRST_CHANGE = 0.5;
/** A guess is a head that has not gone up or down by more than this, metres, for so long, seconds; at first a shorter time is enough. */
const STEADY = 0.03;
const GUESS_SECONDS = 0.5;
const FIRST_GUESS_SECONDS = 0.1;
const SURE_OF_GUESS = 0.3;
/** Later the body changes slowly: what is missing in so many seconds, within these speeds, metres per second. */
const CHANGE_SECONDS = 5;
const LEAST_CHANGE = 0.005;
const MOST_CHANGE = 0.03;
/** Below this difference it does not change at all, metres: it must not creep to and fro. */
const NOTICED = 0.005;

/** A headset that was lost for this long, seconds, or that has lain, may be put on by somebody else. */
const GONE_SECONDS = 5;
/** One that is lost for longer than this is held anew when it comes back, seconds. */
const BLINK_SECONDS = 0.2;
/** Heads of people who sit, and of those who stand, as parts of their standing height. */
const SEATED_PARTS = { min: 0.6, max: 0.87 };
const STANDING_PART = 0.9;

export function createWearerHeight(): WearerHeight {
  return {
    headHeight: AVERAGE_HEAD_HEIGHT,
    estimate: AVERAGE_HEAD_HEIGHT,
    basis: 'assumed',
    confidence: 0,
    posture: 'unknown',
    isFloorMissing: false,
    held: createHeldHead(),
    secondsAt: new Float64Array(Math.round((MAX_HEIGHT - MIN_HEIGHT) / BIN)),
    heldSeconds: 0,
    walkedHeight: 0,
    wornSeconds: 0,
    lostSeconds: Number.POSITIVE_INFINITY,
    newSeconds: 0,
    isChanging: false,
  };
}

/** The wearer's height is known, metres: it is not measured any more. `isByDegrees`: the avatar grows or shrinks to it slowly. */
export function giveHeadHeight(state: WearerHeight, headHeight: number, isByDegrees = false): void {
  state.estimate = headHeight;
  if (isByDegrees) state.wornSeconds = Number.POSITIVE_INFINITY;
  else state.headHeight = headHeight;
  state.isChanging = state.headHeight !== headHeight;
  state.basis = 'given';
  state.confidence = 1;
}

/** It is measured from now on, from what is known so far. */
export function measureHeadHeight(state: WearerHeight): void {
  if (state.basis !== 'given') return;
  state.basis = 'guessed';
  state.confidence = SURE_OF_GUESS;
  state.newSeconds = ESTIMATE_SECONDS;
}

/** The wearer stands straight now: their height is known. Returns it, or null while no head is tracked. */
export function calibrateHeadHeight(state: WearerHeight): number | null {
  const height = state.held.smoothed[1];
  if (state.held.seconds === 0 || !isPlausible(height)) return null;
  // The avatar grows to it within a moment, without a jump.
  giveHeadHeight(state, height, true);
  state.wornSeconds = 0;
  return height;
}

/** Another person may wear the headset now: what was measured no longer counts. The size stays until more is known. */
export function forgetWearer(state: WearerHeight): void {
  state.secondsAt.fill(0);
  state.heldSeconds = state.walkedHeight = state.newSeconds = 0;
  state.posture = 'unknown';
  dropHeldHead(state.held);
}

/** Another source: the first second is that of another wearer. */
export function restartWearer(state: WearerHeight): void {
  forgetWearer(state);
  if (state.basis === 'given') return;
  state.basis = 'assumed';
  state.confidence = state.wornSeconds = 0;
}

/** Takes the pose of the head joint, tracked space; null: not tracked. */
export function stepWearerHeight(state: WearerHeight, head: Float64Array | null, dtSeconds: number): void {
  if (head === null) loseHead(state, dtSeconds);
  else {
    const isNew = state.lostSeconds === Number.POSITIVE_INFINITY;
    state.lostSeconds = 0;
    const frame = stepHeldHead(state.held, head, dtSeconds);
    if (isLying(state.held)) forgetLying(state);
    else if (frame !== 'wrong' && isPlausible(head[1])) {
      guess(state, head, isNew);
      state.wornSeconds += dtSeconds;
    }
    if (frame === 'held') takeHeld(state, head[1], dtSeconds);
  }
  change(state, dtSeconds);
}

function isPlausible(height: number): boolean {
  return height >= MIN_HEIGHT && height < MAX_HEIGHT;
}

function loseHead(state: WearerHeight, dtSeconds: number): void {
  const wasHere = state.lostSeconds < GONE_SECONDS;
  state.lostSeconds += dtSeconds;
  if (wasHere && state.lostSeconds >= GONE_SECONDS) forgetWearer(state);
  if (state.lostSeconds > BLINK_SECONDS) dropHeldHead(state.held);
}

function forgetLying(state: WearerHeight): void {
  if (state.heldSeconds > 0) forgetWearer(state);
  state.posture = 'unknown';
}

/** Before anything is measured: the highest head that is level and does not move up or down, if it can be standing. */
function guess(state: WearerHeight, head: Float64Array, isNew: boolean): void {
  const { held, wornSeconds, basis } = state;
  if (basis === 'given' || basis === 'measured' || !isLevel(head)) return;
  const steadySeconds = wornSeconds > FIRST_SECONDS ? GUESS_SECONDS : FIRST_GUESS_SECONDS;
  const isSteady = held.seconds > steadySeconds && Math.abs(head[1] - held.smoothed[1]) < STEADY;
  if (!isNew && !isSteady) return;
  const likelihood = likelihoodOfStanding(head[1]);
  state.posture = likelyPosture(likelihood);
  if (!isBelieved(state, head[1], likelihood) || (basis === 'guessed' && head[1] <= state.estimate)) return;
  state.estimate = head[1];
  state.basis = 'guessed';
  state.confidence = SURE_OF_GUESS * likelihood;
  // Nobody has seen the body in another size yet.
  if (isNew) state.headHeight = head[1];
}

/** A head that is held level at a height. */
function takeHeld(state: WearerHeight, height: number, dtSeconds: number): void {
  const { held, secondsAt } = state;
  const heldHeight = held.smoothed[1];
  if (heldHeight < FLOOR_HEIGHT) state.isFloorMissing = true;
  if (!isPlausible(height)) return;
  state.isFloorMissing = false;
  secondsAt[Math.floor((height - MIN_HEIGHT) / BIN)] += dtSeconds;
  state.heldSeconds += dtSeconds;
  state.newSeconds += dtSeconds;
  if (held.farthest > WALK) state.walkedHeight = Math.max(state.walkedHeight, heldHeight);
  if (state.newSeconds >= ESTIMATE_SECONDS) makeEstimate(state);
  state.posture = postureAt(state, heldHeight);
}

function makeEstimate(state: WearerHeight): void {
  state.newSeconds = 0;
  if (state.basis === 'given') return;
  const standing = findStanding(state);
  if (standing === null) return;
  const hasWalked = Math.abs(standing.height - state.walkedHeight) < WALK_BAND;
  const likelihood = hasWalked ? SURE_OF_WALKING : likelihoodOfStanding(standing.height);
  // The wearer sits, as far as is known: that says nothing of their height.
  if (!isBelieved(state, standing.height, likelihood)) return;
  state.estimate = standing.height;
  state.basis = 'measured';
  state.confidence = likelihood * (1 - Math.exp(-standing.seconds / SURE_SECONDS));
}

function isBelieved({ estimate }: WearerHeight, height: number, likelihood: number): boolean {
  return likelihood > (height < FAR_BELOW * estimate ? SURE : 0.5);
}

/** The height, if any, at which the wearer stands, if they do, and for how long they did. */
function findStanding({ secondsAt, heldSeconds }: WearerHeight): { height: number; seconds: number } | null {
  const enough = Math.max(LEAST_SECONDS, LEAST_STANDING * heldSeconds);
  let top = secondsAt.length;
  let above = 0;
  while (top > 0 && above < enough) above += secondsAt[--top];
  if (above < enough) return null;
  const from = Math.max(0, top - Math.round(SLOUCH / BIN));
  let bin = Math.min(secondsAt.length, top + Math.round(STRETCH / BIN));
  let seconds = 0;
  for (let at = from; at < bin; at++) seconds += secondsAt[at];
  // From the top down to the height that only one share in ten is above.
  let left = (1 - STANDING_SHARE) * seconds;
  while (left > secondsAt[--bin]) left -= secondsAt[bin];
  const height = MIN_HEIGHT + (bin + 1 - left / secondsAt[bin]) * BIN;
  return { height, seconds };
}

function postureAt({ basis, estimate: standing }: WearerHeight, height: number): WearerHeight['posture'] {
  if (basis === 'assumed') return likelyPosture(likelihoodOfStanding(height));
  const part = height / standing;
  if (part > STANDING_PART) return 'standing';
  return part > SEATED_PARTS.min && part < SEATED_PARTS.max ? 'seated' : 'unknown';
}

function likelyPosture(likelihood: number): WearerHeight['posture'] {
  return likelihood > 0.7 ? 'standing' : likelihood < 0.3 ? 'seated' : 'unknown';
}

/** The height goes to the estimate: fast in the first second, then so slowly that nobody sees the body grow or shrink. */
function change(state: WearerHeight, dtSeconds: number): void {
  const missing = state.estimate - state.headHeight;
  if (Math.abs(missing) > NOTICED) state.isChanging = true;
  if (!state.isChanging) return;
  // What is given is certain: it need not be approached ever more slowly.
  const slow =
    state.basis === 'given' ? MOST_CHANGE : clamp(Math.abs(missing) / CHANGE_SECONDS, LEAST_CHANGE, MOST_CHANGE);
  const most = (state.wornSeconds <= FIRST_SECONDS ? FIRST_CHANGE : slow) * dtSeconds;
  state.headHeight += clamp(missing, -most, most);
  state.isChanging = state.headHeight !== state.estimate;
}
