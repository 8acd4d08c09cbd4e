import { createQuat, createVec3, quat, rotationBetween, unitAcross, unitTowards, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import { angleAbout, turnAbout } from '../limb/worldJoint.js';
import type { ArmState, ArmsState } from './armsState.js';
import { bendArm, updateRadius } from './bendArm.js';
import type { ArmModel, ArmsModel } from './buildArms.js';
import { ELBOW_FEATURE_COUNT, evaluateElbowNet, writeElbowFeatures } from './elbowFeatures.js';
import { freeElbow } from './freeElbow.js';
import { orientArm } from './orientArm.js';
import { placeShoulder, writeCollar } from './placeShoulder.js';
import { readArmTarget } from './readArmTarget.js';
import { solveArmFabrik } from './solveArmFabrik.js';
import { sumMagnets } from './sumMagnets.js';
import { isInTorso, type TorsoHull, updateTorsoHull } from './torsoHull.js';

/** However weak the wish, the elbow comes round in about a second. */
const WEAKEST = 0.1;

// Scratch.
const features = new Float64Array(ELBOW_FEATURE_COUNT);
const pole = createVec3();
const lastSide = createVec3();
const inverse = createQuat();

// Scratch.
const wanted = createVec3();
const forearmBefore = createVec3();
const forearm = createVec3();
const turned = createQuat();

/** Fields turn an elbow at least this far out as this much: else an arm that straightens would spin. Metres. */
const LEAST_LEVER = 0.06;

// Scratch.
const trackedSide = createVec3();
const pull = createVec3();

/**
 * Both arms, from collar bone to hand; the trunk must be solved and current. A hand in reach is exactly on its target.
 * The same hands give the same elbows, whatever came before, once a shoulder that crept out has settled.
 */
export function stepArms(model: ArmsModel, state: ArmsState, body: BodyState, dtSeconds: number): void {
  for (let side = 0; side < 2; side++) {
    const arm = model.arms[side];
    const own = state.arms[side];
    if (arm === null || own === null) continue;
    readArmTarget(arm, own, body, side);
    placeShoulder(model, arm, own, body, dtSeconds);
  }
  if (model.torso !== null) updateTorsoHull(model.torso, body.pose, state.hull);
  for (let side = 0; side < 2; side++) {
    const arm = model.arms[side];
    const own = state.arms[side];
    if (arm === null || own === null) continue;
    solveElbow(model, arm, own, state.hull, body, dtSeconds);
    orientArm(model, arm, own, body, dtSeconds);
    body.handMisses[side] = vec3.distance(own.handWorld, own.endWorld);
  }
}

/** Canonical elbow, then fields, then limits; what is tracked overrules all of them. */
function solveElbow(
  model: ArmsModel,
  arm: ArmModel,
  own: ArmState,
  hull: TorsoHull,
  body: BodyState,
  dtSeconds: number,
): void {
  const { settings } = model;
  wishElbow(model, arm, own, body.isPlaced, dtSeconds);
  bendArm(arm, own);
  if (settings.magnets.isOn) pullElbow(arm, own);
  if (settings.solver === 'fabrik') {
    solveArmFabrik(model, arm, own, dtSeconds);
  } else {
    freeElbow(model, arm, own, hull, body.isPlaced, dtSeconds);
  }
  writeCollar(model, arm, own, body);
  if (settings.solver === 'circle' && settings.torso.isOn) divertArm(model, arm, own, hull, body);
  if (own.elbowWeight > 0) followElbow(arm, own);
  if (own.elbowAlone > 0) meetElbow(arm, own);
}

/** The fields move the elbow; on its circle it then is where that points. */
function pullElbow(arm: ArmModel, own: ArmState): void {
  const lever = own.radius > LEAST_LEVER ? own.radius : LEAST_LEVER;
  sumMagnets(arm, own, own.elbowWorld, pull);
  for (let k = 0; k < 3; k++) pull[k] += own.sideWorld[k] * lever;
  unitAcross(own.sideWorld, own.axisWorld, pull);
  bendArm(arm, own);
}

/** Turns the elbow towards the tracked one by its weight. */
function followElbow(arm: ArmModel, own: ArmState): void {
  vec3.subtract(trackedSide, own.trackedElbowWorld, own.shoulderWorld);
  unitAcross(trackedSide, own.axisWorld, trackedSide);
  const turn = angleAbout(own.axisWorld, own.sideWorld, trackedSide) * own.elbowWeight;
  turnAbout(own.sideWorld, own.axisWorld, own.sideWorld, turn);
  bendArm(arm, own);
}

/**
 * A tracked elbow without a tracked hand: the upper arm points at it, and the forearm towards where the hand is thought
 * to be. `state.elbowAlone`, 0..1: how much of that is done; a hand that is seen again takes its arm back. Without it
 * the hand has no target of its own: it goes along with the forearm.
 */
function meetElbow({ limb }: ArmModel, state: ArmState): void {
  const { shoulderWorld, elbowWorld, handWorld, endWorld, axisWorld, sideWorld, elbowAlone: weight } = state;
  const away = vec3.distance(shoulderWorld, state.trackedElbowWorld);
  if (away < 1e-6) return;
  unitTowards(forearmBefore, elbowWorld, endWorld);
  const scale = limb.upper.length / away;
  for (let k = 0; k < 3; k++) {
    const onTracker = shoulderWorld[k] + (state.trackedElbowWorld[k] - shoulderWorld[k]) * scale;
    wanted[k] = elbowWorld[k] + (onTracker - elbowWorld[k]) * weight;
  }
  unitTowards(forearm, shoulderWorld, wanted);
  vec3.scaleAndAdd(elbowWorld, shoulderWorld, forearm, limb.upper.length);
  unitTowards(forearm, elbowWorld, handWorld);
  vec3.scaleAndAdd(endWorld, elbowWorld, forearm, limb.lower.length);
  rotationBetween(turned, forearmBefore, forearm);
  quat.multiply(state.handRotation, turned, state.handRotation);
  vec3.copy(handWorld, endWorld);
  unitTowards(axisWorld, shoulderWorld, endWorld);
  vec3.subtract(wanted, elbowWorld, shoulderWorld);
  // A straight arm has no side: the last one is kept.
  vec3.scaleAndAdd(wanted, wanted, sideWorld, 1e-3);
  unitAcross(sideWorld, axisWorld, wanted);
  updateRadius(state);
}

/**
 * The side of the line from shoulder to hand on which the elbow belongs: a function of hand and chest alone. Only
 * where that changes faster than an elbow can does it lag behind for a moment.
 */
function wishElbow(
  { settings, elbowNet }: ArmsModel,
  arm: ArmModel,
  state: ArmState,
  isPlaced: boolean,
  dtSeconds: number,
): void {
  const { axisWorld, sideWorld, shoulderWorld, handWorld, handRotation, chestRotation } = state;
  const { mirror } = arm;
  unitTowards(axisWorld, shoulderWorld, handWorld);
  if (settings.elbow.source === 'fitted') {
    writeElbowFeatures(features, chestRotation, shoulderWorld, handWorld, handRotation, arm);
    evaluateElbowNet(elbowNet, features, pole);
    pole[0] *= mirror;
  } else {
    vec3.copy(pole, arm.fixedPole);
  }
  vec3.transformQuat(pole, pole, chestRotation);
  unitAcross(sideWorld, axisWorld, pole);
  if (state.sideWeight > 0) {
    unitAcross(lastSide, axisWorld, state.proposedSide);
    turnAbout(sideWorld, axisWorld, sideWorld, angleAbout(axisWorld, sideWorld, lastSide) * state.sideWeight);
  }
  if (isPlaced && state.hasLastSide) {
    vec3.transformQuat(lastSide, state.lastSideChest, chestRotation);
    unitAcross(lastSide, axisWorld, lastSide);
    const clarity = sideWorld[0] * pole[0] + sideWorld[1] * pole[1] + sideWorld[2] * pole[2];
    const share = clarity < WEAKEST ? WEAKEST : clarity > 1 ? 1 : clarity;
    const mostTurn = settings.elbow.swivelSpeed * share * dtSeconds;
    const turn = angleAbout(axisWorld, lastSide, sideWorld);
    if (Math.abs(turn) > mostTurn) turnAbout(sideWorld, axisWorld, lastSide, turn > 0 ? mostTurn : -mostTurn);
  }
  vec3.copy(state.wishedSideWorld, sideWorld);
  quat.conjugate(inverse, chestRotation);
  vec3.transformQuat(state.lastSideChest, sideWorld, inverse);
  state.hasLastSide = true;
}

/** A hand that is missed by less than this is in reach, metres: it has the last word. */
const IN_REACH = 1e-3;
/** A stretched arm turns away from the trunk by steps of this, radians, at most so many. */
const STEP = 0.02;
const STEP_COUNT = 60;

// Scratch.
const handBefore = createVec3();
const outward = createVec3();
const direction = createVec3();

/**
 * An arm that is stretched towards a hand out of its reach, through the trunk: a
 * stretched arm has no circle of elbows to choose from. Since it misses the hand anyway, it turns aside, no farther than to have the elbow clear of the trunk.
 */
function divertArm(
  { torso, torsoMargin }: ArmsModel,
  arm: ArmModel,
  state: ArmState,
  hull: TorsoHull,
  { pose }: BodyState,
): void {
  const { handWorld, endWorld, shoulderWorld, elbowWorld } = state;
  const x = handWorld[0] - endWorld[0];
  const y = handWorld[1] - endWorld[1];
  const z = handWorld[2] - endWorld[2];
  if (torso === null || x * x + y * y + z * z < IN_REACH * IN_REACH) return;
  // The shoulder may have given way since the hull was drawn.
  updateTorsoHull(torso, pose, hull);
  if (!isInTorso(torsoMargin, hull, elbowWorld)) return;
  const { lowWorld: low, upWorld: up } = hull;
  let along = 0;
  for (let k = 0; k < 3; k++) along += (elbowWorld[k] - low[k]) * up[k];
  for (let k = 0; k < 3; k++) outward[k] = elbowWorld[k] - low[k] - along * up[k];
  vec3.normalize(outward, outward);
  vec3.copy(handBefore, handWorld);
  vec3.subtract(direction, handWorld, shoulderWorld);
  const distance = vec3.length(direction);
  for (let step = 0; step < STEP_COUNT; step++) {
    vec3.scaleAndAdd(direction, direction, outward, STEP * distance);
    vec3.normalize(direction, direction);
    vec3.scale(direction, direction, distance);
    vec3.add(handWorld, shoulderWorld, direction);
    bendArm(arm, state);
    if (!isInTorso(torsoMargin, hull, elbowWorld)) break;
  }
  vec3.copy(handWorld, handBefore);
}
