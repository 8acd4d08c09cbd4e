import { clamp, createQuat, createVec3, quat, unitTowards, vec3, wrapAngle } from '@leib/core';
import { isInsideSwingCone } from '@leib/core/solvers';
import { turnAbout } from '../limb/worldJoint.js';
import type { ArmState } from './armsState.js';
import { bendArm } from './bendArm.js';
import type { ArmModel, ArmsModel } from './buildArms.js';
import type { SwivelRule } from './elbowRules.js';
import { keepInCone, updateShoulder } from './placeShoulder.js';
import { isInTorso, type TorsoHull } from './torsoHull.js';

// Where on its circle about the line from shoulder to hand an elbow may be. Angles are radians, from the side on which
// the arm is bent.

/** Steps in which half the circle is searched, and halvings that find the border between two of them. */
const STEP_COUNT = 36;
const STEP = Math.PI / STEP_COUNT;
const HALVING_COUNT = 12;

// Scratch.
const side = createVec3();
const elbow = createVec3();

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
  const mostTurn = elbow.swivelSpeed * dtSeconds;
  setSwivelCircle(arm, state);
  const inRange = limits.isOn ? turnIntoRange(state, hull) : 0;
  let turn = inRange;
  if (torso.isOn && model.torso !== null) {
    chooseWay(arm, state, hull, isPlaced, dtSeconds);
    const mayGoRound = trunk.detour <= DETOUR;
    trunk.size = model.torsoMargin;
    let free = findAllowed(trunk, state, hull, inRange);
    trunk.size = model.torsoSize;
    free ??= findAllowed(trunk, state, hull, inRange);
    if (free === null) {
      // The hull goes along a little with the shoulders.
      trunk.size = model.torsoMargin;
      trunk.detour = 0;
      turn = giveWay(arm, state, hull, limits.isOn, inRange);
    } else {
      turn = isPlaced ? approach(state, hull, free, mostTurn, mayGoRound) : free;
    }
  } else if (isPlaced) {
    turn = state.freeTurn + clamp(inRange - state.freeTurn, -mostTurn, mostTurn);
  }
  state.freeTurn = wrapAngle(turn);
  turnAbout(state.sideWorld, state.axisWorld, state.sideWorld, turn);
  bendArm(arm, state);
}

/**
 * The turn that the elbow comes to on its way from where it is to the wished one, by `mostTurn` at most, without crossing
 * the trunk. Where that is in the way the elbow waits on its side of it; once the hand rests, it goes the other way round.
 */
function approach(state: ArmState, hull: TorsoHull, wished: number, mostTurn: number, mayGoRound: boolean): number {
  const { trunk } = state.rules;
  trunk.detour = 0;
  const from = findAllowed(trunk, state, hull, state.freeTurn) ?? state.freeTurn;
  const direct = wrapAngle(wished - from);
  let way = direct;
  if (Math.abs(direct) > mostTurn) {
    if (mayGoRound && !isWayFree(trunk, state, hull, from, direct)) {
      const round = direct > 0 ? direct - 2 * Math.PI : direct + 2 * Math.PI;
      if (isWayFree(trunk, state, hull, from, round)) way = round;
    }
    way = clamp(way, -mostTurn, mostTurn);
  }
  return isAllowed(trunk, state, hull, from + way) ? from + way : findBorder(trunk, state, hull, from + way, from);
}

/** What the limit of the upper arm asks for. */
function turnIntoRange(state: ArmState, hull: TorsoHull): number {
  const turn = findAllowed(state.rules.range, state, hull, 0) ?? 0;
  const size = Math.abs(turn);
  if (size <= MOST_LIMIT_TURN) return turn;
  const left = (LIMIT_GIVES_UP - size) / (LIMIT_GIVES_UP - MOST_LIMIT_TURN);
  return left > 0 ? (turn * left * MOST_LIMIT_TURN) / size : 0;
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

/**
 * Turns the collar bone so that the shoulder joint, and with it the elbow, moves straight out of the trunk. Returns the
 * turn of the elbow that is free then, or the wished one where none is.
 */
function giveWay(arm: ArmModel, state: ArmState, hull: TorsoHull, keepsCone: boolean, wished: number): number {
  if (arm.collar < 0) return wished;
  const { trunk } = state.rules;
  const { lowWorld: low, upWorld: up } = hull;
  let along = 0;
  for (let k = 0; k < 3; k++) along += (state.elbowWorld[k] - low[k]) * up[k];
  for (let k = 0; k < 3; k++) outward[k] = state.elbowWorld[k] - low[k] - along * up[k];
  unitTowards(bone, state.collarWorld, state.shoulderWorld);
  vec3.cross(giveWayAxis, bone, outward);
  const size = Math.sqrt(giveWayAxis[0] ** 2 + giveWayAxis[1] ** 2 + giveWayAxis[2] ** 2);
  if (size < 1e-6) return wished;
  const half = GIVE_WAY_STEP / arm.collarLength / 2;
  for (let k = 0; k < 3; k++) boneTurn[k] = (giveWayAxis[k] / size) * Math.sin(half);
  boneTurn[3] = Math.cos(half);
  for (let step = 0; step < GIVE_WAY_COUNT; step++) {
    quat.multiply(state.collarRotation, boneTurn, state.collarRotation);
    updateShoulder(arm, state);
    if (keepsCone) keepInCone(arm, state);
    bendArm(arm, state);
    setSwivelCircle(arm, state);
    const free = findAllowed(trunk, state, hull, wished);
    if (free !== null) return free;
  }
  return wished;
}

/** Sets the circle on which the elbow may be. Call it after the arm was bent. */
function setSwivelCircle(arm: ArmModel, { circle, elbowWorld, sideWorld, radius, collarRotation }: ArmState): void {
  vec3.scaleAndAdd(circle.centreWorld, elbowWorld, sideWorld, -radius);
  quat.multiply(circle.worldToCone, collarRotation, arm.lateralToChest);
  quat.conjugate(circle.worldToCone, circle.worldToCone);
}

/** The angle nearest to `from` that the rule allows, or null where there is none. */
function findAllowed(rule: SwivelRule, state: ArmState, hull: TorsoHull, from: number): number | null {
  if (isAllowed(rule, state, hull, from)) return from;
  const { preferredSign, detour } = rule;
  for (let step = 1; step <= STEP_COUNT + detour; step++) {
    for (let way = 0; way < 2; way++) {
      const sign = way === 0 ? preferredSign : -preferredSign;
      const count = way === 0 ? step : step - detour;
      if (count < 1 || count > STEP_COUNT || !isAllowed(rule, state, hull, from + sign * count * STEP)) continue;
      return findBorder(rule, state, hull, from + sign * (count - 1) * STEP, from + sign * count * STEP);
    }
  }
  return null;
}

/** Whether the rule allows every angle on the way from one angle to another. */
function isWayFree(rule: SwivelRule, state: ArmState, hull: TorsoHull, from: number, way: number): boolean {
  const count = Math.ceil(Math.abs(way) / STEP);
  for (let step = 1; step <= count; step++) {
    if (!isAllowed(rule, state, hull, from + (way * step) / count)) return false;
  }
  return true;
}

/** The last angle that the rule allows on the way from one that it allows to one that it does not. */
function findBorder(
  rule: SwivelRule,
  state: ArmState,
  hull: TorsoHull,
  refusedAngle: number,
  allowedAngle: number,
): number {
  let refused = refusedAngle;
  let allowed = allowedAngle;
  for (let halving = 0; halving < HALVING_COUNT; halving++) {
    const middle = (refused + allowed) / 2;
    if (isAllowed(rule, state, hull, middle)) allowed = middle;
    else refused = middle;
  }
  return allowed;
}

/** Whether the elbow may be at an angle. */
function isAllowed({ arm, size }: SwivelRule, state: ArmState, hull: TorsoHull, angle: number): boolean {
  turnAbout(side, state.axisWorld, state.sideWorld, angle);
  vec3.scaleAndAdd(elbow, state.circle.centreWorld, side, state.radius);
  if (size !== null) return !isInTorso(size, hull, elbow);
  vec3.subtract(elbow, elbow, state.shoulderWorld);
  vec3.transformQuat(elbow, elbow, state.circle.worldToCone);
  for (let k = 0; k < 3; k++) elbow[k] /= arm.limb.upper.length;
  return isInsideSwingCone(arm.upperArmCone, elbow);
}
