import { DEG } from '@leib/core';
import { mixPose, POSE_SIZE, pointNumber, trackedPoints } from '@leib/tracking';
import { FRAME_SIZE, type FrameRecord, trouble } from './frameRecord.js';
import type { Anchors } from './mendFrames.js';
import { turnBetween } from './pointWatch.js';

/** Fewer good frames than this between bad ones prove nothing. */
const FEW = 3;
/** They are believed where they lie this near to the way between frames that are, metres, radians. */
const HEAD_NEAR = 0.08;
const OTHER_NEAR = 0.25;
const NEAR_TURN = 25 * DEG;

/** Of a point that comes and goes, a frame in which it was there may be wrong, too: those off its way are marked as bad. */
export function markOutliers(record: FrameRecord, anchors: Anchors): void {
  for (let point = 0; point < trackedPoints.length; point++) {
    let solid = -1;
    for (let i = 0; i < record.count; ) {
      const end = endOfRun(record, point, i);
      const isGood = isGoodAt(record, point, i);
      if (isGood && (end - i >= FEW || end === record.count)) {
        if (solid < i - 1) checkBetween(record, anchors, point, solid, i);
        solid = end - 1;
      }
      i = end;
    }
  }
}

function isGoodAt({ troubles }: FrameRecord, point: number, frame: number): boolean {
  return troubles[frame * trackedPoints.length + point] === trouble.none;
}

function endOfRun(record: FrameRecord, point: number, first: number): number {
  const isGood = isGoodAt(record, point, first);
  let end = first + 1;
  while (end < record.count && isGoodAt(record, point, end) === isGood) end++;
  return end;
}

const between = new Float64Array(POSE_SIZE);

/** Frames after `from`, which may be the one before the record, and before `to`. */
function checkBetween(record: FrameRecord, anchors: Anchors, point: number, from: number, to: number): void {
  const { poses, endSeconds, troubles } = record;
  const isHead = point === pointNumber.head;
  const startSeconds = from < 0 ? 0 : endSeconds[from];
  const span = endSeconds[to] - startSeconds;
  for (let i = from + 1; i < to; i++) {
    if (!isGoodAt(record, point, i)) continue;
    const at = i * FRAME_SIZE + point * POSE_SIZE;
    for (let k = 0; k < POSE_SIZE; k++) {
      const p = point * POSE_SIZE + k;
      between[k] = from < 0 ? anchors.poses[p] : poses[from * FRAME_SIZE + p];
    }
    const share = span > 0 ? (endSeconds[i] - startSeconds) / span : 1;
    mixPose(between, 0, poses, to * FRAME_SIZE + point * POSE_SIZE, share);
    const off = Math.hypot(poses[at] - between[0], poses[at + 1] - between[1], poses[at + 2] - between[2]);
    const isTurned = isHead && turnBetween(poses.subarray(at, at + POSE_SIZE), between, 0) > NEAR_TURN;
    if (off > (isHead ? HEAD_NEAR : OTHER_NEAR) || isTurned) troubles[i * trackedPoints.length + point] = trouble.away;
  }
}
