import { clamp, createQuat, easingShare, vec3, wrapAngle, yawOf } from '@leib/core';
import { isTracked, pointNumber } from '@leib/tracking';
import { trackedRotation } from '../limb/readTracked.js';
import type { BaselineState } from './baselineState.js';
import type { BaselineModel } from './buildBaseline.js';

const rotation = createQuat();

/**
 * Which way the body faces. People look about without turning the body, so it follows the head only beyond a dead
 * zone; while walking it comes round fully. A tracker on the hips knows better.
 */
export function stepBaselineHeading(model: BaselineModel, state: BaselineState, dtSeconds: number): void {
  const { yawDeadZone, yawHalfLife, walkYawHalfLife } = model.params;
  const { tracked } = state;
  if (isTracked(tracked, pointNumber.hips)) {
    const turn = wrapAngle(yawOf(trackedRotation(rotation, tracked, pointNumber.hips)) - state.bodyYaw);
    state.bodyYaw += turn * (state.isPlaced ? easingShare(yawHalfLife / 4, dtSeconds) : 1);
    return;
  }
  const headYaw = yawOf(trackedRotation(rotation, tracked, pointNumber.head));
  if (!state.isPlaced) {
    state.bodyYaw = headYaw;
    return;
  }
  const turn = wrapAngle(headYaw - state.bodyYaw);
  const excess = turn - clamp(turn, -yawDeadZone, yawDeadZone);
  const speed = vec3.length(state.balanceVelocity);
  // Standing still, sway alone must not turn the body.
  const walking = speed > 0.25 ? easingShare(walkYawHalfLife / speed, dtSeconds) : 0;
  state.bodyYaw += excess * easingShare(yawHalfLife, dtSeconds) + (turn - excess) * walking;
}
