import { clamp, createQuat, createVec3, quat, rotationBetween, vec3, wrapAngle } from '@leib/core';
import type { BodyState } from '../../bodyState.js';
import { footLeader } from '../footLeader.js';
import type { GaitModel } from '../gaitModel.js';
import type { GaitState } from '../gaitState.js';
import { followFootTracker, raiseAboveGround } from '../writeFoot.js';
import { fadeToRules, rememberFoot, showFoot } from './fadeFoot.js';
import { findPace, type LedFeetSettings } from './ledFeetSettings.js';
import type { LedFeetState, LedFootFrame } from './ledFeetState.js';
import { moveLedFoot } from './moveLedFoot.js';
import { findRoom, plantFoot } from './plantFoot.js';

/** SMPL's ankles and toes. */
const ANKLES = [7, 8] as const;
const TOES = [10, 11] as const;
const UP = createVec3(0, 1, 0);
/** A foot in the air rises before an edge: it looks so far ahead along its way, seconds. */
const AHEAD_SECONDS = 0.12;
/** Chances are kept this far from 0 and 1, so that their odds are finite. */
const SUREST = 1e-3;

// Scratch.
const tilt = createQuat();
const toes = createQuat();

/**
 * Feet that the prior leads: body.feet. What stands is held where it came to stand, heel and ball each by its own chance
 * of contact, and put right in a small step when that turns out to be off; what a foot is off by when it lets go fades
 * out on its way. A foot changes leaders the same way (footLeader).
 */
export function stepLedFeet(
  gait: GaitModel,
  settings: LedFeetSettings,
  state: LedFeetState,
  gaitState: GaitState,
  body: BodyState,
  dtSeconds: number,
): void {
  const { feet } = state;
  const pace = findPace(settings, dtSeconds, state.pace);
  for (let side = 0; side < 2; side++) {
    const leg = gait.legs[side];
    if (leg === null) continue;
    const foot = feet[side];
    const goal = body.feet[side];
    const leader = footLeader(body, side);
    if (leader === 'prior') {
      foot.isFading = false;
      leadFoot({ gait, gaitState, settings, body, pace, side, leg, foot, other: feet[1 - side] });
      showFoot(foot, goal);
      followFootTracker(body, goal, side);
    } else if (body.isPlaced && leader === 'rules' && (foot.wasLed || foot.isFading)) {
      fadeToRules(foot, goal, pace);
    } else {
      foot.isFading = false;
    }
    rememberFoot(foot, goal, leader === 'prior', pace);
  }
}

function leadFoot(frame: LedFootFrame): void {
  const { foot } = frame;
  const wasPutRight = foot.isPutRight;
  const stood = foot.isHeelDown || foot.isBallDown;
  proposeFoot(frame);
  moveLedFoot(frame);
  stayAbove(frame);
  const wasDown = foot.isHeelDown || foot.isBallDown;
  // What has just let go is on its way.
  if (wasDown || !stood) plantFoot(frame);
  if (!wasDown) vec3.zero(foot.roomWorld);
  const isPutDown = !wasDown || (wasPutRight && !foot.isPutRight);
  if (isPutDown && (foot.isHeelDown || foot.isBallDown)) findRoom(frame);
}

/** No part of the foot is below the ground; what stands is held higher by as much. */
function stayAbove({ gait, gaitState, body, leg, foot }: LedFootFrame): void {
  const before = foot.ankleWorld[1];
  raiseAboveGround(gait, gaitState, body, leg, foot, 0);
  // However the foot is turned.
  foot.ankleWorld[1] = Math.max(foot.ankleWorld[1], foot.groundY + 0.3 * leg.ankleHeight);
  foot.heldWorld[1] += foot.ankleWorld[1] - before;
}

/**
 * Where the prior wants the foot, into foot.proposed. The network has only seen a flat floor, on which it thinks the
 * person is: a foot is lifted by as much as the ground under it is higher than that, and tilted as it slopes.
 */
function proposeFoot(frame: LedFootFrame): void {
  const { gait, gaitState, body, leg, foot, side } = frame;
  const { positions, rotations, floorY } = body.guidance;
  const { proposed } = foot;
  const { ankleWorld, rotationWorld, ballWorld } = proposed;
  const ankle = ANKLES[side];
  for (let k = 0; k < 3; k++) ankleWorld[k] = positions[ankle * 3 + k];
  for (let k = 0; k < 4; k++) rotationWorld[k] = rotations[ankle * 4 + k];
  for (let k = 0; k < 4; k++) toes[k] = rotations[TOES[side] * 4 + k];
  if (gait.settings.grounding) {
    easeGround(frame);
    ankleWorld[1] += foot.groundY - floorY;
    rotationBetween(tilt, UP, foot.normalWorld);
    quat.multiply(rotationWorld, tilt, rotationWorld);
    quat.multiply(toes, tilt, toes);
  }
  vec3.transformQuat(ballWorld, leg.ballFromAnkle, rotationWorld);
  vec3.add(ballWorld, ballWorld, ankleWorld);
  // Twist of the toes against the foot about its own X: toes up are a negative turn.
  quat.conjugate(tilt, rotationWorld);
  quat.multiply(tilt, tilt, toes);
  proposed.toeBend = wrapAngle(-2 * Math.atan2(tilt[0], tilt[3]));
  mixChances(frame);
  // A runner touches the ground so shortly that the best guess decides at less than even odds: hence the gait's haste.
  proposed.heel = foot.heelChance / gaitState.haste;
  proposed.ball = foot.ballChance / gaitState.haste;
}

/** Chances that heel and ball stand, from the network and from the gait's observer. */
function mixChances({ gait, gaitState, settings, body, foot, side }: LedFootFrame): void {
  const { contacts } = body.guidance;
  const observed = gaitState.observer.feet[side];
  const share = gait.settings.phase ? settings.observerShare : 0;
  foot.heelChance = mixOdds(contacts[side], observed.heel, share);
  foot.ballChance = mixOdds(contacts[2 + side], observed.ball, share);
}

/** Odds, (1 - p) / p, multiplied, each to the power of its share. */
function mixOdds(a: number, b: number, shareOfB: number): number {
  const oddsA = 1 / clamp(a, SUREST, 1 - SUREST) - 1;
  const oddsB = 1 / clamp(b, SUREST, 1 - SUREST) - 1;
  return 1 / (1 + oddsA ** (1 - shareOfB) * oddsB ** shareOfB);
}

/** foot.groundY and normalWorld ease towards the ground where the foot stands, or where it is proposed. */
function easeGround({ gait, gaitState, body, foot, pace }: LedFootFrame): void {
  const { ground, hit } = gaitState;
  const highest = body.floorY + gait.settings.maxStepHeight;
  const isDown = foot.isHeelDown || foot.isBallDown;
  const at = isDown ? foot.ankleWorld : foot.proposed.ankleWorld;
  const isGround = ground.query(at[0], at[2], highest, hit);
  let height = isGround ? hit.height : body.floorY;
  const share = body.isPlaced && foot.wasLed ? pace.ground : 1;
  for (let k = 0; k < 3; k++) foot.normalWorld[k] += ((isGround ? hit.normal[k] : UP[k]) - foot.normalWorld[k]) * share;
  vec3.normalize(foot.normalWorld, foot.normalWorld);
  if (!isDown) {
    const aheadX = at[0] + foot.velocityWorld[0] * AHEAD_SECONDS;
    const aheadZ = at[2] + foot.velocityWorld[2] * AHEAD_SECONDS;
    if (ground.query(aheadX, aheadZ, highest, hit) && hit.height > height) height = hit.height;
  }
  foot.groundY += (height - foot.groundY) * share;
}
