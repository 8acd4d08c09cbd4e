import { createQuat, createVec3, quat, rotationBetween, vec3 } from '@leib/core';
import type { BodyState, FootGoal } from '../bodyState.js';
import { footPoints, trackedPosition, trackedRotation } from '../limb/worldJoint.js';
import type { GaitLeg, GaitModel } from './gaitModel.js';
import type { GaitState, StepState } from './gaitState.js';

const UP = createVec3(0, 1, 0);

// Scratch.
const level = createQuat();
const rotation = createQuat();
const pivot = createVec3();
const arm = createVec3();
const point = createVec3();
const trackedAt = createVec3();
const trackedTurn = createQuat();

/** Turns a foot's state into the goal that the leg carries out, honouring a foot's tracker. */
export function writeFoot(model: GaitModel, state: GaitState, body: BodyState, side: number): void {
  const leg = model.legs[side];
  const goal = body.feet[side];
  const step = state.steps[side];
  if (leg === null) {
    vec3.copy(goal.ankleWorld, step.placeWorld);
    return;
  }
  poseFoot(leg, step, goal);
  if (step.isStepping) raiseAboveGround(model, state, body, leg, goal, 4 * step.progress * (1 - step.progress));
  goal.isPlanted = !step.isStepping;
  followFootTracker(body, goal, side);
}

/** A tracker on the foot knows better, by its weight. */
export function followFootTracker(body: BodyState, goal: FootGoal, side: number): void {
  const weight = body.targets.weights[footPoints[side]];
  if (weight <= 0) return;
  trackedPosition(trackedAt, body.targets.frame, footPoints[side]);
  trackedRotation(trackedTurn, body.targets.frame, footPoints[side]);
  vec3.lerp(goal.ankleWorld, goal.ankleWorld, trackedAt, weight);
  quat.slerp(goal.rotationWorld, goal.rotationWorld, trackedTurn, weight);
  goal.toeBend *= 1 - weight;
  goal.isPlanted = false;
}

/** A raised heel turns the foot about its ball, raised toes about its heel. */
function poseFoot(leg: GaitLeg, step: StepState, goal: FootGoal): void {
  const { placeWorld: place, normalWorld: normal, pitch } = step;
  rotationBetween(level, UP, normal);
  quat.rotateY(level, level, step.yaw);
  quat.rotateX(rotation, level, pitch);
  if (pitch > 0) vec3.set(pivot, leg.ballFromAnkle[0], leg.ankleHeight + leg.ballFromAnkle[1], leg.ballFromAnkle[2]);
  else vec3.set(pivot, 0, 0, -leg.heelBehind);
  vec3.set(arm, -pivot[0], leg.ankleHeight - pivot[1], -pivot[2]);
  vec3.transformQuat(pivot, pivot, level);
  vec3.transformQuat(arm, arm, rotation);
  for (let k = 0; k < 3; k++) goal.ankleWorld[k] = place[k] + pivot[k] + arm[k];
  goal.ankleWorld[1] += step.lift;
  quat.copy(goal.rotationWorld, rotation);
  // Toes stay flat while the heel is up.
  goal.toeBend = pitch > 0 ? pitch * toesOnGround(step) : 0;
}

/** 1 while the ball is on the ground; in the air the toes go with the foot. */
function toesOnGround(step: StepState): number {
  const share = 1 - step.lift / 0.06;
  return share > 0 ? share : 0;
}

/**
 * No part of a swinging foot below the ground or through an edge: it is raised as a whole. A step passes edges with some
 * clearance, most in its middle: `clearanceShare`, 0..1.
 */
export function raiseAboveGround(
  model: GaitModel,
  { ground, hit }: GaitState,
  { floorY }: BodyState,
  leg: GaitLeg,
  goal: Omit<FootGoal, 'isPlanted'>,
  clearanceShare: number,
): void {
  const clear = model.settings.clearance * Math.min(1, clearanceShare);
  let raise = 0;
  for (let i = 0; i < 3; i++) {
    // Ball and tip of the toes, and the heel.
    if (i === 2) vec3.set(point, 0, -leg.ankleHeight, -leg.heelBehind);
    else
      vec3.set(
        point,
        0,
        i === 0 ? leg.ballFromAnkle[1] : -leg.ankleHeight,
        i === 0 ? leg.ballFromAnkle[2] : leg.toeAhead,
      );
    const above = i === 0 ? leg.ankleHeight + leg.ballFromAnkle[1] : 0;
    // Bent toes lie level with the ball.
    if (i === 1 && goal.toeBend > 0) continue;
    vec3.transformQuat(point, point, goal.rotationWorld);
    vec3.add(point, point, goal.ankleWorld);
    if (!ground.query(point[0], point[2], floorY + model.settings.maxStepHeight, hit)) continue;
    raise = Math.max(raise, hit.height + above + clear - point[1]);
  }
  goal.ankleWorld[1] += raise;
}
