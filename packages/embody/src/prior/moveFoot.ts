import { createQuat, createVec3, quat, rotationBetween, vec3, yawOf } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from '../gait/gaitModel.js';
import { canReach } from '../gait/solveLegs.js';
import type { GuideModel } from './buildGuide.js';
import { beginFade, stepFade } from './fadeFoot.js';
import type { GuidedFoot, GuideState } from './guideState.js';
import type { Pace } from './pace.js';
import { holdFoot } from './standUp.js';
import type { FootWish } from './wishFoot.js';

/** Slower than this a foot has come to rest, metres per second. */
const AT_REST = 0.005;
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
  wish: FootWish,
): void {
  if (!body.isPlaced) {
    startAnew(foot, wish);
  } else if (!foot.wasLed) {
    // From wherever the rules had it.
    vec3.copy(foot.wishWorld, wish.ankleWorld);
    beginFade(foot, wish, pace);
  }
  if (foot.isHeelDown || foot.isBallDown) letGo(model, gait, foot, wish, pace);
  stepFade(foot, pace);
  if (foot.isHeelDown || foot.isBallDown) {
    comeToRest(foot, pace);
    placeStanding(leg, foot, wish, pace);
    if (!canReach(gait, body, leg, foot)) {
      release(foot, wish, pace);
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
  vec3.zero(foot.offsetWorld);
  vec3.zero(foot.offsetRate);
  vec3.zero(foot.velocityWorld);
  quat.identity(foot.offsetTurn);
  vec3.copy(foot.wishWorld, wish.ankleWorld);
  foot.toeBend = wish.toeBend;
}

/** What stood and does not any more: its chance has gone, or it is wished far away. */
function letGo({ settings }: GuideModel, gait: GaitModel, foot: GuidedFoot, wish: FootWish, pace: Pace): void {
  const { releaseBelow, farthest } = settings.feet;
  const { heldWorld: held } = foot;
  const from = foot.isBallDown ? wish.ballWorld : wish.ankleWorld;
  const offX = held[0] - from[0];
  const offZ = held[2] - from[2];
  const most = farthest * gait.lengthScale;
  if (offX * offX + offZ * offZ > most * most) {
    release(foot, wish, pace);
    return;
  }
  const stoodOnBall = foot.isBallDown;
  const stoodFlat = foot.isHeelDown && foot.isBallDown;
  if (wish.heel < releaseBelow) foot.isHeelDown = false;
  if (wish.ball < releaseBelow) foot.isBallDown = false;
  const isFree = !foot.isHeelDown && !foot.isBallDown;
  if (isFree || (stoodFlat && !(foot.isHeelDown && foot.isBallDown))) beginFade(foot, wish, pace);
  // Up on the heel: from now on that is held.
  if (stoodOnBall && !isFree && !foot.isBallDown) holdFoot(foot, foot.shownWorld);
}

/** Lets go although it would stand: it stands again when it has come to where it is wished. */
function release(foot: GuidedFoot, wish: FootWish, pace: Pace): void {
  foot.isHeelDown = false;
  foot.isBallDown = false;
  foot.isComingBack = true;
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
