import { clamp, createVec3, evaluateCurve, type Vec3, vec3, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState, StepCause } from './gaitState.js';
import { keepApart, placeStanding, placeStarting, placeWalking } from './placement.js';
import { isByStick, isHeardDown } from './rhythm.js';
import { settleGoal } from './settleGoal.js';
import { walkSeconds } from './walkSeconds.js';

// Scratch.
const before = createVec3();

/** Where a foot is to land: as the person's rhythm says, or by the place that suits the body. */
export function aimStep(
  model: GaitModel,
  state: GaitState,
  body: BodyState,
  side: number,
  cause: StepCause,
  secondsLeft: number,
  out: Vec3,
): void {
  const { settings } = model;
  const step = state.steps[side];
  if (cause === 'phase' || (settings.phase && !isByStick(state))) {
    const seen = state.observer.feet[side];
    out[0] = seen.goalWorld[0];
    out[2] = seen.goalWorld[2];
    keepInReach(model, state, body, side, out);
    return;
  }
  if (body.travel.speed <= settings.standSpeed) placeStanding(model, state, body, side, secondsLeft, out);
  else if (step.isStepping || settings.liftByStride) placeWalking(model, state, body, side, secondsLeft, out);
  else placeStarting(model, state, body, side, out);
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
  const reach = 0.75 * leg.length;
  if (distance <= reach) return;
  out[0] -= x * (1 - reach / distance);
  out[2] -= z * (1 - reach / distance);
}

/** Where the foot is to point when it lands, radians. */
function aimYaw(state: GaitState, body: BodyState, side: number, cause: StepCause): number {
  if (cause !== 'phase') return body.heading.yaw + (side === 0 ? 1 : -1) * TOES_OUT;
  const seen = state.observer.feet[side];
  // No foot points farther from where the body faces than hips and knees can turn.
  return body.heading.yaw + clamp(wrapAngle(seen.yaw - body.heading.yaw), -0.8, 0.8);
}

/** Feet point outward a little, radians (median of the fitted steps: 5 degrees). */
const TOES_OUT = 0.09;

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
  const way = evaluateCurve(model.curves.stepInterpolation, step.progress);
  if (way > 0.97) return;
  vec3.copy(before, step.placeWorld);
  const { yaw } = step;
  aimStep(model, state, body, side, step.cause, (1 - step.progress) * step.durationSeconds, step.goalWorld);
  step.goalYaw = aimYaw(state, body, side, step.cause);
  settleGoal(model, state, leg, step);
  const { startWorld: start, goalWorld: goal } = step;
  start[0] = before[0] + ((before[0] - goal[0]) / (1 - way)) * way;
  start[2] = before[2] + ((before[2] - goal[2]) / (1 - way)) * way;
  step.startYaw = yaw - (wrapAngle(step.goalYaw - yaw) / (1 - way)) * way;
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
    if (isHeardDown(model, state, body, side)) left = Math.min(left, landSeconds);
    left = Math.min(left, Math.max(0.02, settings.longestStepSeconds - step.elapsedSeconds));
    step.durationSeconds = clamp(left / rest, settings.shortestStepSeconds, settings.longestStepSeconds);
    return;
  }
  if (body.travel.speed <= settings.standSpeed) {
    step.durationSeconds = settings.standStepSeconds;
    return;
  }
  if (settings.liftByStride) {
    step.durationSeconds = clamp(
      walkSeconds(model, state, body),
      settings.shortestStepSeconds,
      settings.longestStepSeconds,
    );
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
