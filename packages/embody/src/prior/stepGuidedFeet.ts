import { vec3 } from '@leib/core';
import { pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from '../gait/gaitModel.js';
import type { GaitState } from '../gait/gaitState.js';
import { followFootTracker, raiseAboveGround } from '../gait/writeFoot.js';
import type { GuideModel } from './buildGuide.js';
import { fadeToRules, rememberFoot, showFoot } from './fadeFoot.js';
import { findRoom } from './findRoom.js';
import type { GuidedFoot, GuideState } from './guideState.js';
import { moveFoot } from './moveFoot.js';
import { standUp } from './standUp.js';
import { createFootWish, wishFoot } from './wishFoot.js';

const footPoints = [pointNumber.leftFoot, pointNumber.rightFoot] as const;

// Scratch.
const wish = createFootWish();

/** No part of the foot is below the ground; what stands is held higher by as much. */
function stayAbove(gait: GaitModel, gaitState: GaitState, body: BodyState, leg: GaitLeg, foot: GuidedFoot): void {
  const before = foot.ankleWorld[1];
  raiseAboveGround(gait, gaitState, body, leg, foot, 0);
  // However the foot is turned.
  foot.ankleWorld[1] = Math.max(foot.ankleWorld[1], foot.groundY + 0.3 * leg.ankleHeight);
  foot.heldWorld[1] += foot.ankleWorld[1] - before;
}

/**
 * Feet by the prior: body.feet. What stands is held where it came to stand, heel and ball each by its own chance of
 * contact, and put right in a small step when that turns out to be off; what a foot is off by when it lets go fades out
 * on its way. A foot changes leaders the same way, and a tracker on it knows better than both.
 */
export function stepGuidedFeet(
  model: GuideModel | null,
  state: GuideState | null,
  gait: GaitModel,
  gaitState: GaitState,
  body: BodyState,
): void {
  if (model === null || state === null) return;
  for (let side = 0; side < 2; side++) {
    const leg = gait.legs[side];
    if (leg === null) continue;
    const foot = state.feet[side];
    const goal = body.feet[side];
    const isTracked = body.targets.weights[footPoints[side]] >= 1;
    const isLed = body.guidance.leadsFeet && !isTracked;
    if (isLed) {
      const wasPutRight = foot.isPutRight;
      const stood = foot.isHeelDown || foot.isBallDown;
      wishFoot(gait, gaitState, body, leg, foot, side, state, model.settings.feet, wish);
      moveFoot(model, state, gait, body, leg, foot, state.feet[1 - side], wish);
      stayAbove(gait, gaitState, body, leg, foot);
      const wasDown = foot.isHeelDown || foot.isBallDown;
      // What has just let go is on its way.
      if (wasDown || !stood) standUp(model, gait, body, leg, foot, wish);
      if (!wasDown) vec3.zero(foot.roomWorld);
      const isPutDown = !wasDown || (wasPutRight && !foot.isPutRight);
      if (isPutDown && (foot.isHeelDown || foot.isBallDown)) findRoom(gait, gaitState, body, leg, foot, side);
      showFoot(foot, goal);
      followFootTracker(body, goal, side);
    } else if (body.isPlaced && !isTracked && (foot.wasLed || foot.isFading)) {
      fadeToRules(state, foot, goal);
    } else {
      foot.isFading = false;
    }
    rememberFoot(state, foot, goal, isLed);
  }
}
