import { clamp } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState, StepState } from './gaitState.js';

/** Ground is level for a step when its ends differ by no more than this, metres. */
const LEVEL = 0.02;

/** Whether the foot goes where it is observed: only over level ground; elsewhere a path is laid that clears it. */
export function goesAsObserved(step: StepState, { floorY }: BodyState): boolean {
  if (step.cause !== 'phase') return false;
  return Math.abs(step.goalWorld[1] - step.startWorld[1]) < LEVEL && Math.abs(step.goalWorld[1] - floorY) < LEVEL;
}

/**
 * Factor on the thresholds, into state.haste: a runner touches the ground so shortly that the touch is never observed with
 * certainty, and the best guess at a rare event decides at less than even odds.
 */
export function findHaste(model: GaitModel, state: GaitState, body: BodyState): void {
  const { haste, runSpeed } = model.settings.phaseSettings;
  const { calm } = model.settings.phaseSettings;
  state.calm = calm + (1 - calm) * clamp((body.travel.speed / model.speedScale - 0.2) / 0.5, 0, 1);
  state.haste = 1 - (1 - haste) * clamp((body.travel.speed / model.speedScale - runSpeed) / 0.8, 0, 1);
}

export function isObservedUp(model: GaitModel, state: GaitState, side: number): boolean {
  return state.observer.feet[side].ball < model.settings.phaseSettings.liftBelow * state.haste * state.calm;
}

export function isObservedDown(model: GaitModel, state: GaitState, side: number): boolean {
  const step = state.steps[side];
  if (step.elapsedSeconds > model.settings.longestStepSeconds) return true;
  const { ball, heel, landSeconds } = state.observer.feet[side];
  const { landAbove, landAhead } = model.settings.phaseSettings;
  if (landSeconds < landAhead && step.elapsedSeconds > model.settings.shortestStepSeconds) return true;
  return Math.max(ball, heel) > landAbove * state.haste;
}

/** Whether the feet go by the person's rhythm: not those of a carried head, which has none. */
export function isListening({ settings }: GaitModel, { rhythm }: GaitState): boolean {
  return settings.phase && !rhythm.isCarried;
}
