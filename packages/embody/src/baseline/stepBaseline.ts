import { checkPose, updateWorldPose } from '@leib/core';
import { isTracked, type JointFrame, pointNumber } from '@leib/tracking';
import { stepFingers } from '../fingers/stepFingers.js';
import type { BaselineState } from './baselineState.js';
import type { BaselineModel } from './buildBaseline.js';
import { estimateBend } from './estimateBend.js';
import { solveBaselineArms } from './solveBaselineArms.js';
import { solveBaselineLegs } from './solveBaselineLegs.js';
import { solveBaselineTrunk } from './solveBaselineTrunk.js';
import { stepBaselineFeet } from './stepBaselineFeet.js';
import { stepBaselineHeading } from './stepBaselineHeading.js';

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
