import { DEG } from '@leib/core';
import { POSE_SIZE, pointNumber, trackedPoints } from '@leib/tracking';
import { FRAME_SIZE, type FrameRecord, trouble } from './frameRecord.js';
import { finding, type PointWatch, turnBetween } from './pointWatch.js';

const { head } = pointNumber;

/** Points that are in trouble: since when, where they were before, and whether they are back. One per avatar. */
export interface Homecoming {
  /** The first frame of the record in which each point was lost or jumped, and the last one in which it jumped; -1 without one. 11. */
  readonly firstFrames: Int16Array;
  readonly lastJumps: Int16Array;
  readonly jumpCounts: Uint16Array;
  readonly isHome: Uint8Array;
  /** Where each point and the head were before, and how fast the point went. 11 x 7, 11 x 3, 11 x 3. */
  readonly homes: Float64Array;
  readonly velocities: Float64Array;
  readonly headsThen: Float64Array;
}

export function createHomecoming(): Homecoming {
  const count = trackedPoints.length;
  return {
    firstFrames: new Int16Array(count).fill(-1),
    lastJumps: new Int16Array(count).fill(-1),
    jumpCounts: new Uint16Array(count),
    isHome: new Uint8Array(count).fill(1),
    homes: new Float64Array(count * POSE_SIZE),
    velocities: new Float64Array(count * 3),
    headsThen: new Float64Array(count * 3),
  };
}

export function resetHomecoming({ firstFrames, lastJumps, jumpCounts, isHome }: Homecoming): void {
  firstFrames.fill(-1);
  lastJumps.fill(-1);
  jumpCounts.fill(0);
  isHome.fill(1);
}

/** A point that jumps back is this near to where it was, and so much less for each second: people move on meanwhile. Metres, radians. */
const NEAR = 0.05;
const NEAR_SPEED = 1.5;
const NEAR_TURN = 15 * DEG;
const NEAR_TURN_RATE = 150 * DEG;
/** Other points than the head, which are looked for where the head has gone. */
const OTHER_NEAR = 0.15;
const OTHER_NEAR_SPEED = 2;
/** One that jumped to and fro and has not jumped for some time, seconds, is at home so near to it. Metres, radians. */
const CREEP_SECONDS = 0.25;
const CREEP = 0.08;
const CREEP_SPEED = 0.1;
const CREEP_TURN_RATE = 20 * DEG;
/** A point that has jumped more often than this trembles: the last jumps go astray, too, as do so many frames after them. */
const TREMBLES = 2;
const TREMBLE_FRAMES = 3;

/** Looks for points that jump away or come home, before the frame becomes the last one. */
export function followJumps(state: Homecoming, record: FrameRecord, watch: PointWatch, calmSeconds: number): void {
  const { firstFrames, lastJumps, jumpCounts, isHome } = state;
  const frame = record.count - 1;
  for (let point = 0; point < isHome.length; point++) {
    const found = watch.findings[point];
    const hasJumped = found === finding.jumped;
    const arrives = hasJumped || hasComeBack(record, point);
    if ((hasJumped || found === finding.lost) && firstFrames[point] < 0) {
      leaveHome(state, record, watch, point);
      isHome[point] = hasJumped ? 0 : 1;
      if (hasJumped) leaveStill(state, record, watch, point);
    } else if (arrives) {
      const wasHome = isHome[point] === 1;
      isHome[point] = isNear(state, record, watch, point, false) ? 1 : 0;
      // Lost, and found where it was: nothing jumped.
      if (!hasJumped && wasHome && isHome[point] === 1) continue;
    } else if (isHome[point] === 0 && jumpCounts[point] > 1 && calmSeconds > CREEP_SECONDS) {
      isHome[point] = isNear(state, record, watch, point, true) ? 1 : 0;
    }
    if (!arrives) continue;
    lastJumps[point] = frame;
    jumpCounts[point]++;
  }
}

/** A still point that jumps goes on from where it was frozen; or it was at rest, and is away from now on. */
function leaveStill(state: Homecoming, record: FrameRecord, watch: PointWatch, point: number): void {
  const { troubles, count } = record;
  const first = state.firstFrames[point];
  if (first === count - 1) return;
  if (isNear(state, record, watch, point, false)) {
    state.isHome[point] = 1;
    return;
  }
  state.firstFrames[point] = count - 1;
  for (let i = first; i < count - 1; i++) troubles[i * trackedPoints.length + point] = trouble.none;
}

/** Whether a point that was lost in the frame before is there. */
function hasComeBack({ troubles, count }: FrameRecord, point: number): boolean {
  const now = (count - 1) * trackedPoints.length + point;
  return count > 1 && troubles[now - trackedPoints.length] === trouble.away && troubles[now] !== trouble.away;
}

/** Remembers where a point was, before it was frozen where it was that. */
function leaveHome(state: Homecoming, record: FrameRecord, watch: PointWatch, point: number): void {
  const { homes, velocities, headsThen } = state;
  const at = point * POSE_SIZE;
  let first = record.count - 1;
  while (first > 0 && record.troubles[(first - 1) * trackedPoints.length + point] === trouble.still) first--;
  state.firstFrames[point] = first;
  for (let k = 0; k < POSE_SIZE; k++) homes[at + k] = watch.last[at + k];
  for (let k = 0; k < 3; k++) {
    velocities[point * 3 + k] = watch.velocities[point * 3 + k];
    const isNow = first === record.count - 1;
    headsThen[point * 3 + k] = isNow ? watch.last[head * POSE_SIZE + k] : record.poses[first * FRAME_SIZE + k];
  }
}

function isNear(state: Homecoming, record: FrameRecord, watch: PointWatch, point: number, creeps: boolean): boolean {
  const { homes, velocities, headsThen, firstFrames } = state;
  const { now } = watch;
  const first = firstFrames[point];
  const seconds = record.endSeconds[record.count - 1] - (first > 0 ? record.endSeconds[first - 1] : 0);
  const at = point * POSE_SIZE;
  let offSq = 0;
  for (let k = 0; k < 3; k++) {
    const gone = point === head ? velocities[k] * seconds : now[head * POSE_SIZE + k] - headsThen[point * 3 + k];
    offSq += (now[at + k] - homes[at + k] - gone) ** 2;
  }
  let reach = point === head ? NEAR + NEAR_SPEED * seconds : OTHER_NEAR + OTHER_NEAR_SPEED * seconds;
  if (creeps) reach = CREEP + CREEP_SPEED * seconds;
  if (offSq > reach * reach) return false;
  const turnRate = creeps ? CREEP_TURN_RATE : NEAR_TURN_RATE;
  return point !== head || turnBetween(now, homes, at) < NEAR_TURN + turnRate * seconds;
}

/** What lies between a point's first trouble and its last jump was never there. */
export function markAway({ firstFrames, lastJumps, jumpCounts }: Homecoming, { troubles, count }: FrameRecord): void {
  const pointCount = firstFrames.length;
  for (let point = 0; point < pointCount; point++) {
    if (jumpCounts[point] === 0) continue;
    const end = lastJumps[point] + (jumpCounts[point] > TREMBLES ? TREMBLE_FRAMES : 0);
    for (let i = firstFrames[point]; i < Math.min(end, count - 1); i++) troubles[i * pointCount + point] = trouble.away;
  }
}
