import { lerp } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';
import { sampleCurve } from './sampleCurve.js';
import { findWalkSeconds } from './walkSeconds.js';
import { wrapTurn } from './wrapTurn.js';

// Scratch.
const curved = new Float64Array(1);

/** Where the body's weight is, which way it goes, and how long its next step is (thesis ch. 6.5). */
export function measureBody(model: GaitModel, state: GaitState, body: BodyState): void {
  const { settings, hips } = model;
  const { travel, heading, pose } = body;
  for (let k = 0; k < 3; k++) {
    state.balanceWorld[k] = lerp(travel.comWorld[k], pose.worldPositions[hips * 3 + k], settings.hipShare);
  }
  curved[0] = Math.atan2(travel.directionWorld[0], travel.directionWorld[2]) - heading.yaw;
  wrapTurn(curved);
  state.wayAngle = Math.abs(curved[0]);
}

/** Heights that are asked for along the way of a step. */
const SLOPE_QUERIES = 5;

/** Stage two: how long the next step is, and how long it takes. */
export function findStepSize(model: GaitModel, state: GaitState, body: BodyState): void {
  const { curves, settings, lengthScale, speedScale } = model;
  const { travel } = body;
  curved[0] = travel.speed / speedScale;
  sampleCurve(curves.stepSize, curved);
  let size = curved[0] * lengthScale;
  curved[0] = state.wayAngle;
  sampleCurve(curves.stepSizeDirection, curved);
  size *= curved[0];
  if (settings.grounding && travel.speed > settings.standSpeed) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < SLOPE_QUERIES; i++) {
      const ahead = (size * i) / (SLOPE_QUERIES - 1);
      const x = state.balanceWorld[0] + travel.directionWorld[0] * ahead;
      const z = state.balanceWorld[2] + travel.directionWorld[2] * ahead;
      if (!state.ground.query(x, z, state.floorY + settings.maxStepHeight, state.hit)) continue;
      low = Math.min(low, state.hit.height);
      high = Math.max(high, state.hit.height);
    }
    if (high > low) {
      curved[0] = (high - low) / size;
      sampleCurve(curves.stepSizeSlope, curved);
      size *= curved[0];
    }
  }
  state.stepSize = size;
  findWalkSeconds(model, state, body);
}
