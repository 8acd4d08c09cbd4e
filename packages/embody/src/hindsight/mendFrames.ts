import { DEG } from '@leib/core';
import { mixPose, POSE_SIZE, pointNumber, trackedPoints } from '@leib/tracking';
import { FRAME_SIZE, type FrameRecord, trouble } from './frameRecord.js';
import { turnBetween } from './pointWatch.js';

/** Where each point was before the record, and how fast it went, metres per second. 11 x 7, 11 x 3. */
export interface Anchors {
  readonly poses: Float64Array;
  readonly velocities: Float64Array;
}

export function createAnchors(): Anchors {
  return { poses: new Float64Array(FRAME_SIZE), velocities: new Float64Array(trackedPoints.length * 3) };
}

/** What is mended is worth it where something was used that is off by more than this, metres, radians. */
const HEAD_OFF = 0.015;
const OTHER_OFF = 0.05;
const TURN_OFF = 5 * DEG;
/** How fast a point goes is measured over this many frames. */
const FRAMES = 3;
/** A point that went less than this part of the way that its velocity led had stopped. */
const STOPPED = 0.3;
/** What a velocity leads to is believed up to this far, metres. */
const FARTHEST = 1;

/**
 * Leads every point through the frames in which it was bad, from where it was before to where it was afterwards: a cubic
 * curve that keeps the velocities at both ends. No frame has been played again yet. Returns whether anything that was used was off by enough to matter.
 */
export function mendFrames(record: FrameRecord, anchors: Anchors): boolean {
  const pointCount = trackedPoints.length;
  let isWorth = false;
  for (let point = 0; point < pointCount; point++) {
    for (let i = 0; i < record.count; i++) {
      if (record.troubles[i * pointCount + point] === trouble.none) continue;
      let end = i;
      while (end < record.count && record.troubles[end * pointCount + point] !== trouble.none) end++;
      if (end === record.count) break;
      mendRun(record, anchors, point, i, end);
      for (; i < end; i++) isWorth ||= isOff(record, point, i);
    }
  }
  return isWorth;
}

const start = new Float64Array(POSE_SIZE);
const from = [0, 0, 0];
const to = [0, 0, 0];

/** Frames `first` to before `end`. */
function mendRun(record: FrameRecord, anchors: Anchors, point: number, first: number, end: number): void {
  const { poses, endSeconds } = record;
  const p = point * POSE_SIZE;
  const isFirst = first === 0;
  const startSeconds = isFirst ? 0 : endSeconds[first - 1];
  for (let k = 0; k < POSE_SIZE; k++) {
    start[k] = isFirst ? anchors.poses[p + k] : poses[(first - 1) * FRAME_SIZE + p + k];
  }
  const span = endSeconds[end] - startSeconds;
  const beforeStart = Math.max(0, first - 1 - FRAMES);
  for (let k = 0; k < 3; k++) {
    const known = isFirst || beforeStart === first - 1;
    from[k] = known ? anchors.velocities[point * 3 + k] : velocity(record, p + k, beforeStart, first - 1);
    to[k] = velocity(record, p + k, end, Math.min(record.count - 1, end + FRAMES));
  }
  const goal = end * FRAME_SIZE + p;
  const way = Math.hypot(poses[goal] - start[0], poses[goal + 1] - start[1], poses[goal + 2] - start[2]);
  shorten(from, span, way);
  shorten(to, span, way);
  for (let i = first; i < end; i++) {
    const at = i * FRAME_SIZE + p;
    const t = span > 0 ? (endSeconds[i] - startSeconds) / span : 1;
    for (let k = 0; k < POSE_SIZE; k++) poses[at + k] = start[k];
    mixPose(poses, at, poses, goal, t);
    for (let k = 0; k < 3; k++) {
      poses[at + k] =
        (1 + 2 * t) * (1 - t) * (1 - t) * start[k] +
        t * (1 - t) * (1 - t) * span * from[k] +
        t * t * (3 - 2 * t) * poses[goal + k] -
        t * t * (1 - t) * span * to[k];
    }
  }
}

function velocity({ poses, endSeconds }: FrameRecord, column: number, first: number, last: number): number {
  const seconds = endSeconds[last] - endSeconds[first];
  return seconds > 0 ? (poses[last * FRAME_SIZE + column] - poses[first * FRAME_SIZE + column]) / seconds : 0;
}

/** A velocity that leads too far, or far beyond the way that was gone, was not kept. */
function shorten(velocities: number[], seconds: number, way: number): void {
  const led = Math.hypot(velocities[0], velocities[1], velocities[2]) * seconds;
  const share = way < STOPPED * led ? 0 : led > FARTHEST ? FARTHEST / led : 1;
  for (let k = 0; k < 3; k++) velocities[k] *= share;
}

function isOff({ poses, used }: FrameRecord, point: number, frame: number): boolean {
  const at = frame * FRAME_SIZE + point * POSE_SIZE;
  const isHead = point === pointNumber.head;
  const off = Math.hypot(poses[at] - used[at], poses[at + 1] - used[at + 1], poses[at + 2] - used[at + 2]);
  return off > (isHead ? HEAD_OFF : OTHER_OFF) || (isHead && turnBetween(poses, used, at) > TURN_OFF);
}
