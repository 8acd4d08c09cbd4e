import { DEG } from '@leib/core';
import { POSE_SIZE } from '../frame/trackedParts.js';
import { turnBetween, wayBetween } from './judgePose.js';

/** What is known of a headset that may lie somewhere. One per person. */
export interface WornTrack {
  /** The head, smoothed, and where it was when it came to rest. 7. */
  readonly smoothed: Float64Array;
  readonly rested: Float64Array;
  isStarted: boolean;
  /** For how long it has not moved, and since it was carried, seconds. */
  stillSeconds: number;
  sinceCarriedSeconds: number;
  isPutDown: boolean;
}

export function createWornTrack(): WornTrack {
  return {
    smoothed: new Float64Array(POSE_SIZE),
    rested: new Float64Array(POSE_SIZE),
    isStarted: false,
    stillSeconds: 0,
    sinceCarriedSeconds: Number.POSITIVE_INFINITY,
    isPutDown: false,
  };
}

/** A headset that lies on a table or the floor is lower than this part of the standing head, or tilted by this much. */
const LOW = 0.85;
const TILTED = 35 * DEG;
/**
 * Heads of people who sit or lie still move by more than this within STILL_SECONDS, as they breathe and sway (0.4 mm and 0.1 degrees
 * of breath alone); what lies does not, once the tracking's own trembling of 0.2 mm is smoothed out. Metres, radians, seconds.
 */
const STILL_DISTANCE = 8e-4;
const STILL_ANGLE = 0.12 * DEG;
const STILL_SECONDS = 3;
const SMOOTH_SECONDS = 0.05;
/**
 * What was on its way (by more than this from where it was, metres), comes to rest within this time and rests for this long, seconds, was
 * put down, however gently: a neck brakes for longer and goes on swaying. In 771 s of motion capture, all heads taken for low, none does
 * (lab's measureMotion); a hand that brakes as evenly as it can takes up to 0.3 s.
 */
const CARRIED = 0.002;
const AT_ONCE_SECONDS = 0.35;
const PUT_DOWN_SECONDS = 0.25;
/** It is picked up when it has gone or turned this far: more than it trembles, less than the first tenth of a second of a hand's way. */
const PICKED_UP = 0.01;
const PICKED_UP_ANGLE = 3 * DEG;

/**
 * Whether the headset has been put down: what lies low or tilted and does not move at all, whatever the controllers do. It is until it moves.
 * `head`: as tracked, or null; `standingHeight`: of the head joint of a person who stands, over `floorY`. `hasBody`: trackers on hips or legs say
 * that somebody may well be down there, kneeling: then it is not enough to come to rest at once.
 */
export function judgeWorn(
  track: WornTrack,
  head: Float64Array | null,
  floorY: number,
  standingHeight: number,
  hasBody: boolean,
  dtSeconds: number,
): boolean {
  if (head === null) {
    track.isStarted = false;
    track.isPutDown = false;
    return false;
  }
  const { smoothed, rested } = track;
  if (track.isPutDown) {
    smooth(track, head, dtSeconds);
    track.isPutDown = !isAway(rested, head, PICKED_UP, PICKED_UP_ANGLE);
    track.stillSeconds = 0;
    return track.isPutDown;
  }
  if (!track.isStarted) start(track, head);
  const isCarried = wayBetween(head, 0, smoothed, 0) > CARRIED;
  track.sinceCarriedSeconds = isCarried ? 0 : track.sinceCarriedSeconds + dtSeconds;
  smooth(track, head, dtSeconds);
  const isStill = !isCarried && !isAway(rested, smoothed, STILL_DISTANCE, STILL_ANGLE);
  track.stillSeconds = isStill ? track.stillSeconds + dtSeconds : 0;
  if (!isStill) rested.set(smoothed);
  const restsAtOnce = !hasBody && track.sinceCarriedSeconds - track.stillSeconds < AT_ONCE_SECONDS;
  track.isPutDown =
    track.stillSeconds >= (restsAtOnce ? PUT_DOWN_SECONDS : STILL_SECONDS) &&
    isLaidDown(head, floorY + LOW * standingHeight);
  return track.isPutDown;
}

function start(track: WornTrack, head: Float64Array): void {
  for (const pose of [track.smoothed, track.rested]) for (let k = 0; k < POSE_SIZE; k++) pose[k] = head[k];
  track.isStarted = true;
  track.stillSeconds = 0;
  track.sinceCarriedSeconds = Number.POSITIVE_INFINITY;
}

function smooth(track: WornTrack, head: Float64Array, dtSeconds: number): void {
  const { smoothed } = track;
  // The mean since it came to rest, and of the last moment later on.
  const eased = 1 - Math.exp(-dtSeconds / SMOOTH_SECONDS);
  const share = Math.max(eased, dtSeconds / (track.sinceCarriedSeconds + dtSeconds));
  let dot = 0;
  for (let k = 3; k < POSE_SIZE; k++) dot += smoothed[k] * head[k];
  const sign = dot < 0 ? -1 : 1;
  for (let k = 0; k < POSE_SIZE; k++) smoothed[k] += ((k < 3 ? head[k] : sign * head[k]) - smoothed[k]) * share;
}

function isLaidDown(head: Float64Array, lowBelowY: number): boolean {
  // Height of the head's own up axis: the cosine of its tilt.
  const up = 1 - 2 * (head[3] * head[3] + head[5] * head[5]);
  return head[1] < lowBelowY || up < Math.cos(TILTED);
}

function isAway(from: Float64Array, to: Float64Array, distance: number, angle: number): boolean {
  return wayBetween(from, 0, to, 0) > distance || turnBetween(from, 0, to, 0) > angle;
}
