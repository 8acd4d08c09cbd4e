import { createQuat, createVec3, type Quat, quat, rotationBetween, type Vec3, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from '../gait/gaitModel.js';
import type { GaitState } from '../gait/gaitState.js';
import type { GuidedFoot, GuideState } from './guideState.js';
import type { PriorFeetSettings } from './priorSettings.js';

/** Where the prior wants a foot. Written by wishFoot(). */
export interface FootWish {
  readonly ankleWorld: Vec3;
  readonly rotationWorld: Quat;
  /** The ball of the foot. */
  readonly ballWorld: Vec3;
  toeBend: number;
  /** Chances of contact. */
  heel: number;
  ball: number;
}

export function createFootWish(): FootWish {
  return {
    ankleWorld: createVec3(),
    rotationWorld: createQuat(),
    ballWorld: createVec3(),
    toeBend: 0.5,
    heel: 0.5,
    ball: 0.5,
  };
}

/** SMPL's ankles and toes. */
const ANKLES = [7, 8] as const;
const TOES = [10, 11] as const;
const UP = createVec3(0, 1, 0);
/** A foot in the air rises before an edge: it looks so far ahead along its way, seconds. */
const AHEAD_SECONDS = 0.12;

/** Nobody is surer than this. */
const SUREST = 1e-3;

// Scratch.
const tilt = createQuat();
const toes = createQuat();
const chances = new Float64Array(2);
const observed = new Float64Array(2);

/**
 * The network has only seen a flat floor, on which it thinks the person is: a foot is lifted by as much as the ground
 * under it is higher than that, and tilted as it slopes.
 */
export function wishFoot(
  model: GaitModel,
  state: GaitState,
  body: BodyState,
  leg: GaitLeg,
  foot: GuidedFoot,
  side: number,
  guide: GuideState,
  feet: PriorFeetSettings,
  out: FootWish,
): void {
  const { positions, rotations } = body.guidance;
  const { ankleWorld, rotationWorld } = out;
  const ankle = ANKLES[side];
  for (let k = 0; k < 3; k++) ankleWorld[k] = positions[ankle * 3 + k];
  for (let k = 0; k < 4; k++) rotationWorld[k] = rotations[ankle * 4 + k];
  for (let k = 0; k < 4; k++) toes[k] = rotations[TOES[side] * 4 + k];
  if (model.settings.grounding) {
    findGround(model, state, body, foot, ankleWorld, guide);
    ankleWorld[1] += foot.groundY - guide.network.floorY;
    rotationBetween(tilt, UP, foot.normalWorld);
    quat.multiply(rotationWorld, tilt, rotationWorld);
    quat.multiply(toes, tilt, toes);
  }
  vec3.transformQuat(out.ballWorld, leg.ballFromAnkle, rotationWorld);
  vec3.add(out.ballWorld, out.ballWorld, ankleWorld);
  // Twist of the toes against the foot about its own X: toes up are a negative turn.
  quat.conjugate(tilt, rotationWorld);
  quat.multiply(tilt, tilt, toes);
  out.toeBend = -2 * Math.atan2(tilt[0], tilt[3]);
  if (out.toeBend > Math.PI) out.toeBend -= 2 * Math.PI;
  else if (out.toeBend < -Math.PI) out.toeBend += 2 * Math.PI;
  readContacts(model, state, body, feet, side);
  out.heel = chances[0] / state.haste;
  out.ball = chances[1] / state.haste;
}

/**
 * Two listen for the feet, the network and the gait's observer: their odds are multiplied, each to the power of its
 * share. Into `chances` and the guidance. (Who runs touches the ground so shortly that the best guess decides at less
 * than even odds: hence the gait's haste.)
 */
function readContacts(
  { settings }: GaitModel,
  { observer }: GaitState,
  { guidance }: BodyState,
  { observerShare }: PriorFeetSettings,
  side: number,
): void {
  const { contacts } = guidance;
  const share = settings.phase ? observerShare : 0;
  observed[0] = observer.feet[side].heel;
  observed[1] = observer.feet[side].ball;
  for (let i = 0; i < 2; i++) {
    const network = Math.min(1 - SUREST, Math.max(SUREST, contacts[2 * i + side]));
    const seen = Math.min(1 - SUREST, Math.max(SUREST, observed[i]));
    // (1 - p) / p
    chances[i] = 1 / (1 + (1 / network - 1) ** (1 - share) * (1 / seen - 1) ** share);
    contacts[2 * i + side] = chances[i];
  }
}

function findGround(
  model: GaitModel,
  state: GaitState,
  { isPlaced, floorY }: BodyState,
  foot: GuidedFoot,
  ankleWorld: Vec3,
  { pace }: GuideState,
): void {
  const highest = floorY + model.settings.maxStepHeight;
  const { hit } = state;
  let height = floorY;
  let isGround = false;
  const x = foot.isHeelDown || foot.isBallDown ? foot.ankleWorld[0] : ankleWorld[0];
  const z = foot.isHeelDown || foot.isBallDown ? foot.ankleWorld[2] : ankleWorld[2];
  if (state.ground.query(x, z, highest, hit)) {
    height = hit.height;
    isGround = true;
  }
  const share = isPlaced && foot.wasLed ? pace.ground : 1;
  for (let k = 0; k < 3; k++) foot.normalWorld[k] += ((isGround ? hit.normal[k] : UP[k]) - foot.normalWorld[k]) * share;
  vec3.normalize(foot.normalWorld, foot.normalWorld);
  if (!foot.isHeelDown && !foot.isBallDown) {
    const aheadX = x + foot.velocityWorld[0] * AHEAD_SECONDS;
    const aheadZ = z + foot.velocityWorld[2] * AHEAD_SECONDS;
    if (state.ground.query(aheadX, aheadZ, highest, hit) && hit.height > height) height = hit.height;
  }
  foot.groundY += (height - foot.groundY) * share;
}
