import { clamp, type ReadonlyVec3, type Vec3, vec3, wrapAngle, yawOf } from '@leib/core';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import { footPoints } from '../limb/worldJoint.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';
import { BAR, type Bob, type RhythmState } from './rhythmState.js';

/** The band of steps, Hz. */
const BAND_FROM = 0.9;
const BAND_TO = 4.5;
/** Mean squares are taken over this time, and not believed before that one, seconds. */
const BOB_SECONDS = 0.3;
const FIRST_SECONDS = 0.5;
/**
 * Least bob by speed, m/s at the reference's size: root of the mean square in thousandths of the head's height. 99 % of the
 * frames of people who walk and run are above (CMU: 75 clips and 150 takes of 75 people); a head that glides with 5 mm of
 * noise is at 0.6.
 */
const leastBobs: readonly (readonly [speed: number, bob: number])[] = [
  [0.5, 0.6],
  [0.75, 0.9],
  [1.1, 1.1],
  [1.5, 1.6],
  [2, 2],
];
/** Ground that has changed by more than this within about such a time is uneven: metres at the reference's size, seconds. */
const UNEVEN = 0.04;
const UNEVEN_SECONDS = 1;
/** ...and then the bob says no more than this. */
const UNEVEN_STRENGTH = 0.45;
/** Feet that drag along are noticed within this way, metres at the reference's size. */
const DRAG_WAY = 0.5;
/** This part of the way may be dragged where the rhythm has strength 1, and so much more for each doubling. */
const MOST_DRAGGED = 0.35;
const DRAGGED_PER_DOUBLING = 0.5;
/**
 * A head is carried after this way of doubt, at the reference's size; when it was carried lately, or goes fast while both
 * feet still stand, after less: people who lean are slow, and who walks off lifts a foot at once.
 */
const DOUBT_WAY = 0.2;
const SHORT_DOUBT_WAY = 0.12;
const LEANS_BELOW = 0.45;
const LATELY_SECONDS = 30;
/** Doubt fades with this time constant, seconds. */
const DOUBT_SECONDS = 2;
/** Below this strength nobody walks who has left both feet behind by so much (at the reference's size)... */
const FAINT = 0.5;
const LEFT_BEHIND = 0.22;
/** ...or who is turned away from them by this, radians, for so long. */
const TWISTED = 1.2;
const TWISTED_SECONDS = 0.15;
/** A carried head is believed to walk again from this strength on, which doubles each time that was wrong. */
const HIGHEST_BAR = 8;
const BAR_SECONDS = 20;
const WRONG_WITHIN_SECONDS = 5;
const BACK_SECONDS = 0.5;
/** A carried body that stands for so long is the person's own again, seconds. */
const STILL_SECONDS = 1.5;
const STILL_TURN = 0.2;
const STANDS_TWISTED = 0.2;
/** Hips lower than this share of their standing height sit. */
const SITS_BELOW = 0.8;
/** The stick carries from this speed on, m/s. */
const STICK_SPEED = 0.05;

/** Stage of the frame, before prior and gait: state.rhythm. Feet and hips are those of the last frame. */
export function readRhythm(model: GaitModel, state: GaitState, body: BodyState, dtSeconds: number): void {
  const { rhythm } = state;
  const isAnew = rhythm.heardSeconds === 0 || !body.isPlaced;
  hearBob(model, state, body, isAnew, dtSeconds);
  measureDrag(model, rhythm, body, isAnew, dtSeconds);
  if (isAnew) return;
  const { stickVelocityWorld: stick } = state;
  const isByStick = stick[0] * stick[0] + stick[2] * stick[2] > STICK_SPEED * STICK_SPEED;
  if (body.targets.weights[footPoints[0]] >= 1 && body.targets.weights[footPoints[1]] >= 1) rhythm.isCarried = false;
  else if (rhythm.isCarried) judgeCarried(model, rhythm, body, isByStick, dtSeconds);
  else judgeWalking(model, rhythm, body, isByStick, dtSeconds);
}

function hearBob(model: GaitModel, state: GaitState, body: BodyState, isAnew: boolean, dt: number): void {
  const { rhythm, observer } = state;
  const headY = body.targets.frame.jointPoses[pointNumber.head * POSE_SIZE + 1];
  // Without what the player lifts.
  const height = (headY - observer.carriedWorld[1]) / model.headHeight;
  const square = passBand(rhythm.bob, height, isAnew, dt);
  rhythm.heardSeconds = Math.min(rhythm.heardSeconds + dt, 60);
  // A mean over less than its time is too low by what it has not heard yet.
  const heard = 1 - Math.exp(-rhythm.heardSeconds / BOB_SECONDS);
  const bob = 1000 * Math.sqrt(square / Math.max(heard, 1e-6));
  const strength = bob / leastBob(body.travel.speed / model.speedScale);
  measureGround(state, body, isAnew, dt);
  rhythm.strength = rhythm.unevenness > UNEVEN * model.lengthScale ? Math.min(strength, UNEVEN_STRENGTH) : strength;
}

/** A head that follows stairs or bumps goes up and down whoever carries it. */
function measureGround({ rhythm, ground, hit }: GaitState, body: BodyState, isAnew: boolean, dt: number): void {
  const at = pointNumber.head * POSE_SIZE;
  const { jointPoses: poses } = body.targets.frame;
  if (!ground.query(poses[at], poses[at + 2], poses[at + 1], hit)) return;
  const change = isAnew ? 0 : Math.abs(hit.height - rhythm.groundY);
  rhythm.groundY = hit.height;
  rhythm.unevenness = rhythm.unevenness * Math.exp(-dt / UNEVEN_SECONDS) + change;
}

/** Mean square of what passes. Low passes of first order in a row: what the first three leave, the last two smooth. */
function passBand(bob: Bob, height: number, isAnew: boolean, dt: number): number {
  const { highPasses, lowPasses } = bob;
  if (isAnew) {
    highPasses.fill(0);
    highPasses[0] = height;
    lowPasses.fill(0);
    return bob.meanSquare;
  }
  const highShare = 1 - Math.exp(-2 * Math.PI * BAND_FROM * dt);
  const lowShare = 1 - Math.exp(-2 * Math.PI * BAND_TO * dt);
  let value = height;
  for (let i = 0; i < highPasses.length; i++) {
    highPasses[i] += (value - highPasses[i]) * highShare;
    value -= highPasses[i];
  }
  for (let i = 0; i < lowPasses.length; i++) {
    lowPasses[i] += (value - lowPasses[i]) * lowShare;
    value = lowPasses[i];
  }
  bob.meanSquare += (value * value - bob.meanSquare) * (1 - Math.exp(-dt / BOB_SECONDS));
  return bob.meanSquare;
}

function leastBob(speed: number): number {
  let i = 1;
  while (i < leastBobs.length - 1 && speed > leastBobs[i][0]) i++;
  const [from, low] = leastBobs[i - 1];
  const [to, high] = leastBobs[i];
  return low + (high - low) * clamp((speed - from) / (to - from), 0, 1);
}

/** Who walks has one foot at rest while the body goes on. */
function measureDrag(model: GaitModel, rhythm: RhythmState, body: BodyState, isAnew: boolean, dt: number): void {
  const { lastAnkles } = rhythm;
  let slower = Number.POSITIVE_INFINITY;
  for (let side = 0; side < 2; side++) {
    const { ankleWorld } = body.feet[side];
    const x = ankleWorld[0] - lastAnkles[side * 2];
    const z = ankleWorld[2] - lastAnkles[side * 2 + 1];
    slower = Math.min(slower, Math.sqrt(x * x + z * z));
    lastAnkles[side * 2] = ankleWorld[0];
    lastAnkles[side * 2 + 1] = ankleWorld[2];
  }
  const way = isAnew ? 0 : body.travel.speed * dt;
  const kept = Math.exp(-way / (DRAG_WAY * model.lengthScale));
  rhythm.goneWay = rhythm.goneWay * kept + way;
  rhythm.draggedWay = rhythm.draggedWay * kept + Math.min(slower, 2 * way);
}

/** Whether a head that is listened to turns out to be carried. */
function judgeWalking(model: GaitModel, rhythm: RhythmState, body: BodyState, isByStick: boolean, dt: number): void {
  const { lengthScale } = model;
  const { speed } = body.travel;
  const dragged = rhythm.draggedWay / (rhythm.goneWay + 0.1 * DRAG_WAY * lengthScale);
  const doublings = Math.log2(Math.max(rhythm.strength, 1 / 8));
  const doubt = clamp(dragged - MOST_DRAGGED - DRAGGED_PER_DOUBLING * doublings, -1, 1);
  const isHeard = rhythm.heardSeconds > FIRST_SECONDS;
  const isStanding = body.feet[0].isPlanted && body.feet[1].isPlanted;
  // Who leans, standing or seated, is slow, and comes back or leaves both feet behind.
  const isLeaning = speed < LEANS_BELOW && (isStanding || isSeated(model, body));
  const doubtWay = addDoubt(rhythm.doubtWorld, body.travel.velocityWorld, isHeard && !isLeaning ? doubt : 0, dt);
  const isFaint = isHeard && rhythm.strength < FAINT;
  const isTurnedAway = isFaint && Math.abs(body.heading.rate) > STILL_TURN && Math.abs(twistOf(body)) > TWISTED;
  rhythm.twistedSeconds = isTurnedAway ? rhythm.twistedSeconds + dt : 0;
  rhythm.sinceCarriedSeconds += dt;
  rhythm.bar = BAR + (rhythm.bar - BAR) * Math.exp(-dt / BAR_SECONDS);
  const isGoing = speed > LEANS_BELOW && isStanding;
  const isShort = rhythm.sinceCarriedSeconds < LATELY_SECONDS || isGoing;
  const limit = isShort ? SHORT_DOUBT_WAY : DOUBT_WAY;
  const isLeft = isFaint && speed > model.settings.standSpeed && leftBehind(model, body) > LEFT_BEHIND * lengthScale;
  const isDoubted = doubtWay > limit * lengthScale || isLeft || rhythm.twistedSeconds > TWISTED_SECONDS;
  if (!isDoubted && !isByStick) return;
  if (!isByStick && rhythm.sinceCarriedSeconds < WRONG_WITHIN_SECONDS)
    rhythm.bar = Math.min(HIGHEST_BAR, 2 * rhythm.bar);
  rhythm.isCarried = true;
  rhythm.backSeconds = 0;
  rhythm.stillSeconds = 0;
}

/** Adds the way of this frame, as far as it is doubtful; a way that is walked takes away as much. Returns the length, metres. */
function addDoubt(doubtWorld: Vec3, velocityWorld: ReadonlyVec3, doubt: number, dt: number): number {
  const kept = Math.exp(-dt / DOUBT_SECONDS);
  const added = Math.max(0, doubt) * dt;
  for (let k = 0; k < 3; k += 2) doubtWorld[k] = doubtWorld[k] * kept + velocityWorld[k] * added;
  const length = Math.sqrt(doubtWorld[0] * doubtWorld[0] + doubtWorld[2] * doubtWorld[2]);
  if (doubt >= 0 || length === 0) return length;
  const speed = Math.sqrt(velocityWorld[0] * velocityWorld[0] + velocityWorld[2] * velocityWorld[2]);
  const left = Math.max(0, length + doubt * speed * dt);
  for (let k = 0; k < 3; k += 2) doubtWorld[k] *= left / length;
  return left;
}

/** Heading of the body against the middle of its feet's, radians. */
function twistOf({ heading, feet }: BodyState): number {
  const left = wrapAngle(heading.yaw - yawOf(feet[0].rotationWorld));
  const right = wrapAngle(heading.yaw - yawOf(feet[1].rotationWorld));
  return (left + right) / 2;
}

function isSeated({ hips, hipsHeight }: GaitModel, { pose, floorY }: BodyState): boolean {
  return pose.worldPositions[hips * 3 + 1] - floorY < SITS_BELOW * hipsHeight;
}

/** How far the hips are past the foot that is less far behind, metres along the way; who sits has the feet ahead. */
function leftBehind(model: GaitModel, body: BodyState): number {
  if (isSeated(model, body)) return 0;
  const { hips } = model;
  const { pose, feet, travel } = body;
  const { directionWorld: way } = travel;
  const along = (side: number) => feet[side].ankleWorld[0] * way[0] + feet[side].ankleWorld[2] * way[2];
  const hipsAlong = pose.worldPositions[hips * 3] * way[0] + pose.worldPositions[hips * 3 + 2] * way[2];
  return hipsAlong - Math.max(along(0), along(1));
}

/** Whether a head that was carried goes by its own rhythm again, or stands. */
function judgeCarried(model: GaitModel, rhythm: RhythmState, body: BodyState, isByStick: boolean, dt: number): void {
  // Hips turn to and fro in people who stand; a body that turns on the spot leaves its feet.
  const isTurning = Math.abs(body.heading.rate) > STILL_TURN && Math.abs(twistOf(body)) > STANDS_TWISTED;
  const isStill = body.travel.speed < model.settings.standSpeed && !isTurning;
  rhythm.backSeconds = rhythm.strength > rhythm.bar ? rhythm.backSeconds + dt : Math.max(0, rhythm.backSeconds - dt);
  rhythm.stillSeconds = isStill ? rhythm.stillSeconds + dt : Math.max(0, rhythm.stillSeconds - 2 * dt);
  if (isByStick || (rhythm.backSeconds < BACK_SECONDS && rhythm.stillSeconds < STILL_SECONDS)) return;
  rhythm.isCarried = false;
  rhythm.sinceCarriedSeconds = 0;
  vec3.zero(rhythm.doubtWorld);
  rhythm.goneWay = 0;
  rhythm.draggedWay = 0;
  rhythm.twistedSeconds = 0;
}
