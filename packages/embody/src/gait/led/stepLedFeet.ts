import { vec3 } from '@leib/core';
import type { BodyState } from '../../bodyState.js';
import { footLeader } from '../footLeader.js';
import type { GaitModel } from '../gaitModel.js';
import type { GaitState } from '../gaitState.js';
import { followFootTracker, raiseAboveGround } from '../writeFoot.js';
import { fadeToRules, rememberFoot, showFoot } from './fadeFoot.js';
import { findRoom } from './findRoom.js';
import type { LedFeetSettings } from './ledFeetSettings.js';
import type { LedFeetState, LedFootFrame } from './ledFeetState.js';
import { moveLedFoot } from './moveLedFoot.js';
import { findPace } from './pace.js';
import { plantFoot } from './plantFoot.js';
import { proposeFoot } from './proposeFoot.js';

/**
 * Feet that the prior leads: body.feet. What stands is held where it came to stand, heel and ball each by its own chance
 * of contact, and put right in a small step when that turns out to be off; what a foot is off by when it lets go fades
 * out on its way. A foot changes leaders the same way (footLeader).
 */
export function stepLedFeet(
  gait: GaitModel,
  settings: LedFeetSettings,
  state: LedFeetState,
  gaitState: GaitState,
  body: BodyState,
  dtSeconds: number,
): void {
  const { feet } = state;
  const pace = findPace(settings, dtSeconds, state.pace);
  for (let side = 0; side < 2; side++) {
    const leg = gait.legs[side];
    if (leg === null) continue;
    const foot = feet[side];
    const goal = body.feet[side];
    const leader = footLeader(body, side);
    if (leader === 'prior') {
      foot.isFading = false;
      leadFoot({ gait, gaitState, settings, body, pace, side, leg, foot, other: feet[1 - side] });
      showFoot(foot, goal);
      followFootTracker(body, goal, side);
    } else if (body.isPlaced && leader === 'rules' && (foot.wasLed || foot.isFading)) {
      fadeToRules(foot, goal, pace);
    } else {
      foot.isFading = false;
    }
    rememberFoot(foot, goal, leader === 'prior', pace);
  }
}

function leadFoot(frame: LedFootFrame): void {
  const { foot } = frame;
  const wasPutRight = foot.isPutRight;
  const stood = foot.isHeelDown || foot.isBallDown;
  proposeFoot(frame);
  moveLedFoot(frame);
  stayAbove(frame);
  const wasDown = foot.isHeelDown || foot.isBallDown;
  // What has just let go is on its way.
  if (wasDown || !stood) plantFoot(frame);
  if (!wasDown) vec3.zero(foot.roomWorld);
  const isPutDown = !wasDown || (wasPutRight && !foot.isPutRight);
  if (isPutDown && (foot.isHeelDown || foot.isBallDown)) findRoom(frame);
}

/** No part of the foot is below the ground; what stands is held higher by as much. */
function stayAbove({ gait, gaitState, body, leg, foot }: LedFootFrame): void {
  const before = foot.ankleWorld[1];
  raiseAboveGround(gait, gaitState, body, leg, foot, 0);
  // However the foot is turned.
  foot.ankleWorld[1] = Math.max(foot.ankleWorld[1], foot.groundY + 0.3 * leg.ankleHeight);
  foot.heldWorld[1] += foot.ankleWorld[1] - before;
}
