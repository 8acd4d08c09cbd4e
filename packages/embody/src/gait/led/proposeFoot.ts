import { clamp, createQuat, createVec3, quat, rotationBetween, vec3, wrapAngle } from '@leib/core';
import type { LedFootFrame } from './ledFeetState.js';

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
 * Where the prior wants the foot, into foot.proposed. The network has only seen a flat floor, on which it thinks the
 * person is: a foot is lifted by as much as the ground under it is higher than that, and tilted as it slopes.
 */
export function proposeFoot(frame: LedFootFrame): void {
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
