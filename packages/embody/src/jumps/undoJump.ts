import { DEG } from '@leib/core';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import type { EmbodyModel } from '../embodyModel.js';
import type { EmbodyState } from '../embodyState.js';
import { copyBodyMemory, createBodyMemory } from './bodyMemory.js';
import type { JumpState } from './jumpState.js';

/** No head moves or turns farther in a frame than this, and so much per second of it: metres, radians. */
const FARTHEST = 0.05;
const FASTEST = 6;
const FARTHEST_TURN = 20 * DEG;
const FASTEST_TURN = 900 * DEG;
/** A head that is away for longer has been put there, seconds. */
const AWAY_SECONDS = 1.2;
/** A head that has not jumped for this long has come to its senses, seconds. */
const CALM_SECONDS = 0.25;
/** A head that is back is this near to where it was, and so much less for each second: people move on meanwhile. */
const NEAR = 0.05;
const NEAR_TURN = 15 * DEG;
/** Metres per second where it jumps back, and where it creeps back; radians per metre of it. */
const NEAR_SPEED = 1.5;
const CREEP_SPEED = 0.1;
const TURN_PER_METRE = 80 * DEG;
/** The time away is made up for as a stall, of at most this long, seconds. */
const LONGEST_STALL = 0.25;
/** What is left of it passes while the head is still, in frames that are longer by this factor: metres, radians per second. */
const MAKE_UP = 2;
const STILL_SPEED = 0.1;
const STILL_TURN = 30 * DEG;

/**
 * A head that jumps away and soon comes back was never there: sensors and networks do that. The body goes on from where
 * it was before, as after a stall. Until the head is back it is believed, since it may have been put there: a teleport.
 * Returns the time that this frame is to take, seconds.
 */
export function undoJump(model: EmbodyModel, state: EmbodyState, dtSeconds: number): number {
  const { jumps, body } = state;
  const { jointPoses: poses } = body.targets.frame;
  const at = pointNumber.head * POSE_SIZE;
  const isJump =
    jumps.hasLast &&
    !isWithin(jumps.lastHead, poses, FARTHEST + FASTEST * dtSeconds, FARTHEST_TURN + FASTEST_TURN * dtSeconds);
  jumps.awaySeconds += dtSeconds;
  jumps.calmSeconds = isJump ? 0 : jumps.calmSeconds + dtSeconds;
  const isCalm = jumps.calmSeconds >= CALM_SECONDS;
  let seconds = dtSeconds;
  if (isJump && isBack(jumps, poses, NEAR_SPEED)) seconds = goBack(state, dtSeconds);
  else if (isJump && jumps.awaySeconds > AWAY_SECONDS) remember(model, state);
  else if (isJump) jumps.isBack = false;
  else if (isCalm && !jumps.isBack && isBack(jumps, poses, CREEP_SPEED)) seconds = goBack(state, dtSeconds);
  if (!isJump) seconds += makeUp(jumps, poses, dtSeconds);
  if (isCalm && jumps.isBack) jumps.awaySeconds = Number.POSITIVE_INFINITY;
  for (let k = 0; k < POSE_SIZE; k++) jumps.lastHead[k] = poses[at + k];
  jumps.hasLast = true;
  return seconds;
}

function remember(model: EmbodyModel, state: EmbodyState): void {
  const { jumps } = state;
  if (jumps.before === null || (jumps.before.guide === null) !== (state.guide === null)) {
    jumps.before = createBodyMemory(model);
  }
  copyBodyMemory(jumps.before, state);
  jumps.headBefore.set(jumps.lastHead);
  jumps.awaySeconds = 0;
  jumps.isBack = false;
  jumps.owedSeconds = 0;
}

function isBack({ headBefore, awaySeconds }: JumpState, poses: Float64Array, speed: number): boolean {
  if (awaySeconds > AWAY_SECONDS) return false;
  return isWithin(headBefore, poses, NEAR + speed * awaySeconds, NEAR_TURN + TURN_PER_METRE * speed * awaySeconds);
}

function goBack(state: EmbodyState, dtSeconds: number): number {
  const { jumps, body } = state;
  if (jumps.before !== null) copyBodyMemory(state, jumps.before);
  jumps.isBack = true;
  body.isPlaced = true;
  const seconds = Math.max(dtSeconds, Math.min(jumps.awaySeconds, LONGEST_STALL));
  jumps.owedSeconds = Math.max(0, jumps.awaySeconds - seconds);
  return seconds;
}

/** How much longer this frame is to take. A person who goes on moving meanwhile is followed as they are. */
function makeUp(jumps: JumpState, poses: Float64Array, dtSeconds: number): number {
  const { owedSeconds, lastHead } = jumps;
  if (owedSeconds <= 0 || !isWithin(lastHead, poses, STILL_SPEED * dtSeconds, STILL_TURN * dtSeconds)) return 0;
  const seconds = Math.min(owedSeconds, MAKE_UP * dtSeconds);
  jumps.owedSeconds -= seconds;
  return seconds;
}

/** Whether the head of a frame is near another pose of it, in place and turn. */
function isWithin(head: Float64Array, poses: Float64Array, distance: number, angle: number): boolean {
  const at = pointNumber.head * POSE_SIZE;
  let distanceSq = 0;
  for (let k = 0; k < 3; k++) distanceSq += (poses[at + k] - head[k]) ** 2;
  let cosine = 0;
  for (let k = 3; k < POSE_SIZE; k++) cosine += poses[at + k] * head[k];
  return distanceSq <= distance * distance && 2 * Math.acos(Math.min(1, Math.abs(cosine))) <= angle;
}
