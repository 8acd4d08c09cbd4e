import { DEG } from '@leib/core';
import { mixPose, POSE_SIZE, pointNumber, trackedPoints, turnBetween, verdict, wayBetween } from '@leib/tracking';
import { FRAME_SIZE, type FrameRecord } from './frameRecord.js';
import { type Kept, mendOffset } from './mendOffset.js';

/** Where each point was before the record, and how fast it went, metres per second. 11 x 7, 11 x 3. */
export interface Anchors {
  readonly poses: Float64Array;
  readonly velocities: Float64Array;
}

export function createAnchors(): Anchors {
  return { poses: new Float64Array(FRAME_SIZE), velocities: new Float64Array(trackedPoints.length * 3) };
}

const POINTS = trackedPoints.length;
const { fine, lost, frozen, returned, jumped, away } = verdict;
/** What record.isBad says of a frame: nothing of it is known; or it is off by as much as its neighbours. */
const BAD = 1;
export const OFF = 2;

/** A point that has jumped more often than this is shaken: the last jumps land anywhere, too, as do so many frames after them. */
const SHAKEN = 2;
const SHAKEN_FRAMES = 3;

/**
 * Which frames of each point are bad, now that it is back: those in which it was lost or frozen, and all from its first
 * trouble to its last jump. Into record.isBad; then the verdicts are dealt with.
 */
export function markBad(record: FrameRecord, anchors: Anchors): void {
  for (let point = 0; point < POINTS; point++) {
    markPoint(record, point);
    markRepeats(record, point);
    markOutliers(record, anchors, point);
  }
  record.verdicts.fill(fine, 0, record.count * POINTS);
}

function markPoint(record: FrameRecord, point: number): void {
  const { verdicts, isBad, count } = record;
  let [first, last, jumpCount] = [-1, -1, 0];
  for (let i = 0; i < count; i++) {
    const at = i * POINTS + point;
    const found = verdicts[at];
    if (found === lost || found === frozen) isBad[at] = BAD;
    if (found === lost && first < 0) first = firstFrozenBefore(verdicts, point, i);
    if (found !== jumped && found !== returned) continue;
    if (first < 0) {
      const from = firstFrozenBefore(verdicts, point, i);
      first = found === returned ? from : i;
      // It was not frozen: it was at rest, and went from there at once.
      if (found === jumped) for (let k = from; k < i; k++) isBad[k * POINTS + point] = 0;
    }
    last = i;
    jumpCount++;
  }
  if (jumpCount === 0) return;
  const end = Math.min(last + (jumpCount > SHAKEN ? SHAKEN_FRAMES : 0), count - 1);
  const isOff = jumpCount === 2 && isAwayThroughout(verdicts, point, first, end);
  for (let i = first; i < end; i++) isBad[i * POINTS + point] = isOff ? OFF : BAD;
}

/** It jumped there and back, and was there in between. */
function isAwayThroughout(verdicts: Uint8Array, point: number, first: number, end: number): boolean {
  if (verdicts[first * POINTS + point] !== jumped) return false;
  for (let i = first + 1; i < end; i++) if (verdicts[i * POINTS + point] !== away) return false;
  return true;
}

/** The repeats before it was noticed that they are some are no newer. */
function markRepeats({ poses, verdicts, isBad, count }: FrameRecord, point: number): void {
  for (let i = count - 1; i > 1; i--) {
    const at = i * POINTS + point;
    if (isBad[at] !== BAD || verdicts[at] !== frozen || isBad[at - POINTS] !== 0) continue;
    const p = (i - 1) * FRAME_SIZE + point * POSE_SIZE;
    let isRepeat = true;
    for (let k = p; k < p + POSE_SIZE; k++) if (poses[k] !== poses[k - FRAME_SIZE]) isRepeat = false;
    if (!isRepeat) continue;
    isBad[at - POINTS] = BAD;
    verdicts[at - POINTS] = frozen;
  }
}

function firstFrozenBefore(verdicts: Uint8Array, point: number, frame: number): number {
  let first = frame;
  while (first > 0 && verdicts[(first - 1) * POINTS + point] === frozen) first--;
  return first;
}

/** Frames before the last gap of any point: where that one leads is known when more has come. */
export function startOfLastGap({ isBad, count }: FrameRecord): number {
  let first = count;
  for (let point = 0; point < POINTS; point++) {
    let i = count - 1;
    while (i > 0 && isBad[i * POINTS + point] === 0) i--;
    while (i > 0 && isBad[(i - 1) * POINTS + point] > 0) i--;
    if (isBad[i * POINTS + point] > 0) first = Math.min(first, i);
  }
  return first;
}

/** Fewer good frames than this between bad ones prove nothing. */
const FEW = 3;
/**
 * They are believed where they lie this near to the way between frames that are, metres, radians: within half a second no head of 76
 * clips bends its way by more between two points that are up to 0.1 s apart.
 */
const HEAD_NEAR = 0.08;
const OTHER_NEAR = 0.25;
const NEAR_TURN = 25 * DEG;

/** Of a point that comes and goes, a frame in which it was there may be wrong, too: those off its way are bad. */
function markOutliers(record: FrameRecord, anchors: Anchors, point: number): void {
  let solid = -1;
  for (let i = 0; i < record.count; ) {
    const end = endOfRun(record, point, i);
    const isGood = record.isBad[i * POINTS + point] === 0;
    if (isGood && (end - i >= FEW || end === record.count)) {
      if (solid < i - 1) checkBetween(record, anchors, point, solid, i);
      solid = end - 1;
    }
    i = end;
  }
}

function endOfRun({ isBad, count }: FrameRecord, point: number, first: number): number {
  let end = first + 1;
  while (end < count && isBad[end * POINTS + point] > 0 === isBad[first * POINTS + point] > 0) end++;
  return end;
}

const between = new Float64Array(POSE_SIZE);

/** Frames after `from`, which may be the one before the record, and before `to`. */
function checkBetween(record: FrameRecord, anchors: Anchors, point: number, from: number, to: number): void {
  const { poses, endSeconds, isBad } = record;
  const isHead = point === pointNumber.head;
  const startSeconds = from < 0 ? 0 : endSeconds[from];
  const span = endSeconds[to] - startSeconds;
  for (let i = from + 1; i < to; i++) {
    if (isBad[i * POINTS + point] > 0) continue;
    const at = i * FRAME_SIZE + point * POSE_SIZE;
    for (let k = 0; k < POSE_SIZE; k++) {
      const p = point * POSE_SIZE + k;
      between[k] = from < 0 ? anchors.poses[p] : poses[from * FRAME_SIZE + p];
    }
    const share = span > 0 ? (endSeconds[i] - startSeconds) / span : 1;
    mixPose(between, 0, poses, to * FRAME_SIZE + point * POSE_SIZE, share);
    const isTurned = isHead && turnBetween(poses, at, between, 0) > NEAR_TURN;
    if (wayBetween(poses, at, between, 0) > (isHead ? HEAD_NEAR : OTHER_NEAR) || isTurned)
      isBad[i * POINTS + point] = BAD;
  }
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
  let isWorth = false;
  for (let point = 0; point < POINTS; point++) {
    for (let i = 0; i < record.count; i++) {
      if (record.isBad[i * POINTS + point] === 0) continue;
      let end = i;
      while (end < record.count && record.isBad[end * POINTS + point] > 0) end++;
      if (end === record.count) break;
      mendRun(record, anchors, point, i, end);
      for (; i < end; i++) isWorth ||= isOff(record, point, i);
    }
  }
  return isWorth;
}

const nothing: Kept = { places: false, rotations: false };
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
  const isOff = record.isBad[first * POINTS + point] === OFF && record.isBad[(end - 1) * POINTS + point] === OFF;
  const kept = isOff ? mendOffset(record, point, first, end, start) : nothing;
  if (kept.places && kept.rotations) return;
  const span = endSeconds[end] - startSeconds;
  const beforeStart = Math.max(0, first - 1 - FRAMES);
  for (let k = 0; k < 3; k++) {
    const known = isFirst || beforeStart === first - 1;
    from[k] = known ? anchors.velocities[point * 3 + k] : velocity(record, p + k, beforeStart, first - 1);
    to[k] = velocityAfter(record, point, k, end, startSeconds);
  }
  const goal = end * FRAME_SIZE + p;
  const way = Math.hypot(poses[goal] - start[0], poses[goal + 1] - start[1], poses[goal + 2] - start[2]);
  shorten(from, span, way);
  shorten(to, span, way);
  for (let i = first; i < end; i++) {
    const at = i * FRAME_SIZE + p;
    const t = span > 0 ? (endSeconds[i] - startSeconds) / span : 1;
    for (let k = 0; k < POSE_SIZE; k++) between[k] = start[k];
    mixPose(between, 0, poses, goal, t);
    if (!kept.rotations) for (let k = 3; k < POSE_SIZE; k++) poses[at + k] = between[k];
    if (kept.places) continue;
    for (let k = 0; k < 3; k++) {
      poses[at + k] =
        (1 + 2 * t) * (1 - t) * (1 - t) * start[k] +
        t * (1 - t) * (1 - t) * span * from[k] +
        t * t * (3 - 2 * t) * poses[goal + k] -
        t * t * (1 - t) * span * to[k];
    }
  }
}

/** Of what comes at long intervals, that between the samples before and after it. */
function velocityAfter(record: FrameRecord, point: number, axis: number, frame: number, startSeconds: number): number {
  const { poses, endSeconds, isBad, count } = record;
  const p = point * POSE_SIZE + axis;
  let next = frame + 1;
  while (next < count && isBad[next * POINTS + point] > 0) next++;
  if (next === frame + 1 && next < count) return velocity(record, p, frame, Math.min(count - 1, frame + FRAMES));
  const last = next < count ? next : frame;
  return (poses[last * FRAME_SIZE + p] - start[axis]) / (endSeconds[last] - startSeconds);
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
  const isTurned = isHead && turnBetween(poses, at, used, at) > TURN_OFF;
  return isTurned || wayBetween(poses, at, used, at) > (isHead ? HEAD_OFF : OTHER_OFF);
}
