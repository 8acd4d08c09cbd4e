import {
  createQuat,
  createVec3,
  lookRotation,
  type Quat,
  quat,
  rotationBetween,
  solveTwoBoneIk,
  type TwoBoneIkOutput,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import { pointNumber } from '@leib/tracking';
import { measureTurn, turn, turnSide } from '../arms/turnSide.js';
import type { BodyState, FootGoal } from '../bodyState.js';
import type { AimedBone } from '../limb/limbModel.js';
import { trackedPosition } from '../limb/readTracked.js';
import { setWorldRotation, updateWorldJoint } from '../limb/worldJoint.js';
import type { GaitLeg, GaitModel } from './gaitModel.js';
import type { GaitSettings } from './gaitSettings.js';
import type { GaitState } from './gaitState.js';
import { KNEE_WEIGHT, kneeAmounts, LOWEST_ANKLE, meetKnee } from './meetKnee.js';

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
const bent = new Float64Array(1);
const lower = createQuat();
const legIn = { rootWorld: hip, targetWorld: ankle, poleWorld: pole, upperLength: 0.5, lowerLength: 0.5 };
const legOut: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

/** Where a foot is. */
type FootPlace = Pick<FootGoal, 'ankleWorld' | 'rotationWorld'>;

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
  if (body.guidance.kneeWeight > 0) {
    keepKneeAbove(state, leg);
    if (body.isPlaced) limitKneeTurn(state, side);
  }
  legIn.upperLength = limb.upper.length;
  legIn.lowerLength = limb.lower.length;
  solveTwoBoneIk(legIn, legOut);
  kneeAmounts[KNEE_WEIGHT] = body.targets.weights[kneePoints[side]] * (1 - body.targets.weights[footPoints[side]]);
  if (kneeAmounts[KNEE_WEIGHT] > 0) {
    kneeAmounts[LOWEST_ANKLE] = Math.min(state.floorY + leg.ankleHeight, ankle[1]);
    meetKnee(leg, body, kneePoints[side], hip, ankle, legOut, pole);
  }

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
  for (let k = 0; k < 4; k++) hipsRotation[k] = worldRotations[at + k];
  vec3.set(pole, 0, 0, 1);
  vec3.transformQuat(pole, pole, hipsRotation);
  // The heading of the foot without its pitch: a foot on tiptoe still points ahead.
  vec3.set(forward, 1, 0, 0);
  vec3.transformQuat(forward, forward, body.feet[side].rotationWorld);
  const length = Math.max(1e-6, Math.sqrt(forward[0] * forward[0] + forward[2] * forward[2]));
  const aside = forward[0] / length;
  forward[0] = -forward[2] / length;
  forward[1] = 0;
  forward[2] = aside;
  unitTowards(axis, hip, ankle);
  measureBend(leg);
  const share = settings.kneeFootShare + settings.kneeFootShareBent * bent[0];
  for (let k = 0; k < 3; k++) pole[k] += (forward[k] - pole[k]) * share;
  turnApart(settings, leg);
  if (body.guidance.kneeWeight > 0) followProposedKnee(body, side);
  const along = pole[0] * axis[0] + pole[1] * axis[1] + pole[2] * axis[2];
  for (let k = 0; k < 3; k++) pole[k] -= axis[k] * along;
  const across = Math.sqrt(pole[0] * pole[0] + pole[1] * pole[1] + pole[2] * pole[2]);
  const { kneeWorld } = state.steps[side];
  if (across < 0.4) for (let k = 0; k < 3; k++) pole[k] += kneeWorld[k] * (0.4 - across);
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

/** How far the knee is off the line from hip to ankle, as a part of the thigh, into `bent`: 0 straight, 1 folded. */
function measureBend({ limb }: GaitLeg): void {
  const a = limb.upper.length;
  const b = limb.lower.length;
  const x = ankle[0] - hip[0];
  const y = ankle[1] - hip[1];
  const z = ankle[2] - hip[2];
  const distanceSq = Math.max(1e-6, x * x + y * y + z * z);
  // By the law of cosines.
  const along = (a * a - b * b + distanceSq) / (2 * Math.sqrt(distanceSq));
  bent[0] = Math.sqrt(Math.max(0, 1 - (along * along) / (a * a)));
}

/** Turns `pole` outward about the leg's line, whose axis leads down. */
function turnApart({ kneeApart, kneeApartBent }: GaitSettings, { limb }: GaitLeg): void {
  const angle = limb.mirror * (kneeApart + kneeApartBent * bent[0]);
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const x = pole[0];
  const y = pole[1];
  const z = pole[2];
  const along = (x * axis[0] + y * axis[1] + z * axis[2]) * (1 - cos);
  pole[0] = x * cos - (axis[1] * z - axis[2] * y) * sin + axis[0] * along;
  pole[1] = y * cos - (axis[2] * x - axis[0] * z) * sin + axis[1] * along;
  pole[2] = z * cos - (axis[0] * y - axis[1] * x) * sin + axis[2] * along;
}

/** SMPL's hips, knees and ankles. */
const PROPOSED_HIPS = [1, 2] as const;
const PROPOSED_KNEES = [4, 5] as const;
const PROPOSED_ANKLES = [7, 8] as const;
/** A knee that is this far off the line from hip to ankle says by itself which way it goes, metres. */
const CLEAR_BEND = 0.05;

/**
 * Turns `pole` towards the knee that the prior proposes: where it is, or of a straight leg, where the thigh faces. The
 * foot may be elsewhere than proposed: the knee goes along with the line from hip to ankle, `axis`.
 */
function followProposedKnee({ guidance }: BodyState, side: number): void {
  const { positions, rotations, kneeWeight } = guidance;
  const from = PROPOSED_HIPS[side] * 3;
  const to = PROPOSED_ANKLES[side] * 3;
  const knee = PROPOSED_KNEES[side] * 3;
  for (let k = 0; k < 3; k++) {
    direction[k] = positions[to + k] - positions[from + k];
    tried[k] = positions[knee + k] - positions[from + k];
  }
  vec3.normalize(direction, direction);
  const at = PROPOSED_HIPS[side] * 4;
  quat.set(triedRotation, rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
  vec3.set(forward, 0, 0, CLEAR_BEND);
  vec3.transformQuat(forward, forward, triedRotation);
  vec3.add(tried, tried, forward);
  unitAcross(tried, direction, tried);
  rotationBetween(triedRotation, direction, axis);
  vec3.transformQuat(tried, tried, triedRotation);
  for (let k = 0; k < 3; k++) pole[k] += (tried[k] - pole[k]) * kneeWeight;
}

/** Knees are not below the floor, by more than this, metres. */
const KNEE_HEIGHT = 0.05;

/** Turns `pole` up about `axis`, as far as it takes to have the knee over the floor. */
function keepKneeAbove({ floorY }: GaitState, { limb }: GaitLeg): void {
  const a = limb.upper.length;
  const b = limb.lower.length;
  const reach = vec3.distance(hip, ankle);
  const d = Math.min(a + b, Math.max(Math.abs(a - b), reach, 1e-6));
  const along = (a * a - b * b + d * d) / (2 * d);
  const outward = Math.sqrt(Math.max(0, a * a - along * along));
  unitAcross(bend, axis, pole);
  const lacking = floorY + KNEE_HEIGHT - hip[1] - axis[1] * along - bend[1] * outward;
  if (lacking <= 0 || outward < 1e-4) return;
  vec3.set(tried, 0, 1, 0);
  unitAcross(tried, axis, tried);
  // pole = cos * up + sin * aside, whose height is cos * up[1]: as little more of it as is needed.
  const wanted = Math.min(1, (bend[1] + lacking / outward) / Math.max(1e-6, tried[1]));
  const cosine = vec3.dot(bend, tried);
  vec3.scaleAndAdd(bend, bend, tried, -cosine);
  const aside = vec3.length(bend);
  const sine = Math.sqrt(Math.max(0, 1 - wanted * wanted));
  for (let k = 0; k < 3; k++) pole[k] = tried[k] * wanted + (aside > 1e-6 ? (bend[k] * sine) / aside : 0);
}

/** Knees turn about the line from hip to ankle no faster than this, radians per second. */
const KNEE_SPEED = 12;

/** A foot that is not where it was proposed can turn the plane of its leg right round at once: that takes a while. */
function limitKneeTurn({ steps, dtSeconds }: GaitState, side: number): void {
  unitAcross(bend, axis, steps[side].kneeWorld);
  unitAcross(tried, axis, pole);
  measureTurn(axis, bend, tried);
  const most = KNEE_SPEED * dtSeconds;
  if (Math.abs(turn[0]) <= most) return;
  turn[0] = turn[0] > 0 ? most : -most;
  turnSide(pole, axis, bend);
}

/** Whether a leg reaches a foot from the hips as they are, its heel raised as far as helps. */
export function canReach(model: GaitModel, { pose }: BodyState, leg: GaitLeg, foot: FootPlace): boolean {
  const at = leg.limb.upper.joint * 3;
  for (let k = 0; k < 3; k++) hip[k] = pose.worldPositions[at + k];
  if (isNear(foot.ankleWorld, leg)) return true;
  quat.copy(footRotation, foot.rotationWorld);
  vec3.transformQuat(ball, leg.ballFromAnkle, footRotation);
  vec3.add(ball, ball, foot.ankleWorld);
  findNearestRoll(leg);
  roll[0] = Math.max(0, Math.min(roll[0], model.settings.heelLimit));
  rollOver(leg);
  return isNear(tried, leg);
}

/** The roll at which the ankle, on its way round the ball, is nearest to the hip: more of it gains nothing. Into `roll`. */
function findNearestRoll(leg: GaitLeg): void {
  vec3.subtract(tried, hip, ball);
  quat.conjugate(triedRotation, footRotation);
  vec3.transformQuat(tried, tried, triedRotation);
  roll[0] = Math.atan2(tried[2], tried[1]) - Math.atan2(-leg.ballFromAnkle[2], -leg.ballFromAnkle[1]);
}

/**
 * Turns the foot about its ball until the ankle is in reach, at most to the limit: a foot left behind rises on its toes
 * before it leaves its place. Writes `ankle`, `footRotation` and `roll`, the angle.
 */
function raiseHeel(model: GaitModel, leg: GaitLeg): void {
  if (isNear(ankle, leg)) return;
  vec3.transformQuat(ball, leg.ballFromAnkle, footRotation);
  vec3.add(ball, ball, ankle);
  findNearestRoll(leg);
  let low = 0;
  let high = Math.max(0, Math.min(roll[0], model.settings.heelLimit));
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
