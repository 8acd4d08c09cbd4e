import { createQuat, type Quat, quat } from '@leib/core';
import { POSE_SIZE, readRotation, trackedPoints, verdict } from '@leib/tracking';
import { FRAME_SIZE, type FrameRecord } from './frameRecord.js';
import { OFF } from './mendFrames.js';

const POINTS = trackedPoints.length;
/** A drift is looked for from this long on, seconds... */
const SHORTEST = 0.25;
/** ...and is one where the point went at least this part of the way that it jumped back. */
const WENT = 0.4;
/** Nothing drifts farther unnoticed, metres. */
const FARTHEST = 1;
/** A turn by a radian counts as much as a way of this length, metres. */
const TURN_METRES = 0.3;
/** A jump is undone by one that differs by less than this, metres, and this part of it. */
const UNDONE = 0.05;
const UNDONE_SHARE = 0.1;

/** What a point was off by before it jumped: metres, and a turn in its own axes. */
interface Off {
  readonly way: Float64Array;
  readonly turn: Quat;
  readonly turnVector: Float64Array;
}

/** Points that jumped in frame `jumpAt`, and stayed there: when did they begin to be wrong? The first frame of all, or -1. */
export function beginningOfDrift(record: FrameRecord, jumpAt: number): number {
  let first = record.count;
  for (let point = 0; point < POINTS; point++) {
    const began = hasJumped(record, point, jumpAt) ? beginningOf(record, point, jumpAt).frame : -1;
    if (began >= 0) first = Math.min(first, began);
  }
  return first < record.count ? first : -1;
}

/** Takes away what they were off by. Those that were off evenly are marked, for mendFrames(). */
export function mendDrift(record: FrameRecord, jumpAt: number): void {
  record.isBad.fill(0, 0, record.count * POINTS);
  for (let point = 0; point < POINTS; point++) {
    if (!hasJumped(record, point, jumpAt)) continue;
    const { frame, isEven, off } = beginningOf(record, point, jumpAt);
    if (frame < 0) continue;
    if (isEven) for (let i = frame; i < jumpAt; i++) record.isBad[i * POINTS + point] = OFF;
    else takeAway(record, point, frame, jumpAt, off);
  }
}

function hasJumped({ verdicts }: FrameRecord, point: number, jumpAt: number): boolean {
  return jumpAt > 2 && verdicts[jumpAt * POINTS + point] === verdict.jumped;
}

function beginningOf(record: FrameRecord, point: number, jumpAt: number) {
  const off = measureOff(record, point, jumpAt);
  const out = findWayOut(record, point, jumpAt, off);
  return { frame: out >= 0 ? out : findBeginning(record, point, jumpAt, off), isEven: out >= 0, off };
}

const measured: Off = { way: new Float64Array(3), turn: createQuat(), turnVector: new Float64Array(3) };
const before = createQuat();
const after = createQuat();

function measureOff({ poses, seconds }: FrameRecord, point: number, frame: number): Off {
  const at = frame * FRAME_SIZE + point * POSE_SIZE;
  const [last, earlier] = [at - FRAME_SIZE, at - 2 * FRAME_SIZE];
  const share = seconds[frame - 1] > 0 ? seconds[frame] / seconds[frame - 1] : 0;
  for (let k = 0; k < 3; k++) {
    measured.way[k] = poses[last + k] + (poses[last + k] - poses[earlier + k]) * share - poses[at + k];
  }
  turnVector(measured.turnVector, poses, at, last);
  readRotation(before, poses, last);
  readRotation(after, poses, at);
  quat.multiply(measured.turn, quat.conjugate(after, after), before);
  return measured;
}

/** The jump that this one undoes, if there was one. */
function findWayOut({ poses, verdicts }: FrameRecord, point: number, jumpAt: number, { way }: Off): number {
  const most = UNDONE + UNDONE_SHARE * Math.hypot(way[0], way[1], way[2]);
  for (let i = jumpAt - 1; i > 1; i--) {
    if (verdicts[i * POINTS + point] !== verdict.jumped) continue;
    const at = i * FRAME_SIZE + point * POSE_SIZE;
    let differsSq = 0;
    for (let k = 0; k < 3; k++) {
      const led = 2 * poses[at - FRAME_SIZE + k] - poses[at - 2 * FRAME_SIZE + k];
      differsSq += (poses[at + k] - led - way[k]) ** 2;
    }
    return differsSq < most * most ? i : -1;
  }
  return -1;
}

const turned = new Float64Array(3);

/**
 * Where an even drift began that ended off by `way`: where the point moves least without it. That is where 2 D.way - way.way, of the way
 * D that it went since then, is largest for each second.
 */
function findBeginning(record: FrameRecord, point: number, jumpAt: number, { way, turnVector: turn }: Off): number {
  const { poses, verdicts, endSeconds } = record;
  if (Math.hypot(way[0], way[1], way[2]) > FARTHEST) return -1;
  const last = (jumpAt - 1) * FRAME_SIZE + point * POSE_SIZE;
  let sizeSq = 0;
  for (let k = 0; k < 3; k++) sizeSq += way[k] ** 2 + (TURN_METRES * turn[k]) ** 2;
  let [best, began] = [0, -1];
  // Frames before any other trouble say nothing.
  for (let i = jumpAt - 1; i >= 0 && verdicts[i * POINTS + point] <= verdict.absent; i--) {
    const seconds = endSeconds[jumpAt - 1] - endSeconds[i];
    if (seconds < SHORTEST) continue;
    const at = i * FRAME_SIZE + point * POSE_SIZE;
    turnVector(turned, poses, at, last);
    let along = 0;
    for (let k = 0; k < 3; k++) {
      along += (poses[last + k] - poses[at + k]) * way[k] + TURN_METRES ** 2 * turned[k] * turn[k];
    }
    const gain = (2 * along - sizeSq) / seconds;
    if (along < WENT * sizeSq || gain <= best) continue;
    best = gain;
    began = i;
  }
  return began;
}

/** From nothing at `began` evenly to all of it. */
function takeAway(
  { poses, endSeconds }: FrameRecord,
  point: number,
  began: number,
  jumpAt: number,
  { way, turn }: Off,
): void {
  const seconds = endSeconds[jumpAt - 1] - endSeconds[began];
  for (let i = began + 1; i < jumpAt; i++) {
    const share = (endSeconds[i] - endSeconds[began]) / seconds;
    const at = i * FRAME_SIZE + point * POSE_SIZE;
    for (let k = 0; k < 3; k++) poses[at + k] -= way[k] * share;
    quat.slerp(after, quat.identity(after), turn, share);
    quat.multiply(before, readRotation(before, poses, at), quat.conjugate(after, after));
    poses.set(before, at + 3);
  }
}

/** How the second pose is turned against the first, in the axes of the first: radians about an axis. */
function turnVector(out: Float64Array, poses: Float64Array, fromAt: number, toAt: number): void {
  quat.conjugate(after, readRotation(after, poses, fromAt));
  quat.multiply(after, after, readRotation(before, poses, toAt));
  const sine = Math.hypot(after[0], after[1], after[2]);
  const angle = 2 * Math.atan2(sine, Math.abs(after[3])) * (after[3] < 0 ? -1 : 1);
  for (let k = 0; k < 3; k++) out[k] = sine > 1e-9 ? (after[k] * angle) / sine : 0;
}
