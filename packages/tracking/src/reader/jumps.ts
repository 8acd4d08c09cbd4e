import { createQuat, createVec3, DEG, quat, type ReadonlyQuat, twistAngle } from '@leib/core';
import type { JointFrame } from '../frame/jointFrame.js';
import { isTracked, POSE_SIZE, pointNumber, quality, trackedPoints } from '../frame/trackedParts.js';
import type { HoldLostState } from './holdLost.js';

/** What is too fast to be a movement. */
export interface JumpParams {
  /** A head that moves farther than this in a frame was put there... */
  readonly teleportDistance: number;
  /** ...and this much farther per second of frame: a stall must not count as a teleport. Faster than any head, metres per second. */
  readonly teleportSpeed: number;
  /** The same for its turn: a snap turn. Radians, and radians per second. */
  readonly teleportTurn: number;
  readonly teleportTurnRate: number;
  /** So was a lost head that comes back farther than this from where it was held. */
  readonly returnDistance: number;
  /** A tracker that moves farther than this in a frame, and this much per second, jumped... */
  readonly jumpDistance: number;
  readonly jumpSpeed: number;
  /** ...and counts as lost until it has not jumped for this long, seconds: then the gap is closed over time. */
  readonly settleSeconds: number;
}

export const defaultJumpParams: JumpParams = {
  teleportDistance: 0.5,
  teleportSpeed: 8,
  teleportTurn: 25 * DEG,
  teleportTurnRate: 900 * DEG,
  returnDistance: 1.5,
  jumpDistance: 0.25,
  jumpSpeed: 20,
  settleSeconds: 0.1,
};

/** Poses of the last frame, whether there was one, and how long each tracker that jumped is still to be doubted, seconds. 11 x 7, 11, 11. */
export interface JumpState {
  readonly lastPoses: Float64Array;
  readonly hasLast: Uint8Array;
  readonly doubtSeconds: Float64Array;
}

export function createJumpState(): JumpState {
  return {
    lastPoses: new Float64Array(trackedPoints.length * POSE_SIZE),
    hasLast: new Uint8Array(trackedPoints.length),
    doubtSeconds: new Float64Array(trackedPoints.length),
  };
}

const { head } = pointNumber;
const UP = createVec3(0, 1, 0);

/**
 * Finds what jumped since the last frame: after a teleport of the head nothing is left to close in `lost`; another
 * tracker that jumped is marked as lost until it has settled. Returns true for a teleport.
 */
export function stepJumps(
  params: JumpParams,
  state: JumpState,
  lost: HoldLostState,
  joints: JointFrame,
  dtSeconds: number,
): boolean {
  const hadHead = lost.hasShown[head] === 1;
  const isTeleport = hadHead && isTracked(joints, head) && isHeadPutElsewhere(params, state, lost, joints, dtSeconds);
  if (isTeleport) goAlong(state, lost, joints);
  else findJumps(params, state, joints, dtSeconds);
  remember(state, joints);
  loseDoubtful(state, joints, dtSeconds);
  return isTeleport;
}

function isHeadPutElsewhere(
  params: JumpParams,
  { lastPoses, hasLast }: JumpState,
  lost: HoldLostState,
  { jointPoses }: JointFrame,
  dtSeconds: number,
): boolean {
  // A lost head is held where it was last shown. While it was, it may have gone some way and turned any way: that is
  // caught up with like any gap.
  if (hasLast[head] === 0) return distanceSq(jointPoses, lost.shown, head) > params.returnDistance ** 2;
  const reach = params.teleportDistance + params.teleportSpeed * dtSeconds;
  if (distanceSq(jointPoses, lastPoses, head) > reach * reach) return true;
  // The whole turn, not that of the yaw: the yaw of a person who bends right over changes by half a turn at once.
  const cosine = Math.abs(turnOfHead(jointPoses, lastPoses)[3]);
  const angle = 2 * Math.acos(Math.min(1, cosine));
  return angle > params.teleportTurn + params.teleportTurnRate * dtSeconds;
}

/** Nothing is left of where the person was: no gap to close, and what is held turns with the person. */
function goAlong({ lastPoses, hasLast, doubtSeconds }: JumpState, lost: HoldLostState, joints: JointFrame): void {
  const before = hasLast[head] === 1 ? lastPoses : lost.shown;
  lost.headingYaw += twistAngle(turnOfHead(joints.jointPoses, before), UP);
  lost.gapAmounts.fill(0);
  doubtSeconds.fill(0);
  for (let point = 0; point < trackedPoints.length; point++) {
    if (isTracked(joints, point)) lost.lostSeconds[point] = 0;
  }
}

/** A tracker that is elsewhere all at once is not believed for a while. */
function findJumps(
  params: JumpParams,
  { lastPoses, hasLast, doubtSeconds }: JumpState,
  joints: JointFrame,
  dtSeconds: number,
): void {
  const reach = params.jumpDistance + params.jumpSpeed * dtSeconds;
  for (let point = 0; point < trackedPoints.length; point++) {
    if (point === head || !isTracked(joints, point) || hasLast[point] === 0) continue;
    if (distanceSq(joints.jointPoses, lastPoses, point) > reach * reach) doubtSeconds[point] = params.settleSeconds;
  }
}

/** What is doubted counts as lost. */
function loseDoubtful({ doubtSeconds }: JumpState, { quality: qualities }: JointFrame, dtSeconds: number): void {
  for (let point = 0; point < trackedPoints.length; point++) {
    if (!(doubtSeconds[point] > 0)) continue;
    doubtSeconds[point] -= dtSeconds;
    qualities[point] = quality.lost;
  }
}

function remember({ lastPoses, hasLast }: JumpState, joints: JointFrame): void {
  for (let point = 0; point < trackedPoints.length; point++) {
    hasLast[point] = isTracked(joints, point) ? 1 : 0;
    if (hasLast[point] === 0) continue;
    for (let k = point * POSE_SIZE; k < (point + 1) * POSE_SIZE; k++) lastPoses[k] = joints.jointPoses[k];
  }
}

function distanceSq(a: Float64Array, b: Float64Array, point: number): number {
  const at = point * POSE_SIZE;
  const x = a[at] - b[at];
  const y = a[at + 1] - b[at + 1];
  const z = a[at + 2] - b[at + 2];
  return x * x + y * y + z * z;
}

// Scratch of turnOfHead().
const turn = createQuat();
const inverse = createQuat();

/** now * before^-1 of the head, in world axes. Valid until the next call. */
function turnOfHead(now: Float64Array, before: Float64Array): ReadonlyQuat {
  const at = head * POSE_SIZE + 3;
  quat.set(inverse, -before[at], -before[at + 1], -before[at + 2], before[at + 3]);
  return quat.multiply(turn, quat.set(turn, now[at], now[at + 1], now[at + 2], now[at + 3]), inverse);
}
