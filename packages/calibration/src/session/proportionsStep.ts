import { createJointFrame, quality } from '@leib/tracking';
import type { BodyProfile } from '../profile/bodyProfile.js';
import { armSpanFromWrists, segmentParts } from '../proportions/anthropometry.js';
import type { BodyProportions } from '../proportions/bodyProportions.js';
import { measureTPose } from '../proportions/measureTPose.js';
import {
  createProportionsRefiner,
  defaultRefinerSettings,
  type ProportionsRefiner,
  shownProportions,
  stepProportions,
} from '../proportions/proportionsRefiner.js';
import { readStance, type Stance } from './armDrop.js';
import { realignHeld } from './heldPose.js';
import { writeJointFrame } from './sessionInput.js';
import { type CalibrationSession, propose } from './sessionState.js';

/** Starts refining from the held T-pose; null when no T-pose was held. */
export function startRefiner(session: CalibrationSession): ProportionsRefiner | null {
  if (session.held === null) return null;
  const held = realignHeld(session.held, session.history.present.spaces);
  const devices = [...held.poses].map(([id, pose]) => ({ id, pose, quality: quality.tracked }));
  const frame = createJointFrame();
  const { headWorld, floorY } = held;
  writeJointFrame({ headWorld, isHeadTracked: true, floorY, devices }, session.roleOf, session.offsets, frame);
  const measured = measureTPose(frame, floorY);
  if (measured === null) return null;
  const { stature } = held;
  const stance = session.roles === null ? null : readStance(held, session.roles);
  const wristSpan = measured.wristSpan === null ? null : straightSpan(measured.wristSpan, stature, stance);
  session.measures = {
    ...measured,
    stature,
    wristSpan,
    hasLoweredArms: stance !== null && (stance.armDrop.left > 0 || stance.armDrop.right > 0),
    armSpan: wristSpan === null ? null : armSpanFromWrists(wristSpan, stature),
  };
  return createProportionsRefiner(frame, session.measures, floorY, defaultRefinerSettings, session.settings.priors);
}

/** Distance between the wrists with level arms, from that in a T-pose or an A-pose, metres. */
function straightSpan(wristSpan: number, stature: number, stance: Stance | null): number {
  if (stance === null) return wristSpan;
  const { left, right } = stance.armDrop;
  const shoulders = segmentParts.shoulderWidth.mean * stature;
  const reach = (wristSpan - shoulders) / 2;
  return shoulders + reach / Math.cos(left) + reach / Math.cos(right);
}

export function stepMoving(session: CalibrationSession, dtSeconds: number): void {
  const { refiner, settings } = session;
  if (refiner === null || session.history.proposal !== null) return;
  stepProportions(refiner, session.jointFrame, dtSeconds);
  session.progress = Math.min(1, refiner.seconds / settings.proportionsSeconds);
  if (session.progress >= 1) proposeProportions(session, shownProportions(refiner), 'trackers');
}

export function proposeProportions(
  session: CalibrationSession,
  proportions: BodyProportions,
  from: BodyProfile['proportionsFrom'],
): void {
  const { present } = session.history;
  propose(session, {
    profile: { ...present, proportions, proportionsFrom: from, stature: proportions.stature },
    what: 'proportions',
    error: null,
    errorBefore: null,
    confidence: 1,
    advice: '',
  });
}
