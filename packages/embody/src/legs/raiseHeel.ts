import {
  createQuat,
  createVec3,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  type Vec3,
  vec3,
} from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from '../gait/gaitModel.js';

/** A leg is straight at this much of its length: the last bit costs much and shows nothing. */
const STRAIGHT = 0.9985;
/** Halvings of the heel's angle: a fortieth of a degree. */
const HALVINGS = 12;

/** Where a foot is, world space. */
export interface FootPlace {
  readonly ankleWorld: ReadonlyVec3;
  readonly rotationWorld: ReadonlyQuat;
}

/** A foot that may be raised, and the hip that it hangs on. World space. */
export interface RaisedFoot {
  readonly hipWorld: ReadonlyVec3;
  readonly ankleWorld: Vec3;
  readonly rotationWorld: Quat;
}

// Scratch.
const hip = createVec3();
const ball = createVec3();
const fromBall = createVec3();
const inverse = createQuat();
const rolledAnkle = createVec3();
const rolledRotation = createQuat();

/** Whether a leg reaches a foot from the hips as they are, its heel raised as far as helps. */
export function canReach({ settings }: GaitModel, { pose }: BodyState, leg: GaitLeg, foot: FootPlace): boolean {
  const at = leg.limb.upper.joint * 3;
  for (let k = 0; k < 3; k++) hip[k] = pose.worldPositions[at + k];
  if (isInReach(leg, hip, foot.ankleWorld)) return true;
  findBall(ball, leg, foot);
  const roll = findMostRoll(leg, hip, foot, ball, settings.heelLimit);
  rollOver(leg, foot, ball, roll, rolledAnkle, rolledRotation);
  return isInReach(leg, hip, rolledAnkle);
}

/**
 * Turns the foot about its ball until the ankle is in reach, at most to the limit: a foot left behind rises on its toes
 * before it leaves its place. Moves `state.ankleWorld` and `state.rotationWorld`; returns the angle.
 */
export function raiseHeel({ settings }: GaitModel, leg: GaitLeg, state: RaisedFoot): number {
  const { hipWorld, ankleWorld, rotationWorld } = state;
  if (isInReach(leg, hipWorld, ankleWorld)) return 0;
  findBall(ball, leg, state);
  let low = 0;
  let high = findMostRoll(leg, hipWorld, state, ball, settings.heelLimit);
  for (let i = 0; i < HALVINGS; i++) {
    const roll = (low + high) / 2;
    rollOver(leg, state, ball, roll, rolledAnkle, rolledRotation);
    if (isInReach(leg, hipWorld, rolledAnkle)) high = roll;
    else low = roll;
  }
  rollOver(leg, state, ball, high, rolledAnkle, rolledRotation);
  vec3.copy(ankleWorld, rolledAnkle);
  quat.copy(rotationWorld, rolledRotation);
  return high;
}

function isInReach(leg: GaitLeg, hipWorld: ReadonlyVec3, ankleWorld: ReadonlyVec3): boolean {
  const reach = STRAIGHT * leg.length;
  return vec3.squaredDistance(ankleWorld, hipWorld) <= reach * reach;
}

function findBall(out: Vec3, leg: GaitLeg, { ankleWorld, rotationWorld }: FootPlace): void {
  vec3.transformQuat(out, leg.ballFromAnkle, rotationWorld);
  vec3.add(out, out, ankleWorld);
}

/** The roll at which the ankle, on its way round the ball, is nearest to the hip, within 0 and the limit. */
function findMostRoll(
  { ballFromAnkle }: GaitLeg,
  hipWorld: ReadonlyVec3,
  { rotationWorld }: FootPlace,
  ballWorld: ReadonlyVec3,
  limit: number,
): number {
  vec3.subtract(fromBall, hipWorld, ballWorld);
  quat.conjugate(inverse, rotationWorld);
  vec3.transformQuat(fromBall, fromBall, inverse);
  const roll = Math.atan2(fromBall[2], fromBall[1]) - Math.atan2(-ballFromAnkle[2], -ballFromAnkle[1]);
  return Math.max(0, Math.min(roll, limit));
}

/** Ankle and rotation of a foot that is rolled over its ball by an angle. */
function rollOver(
  { ballFromAnkle }: GaitLeg,
  { rotationWorld }: FootPlace,
  ballWorld: ReadonlyVec3,
  roll: number,
  outAnkle: Vec3,
  outRotation: Quat,
): void {
  quat.rotateX(outRotation, rotationWorld, roll);
  vec3.transformQuat(outAnkle, ballFromAnkle, outRotation);
  vec3.subtract(outAnkle, ballWorld, outAnkle);
}
