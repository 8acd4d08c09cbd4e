import { lerp } from '@leib/core';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';

// body.floorY, the height of the floor that the person is on, is written here and nowhere else. Trunk, prior, gait and
// legs read it.

/** Stage of the frame, before anything is solved: a body that has just been put somewhere stands on what is under its head. */
export function findFloor({ ground, isPlaced, hit }: GaitState, body: BodyState): void {
  if (isPlaced && body.isPlaced) return;
  const { jointPoses: poses } = body.targets.frame;
  const at = pointNumber.head * POSE_SIZE;
  if (ground.query(poses[at], poses[at + 2], poses[at + 1], hit)) body.floorY = hit.height;
}

/** The floor under the hips, for feet that are put there at once. Without ground the hips are taken to stand. */
export function takeFloorUnderHips(model: GaitModel, { ground, hit }: GaitState, body: BodyState): void {
  const { worldPositions } = body.pose;
  const at = model.hips * 3;
  const hipsY = worldPositions[at + 1];
  const isGround = ground.query(worldPositions[at], worldPositions[at + 2], hipsY, hit);
  body.floorY = isGround ? hit.height : hipsY - model.hipsHeight;
}

/**
 * The floor eases towards the mean of what both feet stand on, `feedback.groundY` towards the lower of the two (eq. 6.14
 * to 6.17). Returns by how much the floor rose, metres.
 */
export function easeFloor(model: GaitModel, state: GaitState, body: BodyState): number {
  const kept = Math.exp(-state.dtSeconds / model.settings.groundSeconds);
  const left = groundUnder(state, 0);
  const right = groundUnder(state, 1);
  const mean = left / 2 + right / 2;
  const low = Math.min(left, right);
  const before = body.floorY;
  body.floorY = mean + (before - mean) * kept;
  state.feedback.groundY = low + (state.feedback.groundY - low) * kept;
  return body.floorY - before;
}

function groundUnder({ steps }: GaitState, side: number): number {
  const { isStepping, startWorld, goalWorld, placeWorld, progress } = steps[side];
  return isStepping ? lerp(startWorld[1], goalWorld[1], progress) : placeWorld[1];
}
