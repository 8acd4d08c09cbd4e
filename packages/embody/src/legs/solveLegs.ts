import {
  createQuat,
  createVec3,
  quat,
  type ReadonlyVec3,
  solveTwoBoneIk,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from '../gait/gaitModel.js';
import { type AimedBone, aimBone } from '../limb/limbModel.js';
import { footPoints, kneePoints, setWorldRotation, trackedPosition, updateWorldJoint } from '../limb/worldJoint.js';
import { stepFootFade } from './footFade.js';
import { findKneePole, KNEE_HEIGHT, keepKneeAbove, limitKneeTurn } from './kneePole.js';
import type { LegState, LegsState } from './legsState.js';
import { raiseHeel } from './raiseHeel.js';

/** The knee may be this far from its tracker for the foot to stay where it stands, metres. */
const TOLERANCE = 0.006;
/** A knee that is this far off the line from hip to ankle shows clearly which way the leg bends, metres. */
const CLEAR_BEND = 0.04;
/** How much of the way that the ankle is pushed along the floor leads behind the thigh. */
const BEHIND = 2;

/**
 * A tracked knee: where it is, the way to the body's left, how much it counts (0..1), and the height below which no ankle
 * is. World space.
 */
interface TrackedKnee {
  readonly kneeWorld: ReadonlyVec3;
  readonly leftWorld: ReadonlyVec3;
  readonly weight: number;
  readonly lowestAnkleY: number;
}

// Scratch.
const onThigh = createVec3();
const kneeAxis = createVec3();
const bend = createVec3();

// Scratch.
const thigh = createVec3();
const ahead = createVec3();

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

/**
 * A tracked knee without a tracked foot. Hips stay, so the knee lies on a sphere about the hip joint, and is put to where
 * that is nearest to the tracker. The ankle keeps to its goal where a knee within the tolerance allows it; else the shank
 * points there and the foot goes along, as a lifted knee takes its foot off the ground. Moves `state.solved` and
 * `state.poleWorld`.
 */
function meetKnee({ limb }: GaitLeg, state: LegState, tracked: TrackedKnee): void {
  const { kneeWorld, weight } = tracked;
  const { hipWorld, ankleWorld, solved } = state;
  if (!putOnSphere(onThigh, hipWorld, kneeWorld, limb.upper)) return;
  const gap = vec3.distance(solved.midWorld, onThigh);
  const share = gap > TOLERANCE ? weight * (1 - TOLERANCE / gap) : 0;
  if (share === 0) return;
  for (let k = 0; k < 3; k++) onThigh[k] = solved.midWorld[k] + (onThigh[k] - solved.midWorld[k]) * share;
  if (!putOnSphere(solved.midWorld, hipWorld, onThigh, limb.upper)) return;
  putOnSphere(solved.endWorld, solved.midWorld, ankleWorld, limb.lower);
  raiseAnkle(state, limb.lower, tracked);
  followBend(state);
}

/** End of a bone that points from `centre` at a place. Returns false and writes nothing where the two coincide. */
function putOnSphere(out: Vec3, centre: ReadonlyVec3, place: ReadonlyVec3, { length }: AimedBone): boolean {
  const distance = vec3.distance(centre, place);
  if (distance < 1e-6) return false;
  const scale = length / distance;
  for (let k = 0; k < 3; k++) out[k] = centre[k] + (place[k] - centre[k]) * scale;
  return true;
}

/**
 * The ankle no lower than a foot on the ground has it: the shank is turned up about the knee. Where that takes it far, it goes
 * behind an upright thigh, whichever side it was on before: knees do not bend ahead, and who kneels has their feet behind.
 */
function raiseAnkle(
  { hipWorld, solved }: LegState,
  { length }: AimedBone,
  { leftWorld, lowestAnkleY: lowestY }: TrackedKnee,
): void {
  const { midWorld: knee, endWorld: end } = solved;
  if (end[1] >= lowestY) return;
  const down = Math.min(length, Math.max(-length, knee[1] - lowestY));
  const level = Math.sqrt(Math.max(0, length * length - down * down));
  vec3.subtract(thigh, knee, hipWorld);
  vec3.cross(ahead, thigh, leftWorld);
  vec3.normalize(ahead, ahead);
  const before = Math.hypot(end[0] - knee[0], end[2] - knee[2]);
  const turned = BEHIND * Math.max(0, level - before);
  const x = end[0] - knee[0] - ahead[0] * turned;
  const z = end[2] - knee[2] - ahead[2] * turned;
  const now = Math.sqrt(x * x + z * z);
  if (now < 1e-6) return;
  end[0] = knee[0] + (x / now) * level;
  end[1] = knee[1] - down;
  end[2] = knee[2] + (z / now) * level;
}

/** Turns the pole to where the knee is now; a straight leg keeps the one it had. */
function followBend({ hipWorld, solved, poleWorld: pole }: LegState): void {
  const { midWorld, endWorld } = solved;
  const reach = vec3.distance(hipWorld, endWorld);
  if (reach < 1e-6) return;
  let along = 0;
  for (let k = 0; k < 3; k++) {
    kneeAxis[k] = (endWorld[k] - hipWorld[k]) / reach;
    bend[k] = midWorld[k] - hipWorld[k];
    along += kneeAxis[k] * bend[k];
  }
  for (let k = 0; k < 3; k++) bend[k] -= kneeAxis[k] * along;
  const length = vec3.length(bend);
  if (length < 1e-6) return;
  const share = length < CLEAR_BEND ? length / CLEAR_BEND : 1;
  const poleLength = Math.max(1e-6, vec3.length(pole));
  for (let k = 0; k < 3; k++) pole[k] = (pole[k] / poleLength) * (1 - share) + (bend[k] / length) * share;
}
