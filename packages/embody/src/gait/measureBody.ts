import { evaluateCurve, lerp, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import { type GaitState, PROBE_COUNT } from './gaitState.js';

/** Where the body's weight is, which way it goes, and how long its next step is (thesis ch. 6.5). */
export function measureBody(model: GaitModel, state: GaitState, body: BodyState): void {
  const { settings, hips } = model;
  const { travel, heading, pose } = body;
  for (let k = 0; k < 3; k++) {
    state.balanceWorld[k] = lerp(travel.comWorld[k], pose.worldPositions[hips * 3 + k], settings.hipShare);
  }
  const way = Math.atan2(travel.directionWorld[0], travel.directionWorld[2]);
  state.wayAngle = Math.abs(wrapAngle(way - heading.yaw));
}

/** Stage two: how long the next step is. */
export function findStepSize(model: GaitModel, state: GaitState, body: BodyState): void {
  const { curves, settings, lengthScale, speedScale } = model;
  const { travel } = body;
  let size = evaluateCurve(curves.stepSize, travel.speed / speedScale) * lengthScale;
  size *= evaluateCurve(curves.stepSizeDirection, state.wayAngle);
  state.probeCount = 0;
  if (settings.grounding && travel.speed > settings.standSpeed) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < PROBE_COUNT; i++) {
      const ahead = (size * i) / (PROBE_COUNT - 1);
      const x = state.balanceWorld[0] + travel.directionWorld[0] * ahead;
      const z = state.balanceWorld[2] + travel.directionWorld[2] * ahead;
      if (!state.ground.query(x, z, body.floorY + settings.maxStepHeight, state.hit)) continue;
      const at = 3 * state.probeCount++;
      state.probesWorld[at] = x;
      state.probesWorld[at + 1] = state.hit.height;
      state.probesWorld[at + 2] = z;
      low = Math.min(low, state.hit.height);
      high = Math.max(high, state.hit.height);
    }
    if (high > low) size *= evaluateCurve(curves.stepSizeSlope, (high - low) / size);
  }
  state.stepSize = size;
}
