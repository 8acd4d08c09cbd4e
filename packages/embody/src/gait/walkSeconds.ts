import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';
import { sampleCurve } from './sampleCurve.js';

// Scratch.
const seconds = new Float64Array(1);

/** Seconds of a walking step: what the curve says, but never more than lets the feet take turns. */
export function findWalkSeconds(model: GaitModel, state: GaitState, body: BodyState): void {
  const { curves, lengthScale, speedScale, settings } = model;
  const speed = Math.max(body.travel.speed, settings.standSpeed);
  seconds[0] = speed / speedScale;
  sampleCurve(curves.stepDuration, seconds);
  const turns = speed / speedScale > settings.runSpeed ? 0.7 : 0.46;
  state.walkSeconds = Math.min((seconds[0] * lengthScale) / speedScale, (turns * state.stepSize) / speed);
}
