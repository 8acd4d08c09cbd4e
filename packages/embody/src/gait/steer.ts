import { clamp, createVec3, evaluateCurve, type ReadonlyVec3, type Vec3, vec3, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState, StepCause, StepState } from './gaitState.js';
import { isListening, isObservedDown } from './rhythm.js';
import { settleGoal } from './settleGoal.js';
import { aimHome, aimStride, isSynthesised, strideSeconds, strideYaw } from './stride.js';

/** Where a foot is to go (thesis ch. 6.7), on the horizontal plane; heights come later from the ground. */

// Scratch.
const outwardWorld = createVec3();

// Scratch.
const before = createVec3();

/** Where a foot is to land: as the person's rhythm says, or by the place that suits the body. */
export function aimStep(
  model: GaitModel,
  state: GaitState,
  body: BodyState,
  side: number,
  cause: StepCause,
  out: Vec3,
): void {
  const { settings } = model;
  const { stride } = state;
  const step = state.steps[side];
  const isStanding = body.travel.speed <= settings.standSpeed;
  if (cause === 'phase' || (cause !== 'stride' && isListening(model, state))) {
    const seen = state.observer.feet[side];
    out[0] = seen.goalWorld[0];
    out[2] = seen.goalWorld[2];
    keepInReach(model, state, body, side, out);
    return;
  }
  // A step by the clock is brought to its end, also when a rhythm is heard again.
  if (cause === 'stride' && (stride.isWalking || !isStanding)) aimStride(model, state, body, side, out);
  else if (cause === 'stride') aimHome(model, body, side, out);
  else if (settings.strides || isStanding) aimStanding(model, state, body, side, out);
  else if (step.isStepping) aimWalking(model, state, body, side, out);
  else aimStarting(model, state, body, side, out);
  keepApart(model, state, body, side, out);
  keepInReach(model, state, body, side, out);
}

/** A goal no farther from where the hips will be than a leg reaches. */
function keepInReach(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const leg = model.legs[side];
  if (leg === null) return;
  const step = state.steps[side];
  const seconds = step.isStepping ? (1 - step.progress) * step.durationSeconds : 0;
  const hips = model.hips * 3;
  const x = out[0] - body.pose.worldPositions[hips] - body.travel.velocityWorld[0] * seconds;
  const z = out[2] - body.pose.worldPositions[hips + 2] - body.travel.velocityWorld[2] * seconds;
  const distance = Math.sqrt(x * x + z * z);
  const reach = 0.75 * leg.length + model.wideHips;
  if (distance <= reach) return;
  out[0] -= x * (1 - reach / distance);
  out[2] -= z * (1 - reach / distance);
}

/** Where the foot is to point when it lands, into its goalYaw. */
export function aimYaw(state: GaitState, body: BodyState, side: number, cause: StepCause): void {
  const step = state.steps[side];
  const { yaw } = body.heading;
  if (cause !== 'phase') {
    step.goalYaw = (cause === 'stride' ? strideYaw(state, body, side) : yaw) + (side === 0 ? TOES_OUT : -TOES_OUT);
    return;
  }
  step.goalYaw = yaw + clamp(wrapAngle(state.observer.feet[side].yaw - yaw), -MOST_TURN, MOST_TURN);
}

/** Feet point outward a little, radians (median of the fitted steps: 5 degrees). */
const TOES_OUT = 0.09;
/** No foot points farther from where the body faces than hips and knees can turn, radians. */
const MOST_TURN = 0.8;

/**
 * Correction of placement (thesis ch. 6.8), every frame: a new goal, and a start moved so that the foot does not jump,
 *   start' = position + (position - goal') / (1 - i) * i
 * It ends near the landing, where the start would fly away.
 */
export function correctPlacement(model: GaitModel, state: GaitState, body: BodyState, side: number): void {
  const step = state.steps[side];
  const leg = model.legs[side];
  if (leg === null || !step.isStepping || step.cause === 'flight') return;
  if (step.progress >= model.settings.commitAt) return;
  const done = evaluateCurve(model.curves.stepInterpolation, step.progress);
  if (done > 0.97) return;
  vec3.copy(before, step.placeWorld);
  aimStep(model, state, body, side, step.cause, step.goalWorld);
  aimYaw(state, body, side, step.cause);
  settleGoal(model, state, body, leg, step);
  keepPosition(step, before, done / (1 - done));
}

/** Moves the start of a step so that the foot stays at `nowWorld`. `share`: way done against way left. */
function keepPosition(step: StepState, nowWorld: ReadonlyVec3, share: number): void {
  const { startWorld: start, goalWorld: goal } = step;
  start[0] = nowWorld[0] + (nowWorld[0] - goal[0]) * share;
  start[2] = nowWorld[2] + (nowWorld[2] - goal[2]) * share;
  step.startYaw = step.yaw - wrapAngle(step.goalYaw - step.yaw) * share;
}

/** Correction of timing (thesis ch. 6.9): when the foot will land. */
export function setDuration(model: GaitModel, state: GaitState, body: BodyState, side: number): void {
  const { settings } = model;
  const step = state.steps[side];
  if (!step.isStepping || step.cause === 'flight') return;
  const rest = Math.max(0.02, 1 - step.progress);
  if (step.cause === 'phase') {
    const seen = state.observer.feet[side];
    const { landSeconds } = settings.phaseSettings;
    let left = Math.max(seen.landSeconds, 0.02);
    if (isObservedDown(model, state, side)) left = Math.min(left, landSeconds);
    left = Math.min(left, Math.max(0.02, settings.longestStepSeconds - step.elapsedSeconds));
    step.durationSeconds = Math.max(settings.shortestStepSeconds, Math.min(left / rest, settings.longestStepSeconds));
    return;
  }
  const isGoing = state.stride.isWalking || (body.travel.speed > settings.standSpeed && !isSynthesised(model, state));
  if (!isGoing) {
    step.durationSeconds = settings.standStepSeconds;
    return;
  }
  if (settings.strides) {
    step.durationSeconds = Math.max(settings.shortestStepSeconds, strideSeconds(state.stride));
    return;
  }
  // Eq. 6.11 to 6.13: the foot lands when it is `offset` ahead of the balance point.
  const { directionWorld: way, speed } = body.travel;
  const offset = evaluateCurve(model.curves.stepOffsetDistance, speed / model.speedScale) * model.lengthScale;
  const goal = step.progress === 0 ? step.placeWorld : step.goalWorld;
  const ahead = (goal[0] - state.balanceWorld[0]) * way[0] + (goal[2] - state.balanceWorld[2]) * way[2];
  const distance = step.progress === 0 ? state.stepSize : ahead - offset;
  const seconds = distance < 0 ? settings.shortestStepSeconds : distance / speed / rest;
  step.durationSeconds = clamp(seconds, settings.shortestStepSeconds, settings.longestStepSeconds);
}

/**
 * Horizontal unit direction from the body's line to the foot: to the body's side. Listing 6.2 takes it across the way, and
 * feet that go sideways then cross.
 */
function findOutward(body: BodyState, side: number, out: Vec3): void {
  const outward = side === 0 ? 1 : -1;
  out[0] = outward * Math.cos(body.heading.yaw);
  out[2] = -outward * Math.sin(body.heading.yaw);
}

/** Distance of the foot from the body's line, metres. */
function findDistance({ curves, lengthScale }: GaitModel, { wayAngle }: GaitState): number {
  return evaluateCurve(curves.footDistanceDirectional, wayAngle) * lengthScale;
}

/** Opposite the other foot as seen from the balance point (eq. 6.8), on the right side and not too near or far. */
function aimStanding(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const { settings, lengthScale } = model;
  const step = state.steps[side];
  const secondsLeft = step.isStepping ? (1 - step.progress) * step.durationSeconds : settings.standStepSeconds;
  const other = state.steps[1 - side].placeWorld;
  const balanceX = state.balanceWorld[0] + body.travel.velocityWorld[0] * secondsLeft;
  const balanceZ = state.balanceWorld[2] + body.travel.velocityWorld[2] * secondsLeft;
  const sin = Math.sin(body.heading.yaw);
  const cos = Math.cos(body.heading.yaw);
  const outward = side === 0 ? 1 : -1;
  let x = balanceX - other[0];
  let z = balanceZ - other[2];
  // Along the body's own axes: the mirror is the line it faces along.
  const aside = outward * (cos * x - sin * z);
  const most = settings.standAhead * lengthScale;
  const ahead = Math.max(-most, Math.min(sin * x + cos * z, most));
  const asideKept = Math.max(
    settings.standNearest * lengthScale,
    Math.min(Math.abs(aside), settings.standFarthest * lengthScale),
  );
  x = outward * asideKept * cos + ahead * sin;
  z = -outward * asideKept * sin + ahead * cos;
  out[0] = balanceX + x;
  out[2] = balanceZ + z;
}

/** Half a step ahead of the other foot along the way, and sideways from the body's line. */
function aimStarting(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const { directionWorld: way } = body.travel;
  const other = state.steps[1 - side].placeWorld;
  const balance = state.balanceWorld;
  const along = (other[0] - balance[0]) * way[0] + (other[2] - balance[2]) * way[2] + state.stepSize / 2;
  findOutward(body, side, outwardWorld);
  const distance = findDistance(model, state);
  out[0] = balance[0] + way[0] * along + outwardWorld[0] * distance;
  out[2] = balance[2] + way[2] * along + outwardWorld[2] * distance;
}

/** Ahead of where the body will be when the foot lands, and sideways from its line. */
function aimWalking(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const { curves, lengthScale, speedScale } = model;
  const step = state.steps[side];
  const secondsLeft = (1 - step.progress) * step.durationSeconds;
  const { directionWorld: way, velocityWorld: velocity, speed } = body.travel;
  const offset = evaluateCurve(curves.stepOffsetDistance, speed / speedScale) * lengthScale;
  findOutward(body, side, outwardWorld);
  const distance = findDistance(model, state);
  out[0] = state.balanceWorld[0] + velocity[0] * secondsLeft + way[0] * offset + outwardWorld[0] * distance;
  out[2] = state.balanceWorld[2] + velocity[2] * secondsLeft + way[2] * offset + outwardWorld[2] * distance;
}

/** Keeps a goal on its own side of the other foot: legs do not cross. */
function keepApart(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const other = state.steps[1 - side];
  const ground = other.isStepping ? other.goalWorld : other.placeWorld;
  const sin = Math.sin(body.heading.yaw);
  const cos = Math.cos(body.heading.yaw);
  const outward = side === 0 ? 1 : -1;
  const apart = outward * (cos * (out[0] - ground[0]) - sin * (out[2] - ground[2]));
  const least = model.settings.triggers.nearest * model.lengthScale;
  if (apart >= least) return;
  out[0] += outward * (least - apart) * cos;
  out[2] -= outward * (least - apart) * sin;
}
