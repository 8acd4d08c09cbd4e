import {
  createQuat,
  createVec3,
  lookRotation,
  type Quat,
  quat,
  solveTwoBoneIk,
  type TwoBoneIkOutput,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import { pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import type { AimedBone } from '../limb/limbModel.js';
import { trackedPosition } from '../limb/readTracked.js';
import { setWorldRotation, updateWorldJoint } from '../limb/worldJoint.js';
import type { GaitLeg, GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';

const kneePoints = [pointNumber.leftKnee, pointNumber.rightKnee] as const;
const footPoints = [pointNumber.leftFoot, pointNumber.rightFoot] as const;
/** A leg is straight at this much of its length: the last bit costs much and shows nothing. */
const STRAIGHT = 0.9985;
/** Halvings of the heel's angle: a fortieth of a degree. */
const HALVINGS = 12;

// Scratch.
const hip = createVec3();
const ankle = createVec3();
const ball = createVec3();
const tried = createVec3();
const pole = createVec3();
const forward = createVec3();
const axis = createVec3();
const bend = createVec3();
const hinge = createVec3();
const direction = createVec3();
const hipsRotation = createQuat();
const footRotation = createQuat();
const triedRotation = createQuat();
const toeRotation = createQuat();
const upper = createQuat();
const roll = new Float64Array(1);
const lower = createQuat();
const legIn = { rootWorld: hip, targetWorld: ankle, poleWorld: pole, upperLength: 0.5, lowerLength: 0.5 };
const legOut: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

/** Carries the feet's goals out: knees, ankles and toes. The hips stay where the trunk put them. */
export function solveLegs(model: GaitModel, state: GaitState, body: BodyState): void {
  for (let side = 0; side < 2; side++) {
    const leg = model.legs[side];
    if (leg !== null) solveLeg(model, state, body, leg, side);
  }
}

function solveLeg(model: GaitModel, state: GaitState, body: BodyState, leg: GaitLeg, side: number): void {
  const { skeleton } = model;
  const { pose } = body;
  const { limb } = leg;
  const goal = body.feet[side];
  // Joints between the hips and the leg, then the leg's root, from the current trunk.
  for (let i = 0; i < limb.path.length && limb.path[i] !== limb.upper.joint; i++) {
    updateWorldJoint(skeleton, pose, limb.path[i]);
  }
  updateWorldJoint(skeleton, pose, limb.upper.joint);
  const at = limb.upper.joint * 3;
  for (let k = 0; k < 3; k++) hip[k] = pose.worldPositions[at + k];
  vec3.copy(ankle, goal.ankleWorld);
  quat.copy(footRotation, goal.rotationWorld);
  roll[0] = 0;
  if (body.targets.weights[footPoints[side]] < 1) raiseHeel(model, leg);
  findPole(model, state, body, leg, side);
  legIn.upperLength = limb.upper.length;
  legIn.lowerLength = limb.lower.length;
  solveTwoBoneIk(legIn, legOut);

  unitTowards(axis, hip, legOut.endWorld);
  unitAcross(bend, axis, pole);
  vec3.copy(state.steps[side].kneeWorld, bend);
  vec3.cross(hinge, axis, bend);
  aim(upper, limb.upper, hip, legOut.midWorld);
  aim(lower, limb.lower, legOut.midWorld, legOut.endWorld);
  for (let i = 0; i < limb.path.length; i++) {
    const joint = limb.path[i];
    if (joint === limb.upper.joint) setWorldRotation(skeleton, pose, joint, upper);
    else if (joint === limb.lower.joint) setWorldRotation(skeleton, pose, joint, lower);
    else if (joint === limb.end) setWorldRotation(skeleton, pose, joint, footRotation);
    else updateWorldJoint(skeleton, pose, joint);
  }
  if (leg.toes < 0) return;
  roll[0] = -(goal.toeBend + roll[0]);
  turnX(toeRotation, footRotation);
  setWorldRotation(skeleton, pose, leg.toes, toeRotation);
}

function aim(out: Quat, bone: AimedBone, from: Vec3, to: Vec3): void {
  unitTowards(direction, from, to);
  lookRotation(out, direction, hinge);
  quat.multiply(out, out, bone.restAimInverse);
}

/**
 * Which way the knee goes, into `pole`: between where the foot points and where the hips face, a little apart. Along
 * the leg neither says anything; the last frame's knee then does, so that it never flips.
 */
function findPole(model: GaitModel, state: GaitState, body: BodyState, leg: GaitLeg, side: number): void {
  const { settings, hips } = model;
  const { worldRotations } = body.pose;
  const at = hips * 4;
  quat.set(hipsRotation, worldRotations[at], worldRotations[at + 1], worldRotations[at + 2], worldRotations[at + 3]);
  const apart = leg.limb.mirror * settings.kneeApart;
  vec3.set(pole, Math.sin(apart), 0, Math.cos(apart));
  vec3.transformQuat(pole, pole, hipsRotation);
  // The heading of the foot without its pitch: a foot on tiptoe still points ahead.
  vec3.set(forward, 1, 0, 0);
  vec3.transformQuat(forward, forward, body.feet[side].rotationWorld);
  const length = Math.max(1e-6, Math.sqrt(forward[0] * forward[0] + forward[2] * forward[2]));
  vec3.set(forward, -forward[2] / length, 0, forward[0] / length);
  vec3.lerp(pole, pole, forward, settings.kneeFootShare);
  unitTowards(axis, hip, ankle);
  const along = vec3.dot(pole, axis);
  vec3.scaleAndAdd(pole, pole, axis, -along);
  const across = vec3.length(pole);
  if (across < 0.4) vec3.scaleAndAdd(pole, pole, state.steps[side].kneeWorld, 0.4 - across);
  const weight = body.targets.weights[kneePoints[side]];
  if (weight <= 0) return;
  trackedPosition(tried, body.targets.frame, kneePoints[side]);
  vec3.subtract(tried, tried, hip);
  vec3.scaleAndAdd(tried, tried, axis, -vec3.dot(tried, axis));
  if (vec3.length(tried) < 1e-4) return;
  vec3.normalize(tried, tried);
  vec3.normalize(pole, pole);
  vec3.lerp(pole, pole, tried, weight);
}

/**
 * Turns the foot about its ball until the ankle is in reach, at most to the limit: a foot left behind rises on its toes
 * before it leaves its place. Writes `ankle`, `footRotation` and `roll`, the angle.
 */
function raiseHeel(model: GaitModel, leg: GaitLeg): void {
  if (isNear(ankle, leg)) return;
  vec3.transformQuat(ball, leg.ballFromAnkle, footRotation);
  vec3.add(ball, ball, ankle);
  // At the roll where the ankle, on its way round the ball, is nearest to the hip, the heel gains nothing any more.
  vec3.subtract(tried, hip, ball);
  quat.conjugate(triedRotation, footRotation);
  vec3.transformQuat(tried, tried, triedRotation);
  const nearest = Math.atan2(tried[2], tried[1]) - Math.atan2(-leg.ballFromAnkle[2], -leg.ballFromAnkle[1]);
  let low = 0;
  let high = Math.max(0, Math.min(nearest, model.settings.heelLimit));
  for (let i = 0; i < HALVINGS; i++) {
    roll[0] = (low + high) / 2;
    rollOver(leg);
    if (isNear(tried, leg)) high = roll[0];
    else low = roll[0];
  }
  roll[0] = high;
  rollOver(leg);
  vec3.copy(ankle, tried);
  quat.copy(footRotation, triedRotation);
}

/** Whether the leg reaches a place from the hip. */
function isNear(place: Vec3, leg: GaitLeg): boolean {
  const x = place[0] - hip[0];
  const y = place[1] - hip[1];
  const z = place[2] - hip[2];
  const reach = STRAIGHT * leg.length;
  return x * x + y * y + z * z <= reach * reach;
}

/** out = rotation, then `roll` about its own X: as quat.rotateX(), which would be handed a boxed number. */
function turnX(out: Quat, rotation: Quat): void {
  const sin = Math.sin(roll[0] / 2);
  const cos = Math.cos(roll[0] / 2);
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  out[0] = x * cos + w * sin;
  out[1] = y * cos + z * sin;
  out[2] = z * cos - y * sin;
  out[3] = w * cos - x * sin;
}

/** The ankle when the foot is rolled over its ball by `roll`, into `tried`. */
function rollOver(leg: GaitLeg): void {
  turnX(triedRotation, footRotation);
  vec3.transformQuat(tried, leg.ballFromAnkle, triedRotation);
  vec3.subtract(tried, ball, tried);
}
