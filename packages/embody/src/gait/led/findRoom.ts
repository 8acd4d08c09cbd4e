import { vec3, yawOf } from '@leib/core';
import { settleGoal } from '../settleGoal.js';
import type { LedFootFrame } from './ledFeetState.js';

/**
 * A foot has come down: where there is no ground, or an edge under it, it is to come to where it has room, by the
 * rules that steps have. The network knows of no stairs. Into foot.shiftWorld, and added to foot.roomWorld.
 */
export function findRoom({ gait, gaitState, body, leg, foot, side }: LedFootFrame): void {
  const { footing, ankleWorld, shiftWorld, roomWorld } = foot;
  vec3.copy(footing.startWorld, gaitState.steps[1 - side].placeWorld);
  vec3.set(footing.goalWorld, ankleWorld[0], foot.groundY, ankleWorld[2]);
  footing.goalYaw = yawOf(foot.rotationWorld);
  settleGoal(gait, gaitState, body, leg, footing);
  vec3.set(shiftWorld, footing.goalWorld[0] - ankleWorld[0], 0, footing.goalWorld[2] - ankleWorld[2]);
  vec3.add(roomWorld, roomWorld, shiftWorld);
}
