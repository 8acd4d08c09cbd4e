import { clamp, createQuat, createVec3, quat, unitTowards, vec3, wrapAngle } from '@leib/core';
import type { ArmState } from './armsState.js';
import { bendArm } from './bendArm.js';
import type { ArmModel, ArmsModel } from './buildArms.js';
import { keepInCone, updateShoulder } from './placeShoulder.js';
import {
  createSwivelRule,
  FROM,
  isAllowed,
  isWayFree,
  MOST,
  moveIntoRule,
  type SwivelRule,
  setSwivelCircle,
  span,
  stopBefore,
  WAY,
} from './swivelSearch.js';
import type { TorsoHull } from './torsoHull.js';
import { turn, turnSide } from './turnSide.js';

/**
 * The limit turns the elbow by what it needs up to the first, less and less of it beyond, and nothing at the second: a
 * hand that no upper arm within the limit could reach says that the chest is turned otherwise than it is thought to
 * be, and an elbow that went all round for it would flip.
 */
const MOST_LIMIT_TURN = (35 * Math.PI) / 180;
const LIMIT_GIVES_UP = Math.PI / 2;
/** Of two ways out of the trunk, the one outwards and to the hand's side of it may be this many steps longer. */
const DETOUR = 6;
/** So may the one that the elbow is on, as long as the hand moves; at rest the same hand has the same elbow. */
const LOYAL_DETOUR = 30;
const LOYAL_SPEED = 0.3;
/** Where every elbow that reaches the hand is in the trunk, the shoulder gives way by so many steps of this, metres. */
const GIVE_WAY_STEP = 0.0125;
const GIVE_WAY_COUNT = 4;

// Scratch.
const ahead = createVec3();
const across = createVec3();
const outward = createVec3();
const bone = createVec3();
const boneTurn = createQuat();
const giveWayAxis = createVec3();

/** Rules of one arm, made once. */
export interface ElbowRules {
  readonly range: SwivelRule;
  readonly trunk: SwivelRule;
}

export function createElbowRules(arm: ArmModel): ElbowRules {
  return { range: createSwivelRule(arm), trunk: createSwivelRule(arm) };
}

/**
 * Turns the elbow about the line from shoulder to hand, no farther than needed, so that the upper arm is within its
 * limit and the elbow clear of the trunk. Near the trunk a small movement can ask for a large turn, so the elbow starts
 * at a margin around it and turns no faster than elbows do, unless the trunk itself pushes it.
 */
export function freeElbow(
  model: ArmsModel,
  arm: ArmModel,
  state: ArmState,
  hull: TorsoHull,
  isPlaced: boolean,
  dtSeconds: number,
): void {
  const { limits, torso, elbow } = model.settings;
  const { trunk } = state.rules;
  const hasTrunk = torso.isOn && model.torso !== null;
  setSwivelCircle(arm, state);
  turn[0] = 0;
  if (limits.isOn) keepInRange(state, hull);
  let isFree = true;
  if (hasTrunk) {
    chooseWay(arm, state, hull, isPlaced, dtSeconds);
    const mayGoRound = trunk.detour <= DETOUR;
    trunk.size = model.torsoMargin;
    isFree = moveIntoRule(trunk, state, hull);
    trunk.size = model.torsoSize;
    if (!isFree) isFree = moveIntoRule(trunk, state, hull);
    span[MOST] = elbow.swivelSpeed * dtSeconds;
    if (isFree && isPlaced) approach(state, hull, mayGoRound);
  } else if (isPlaced) {
    const most = elbow.swivelSpeed * dtSeconds;
    turn[0] = state.freeTurn + clamp(turn[0] - state.freeTurn, -most, most);
  }
  if (!isFree) {
    // The hull goes along a little with the shoulders.
    trunk.size = model.torsoMargin;
    trunk.detour = 0;
    giveWay(arm, state, hull, limits.isOn);
  }
  state.freeTurn = wrapAngle(turn[0]);
  turnSide(state.sideWorld, state.axisWorld, state.sideWorld);
  bendArm(arm, state);
}

/**
 * Goes from where the elbow is to the turn in `turn`, by span[MOST] at most, without crossing the trunk. Where that is
 * in the way the elbow waits on its side of it; once the hand rests, it goes the other way round.
 */
function approach(state: ArmState, hull: TorsoHull, mayGoRound: boolean): void {
  const { trunk } = state.rules;
  const most = span[MOST];
  const wished = turn[0];
  trunk.detour = 0;
  turn[0] = state.freeTurn;
  moveIntoRule(trunk, state, hull);
  span[FROM] = turn[0];
  span[WAY] = wrapAngle(wished - turn[0]);
  if (Math.abs(span[WAY]) > most) {
    if (mayGoRound && !isWayFree(trunk, state, hull)) {
      const direct = span[WAY];
      span[WAY] -= direct > 0 ? 2 * Math.PI : -2 * Math.PI;
      if (!isWayFree(trunk, state, hull)) span[WAY] = direct;
    }
    span[WAY] = span[WAY] > 0 ? Math.min(span[WAY], most) : Math.max(span[WAY], -most);
  }
  turn[0] = span[FROM] + span[WAY];
  if (!isAllowed(trunk, state, hull)) stopBefore(trunk, state, hull);
}

/** Leaves in `turn` what the limit of the upper arm asks for. */
function keepInRange(state: ArmState, hull: TorsoHull): void {
  if (!moveIntoRule(state.rules.range, state, hull)) return;
  const size = Math.abs(turn[0]);
  if (size <= MOST_LIMIT_TURN) return;
  const left = (LIMIT_GIVES_UP - size) / (LIMIT_GIVES_UP - MOST_LIMIT_TURN);
  turn[0] *= left > 0 ? (left * MOST_LIMIT_TURN) / size : 0;
}

/**
 * Which way round the trunk is preferred, and by how much. For a hand at rest, the one that leads the elbow outwards and
 * to the side of the trunk, front or back, where the hand is; while the hand moves, the one that the elbow is on.
 */
function chooseWay(arm: ArmModel, state: ArmState, hull: TorsoHull, isPlaced: boolean, dtSeconds: number): void {
  const { trunk } = state.rules;
  const { handWorld: hand, collarWorld: collar, lastHand: last } = state;
  let movedSq = 0;
  for (let k = 0; k < 3; k++) {
    const now = hand[k] - collar[k];
    movedSq += (now - last[k]) * (now - last[k]);
    last[k] = now;
  }
  const speed = isPlaced && dtSeconds > 0 ? Math.sqrt(movedSq) / dtSeconds : 0;
  const loyalty = Math.round(speed < LOYAL_SPEED ? (LOYAL_DETOUR * speed) / LOYAL_SPEED : LOYAL_DETOUR);
  if (Math.abs(state.freeTurn) > 0.02 && loyalty > DETOUR) {
    trunk.preferredSign = state.freeTurn > 0 ? 1 : -1;
    trunk.detour = loyalty;
    return;
  }
  setPreferredSign(arm, state, hull);
  trunk.detour = DETOUR;
}

function setPreferredSign({ mirror }: ArmModel, state: ArmState, hull: TorsoHull): void {
  const { shouldersAcrossWorld: left, upWorld: up, lowWorld: low } = hull;
  vec3.cross(ahead, left, up);
  let depth = 0;
  for (let k = 0; k < 3; k++) depth += (state.handWorld[k] - low[k]) * ahead[k];
  const before = Math.max(-1, Math.min(1, depth / (0.5 * hull.halfShoulders)));
  vec3.cross(across, state.axisWorld, state.sideWorld);
  let gain = 0;
  for (let k = 0; k < 3; k++) gain += across[k] * (mirror * left[k] + 2 * before * ahead[k]);
  state.rules.trunk.preferredSign = gain >= 0 ? 1 : -1;
}

/** Turns the collar bone so that the shoulder joint, and with it the elbow, moves straight out of the trunk. */
function giveWay(arm: ArmModel, state: ArmState, hull: TorsoHull, keepsCone: boolean): void {
  if (arm.collar < 0) return;
  const { trunk } = state.rules;
  const { lowWorld: low, upWorld: up } = hull;
  let along = 0;
  for (let k = 0; k < 3; k++) along += (state.elbowWorld[k] - low[k]) * up[k];
  for (let k = 0; k < 3; k++) outward[k] = state.elbowWorld[k] - low[k] - along * up[k];
  unitTowards(bone, state.collarWorld, state.shoulderWorld);
  vec3.cross(giveWayAxis, bone, outward);
  const size = Math.sqrt(giveWayAxis[0] ** 2 + giveWayAxis[1] ** 2 + giveWayAxis[2] ** 2);
  if (size < 1e-6) return;
  const half = GIVE_WAY_STEP / arm.collarLength / 2;
  for (let k = 0; k < 3; k++) boneTurn[k] = (giveWayAxis[k] / size) * Math.sin(half);
  boneTurn[3] = Math.cos(half);
  const wished = turn[0];
  for (let step = 0; step < GIVE_WAY_COUNT; step++) {
    quat.multiply(state.collarRotation, boneTurn, state.collarRotation);
    updateShoulder(arm, state);
    if (keepsCone) keepInCone(arm, state);
    bendArm(arm, state);
    setSwivelCircle(arm, state);
    turn[0] = wished;
    if (isAllowed(trunk, state, hull) || moveIntoRule(trunk, state, hull)) return;
  }
}
