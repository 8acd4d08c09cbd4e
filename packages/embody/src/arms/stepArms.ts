import { createVec3, unitAcross, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import { angleAbout, turnAbout } from '../limb/turnAbout.js';
import type { ArmState, ArmsState } from './armsState.js';
import { bendArm } from './bendArm.js';
import type { ArmModel, ArmsModel } from './buildArms.js';
import { divertArm } from './divertArm.js';
import { freeElbow } from './freeElbow.js';
import { meetElbow } from './meetElbow.js';
import { orientArm } from './orientArm.js';
import { placeShoulder, writeCollar } from './placeShoulder.js';
import { readArmTarget } from './readArmTarget.js';
import { solveArmFabrik } from './solveArmFabrik.js';
import { sumMagnets } from './sumMagnets.js';
import { type TorsoHull, updateTorsoHull } from './torsoHull.js';
import { wishElbow } from './wishElbow.js';

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
