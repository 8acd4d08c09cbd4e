import { vec3, yawOf } from '@leib/core';
import { settleGoal } from '../settleGoal.js';
import type { LedFootFrame } from './ledFeetState.js';

/**
 * A foot has come down: where there is no ground, or an edge under it, it is to come to where it has room, by the
 * rules that steps have. The network knows of no stairs. Into foot.shiftWorld, and added to foot.roomWorld.
 */
export function findRoom(frame: LedFootFrame): void {
  const { ankleWorld, shiftWorld, roomWorld, footing } = frame.foot;
  settleAt(frame, ankleWorld[0], ankleWorld[2]);
  vec3.set(shiftWorld, footing.goalWorld[0] - ankleWorld[0], 0, footing.goalWorld[2] - ankleWorld[2]);
  vec3.add(roomWorld, roomWorld, shiftWorld);
}

/** Whether a standing foot that moves by this much over the ground would be let stand there, and not be sent back. */
export function hasRoomBeside(frame: LedFootFrame, x: number, z: number): boolean {
  const { ankleWorld, footing } = frame.foot;
  settleAt(frame, ankleWorld[0] + x, ankleWorld[2] + z);
  const sentBackX = ankleWorld[0] + x - footing.goalWorld[0];
  const sentBackZ = ankleWorld[2] + z - footing.goalWorld[2];
  return sentBackX * sentBackX + sentBackZ * sentBackZ < 0.25 * (x * x + z * z);
}

/** Where a foot has room that would stand at a place, into foot.footing. */
function settleAt({ gait, gaitState, body, leg, foot, side }: LedFootFrame, x: number, z: number): void {
  const { footing } = foot;
  vec3.copy(footing.startWorld, gaitState.steps[1 - side].placeWorld);
  vec3.set(footing.goalWorld, x, foot.groundY, z);
  footing.goalYaw = yawOf(foot.rotationWorld);
  settleGoal(gait, gaitState, body, leg, footing);
}
