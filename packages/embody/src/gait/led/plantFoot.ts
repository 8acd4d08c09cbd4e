import { createVec3, vec3, yawOf } from '@leib/core';
import { canReach } from '../../legs/raiseHeel.js';
import { settleGoal } from '../settleGoal.js';
import type { LedFoot, LedFootFrame } from './ledFeetState.js';

/** Higher than this over the ground, beyond its own height, no ankle stands, metres at 1.70 m. */
const HIGHEST = 0.12;

// Scratch.
const ball = createVec3();

/** Heel and ball begin to stand where they are now, when that is likely. */
export function plantFoot({ gait, settings, body, leg, foot }: LedFootFrame): void {
  const { lockAbove } = settings;
  const { offsetWorld: off, proposed } = foot;
  const near = foot.backWithin * gait.lengthScale;
  if (foot.isComingBack) {
    if (off[0] * off[0] + off[2] * off[2] > near * near || !canReach(gait, body, leg, foot)) return;
    foot.isComingBack = false;
  }
  if (foot.ankleWorld[1] - foot.groundY > leg.ankleHeight + HIGHEST * gait.lengthScale) return;
  vec3.transformQuat(ball, leg.ballFromAnkle, foot.rotationWorld);
  vec3.add(ball, ball, foot.ankleWorld);
  if (!foot.isBallDown && proposed.ball > lockAbove) {
    foot.isBallDown = true;
    holdFoot(foot, ball);
  }
  if (!foot.isHeelDown && proposed.heel > lockAbove) {
    if (!foot.isBallDown) holdFoot(foot, foot.ankleWorld);
    foot.isHeelDown = true;
  }
}

/** Holds a place from now on; the foot glides out its speed. */
export function holdFoot(foot: LedFoot, place: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) foot.heldWorld[k] = place[k];
  for (let k = 0; k < 3; k += 2) foot.restVelocity[k] = foot.velocityWorld[k];
}

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
