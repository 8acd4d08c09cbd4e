import {
  createQuat,
  createVec3,
  type Quat,
  quat,
  rotationBetween,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from '../gait/gaitModel.js';
import { angleAbout, kneePoints, trackedPosition, turnAbout } from '../limb/worldJoint.js';
import type { LegState } from './legsState.js';

// Scratch.
const forward = createVec3();
const hipsRotation = createQuat();
const tracked = createVec3();

/**
 * Which way the knee goes, into `state.poleWorld`: between where the foot points and where the hips face, a little apart.
 * Along the leg neither says anything; the last frame's knee then does, so that it never flips.
 */
export function findKneePole(model: GaitModel, leg: GaitLeg, state: LegState, body: BodyState, side: number): void {
  const { settings, hips } = model;
  const { poleWorld: pole, axisWorld: axis, kneeDirectionWorld } = state;
  const { worldRotations } = body.pose;
  for (let k = 0; k < 4; k++) hipsRotation[k] = worldRotations[hips * 4 + k];
  vec3.set(pole, 0, 0, 1);
  vec3.transformQuat(pole, pole, hipsRotation);
  findFootForward(forward, body, side);
  unitTowards(axis, state.hipWorld, state.ankleWorld);
  raiseFlexedKnee(state, hipsRotation);
  const bend = measureBend(leg, state);
  const share = settings.kneeFootShare + settings.kneeFootShareBent * bend;
  for (let k = 0; k < 3; k++) pole[k] += (forward[k] - pole[k]) * share;
  turnApart(state, leg.limb.mirror * (settings.kneeApart + settings.kneeApartBent * bend));
  if (body.guidance.kneeWeight > 0) followProposedKnee(state, body, side);
  vec3.scaleAndAdd(pole, pole, axis, -vec3.dot(pole, axis));
  const length = Math.sqrt(pole[0] * pole[0] + pole[1] * pole[1] + pole[2] * pole[2]);
  if (length < 0.4) for (let k = 0; k < 3; k++) pole[k] += kneeDirectionWorld[k] * (0.4 - length);
  followTrackedKnee(state, body, side);
}

/** From this height of the ankle below the hip on, in the pelvis, a share of their distance, the pelvis's front is no pole. */
const FLEXED = 0.5;

// Scratch.
const across = createVec3();
const upWorld = createVec3();

/**
 * Of a leg that is drawn up before the body (squat, sitting on the floor) the ankle is ahead of the hip: then the way the
 * pelvis faces is along the leg, and below it where the trunk bends forward. The knee's hinge goes from side to side:
 * the more the leg is drawn up, the more the knee goes across hinge and leg, which is up.
 */
function raiseFlexedKnee({ poleWorld: pole, axisWorld: axis }: LegState, pelvisRotation: Quat): void {
  vec3.set(upWorld, 0, 1, 0);
  vec3.transformQuat(upWorld, upWorld, pelvisRotation);
  const raised = vec3.dot(axis, upWorld) + FLEXED;
  const ahead = vec3.dot(axis, pole);
  if (raised <= 0 || ahead <= 0) return;
  vec3.set(across, 1, 0, 0);
  vec3.transformQuat(across, across, pelvisRotation);
  vec3.cross(across, axis, across);
  // The pole's own part across the leg is as long as the ankle is low: this one outweighs it where that points down.
  vec3.scaleAndAdd(pole, pole, across, 2 * raised * ahead);
}

/** The heading of the foot without its pitch: a foot on tiptoe still points ahead. */
function findFootForward(out: Vec3, { feet }: BodyState, side: number): void {
  vec3.set(out, 1, 0, 0);
  vec3.transformQuat(out, out, feet[side].rotationWorld);
  const length = Math.max(1e-6, Math.sqrt(out[0] * out[0] + out[2] * out[2]));
  vec3.set(out, -out[2] / length, 0, out[0] / length);
}

/** How far the knee is off the line from hip to ankle, as a part of the thigh: 0 straight, 1 folded. */
function measureBend({ limb }: GaitLeg, { hipWorld, ankleWorld }: LegState): number {
  const a = limb.upper.length;
  const b = limb.lower.length;
  const distanceSq = Math.max(1e-6, vec3.squaredDistance(ankleWorld, hipWorld));
  // By the law of cosines.
  const along = (a * a - b * b + distanceSq) / (2 * Math.sqrt(distanceSq));
  return Math.sqrt(Math.max(0, 1 - (along * along) / (a * a)));
}

/** Turns the pole outward about the leg's line, whose axis leads down. */
function turnApart({ poleWorld: pole, axisWorld: axis }: LegState, angle: number): void {
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

// Scratch.
const proposedAxis = createVec3();
const proposedKnee = createVec3();
const thighForward = createVec3();
const rotation = createQuat();

/**
 * Turns the pole towards the knee that the prior proposes: where it is, or of a straight leg, where the thigh faces. The
 * foot may be elsewhere than proposed: the knee goes along with the line from hip to ankle.
 */
function followProposedKnee({ poleWorld: pole, axisWorld }: LegState, { guidance }: BodyState, side: number): void {
  const { positions, rotations, kneeWeight } = guidance;
  const from = PROPOSED_HIPS[side] * 3;
  const to = PROPOSED_ANKLES[side] * 3;
  const knee = PROPOSED_KNEES[side] * 3;
  for (let k = 0; k < 3; k++) {
    proposedAxis[k] = positions[to + k] - positions[from + k];
    proposedKnee[k] = positions[knee + k] - positions[from + k];
  }
  vec3.normalize(proposedAxis, proposedAxis);
  const at = PROPOSED_HIPS[side] * 4;
  quat.set(rotation, rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
  vec3.set(thighForward, 0, 0, CLEAR_BEND);
  vec3.transformQuat(thighForward, thighForward, rotation);
  vec3.add(proposedKnee, proposedKnee, thighForward);
  unitAcross(proposedKnee, proposedAxis, proposedKnee);
  rotationBetween(rotation, proposedAxis, axisWorld);
  vec3.transformQuat(proposedKnee, proposedKnee, rotation);
  for (let k = 0; k < 3; k++) pole[k] += (proposedKnee[k] - pole[k]) * kneeWeight;
}

function followTrackedKnee({ hipWorld, poleWorld, axisWorld }: LegState, { targets }: BodyState, side: number): void {
  const weight = targets.weights[kneePoints[side]];
  if (weight <= 0) return;
  trackedPosition(tracked, targets.frame, kneePoints[side]);
  vec3.subtract(tracked, tracked, hipWorld);
  vec3.scaleAndAdd(tracked, tracked, axisWorld, -vec3.dot(tracked, axisWorld));
  if (vec3.length(tracked) < 1e-4) return;
  vec3.normalize(tracked, tracked);
  vec3.normalize(poleWorld, poleWorld);
  vec3.lerp(poleWorld, poleWorld, tracked, weight);
}

/** Knees on the floor are this high, their joint inside them, metres. */
export const KNEE_HEIGHT = 0.05;

// Scratch.
const bent = createVec3();
const up = createVec3();

/** Turns the pole up about the leg's line, as far as it takes to have the knee no lower than a height, world space. */
export function keepKneeAbove({ limb }: GaitLeg, state: LegState, lowestY: number): void {
  const { hipWorld, axisWorld, poleWorld } = state;
  const a = limb.upper.length;
  const b = limb.lower.length;
  const reach = vec3.distance(hipWorld, state.ankleWorld);
  const d = Math.min(a + b, Math.max(Math.abs(a - b), reach, 1e-6));
  const along = (a * a - b * b + d * d) / (2 * d);
  const outward = Math.sqrt(Math.max(0, a * a - along * along));
  unitAcross(bent, axisWorld, poleWorld);
  const lacking = lowestY - hipWorld[1] - axisWorld[1] * along - bent[1] * outward;
  if (lacking <= 0 || outward < 1e-4) return;
  vec3.set(up, 0, 1, 0);
  unitAcross(up, axisWorld, up);
  // pole = cos * up + sin * aside, whose height is cos * up[1]: as little more of it as is needed.
  const wanted = Math.min(1, (bent[1] + lacking / outward) / Math.max(1e-6, up[1]));
  vec3.scaleAndAdd(bent, bent, up, -vec3.dot(bent, up));
  const aside = vec3.length(bent);
  const sine = Math.sqrt(Math.max(0, 1 - wanted * wanted));
  for (let k = 0; k < 3; k++) poleWorld[k] = up[k] * wanted + (aside > 1e-6 ? (bent[k] * sine) / aside : 0);
}

/** Knees turn about the line from hip to ankle no faster than this, radians per second. */
const KNEE_SPEED = 12;

// Scratch.
const before = createVec3();
const wanted = createVec3();

/** A foot that is not where it was proposed can turn the plane of its leg right round at once: that takes a while. */
export function limitKneeTurn({ axisWorld, poleWorld, kneeDirectionWorld }: LegState, dtSeconds: number): void {
  unitAcross(before, axisWorld, kneeDirectionWorld);
  unitAcross(wanted, axisWorld, poleWorld);
  const turn = angleAbout(axisWorld, before, wanted);
  const most = KNEE_SPEED * dtSeconds;
  if (Math.abs(turn) > most) turnAbout(poleWorld, axisWorld, before, turn > 0 ? most : -most);
}
