import { checkPose, updateWorldPose } from '@leib/core';
import type { TrackedFrame } from '@leib/tracking';
import { stepFingers } from '../fingers/stepFingers.js';
import type { BaselineState } from './baselineState.js';
import type { BaselineModel } from './buildBaseline.js';
import { estimateBend } from './estimateBend.js';
import { filterTrackers } from './filterTrackers.js';
import { solveArms } from './solveArms.js';
import { solveLegs } from './solveLegs.js';
import { solveTrunk } from './solveTrunk.js';
import { stepFeet } from './stepFeet.js';
import { stepHeading } from './stepHeading.js';

/**
 * The whole body from head and hands, the plain way: `jointFrame` holds joint poses (after applyTrackerOffsets), the
 * floor is at height zero, and the answer is `state.pose`. Before a head was seen the body stays as it is.
 */
export function stepBaseline(
  model: BaselineModel,
  state: BaselineState,
  jointFrame: TrackedFrame,
  dtSeconds: number,
): void {
  if (!filterTrackers(model, state, jointFrame, dtSeconds)) return;
  stepHeading(model, state, dtSeconds);
  estimateBend(model, state, dtSeconds);
  solveTrunk(model, state, dtSeconds);
  stepFeet(model, state, dtSeconds);
  solveLegs(model, state);
  solveArms(model, state);
  stepFingers(model.fingers, state.fingers, model.params.fingers, state.tracked, state.pose, dtSeconds);
  updateWorldPose(model.skeleton, state.pose);
  checkPose(state.guard, state.pose);
}
