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
import { trackedPosition, trackedRotation } from '../limb/readTracked.js';
import { footPoints, kneePoints } from '../limb/sidePoints.js';
import { setWorldRotation } from '../limb/worldJoint.js';
import type { BaselineState, FootState } from './baselineState.js';
import type { BaselineLeg, BaselineModel } from './buildBaseline.js';
import { placeLimb } from './placeLimb.js';

const UP = createVec3(0, 1, 0);
const HEEL_LIMIT = 55 * DEG;

// Scratch.
const hip = createVec3();
const ankle = createVec3();
const ball = createVec3();
const tried = createVec3();
const knee = createVec3();
const heading = createQuat();
const footRotation = createQuat();
const toeRotation = createQuat();
const legIn = { rootWorld: hip, targetWorld: ankle, poleWorld: knee, upperLength: 0, lowerLength: 0 };
const legOut: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

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
  const { limb } = leg;
  const at = limb.upper.joint * 3;
  vec3.set(hip, pose.worldPositions[at], pose.worldPositions[at + 1], pose.worldPositions[at + 2]);
  quat.setAxisAngle(heading, UP, foot.yaw);
  vec3.copy(ankle, foot.ankleWorld);
  if (isTracked(tracked, footPoints[side])) {
    trackedRotation(footRotation, tracked, footPoints[side]);
    quat.copy(toeRotation, footRotation);
  } else {
    const pitch = foot.pitch + raiseHeel(leg, foot);
    quat.rotateX(footRotation, heading, pitch);
    // Toes stay flat while the heel is up, and go up with the foot.
    quat.rotateX(toeRotation, heading, pitch > 0 ? 0.2 * pitch : pitch);
  }
  if (isTracked(tracked, kneePoints[side])) {
    trackedPosition(knee, tracked, kneePoints[side]);
    vec3.subtract(knee, knee, hip);
  } else {
    kneeDirection(state, foot, limb.mirror);
  }
  solveTwoBoneIk(setLengths(leg), legOut);
  placeLimb(skeleton, pose, limb, {
    rootWorld: hip,
    solution: legOut,
    poleWorld: knee,
    endRotation: footRotation,
    twistShare: 0,
  });
  if (leg.toes >= 0) setWorldRotation(skeleton, pose, leg.toes, toeRotation);
}

function setLengths({ limb }: BaselineLeg): typeof legIn {
  legIn.upperLength = limb.upper.length;
  legIn.lowerLength = limb.lower.length;
  return legIn;
}

/** Knees point between where the foot and where the body points, slightly apart. */
function kneeDirection(state: BaselineState, foot: FootState, mirror: number): void {
  const yaw = foot.yaw + 0.5 * Math.atan2(Math.sin(state.bodyYaw - foot.yaw), Math.cos(state.bodyYaw - foot.yaw));
  const apart = yaw + mirror * 0.1;
  vec3.set(knee, Math.sin(apart), 0, Math.cos(apart));
}

/** Turns the foot about its ball until the ankle is in reach; the angle, at most HEEL_LIMIT. Writes `ankle`. */
function raiseHeel(leg: BaselineLeg, foot: FootState): number {
  const reach = 0.9985 * (leg.limb.upper.length + leg.limb.lower.length);
  if (vec3.distance(hip, ankle) <= reach) return 0;
  vec3.transformQuat(ball, leg.ankleFromBall, heading);
  vec3.subtract(ball, foot.ankleWorld, ball);
  let low = 0;
  let high = clamp(nearestRoll(leg, foot), 0, HEEL_LIMIT);
  for (let i = 0; i < 14; i++) {
    const angle = (low + high) / 2;
    rollOver(leg, angle, tried);
    if (vec3.distance(hip, tried) > reach) low = angle;
    else high = angle;
  }
  rollOver(leg, high, ankle);
  return high;
}

/** Roll at which the ankle, on its way round the ball, is nearest to the hip: beyond it the heel gains nothing. */
function nearestRoll({ ankleFromBall }: BaselineLeg, foot: FootState): number {
  vec3.subtract(tried, hip, ball);
  const ahead = Math.sin(foot.yaw) * tried[0] + Math.cos(foot.yaw) * tried[2];
  return Math.atan2(ahead, tried[1]) - Math.atan2(ankleFromBall[2], ankleFromBall[1]);
}

function rollOver({ ankleFromBall }: BaselineLeg, angle: number, out: Vec3): void {
  quat.rotateX(footRotation, heading, angle);
  vec3.transformQuat(out, ankleFromBall, footRotation);
  vec3.add(out, out, ball);
}
