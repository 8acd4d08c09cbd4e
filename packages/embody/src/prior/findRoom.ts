import { vec3, yawOf } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from '../gait/gaitModel.js';
import type { GaitState } from '../gait/gaitState.js';
import { settleGoal } from '../gait/settleGoal.js';
import type { GuidedFoot } from './guideState.js';

/**
 * A foot has come down: where there is no ground, or an edge under it, it is to come to where it has room, by the
 * rules that steps have. The network knows of no stairs. Into foot.shiftWorld, and added to foot.roomWorld.
 */
export function findRoom(
  gait: GaitModel,
  state: GaitState,
  body: BodyState,
  leg: GaitLeg,
  foot: GuidedFoot,
  side: number,
): void {
  const step = state.steps[side];
  vec3.copy(step.startWorld, state.steps[1 - side].placeWorld);
  vec3.set(step.goalWorld, foot.ankleWorld[0], foot.groundY, foot.ankleWorld[2]);
  step.goalYaw = yawOf(foot.rotationWorld);
  settleGoal(gait, state, body, leg, step);
  for (let k = 0; k < 3; k += 2) {
    foot.shiftWorld[k] = step.goalWorld[k] - foot.ankleWorld[k];
    foot.roomWorld[k] += foot.shiftWorld[k];
  }
  foot.shiftWorld[1] = 0;
}
