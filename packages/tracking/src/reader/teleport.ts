import { createQuat, createVec3, DEG, quat, type ReadonlyQuat, twistAngle } from '@leib/core';
import { isTracked, POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { isDoubted, verdict, wayBetween } from '../judge/judgePose.js';
import type { JointReader } from './jointReader.js';

/**
 * A head that jumps farther than this in a frame was put there, metres, and this much farther per second of it: a stall must not count as
 * a teleport. No head of 76 clips goes faster than 6 m/s.
 */
const DISTANCE = 0.5;
const SPEED = 8;
/** The same for its turn: a snap turn (of 30 degrees at least). Radians, and radians per second: no head turns faster. */
const TURN = 25 * DEG;
const TURN_RATE = 900 * DEG;
/** So was a lost head that comes back farther than this from where it was held, metres. */
const RETURN_DISTANCE = 1.5;

const { head } = pointNumber;
const UP = createVec3(0, 1, 0);

/** Whether the head was put elsewhere at once: a teleport or a snap turn. */
export function isHeadPutElsewhere({ tracked, tracks, lost }: JointReader, seconds: number): boolean {
  if (!isTracked(tracked, head)) return false;
  // A lost head is held where it was last shown. While it was, it may have gone some way and turned any way: that is
  // caught up with like any gap.
  if (lost.lostSeconds[head] > 0) return wayBetween(tracked.jointPoses, 0, lost.shown, 0) > RETURN_DISTANCE;
  const track = tracks[head];
  if (track.verdict !== verdict.jumped && track.verdict !== verdict.returned) return false;
  // The whole turn, not that of the yaw: the yaw of a person who bends right over changes by half a turn at once.
  return track.jumpWay > DISTANCE + SPEED * seconds || track.jumpTurn > TURN + TURN_RATE * seconds;
}

/** Nothing is left of where the person was: no gap to close, and what is held turns with the person. */
export function goAlong({ tracked, tracks, lost }: JointReader): void {
  const before = lost.lostSeconds[head] > 0 ? lost.shown : tracks[head].before;
  lost.headingYaw += twistAngle(turnBetween(tracked.jointPoses, before), UP);
  lost.gapAmounts.fill(0);
  for (let point = 0; point < tracks.length; point++) {
    // Whoever is put elsewhere takes along what they wear.
    if (point !== head && tracks[point].isAway) tracks[point].sinceJumpSeconds = Number.POSITIVE_INFINITY;
    if (isTracked(tracked, point)) lost.lostSeconds[point] = 0;
  }
}

/** What has just jumped counts as lost, and what is back by a jump closes the gap; not the head, without which there is nobody. */
export function loseDoubted({ tracks, joints, lost }: JointReader): void {
  for (let point = 0; point < tracks.length; point++) {
    if (point === head) continue;
    if (isDoubted(tracks[point])) joints.quality[point] = quality.lost;
    else if (tracks[point].verdict === verdict.returned && lost.lostSeconds[point] === 0) {
      lost.lostSeconds[point] = Number.MIN_VALUE;
    }
  }
}

// Scratch of turnBetween().
const turn = createQuat();
const inverse = createQuat();

/** now * before^-1 of the head, in world axes. Valid until the next call. */
function turnBetween(now: Float64Array, before: Float64Array): ReadonlyQuat {
  const at = head * POSE_SIZE + 3;
  quat.set(inverse, -before[at], -before[at + 1], -before[at + 2], before[at + 3]);
  return quat.multiply(turn, quat.set(turn, now[at], now[at + 1], now[at + 2], now[at + 3]), inverse);
}
