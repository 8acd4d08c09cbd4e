import { checkPose, frameSeconds, updateWorldPose } from '@leib/core';
import type { JointFrame } from '@leib/tracking';
import { stepArms } from './arms/stepArms.js';
import type { EmbodyModel } from './embodyModel.js';
import { type EmbodyState, resetEmbodyState } from './embodyState.js';
import { stepFingers } from './fingers/stepFingers.js';
import { findFloor } from './gait/floor.js';
import { stepLedFeet } from './gait/led/stepLedFeet.js';
import { stepGait } from './gait/stepGait.js';
import { undoJump } from './jumps/undoJump.js';
import { solveLegs } from './legs/solveLegs.js';
import { askPrior } from './prior/proposal/askPrior.js';
import { stepGuidance } from './prior/proposal/stepGuidance.js';
import { standWhilePutDown } from './putDown/standWhilePutDown.js';
import { stepTargets } from './targets/stepTargets.js';
import { stepHeading } from './trunk/stepHeading.js';
import { stepTravel } from './trunk/stepTravel.js';
import { stepTrunk } from './trunk/stepTrunk.js';

/**
 * The whole body from whatever is tracked: joints in (tracking's readJoints()), `state.pose` out. Before a head was
 * tracked the body stays as it is.
 */
export function stepEmbody(model: EmbodyModel, state: EmbodyState, jointFrame: JointFrame, dtSeconds: number): void {
  const { body } = state;
  const frameTime = readFrameTime(state, dtSeconds);
  const joints = standWhilePutDown(model.standing, state.putDown, body, jointFrame, frameTime);
  if (!stepTargets(model.targets, state.targets, body, joints, frameTime)) return;
  const seconds = undoJump(model, state, frameTime);
  findFloor(state.gait, body);
  askPrior(model.guide, state.guide, body, seconds);
  stepGuidance(model.guide, state.guide, body, state.gait.stickVelocityWorld, seconds);
  stepTravel(model.trunk, state.trunk, body, seconds);
  stepHeading(model.trunk, state.trunk, body, seconds);
  stepTrunk(model.trunk, state.trunk, body, seconds);
  stepGait(model.gait, state.gait, body, seconds);
  stepLedFeet(model.gait, model.settings.prior.feet, state.ledFeet, state.gait, body, seconds);
  solveLegs(model.gait, state.legs, body, seconds);
  stepArms(model.arms, state.arms, body, seconds);
  stepFingers(model.fingers, state.fingers, model.settings.fingers, body.targets.frame, body.pose, seconds);
  updateWorldPose(model.skeleton, body.pose);
  // What a stage remembers of such a frame is no better than the pose.
  if (!checkPose(body.guard, body.pose)) resetEmbodyState(model, state);
}

/** A stall says little about the frames after it, seconds. */
const LONGEST_USUAL = 0.05;

/** Seconds of this frame. A clock that goes back or says nonsense has stood still for no frame: as long as the last one. */
function readFrameTime(state: EmbodyState, dtSeconds: number): number {
  const seconds = frameSeconds(dtSeconds);
  if (seconds > 0) state.usualSeconds = Math.min(seconds, LONGEST_USUAL);
  // None at all is a pause.
  return seconds > 0 || dtSeconds === 0 ? seconds : state.usualSeconds;
}
