import { createQuat, quat } from '@leib/core';
import { readRotation } from '../frame/poseSlice.js';

const tracked = createQuat();
const shown = createQuat();
const identity = createQuat();

/**
 * What is left between a pose shown and the pose tracked, so that the gap can be closed over time instead of at once:
 * gap = [shown - tracked, shown * tracked^-1], both in world axes.
 */
export function measurePoseGap(
  gap: Float64Array,
  shownPoses: Float64Array,
  trackedPoses: Float64Array,
  at: number,
): void {
  readRotation(tracked, trackedPoses, at);
  readRotation(shown, shownPoses, at);
  quat.conjugate(tracked, tracked);
  quat.multiply(shown, shown, tracked);
  // The shorter of the two ways round.
  const sign = shown[3] < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) gap[at + k] = shownPoses[at + k] - trackedPoses[at + k];
  for (let k = 0; k < 4; k++) gap[at + 3 + k] = shown[k] * sign;
}

/** Adds `amount` (0..1) of the gap to a tracked pose, in place. */
export function addPoseGap(poses: Float64Array, gap: Float64Array, at: number, amount: number): void {
  if (amount === 0) return;
  readRotation(shown, gap, at);
  quat.slerp(shown, identity, shown, amount);
  readRotation(tracked, poses, at);
  quat.multiply(shown, shown, tracked);
  for (let k = 0; k < 3; k++) poses[at + k] += gap[at + k] * amount;
  for (let k = 0; k < 4; k++) poses[at + 3 + k] = shown[k];
}
