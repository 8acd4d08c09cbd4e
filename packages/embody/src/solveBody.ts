import { updateWorldPose } from '@leib/core';
import type { JointFrame } from '@leib/tracking';
import { stepArms } from './arms/stepArms.js';
import type { EmbodyModel } from './embodyModel.js';
import { findFloor } from './gait/floor.js';
import { stepLedFeet } from './gait/led/stepLedFeet.js';
import { readRhythm } from './gait/readRhythm.js';
import { stepGait } from './gait/stepGait.js';
import { solveLegs } from './legs/solveLegs.js';
import { askPrior } from './prior/proposal/askPrior.js';
import { stepGuidance } from './prior/proposal/stepGuidance.js';
import type { SolvedBody } from './solvedBody.js';
import { stepTargets } from './targets/stepTargets.js';
import { stepHeading } from './trunk/stepHeading.js';
import { stepTravel } from './trunk/stepTravel.js';
import { stepTrunk } from './trunk/stepTrunk.js';

/** All of the body but its fingers, from joints that are believed. Returns false before a head was tracked. */
export function solveBody(model: EmbodyModel, state: SolvedBody, joints: JointFrame, seconds: number): boolean {
  const { body } = state;
  if (!stepTargets(model.targets, state.targets, body, joints, seconds)) return false;
  findFloor(state.gait, body);
  readRhythm(model.gait, state.gait, body, seconds);
  askPrior(model.guide, state.guide, body, seconds);
  stepGuidance(model.guide, state.guide, body, state.gait.rhythm.isCarried, seconds);
  stepTravel(model.trunk, state.trunk, body, seconds);
  stepHeading(model.trunk, state.trunk, body, seconds);
  stepTrunk(model.trunk, state.trunk, body, seconds);
  stepGait(model.gait, state.gait, body, seconds);
  stepLedFeet(model.gait, model.settings.prior.feet, state.ledFeet, state.gait, body, seconds);
  solveLegs(model.gait, state.legs, body, seconds);
  stepArms(model.arms, state.arms, body, seconds);
  updateWorldPose(model.skeleton, body.pose);
  return true;
}
