import { checkPose, frameSeconds } from '@leib/core';
import type { JointFrame } from '@leib/tracking';
import type { EmbodyModel } from './embodyModel.js';
import { type EmbodyState, resetEmbodyState } from './embodyState.js';
import { stepFingers } from './fingers/stepFingers.js';
import { stepHindsight } from './hindsight/stepHindsight.js';
import { standWhilePutDown } from './putDown/standWhilePutDown.js';
import { solveBody } from './solveBody.js';

/**
 * The whole body from whatever is tracked: joints in (tracking's readJoints()), `state.pose` out. Before a head was
 * tracked the body stays as it is.
 */
export function stepEmbody(model: EmbodyModel, state: EmbodyState, jointFrame: JointFrame, dtSeconds: number): void {
  const { body } = state;
  const seconds = judgedSeconds(jointFrame, dtSeconds);
  const joints = standWhilePutDown(model.standing, state.putDown, body, jointFrame, seconds);
  stepHindsight(model, state, joints, seconds);
  if (!solveBody(model, state, joints, seconds)) return;
  stepFingers(model.fingers, state.fingers, model.settings.fingers, body.targets.frame, body.pose, seconds);
  // What a stage remembers of such a frame is no better than the pose.
  if (!checkPose(body.guard, body.pose)) resetEmbodyState(model, state);
}

/** How long a frame took: as the judge has it where the clock is wrong. */
export function judgedSeconds({ mendedSeconds }: JointFrame, dtSeconds: number): number {
  return Number.isNaN(mendedSeconds) ? frameSeconds(dtSeconds) : mendedSeconds;
}
