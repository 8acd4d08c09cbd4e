import { createQuat, createVec3, quat, rotationBetween, vec3, yawOf } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from '../gait/gaitModel.js';
import { canReach } from '../legs/raiseHeel.js';
import type { GuideModel } from './buildGuide.js';
import { beginFade, fadeOnItsWay, stepFade } from './fadeFoot.js';
import type { GuidedFoot, GuideState } from './guideState.js';
import type { Pace } from './pace.js';
import { beginPutRight, putRight } from './putRight.js';
import { holdFoot } from './standUp.js';
import type { FootWish } from './wishFoot.js';

/** Slower than this a foot has come to rest, metres per second. */
const AT_REST = 0.005;
/** A foot that could not be reached stands again when it is this near to where it is wished, metres at 1.70 m. */
const BACK = 0.02;
/** Toes are flat on the ground under a raised heel, less and less up to this height of the ball, metres at 1.70 m. */
const TOES_HEIGHT = 0.06;
const UP = createVec3(0, 1, 0);

// Scratch.
const ball = createVec3();
const flat = createQuat();
const heading = createQuat();

/** One foot, one frame, as it stands or goes: foot.ankleWorld, rotationWorld and toeBend. */
export function moveFoot(
  model: GuideModel,
  { pace }: GuideState,
  gait: GaitModel,
  body: BodyState,
  leg: GaitLeg,
  foot: GuidedFoot,
  other: GuidedFoot,
  wish: FootWish,
): void {
  if (!body.isPlaced) {
    startAnew(foot, wish);
  } else if (!foot.wasLed) {
    // From wherever the rules had it.
    vec3.copy(foot.wishWorld, wish.ankleWorld);
    foot.wishSpeed = 0;
    beginFade(foot, wish, pace);
  }
  measureWish(foot, wish, pace);
  if (foot.isHeelDown || foot.isBallDown) letGo(model, gait, body, foot, other, wish, pace);
  fadeOnItsWay(gait, foot, pace);
  stepFade(foot, pace);
  if (foot.isHeelDown || foot.isBallDown) {
    comeToRest(foot, pace);
    putRight(model, gait, foot, wish, pace);
    placeStanding(leg, foot, wish, pace);
    if (!canReach(gait, body, leg, foot)) {
      release(foot, wish, pace, BACK);
      fadeOnItsWay(gait, foot, pace);
      stepFade(foot, pace);
    }
  }
  if (!foot.isHeelDown && !foot.isBallDown) {
    vec3.add(foot.ankleWorld, wish.ankleWorld, foot.offsetWorld);
    turnAsWished(foot, wish);
    vec3.transformQuat(ball, leg.ballFromAnkle, foot.rotationWorld);
  }
  bendToes(gait, leg, foot, wish, pace);
  vec3.copy(foot.wishWorld, wish.ankleWorld);
}

/** Put down somewhere else: nothing is left of before. */
function startAnew(foot: GuidedFoot, wish: FootWish): void {
  foot.isHeelDown = false;
  foot.isBallDown = false;
  foot.isComingBack = false;
  foot.isPutRight = false;
  foot.wishSpeed = 0;
  vec3.zero(foot.roomWorld);
  vec3.zero(foot.offsetWorld);
  vec3.zero(foot.offsetRate);
  vec3.zero(foot.velocityWorld);
  quat.identity(foot.offsetTurn);
  vec3.copy(foot.wishWorld, wish.ankleWorld);
  foot.toeBend = wish.toeBend;
}

/** How fast the foot is wished to go. */
function measureWish(foot: GuidedFoot, { ankleWorld }: FootWish, { dtSeconds, wish }: Pace): void {
  const { wishWorld } = foot;
  let waySq = 0;
  for (let k = 0; k < 3; k++) waySq += (ankleWorld[k] - wishWorld[k]) * (ankleWorld[k] - wishWorld[k]);
  if (dtSeconds > 0) foot.wishSpeed += (Math.sqrt(waySq) / dtSeconds - foot.wishSpeed) * wish;
}

/** What stood and does not any more: its chance has gone, or it is wished far away. */
function letGo(
  { settings }: GuideModel,
  { lengthScale }: GaitModel,
  { travel }: BodyState,
  foot: GuidedFoot,
  other: GuidedFoot,
  wish: FootWish,
  pace: Pace,
): void {
  const { releaseBelow, putRightBeyond, putRightBeyondSeconds, putRightUntil, stepSpeed, farthest } = settings.feet;
  const { heldWorld: held, roomWorld: room, shiftWorld: shift } = foot;
  const { velocityWorld: v } = travel;
  const from = foot.isBallDown ? wish.ballWorld : wish.ankleWorld;
  // Where it will be, from where it may be.
  const offX = held[0] + shift[0] - from[0] - room[0];
  const offZ = held[2] + shift[2] - from[2] - room[2];
  const off = Math.sqrt(offX * offX + offZ * offZ);
  if (off > putRightBeyond * lengthScale + putRightBeyondSeconds * Math.sqrt(v[0] * v[0] + v[2] * v[2])) {
    if (foot.wishSpeed > stepSpeed || off > farthest * lengthScale) {
      release(foot, wish, pace, putRightUntil);
      return;
    }
    beginPutRight(foot, other);
  }
  const stoodOnBall = foot.isBallDown;
  const stoodFlat = foot.isHeelDown && foot.isBallDown;
  if (wish.heel < releaseBelow) foot.isHeelDown = false;
  if (wish.ball < releaseBelow) foot.isBallDown = false;
  const isFree = !foot.isHeelDown && !foot.isBallDown;
  if (isFree) foot.isPutRight = false;
  if (isFree || (stoodFlat && !(foot.isHeelDown && foot.isBallDown))) beginFade(foot, wish, pace);
  // Up on the heel: from now on that is held.
  if (stoodOnBall && !isFree && !foot.isBallDown) holdFoot(foot, foot.shownWorld);
}

/** Lets go although it would stand: it stands again when it is so near to where it is wished, metres at 1.70 m. */
function release(foot: GuidedFoot, wish: FootWish, pace: Pace, backWithin: number): void {
  foot.isHeelDown = false;
  foot.isBallDown = false;
  foot.isPutRight = false;
  foot.isComingBack = true;
  foot.backWithin = backWithin;
  beginFade(foot, wish, pace);
}

/** What came to stand glides out its speed, and comes to where it has room. */
function comeToRest({ restVelocity: v, heldWorld, shiftWorld }: GuidedFoot, pace: Pace): void {
  const isMoving = v[0] * v[0] + v[2] * v[2] > AT_REST * AT_REST;
  for (let k = 0; k < 3; k += 2) {
    if (isMoving) {
      heldWorld[k] += v[k] * pace.restSeconds;
      v[k] *= pace.restKept;
    }
    heldWorld[k] += shiftWorld[k] * pace.settle;
    shiftWorld[k] -= shiftWorld[k] * pace.settle;
  }
}

/** On heel and ball the foot lies down flat; on one of them it turns as wished. */
function placeStanding(leg: GaitLeg, foot: GuidedFoot, wish: FootWish, pace: Pace): void {
  if (foot.isHeelDown && foot.isBallDown) layFlat(foot, pace);
  else turnAsWished(foot, wish);
  vec3.transformQuat(ball, leg.ballFromAnkle, foot.rotationWorld);
  if (foot.isBallDown) {
    const onGround = foot.groundY + leg.ankleHeight + leg.ballFromAnkle[1];
    foot.heldWorld[1] += (onGround - foot.heldWorld[1]) * pace.settle;
    vec3.subtract(foot.ankleWorld, foot.heldWorld, ball);
    foot.ankleWorld[1] += foot.liftHeight;
    return;
  }
  vec3.copy(foot.ankleWorld, foot.heldWorld);
  foot.ankleWorld[1] = wish.ankleWorld[1] + foot.offsetWorld[1];
}

function turnAsWished({ rotationWorld, offsetTurn }: GuidedFoot, wish: FootWish): void {
  quat.multiply(rotationWorld, offsetTurn, wish.rotationWorld);
  quat.normalize(rotationWorld, rotationWorld);
}

/** Turns a foot that stands on heel and ball towards lying on the ground, its heading kept. */
function layFlat({ rotationWorld, shownRotation, normalWorld }: GuidedFoot, { settle }: Pace): void {
  rotationBetween(flat, UP, normalWorld);
  quat.setAxisAngle(heading, UP, yawOf(shownRotation));
  quat.multiply(flat, flat, heading);
  const sign = quat.dot(flat, shownRotation) < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++) rotationWorld[k] = shownRotation[k] + (sign * flat[k] - shownRotation[k]) * settle;
  quat.normalize(rotationWorld, rotationWorld);
}

/** Near the ground toes lie flat under a raised heel, in the air they are as wished. `ball` is from the ankle. */
function bendToes(gait: GaitModel, leg: GaitLeg, foot: GuidedFoot, wish: FootWish, { toes }: Pace): void {
  const { rotationWorld: q } = foot;
  const height = foot.ankleWorld[1] + ball[1] - foot.groundY - leg.ankleHeight - leg.ballFromAnkle[1];
  const near = Math.max(0, Math.min(1, 1 - height / (TOES_HEIGHT * gait.lengthScale)));
  // How far the foot's own +Z points down.
  const pitch = Math.asin(Math.max(-1, Math.min(1, 2 * (q[3] * q[0] - q[1] * q[2]))));
  const bend = Math.max(wish.toeBend, pitch > 0 ? near * pitch : 0);
  foot.toeBend += (bend - foot.toeBend) * toes;
}
