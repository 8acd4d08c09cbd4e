import {
  clamp,
  createQuat,
  createVec3,
  DEG,
  quat,
  solveTwoBoneIk,
  type TwoBoneIkOutput,
  type Vec3,
  vec3,
} from '@leib/core';
import { isTracked } from '@leib/tracking';
import {
  footPoints,
  kneePoints,
  readJoint,
  setWorldRotation,
  trackedPosition,
  trackedRotation,
} from '../limb/worldJoint.js';
import type { BaselineState, FootState } from './baselineState.js';
import type { LegWork } from './baselineWork.js';
import type { BaselineLeg, BaselineModel } from './buildBaseline.js';
import { placeLimb } from './placeLimb.js';

const UP = createVec3(0, 1, 0);
const HEEL_LIMIT = 55 * DEG;

// Scratch.
const tried = createVec3();
const toHip = createVec3();
const rolled = createQuat();
const toeRotation = createQuat();
const solution: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

/** Two bones per leg; a foot that the leg cannot reach rises on its toes before it leaves the floor. */
export function solveBaselineLegs(model: BaselineModel, state: BaselineState): void {
  for (let side = 0; side < 2; side++) {
    const leg = model.legs[side];
    if (leg !== null) solveLeg(model, state, leg, state.feet[side], side);
  }
}

function solveLeg(model: BaselineModel, state: BaselineState, leg: BaselineLeg, foot: FootState, side: number): void {
  const { skeleton } = model;
  const { pose, tracked } = state;
  const work = state.work.leg;
  const { hipWorld, ankleWorld, kneeDirectionWorld, headingWorld, footRotation } = work;
  const { limb } = leg;
  readJoint(hipWorld, pose, limb.upper.joint);
  quat.setAxisAngle(headingWorld, UP, foot.yaw);
  vec3.copy(ankleWorld, foot.ankleWorld);
  if (isTracked(tracked, footPoints[side])) {
    trackedRotation(footRotation, tracked, footPoints[side]);
    quat.copy(toeRotation, footRotation);
  } else {
    const pitch = foot.pitch + raiseHeel(work, leg, foot);
    quat.rotateX(footRotation, headingWorld, pitch);
    // Toes stay flat while the heel is up, and go up with the foot.
    quat.rotateX(toeRotation, headingWorld, pitch > 0 ? 0.2 * pitch : pitch);
  }
  if (isTracked(tracked, kneePoints[side])) {
    trackedPosition(kneeDirectionWorld, tracked, kneePoints[side]);
    vec3.subtract(kneeDirectionWorld, kneeDirectionWorld, hipWorld);
  } else {
    pointKnee(kneeDirectionWorld, state, foot, limb.mirror);
  }
  const ends = { rootWorld: hipWorld, targetWorld: ankleWorld, poleWorld: kneeDirectionWorld };
  solveTwoBoneIk({ ...ends, upperLength: limb.upper.length, lowerLength: limb.lower.length }, solution);
  placeLimb(skeleton, pose, limb, { ...ends, solution, endRotation: footRotation, twistShare: 0 });
  if (leg.toes >= 0) setWorldRotation(skeleton, pose, leg.toes, toeRotation);
}

/** Knees point between where the foot and where the body points, slightly apart. */
function pointKnee(out: Vec3, state: BaselineState, foot: FootState, mirror: number): void {
  const yaw = foot.yaw + 0.5 * Math.atan2(Math.sin(state.bodyYaw - foot.yaw), Math.cos(state.bodyYaw - foot.yaw));
  const apart = yaw + mirror * 0.1;
  vec3.set(out, Math.sin(apart), 0, Math.cos(apart));
}

/** Turns the foot about its ball until the ankle is in reach; the angle, at most HEEL_LIMIT. Writes ankle and ball. */
function raiseHeel(work: LegWork, leg: BaselineLeg, foot: FootState): number {
  const { hipWorld, ankleWorld, ballWorld, headingWorld } = work;
  const reach = 0.9985 * (leg.limb.upper.length + leg.limb.lower.length);
  if (vec3.distance(hipWorld, ankleWorld) <= reach) return 0;
  vec3.transformQuat(ballWorld, leg.ankleFromBall, headingWorld);
  vec3.subtract(ballWorld, foot.ankleWorld, ballWorld);
  let low = 0;
  let high = clamp(nearestRoll(work, leg, foot), 0, HEEL_LIMIT);
  for (let i = 0; i < 14; i++) {
    const angle = (low + high) / 2;
    rollOver(tried, work, leg, angle);
    if (vec3.distance(hipWorld, tried) > reach) low = angle;
    else high = angle;
  }
  rollOver(ankleWorld, work, leg, high);
  return high;
}

/** Roll at which the ankle, on its way round the ball, is nearest to the hip: beyond it the heel gains nothing. */
function nearestRoll(work: LegWork, { ankleFromBall }: BaselineLeg, foot: FootState): number {
  vec3.subtract(toHip, work.hipWorld, work.ballWorld);
  const ahead = Math.sin(foot.yaw) * toHip[0] + Math.cos(foot.yaw) * toHip[2];
  return Math.atan2(ahead, toHip[1]) - Math.atan2(ankleFromBall[2], ankleFromBall[1]);
}

/** The ankle of a foot that is rolled over its ball, into `out`. */
function rollOver(out: Vec3, work: LegWork, { ankleFromBall }: BaselineLeg, angle: number): void {
  quat.rotateX(rolled, work.headingWorld, angle);
  vec3.transformQuat(out, ankleFromBall, rolled);
  vec3.add(out, out, work.ballWorld);
}
