import { evaluateCurve } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';

/** Seconds of a walking step: what the curve says, but never more than lets the feet take turns. */
export function walkSeconds(model: GaitModel, state: GaitState, body: BodyState): number {
  const { curves, lengthScale, speedScale, settings } = model;
  const speed = Math.max(body.travel.speed, settings.standSpeed);
  const seconds = (evaluateCurve(curves.stepDuration, speed / speedScale) * lengthScale) / speedScale;
  const turns = speed / speedScale > settings.runSpeed ? 0.7 : 0.46;
  return Math.min(seconds, (turns * state.stepSize) / speed);
}
