import { clamp, createQuat, createVec3, quat, rotationBetween, vec3, yawOf } from '@leib/core';
import { canReach } from '../../legs/raiseHeel.js';
import { beginFade, fadeOnItsWay, stepFade } from './fadeFoot.js';
import type { Pace } from './ledFeetSettings.js';
import type { LedFoot, LedFootFrame } from './ledFeetState.js';
import { hasRoomBeside, holdFoot } from './plantFoot.js';
import { beginPutRight, putRight } from './putRight.js';

/** Slower than this a foot has come to rest, metres per second. */
const AT_REST = 0.005;
/** A foot that could not be reached stands again when it is this near to where it is proposed, metres at 1.70 m. */
const BACK = 0.02;
/** Toes are flat on the ground under a raised heel, less and less up to this height of the ball, metres at 1.70 m. */
const TOES_HEIGHT = 0.06;
const UP = createVec3(0, 1, 0);

// Scratch.
const ball = createVec3();
const flat = createQuat();
const heading = createQuat();

/** One foot, one frame, as it stands or goes: foot.ankleWorld, rotationWorld and toeBend. */
export function moveLedFoot(frame: LedFootFrame): void {
  const { gait, body, leg, foot, pace } = frame;
  const { proposed } = foot;
  if (!body.isPlaced) {
    startAnew(foot);
  } else if (!foot.wasLed) {
    // From wherever the rules had it.
    vec3.copy(foot.lastProposedWorld, proposed.ankleWorld);
    foot.proposedSpeed = 0;
    beginFade(foot, proposed, pace);
  }
  measureProposedSpeed(foot, pace);
  if (foot.isHeelDown || foot.isBallDown) letGo(frame);
  fadeOnItsWay(gait, foot, pace);
  stepFade(foot, pace);
  if (foot.isHeelDown || foot.isBallDown) {
    comeToRest(foot, pace);
    putRight(frame);
    placeHeld(frame);
    if (!canReach(gait, body, leg, foot)) {
      release(foot, pace, BACK);
      fadeOnItsWay(gait, foot, pace);
      stepFade(foot, pace);
    }
  }
  if (!foot.isHeelDown && !foot.isBallDown) {
    vec3.add(foot.ankleWorld, proposed.ankleWorld, foot.offsetWorld);
    turnAsProposed(foot);
  }
  bendToes(frame);
  vec3.copy(foot.lastProposedWorld, proposed.ankleWorld);
}

/** Put down somewhere else: nothing is left of before. */
function startAnew(foot: LedFoot): void {
  foot.isHeelDown = false;
  foot.isBallDown = false;
  foot.isComingBack = false;
  foot.isPutRight = false;
  foot.proposedSpeed = 0;
  vec3.zero(foot.roomWorld);
  vec3.zero(foot.offsetWorld);
  vec3.zero(foot.offsetRate);
  vec3.zero(foot.velocityWorld);
  quat.identity(foot.offsetTurn);
  vec3.copy(foot.lastProposedWorld, foot.proposed.ankleWorld);
  foot.toeBend = foot.proposed.toeBend;
}

function measureProposedSpeed(foot: LedFoot, { dtSeconds, speed }: Readonly<Pace>): void {
  const way = vec3.distance(foot.proposed.ankleWorld, foot.lastProposedWorld);
  if (dtSeconds > 0) foot.proposedSpeed += (way / dtSeconds - foot.proposedSpeed) * speed;
}

/** What stood and does not any more: its chance has gone, or it is proposed far away. */
function letGo(frame: LedFootFrame): void {
  const { gait, settings, body, foot, other, pace } = frame;
  const { lengthScale } = gait;
  const { proposed } = foot;
  const { releaseBelow, putRightBeyond, putRightBeyondSeconds, putRightUntil, stepSpeed, farthest } = settings;
  const { heldWorld: held, roomWorld: room, shiftWorld: shift } = foot;
  const { velocityWorld: v } = body.travel;
  const from = foot.isBallDown ? proposed.ballWorld : proposed.ankleWorld;
  // Where it will be, from where it may be.
  const offX = held[0] + shift[0] - from[0] - room[0];
  const offZ = held[2] + shift[2] - from[2] - room[2];
  const off = Math.sqrt(offX * offX + offZ * offZ);
  if (off > putRightBeyond * lengthScale + putRightBeyondSeconds * Math.sqrt(v[0] * v[0] + v[2] * v[2])) {
    if (foot.proposedSpeed > stepSpeed || off > farthest * lengthScale) {
      release(foot, pace, putRightUntil);
      return;
    }
    const part = (putRightUntil * lengthScale) / off - 1;
    if (foot.isPutRight || hasRoomBeside(frame, part * offX, part * offZ)) beginPutRight(foot, other);
    else {
      // There is an edge in the way: it may be where it is.
      room[0] += offX;
      room[2] += offZ;
    }
  }
  const stoodOnBall = foot.isBallDown;
  const stoodFlat = foot.isHeelDown && foot.isBallDown;
  if (proposed.heel < releaseBelow) foot.isHeelDown = false;
  if (proposed.ball < releaseBelow) foot.isBallDown = false;
  const isFree = !foot.isHeelDown && !foot.isBallDown;
  if (isFree) foot.isPutRight = false;
  if (isFree || (stoodFlat && !(foot.isHeelDown && foot.isBallDown))) beginFade(foot, proposed, pace);
  // Up on the heel: from now on that is held.
  if (stoodOnBall && !isFree && !foot.isBallDown) holdFoot(foot, foot.shownWorld);
}

/** Lets go although it would stand: it stands again when it is so near to where it is proposed, metres at 1.70 m. */
function release(foot: LedFoot, pace: Readonly<Pace>, backWithin: number): void {
  foot.isHeelDown = false;
  foot.isBallDown = false;
  foot.isPutRight = false;
  foot.isComingBack = true;
  foot.backWithin = backWithin;
  beginFade(foot, foot.proposed, pace);
}

/** What came to stand glides out its speed, and comes to where it has room. */
function comeToRest({ restVelocity: v, heldWorld, shiftWorld }: LedFoot, pace: Readonly<Pace>): void {
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

/** On heel and ball the foot lies down flat; on one of them it turns as proposed. */
function placeHeld({ leg, foot, pace }: LedFootFrame): void {
  if (foot.isHeelDown && foot.isBallDown) layFlat(foot, pace);
  else turnAsProposed(foot);
  vec3.transformQuat(ball, leg.ballFromAnkle, foot.rotationWorld);
  if (foot.isBallDown) {
    const onGround = foot.groundY + leg.ankleHeight + leg.ballFromAnkle[1];
    foot.heldWorld[1] += (onGround - foot.heldWorld[1]) * pace.settle;
    vec3.subtract(foot.ankleWorld, foot.heldWorld, ball);
    foot.ankleWorld[1] += foot.liftHeight;
    return;
  }
  vec3.copy(foot.ankleWorld, foot.heldWorld);
  foot.ankleWorld[1] = foot.proposed.ankleWorld[1] + foot.offsetWorld[1];
}

function turnAsProposed({ rotationWorld, offsetTurn, proposed }: LedFoot): void {
  quat.multiply(rotationWorld, offsetTurn, proposed.rotationWorld);
  quat.normalize(rotationWorld, rotationWorld);
}

/** Turns a foot that stands on heel and ball towards lying on the ground, its heading kept. */
function layFlat({ rotationWorld, shownRotation, normalWorld }: LedFoot, { settle }: Readonly<Pace>): void {
  rotationBetween(flat, UP, normalWorld);
  quat.setAxisAngle(heading, UP, yawOf(shownRotation));
  quat.multiply(flat, flat, heading);
  const sign = quat.dot(flat, shownRotation) < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++) rotationWorld[k] = shownRotation[k] + (sign * flat[k] - shownRotation[k]) * settle;
  quat.normalize(rotationWorld, rotationWorld);
}

/** Near the ground toes lie flat under a raised heel, in the air they are as proposed. */
function bendToes({ gait, leg, foot, pace }: LedFootFrame): void {
  const { rotationWorld: q } = foot;
  vec3.transformQuat(ball, leg.ballFromAnkle, q);
  const height = foot.ankleWorld[1] + ball[1] - foot.groundY - leg.ankleHeight - leg.ballFromAnkle[1];
  const near = clamp(1 - height / (TOES_HEIGHT * gait.lengthScale), 0, 1);
  // How far the foot's own +Z points down.
  const pitch = Math.asin(clamp(2 * (q[3] * q[0] - q[1] * q[2]), -1, 1));
  const bend = Math.max(foot.proposed.toeBend, pitch > 0 ? near * pitch : 0);
  foot.toeBend += (bend - foot.toeBend) * pace.toes;
}
