import { DEG } from '@leib/core';
import { type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { type PutDownState, WATCHED_POINTS } from './putDownState.js';

/** A headset that has not moved for this long lies, seconds. */
const STILL_SECONDS = 3;
/**
 * Heads of people who sit or lie still move by more than this in that time, as they breathe and sway; what lies does
 * not, once the tracking's own trembling is smoothed out. Metres, radians, seconds.
 */
const STILL_DISTANCE = 8e-4;
const STILL_ANGLE = 0.12 * DEG;
const SMOOTH_SECONDS = 0.15;
/** Controllers that lie tremble more. */
const HAND_FACTOR = 3;
/** A headset that lies on a table or the floor is lower than this part of the standing head, or tilted by this much. */
export const LOW = 0.85;
const TILTED = 35 * DEG;
/** It is picked up when it has gone or turned this far. */
const PICKED_UP = 0.01;
const PICKED_UP_ANGLE = 3 * DEG;

/**
 * Whether the headset has been put down: into state.isDown. It still is until it moves. `lowBelowY`: height below which no
 * standing head is, world space; see LOW.
 */
export function findPutDown(state: PutDownState, joints: JointFrame, lowBelowY: number, dtSeconds: number): void {
  if (!state.isWatched || joints.lostSeconds[pointNumber.head] > 0) {
    state.hasRested = false;
    state.isDown = false;
    return;
  }
  // A head that is up is looked at no further.
  if (!state.isDown && !isLaidDown(joints.jointPoses, lowBelowY)) {
    state.hasRested = false;
    return;
  }
  smooth(state, joints, dtSeconds);
  if (state.isDown) {
    state.isDown = !isAway(state.rested, joints.jointPoses, 0, PICKED_UP, PICKED_UP_ANGLE);
    state.stillSeconds = 0;
    return;
  }
  if (state.hasRested && isStill(state, joints)) {
    state.stillSeconds += dtSeconds;
  } else {
    state.rested.set(state.smoothed);
    state.hasRested = true;
    state.stillSeconds = 0;
  }
  state.isDown = state.stillSeconds >= STILL_SECONDS;
}

function smooth({ smoothed, hasRested }: PutDownState, { jointPoses: poses }: JointFrame, dtSeconds: number): void {
  const share = hasRested ? 1 - Math.exp(-dtSeconds / SMOOTH_SECONDS) : 1;
  for (let at = 0; at < WATCHED_POINTS * POSE_SIZE; at += POSE_SIZE) {
    let dot = 0;
    for (let k = at + 3; k < at + POSE_SIZE; k++) dot += smoothed[k] * poses[k];
    const sign = dot < 0 ? -1 : 1;
    for (let k = at; k < at + POSE_SIZE; k++) {
      const value = k < at + 3 ? poses[k] : sign * poses[k];
      smoothed[k] += (value - smoothed[k]) * share;
    }
  }
}

/** Hands that are not seen do not move. */
function isStill({ smoothed, rested }: PutDownState, { lostSeconds }: JointFrame): boolean {
  for (let point = 0; point < WATCHED_POINTS; point++) {
    if (lostSeconds[point] > 0) continue;
    const factor = point === pointNumber.head ? 1 : HAND_FACTOR;
    if (isAway(rested, smoothed, point * POSE_SIZE, STILL_DISTANCE * factor, STILL_ANGLE * factor)) return false;
  }
  return true;
}

function isLaidDown(poses: Float64Array, lowBelowY: number): boolean {
  // Height of the head's own up axis: the cosine of its tilt.
  const up = 1 - 2 * (poses[3] * poses[3] + poses[5] * poses[5]);
  return poses[1] < lowBelowY || up < Math.cos(TILTED);
}

/** Whether a pose is farther from another than a distance or an angle. */
function isAway(from: Float64Array, to: Float64Array, at: number, distance: number, angle: number): boolean {
  let distanceSq = 0;
  for (let k = at; k < at + 3; k++) distanceSq += (to[k] - from[k]) ** 2;
  // Chord between the quaternions, either sign: half of the angle, and exact where it is small.
  let near = 0;
  let far = 0;
  for (let k = at + 3; k < at + POSE_SIZE; k++) {
    near += (to[k] - from[k]) ** 2;
    far += (to[k] + from[k]) ** 2;
  }
  return distanceSq > distance * distance || 4 * Math.min(near, far) > angle * angle;
}
