import { clamp, createQuat, createVec3, lerp, smoothStep, type Vec3, vec3, wrapAngle, yawOf } from '@leib/core';
import { isTracked } from '@leib/tracking';
import { footPoints, trackedPosition, trackedRotation } from '../limb/worldJoint.js';
import type { BaselineState, FootState } from './baselineState.js';
import type { BaselineLeg, BaselineModel } from './buildBaseline.js';

/** How much more the foot on the side of the way is in need of a step. */
const LEAD = 0.15;

// Scratch.
const home = createVec3();
const rotation = createQuat();

/**
 * Feet stay where they stand until the body has moved away or turned; then one at a time takes a step. Standing
 * people do not fidget: small shifts of the balance move nothing.
 */
export function stepBaselineFeet(model: BaselineModel, state: BaselineState, dtSeconds: number): void {
  state.sinceStepSeconds += dtSeconds;
  for (let side = 0; side < 2; side++) {
    const leg = model.legs[side];
    const foot = state.feet[side];
    if (leg === null) placeFoot(state, foot, NOWHERE);
    else if (isTracked(state.tracked, footPoints[side])) followTracker(state, foot, footPoints[side]);
    else if (!state.isPlaced) placeFoot(state, foot, leg.homeFromHead);
    else if (foot.isStepping) continueStep(model, state, leg, foot, dtSeconds);
    else letDown(model, state, leg, foot);
  }
  startStep(model, state);
  state.isPlaced = true;
}

const NOWHERE = createVec3();

/** Where a foot belongs, into `out`: beside the balance point, as at rest. */
function findHome(out: Vec3, state: BaselineState, homeFromHead: Vec3): Vec3 {
  const sin = Math.sin(state.bodyYaw);
  const cos = Math.cos(state.bodyYaw);
  const x = homeFromHead[0];
  const y = homeFromHead[1];
  const z = homeFromHead[2];
  return vec3.set(out, state.balanceWorld[0] + cos * x + sin * z, y, state.balanceWorld[2] - sin * x + cos * z);
}

function placeFoot(state: BaselineState, foot: FootState, homeFromHead: Vec3): void {
  findHome(foot.ankleWorld, state, homeFromHead);
  foot.yaw = state.bodyYaw;
  foot.pitch = 0;
  foot.isStepping = false;
}

function followTracker(state: BaselineState, foot: FootState, point: number): void {
  trackedPosition(foot.ankleWorld, state.tracked, point);
  foot.yaw = yawOf(trackedRotation(rotation, state.tracked, point));
  foot.pitch = 0;
  foot.isStepping = false;
}

/** A foot whose tracker was lost in mid air comes down with a step. */
function letDown(model: BaselineModel, state: BaselineState, leg: BaselineLeg, foot: FootState): void {
  foot.pitch = 0;
  if (Math.abs(foot.ankleWorld[1] - leg.homeFromHead[1]) > 0.005) beginStep(model, state, leg, foot);
}

function startStep(model: BaselineModel, state: BaselineState): void {
  const { feet, tracked } = state;
  if (feet[0].isStepping || feet[1].isStepping) return;
  const left = isTracked(tracked, footPoints[0]) ? 0 : measureUrgency(model, state, 0);
  const right = isTracked(tracked, footPoints[1]) ? 0 : measureUrgency(model, state, 1);
  const side = left > right ? 0 : 1;
  const urgency = side === 0 ? left : right;
  const isClosingUp = state.sinceStepSeconds < model.params.closeUpSeconds;
  const leg = model.legs[side];
  if (leg === null || urgency < (isClosingUp ? model.params.closeUpShare : 1)) return;
  beginStep(model, state, leg, feet[side]);
}

/** How much a foot needs to step: 1 and more is now. */
function measureUrgency({ params, legs }: BaselineModel, state: BaselineState, side: number): number {
  const leg = legs[side];
  const foot = state.feet[side];
  if (leg === null) return 0;
  findHome(home, state, leg.homeFromHead);
  // Feet start before the body has left them behind.
  vec3.scaleAndAdd(home, home, state.balanceVelocity, params.foresightSeconds);
  const away = Math.hypot(home[0] - foot.ankleWorld[0], home[2] - foot.ankleWorld[2]);
  const turn = wrapAngle(state.bodyYaw - foot.yaw);
  const need = Math.hypot(away / params.stepDistance, turn / params.stepTurn);
  // Of two feet in equal need the one on the side of the way goes first: legs do not cross.
  const sin = Math.sin(state.bodyYaw);
  const cos = Math.cos(state.bodyYaw);
  const toTheLeft = cos * (home[0] - foot.ankleWorld[0]) - sin * (home[2] - foot.ankleWorld[2]);
  const outward = leg.limb.mirror * (toTheLeft / params.stepDistance + turn / params.stepTurn);
  return need * (1 + LEAD * clamp(outward, -1, 1));
}

function beginStep({ params }: BaselineModel, state: BaselineState, leg: BaselineLeg, foot: FootState): void {
  const speed = vec3.length(state.balanceVelocity);
  foot.isStepping = true;
  foot.progress = 0;
  foot.stepSeconds = Math.max(params.shortestStepSeconds, params.stepSeconds - speed * params.stepSecondsPerSpeed);
  vec3.copy(foot.startWorld, foot.ankleWorld);
  foot.startYaw = foot.yaw;
  aimStep(params.leadSeconds, state, leg, foot);
}

/** The goal is where the foot's place will be when it lands, and a little ahead of that. */
function aimStep(leadSeconds: number, state: BaselineState, leg: BaselineLeg, foot: FootState): void {
  const { goalWorld } = foot;
  findHome(goalWorld, state, leg.homeFromHead);
  const seconds = (1 - foot.progress) * foot.stepSeconds + leadSeconds;
  vec3.scaleAndAdd(goalWorld, goalWorld, state.balanceVelocity, clamp(seconds, 0, 0.6));
  foot.goalYaw = state.bodyYaw;
}

function continueStep(
  { params }: BaselineModel,
  state: BaselineState,
  leg: BaselineLeg,
  foot: FootState,
  dtSeconds: number,
): void {
  // Near the end the foot is committed to its place.
  if (foot.progress < 0.75) aimStep(params.leadSeconds, state, leg, foot);
  foot.progress = Math.min(1, foot.progress + dtSeconds / foot.stepSeconds);
  const way = smoothStep(foot.progress);
  const { startWorld: start, goalWorld: goal } = foot;
  const length = Math.hypot(goal[0] - start[0], goal[2] - start[2]);
  const lift = (params.stepLift + params.stepLiftPerMetre * Math.min(length, 0.8)) * Math.sin(Math.PI * foot.progress);
  vec3.lerp(foot.ankleWorld, start, goal, way);
  foot.ankleWorld[1] += lift;
  foot.yaw = foot.startYaw + wrapAngle(foot.goalYaw - foot.startYaw) * way;
  // The heel leaves first and lands first.
  const roll = Math.sin(2 * Math.PI * foot.progress) * clamp(length / 0.5, 0.15, 1);
  foot.pitch = roll * lerp(0.25, 0.55, foot.progress < 0.5 ? 1 : 0);
  if (foot.progress >= 1) {
    vec3.copy(foot.ankleWorld, goal);
    foot.pitch = 0;
    foot.isStepping = false;
    state.sinceStepSeconds = 0;
  }
}
