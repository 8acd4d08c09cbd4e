import { checkPose, clamp, createQuat, easingShare, updateWorldPose, vec3, wrapAngle, yawOf } from '@leib/core';
import { isTracked, type JointFrame, pointNumber } from '@leib/tracking';
import { stepFingers } from '../fingers/stepFingers.js';
import { trackedRotation } from '../limb/readTracked.js';
import type { BaselineState } from './baselineState.js';
import type { BaselineModel } from './buildBaseline.js';
import { estimateBend } from './estimateBend.js';
import { solveBaselineArms } from './solveBaselineArms.js';
import { solveBaselineLegs } from './solveBaselineLegs.js';
import { solveBaselineTrunk } from './solveBaselineTrunk.js';
import { stepBaselineFeet } from './stepBaselineFeet.js';

/**
 * The whole body from head and hands, the plain way: `jointFrame` in, the
 * floor is at height zero, and the answer is `state.pose`. Before a head was seen the body stays as it is.
 */
export function stepBaseline(
  model: BaselineModel,
  state: BaselineState,
  jointFrame: JointFrame,
  dtSeconds: number,
): void {
  if (!isTracked(jointFrame, pointNumber.head)) return;
  state.tracked = jointFrame;
  stepBaselineHeading(model, state, dtSeconds);
  estimateBend(model, state, dtSeconds);
  solveBaselineTrunk(model, state, dtSeconds);
  stepBaselineFeet(model, state, dtSeconds);
  solveBaselineLegs(model, state);
  solveBaselineArms(model, state);
  stepFingers(model.fingers, state.fingers, model.params.fingers, state.tracked, state.pose, dtSeconds);
  updateWorldPose(model.skeleton, state.pose);
  checkPose(state.guard, state.pose);
}

const rotation = createQuat();

/**
 * Which way the body faces. People look about without turning the body, so it follows the head only beyond a dead
 * zone; while walking it comes round fully. A tracker on the hips knows better.
 */
function stepBaselineHeading(model: BaselineModel, state: BaselineState, dtSeconds: number): void {
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
