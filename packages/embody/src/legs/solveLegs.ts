import { createQuat, createVec3, quat, solveTwoBoneIk, unitAcross, unitTowards, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from '../gait/gaitModel.js';
import { aimBone } from '../limb/aimBone.js';
import { trackedPosition } from '../limb/readTracked.js';
import { footPoints, kneePoints } from '../limb/sidePoints.js';
import { setWorldRotation, updateWorldJoint } from '../limb/worldJoint.js';
import { stepFootFade } from './footFade.js';
import { findKneePole, KNEE_HEIGHT, keepKneeAbove, limitKneeTurn } from './kneePole.js';
import type { LegState, LegsState } from './legsState.js';
import { meetKnee } from './meetKnee.js';
import { raiseHeel } from './raiseHeel.js';

/** Carries the feet's goals out: knees, ankles and toes. The hips stay where the trunk put them. */
export function solveLegs(model: GaitModel, state: LegsState, body: BodyState, dtSeconds: number): void {
  for (let side = 0; side < 2; side++) {
    const leg = model.legs[side];
    if (leg !== null) solveLeg(model, leg, state.legs[side], body, side, dtSeconds);
  }
}

function solveLeg(
  model: GaitModel,
  leg: GaitLeg,
  state: LegState,
  body: BodyState,
  side: number,
  dtSeconds: number,
): void {
  const { limb } = leg;
  const { ankleWorld, rotationWorld, solved } = state;
  const goal = body.feet[side];
  const footWeight = body.targets.weights[footPoints[side]];
  updateHip(model, leg, state, body);
  vec3.copy(ankleWorld, goal.ankleWorld);
  quat.copy(rotationWorld, goal.rotationWorld);
  stepFootFade(state.fade, ankleWorld, rotationWorld, body.isPlaced, dtSeconds);
  const heelRoll = footWeight < 1 ? raiseHeel(model, leg, state) : 0;
  findKneePole(model, leg, state, body, side);
  if (body.guidance.kneeWeight > 0) keepKneeAbove(leg, state, body.floorY + KNEE_HEIGHT);
  if (body.isPlaced) limitKneeTurn(state, dtSeconds);
  // However far it has still to turn.
  keepKneeAbove(leg, state, body.floorY);
  state.chain.upperLength = limb.upper.length;
  state.chain.lowerLength = limb.lower.length;
  solveTwoBoneIk(state.chain, solved);
  followKneeTracker(model, leg, state, body, side);
  writeLeg(model, leg, state, body, goal.toeBend + heelRoll);
}

/** Joints between the hips and the leg, then the leg's root, from the current trunk. */
function updateHip({ skeleton }: GaitModel, { limb }: GaitLeg, { hipWorld }: LegState, { pose }: BodyState): void {
  for (let i = 0; i < limb.path.length && limb.path[i] !== limb.upper.joint; i++) {
    updateWorldJoint(skeleton, pose, limb.path[i]);
  }
  updateWorldJoint(skeleton, pose, limb.upper.joint);
  const at = limb.upper.joint * 3;
  for (let k = 0; k < 3; k++) hipWorld[k] = pose.worldPositions[at + k];
}

// Scratch.
const kneeWorld = createVec3();
const leftWorld = createVec3();
const hipsRotation = createQuat();

/** As much as the foot has no tracker of its own, a tracked knee leads the leg. */
function followKneeTracker({ hips }: GaitModel, leg: GaitLeg, state: LegState, body: BodyState, side: number): void {
  const { targets, floorY, pose } = body;
  const weight = targets.weights[kneePoints[side]] * (1 - targets.weights[footPoints[side]]);
  if (weight <= 0) return;
  trackedPosition(kneeWorld, targets.frame, kneePoints[side]);
  for (let k = 0; k < 4; k++) hipsRotation[k] = pose.worldRotations[hips * 4 + k];
  vec3.set(leftWorld, 1, 0, 0);
  vec3.transformQuat(leftWorld, leftWorld, hipsRotation);
  const lowestAnkleY = Math.min(floorY + leg.ankleHeight, state.ankleWorld[1]);
  meetKnee(leg, state, { kneeWorld, leftWorld, weight, lowestAnkleY });
}

// Scratch.
const axis = createVec3();
const hinge = createVec3();
const upper = createQuat();
const lower = createQuat();
const toeRotation = createQuat();

/** Rotations of thigh, shank, foot and toes from the solved knee and ankle, into the pose. */
function writeLeg(
  { skeleton }: GaitModel,
  { limb, toes }: GaitLeg,
  { hipWorld, rotationWorld, poleWorld, kneeDirectionWorld, solved }: LegState,
  { pose }: BodyState,
  toeBend: number,
): void {
  unitTowards(axis, hipWorld, solved.endWorld);
  unitAcross(kneeDirectionWorld, axis, poleWorld);
  vec3.cross(hinge, axis, kneeDirectionWorld);
  aimBone(upper, limb.upper, hipWorld, solved.midWorld, hinge);
  aimBone(lower, limb.lower, solved.midWorld, solved.endWorld, hinge);
  for (let i = 0; i < limb.path.length; i++) {
    const joint = limb.path[i];
    if (joint === limb.upper.joint) setWorldRotation(skeleton, pose, joint, upper);
    else if (joint === limb.lower.joint) setWorldRotation(skeleton, pose, joint, lower);
    else if (joint === limb.end) setWorldRotation(skeleton, pose, joint, rotationWorld);
    else updateWorldJoint(skeleton, pose, joint);
  }
  if (toes < 0) return;
  quat.rotateX(toeRotation, rotationWorld, -toeBend);
  setWorldRotation(skeleton, pose, toes, toeRotation);
}
