import { createQuat, createVec3, quat, smoothStep, twistAngle } from '@leib/core';
import {
  copyJointFrame,
  type JointFrame,
  POSE_SIZE,
  pointNumber,
  quality,
  stepHoldLost,
  trackedPoints,
} from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import type { TargetsModel } from './buildTargets.js';
import { applyLockMode } from './lockModes.js';
import type { TargetsState } from './targetsState.js';

const pointCount = trackedPoints.length;
const { head, leftHand, rightHand } = pointNumber;

/** Scratch: which points the frame really holds. */
const isSeen = new Uint8Array(pointCount);

/**
 * Takes a frame of joint poses in and says what is asked of the body. What is lost is held and faded, what comes back
 * closes its gap over time, an extra tracker takes over from the estimate and hands back to it by its weight, and NaN
 * never enters: whatever trackers do, targets do not jump. Only a head that is put elsewhere takes the body along at
 * once; `body.isPlaced` is false for that frame. Returns false while no head was seen: there is nobody to show yet.
 */
export function stepTargets(
  model: TargetsModel,
  state: TargetsState,
  body: BodyState,
  jointFrame: JointFrame,
  dtSeconds: number,
): boolean {
  const { frame, weights } = body.targets;
  copyJointFrame(frame, jointFrame);
  markSeen(model, frame);
  const hadHead = state.hasHead;
  const isTeleport = hadHead && isSeen[head] === 1 && isHeadPutElsewhere(model, state, frame, dtSeconds);
  if (isTeleport) goAlong(state, frame);
  else markJumps(model, state, frame, dtSeconds);
  rememberFrame(state, frame);
  stepHoldLost(model.lost, state.lost, frame, dtSeconds);
  state.hasHead = state.lost.hasShown[head] === 1;
  body.isPlaced = hadHead && !isTeleport;
  if (!state.hasHead) return false;
  stepWeights(model, state, weights, hadHead ? dtSeconds : Number.POSITIVE_INFINITY);
  body.handsSeen[0] = smoothStep(state.takenOver[leftHand]);
  body.handsSeen[1] = smoothStep(state.takenOver[rightHand]);
  const { lockMode } = model.settings;
  if (lockMode !== 'head') applyLockMode(lockMode, model.trunkReach, body.targets);
  return true;
}

/** A pose with NaN in it, or whose rotation is none, is a lost one. */
function markSeen({ isUsed }: TargetsModel, { jointPoses: poses, quality: qualities }: JointFrame): void {
  for (let point = 0; point < pointCount; point++) {
    const at = point * POSE_SIZE;
    let lengthSq = 0;
    for (let k = 3; k < POSE_SIZE; k++) lengthSq += poses[at + k] * poses[at + k];
    // Infinity and NaN alike are not 0 when multiplied by it.
    const isFinitePlace = (poses[at] + poses[at + 1] + poses[at + 2]) * 0 === 0;
    const isUsable = isUsed[point] === 1 && isFinitePlace && lengthSq > 0.9 && lengthSq < 1.1;
    isSeen[point] = isUsable && qualities[point] !== quality.lost ? 1 : 0;
    if (isSeen[point] === 0) qualities[point] = quality.lost;
    // A rotation that is written with few digits; one that is unit enough keeps its bits.
    else if (Math.abs(lengthSq - 1) > 1e-9) for (let k = 3; k < POSE_SIZE; k++) poses[at + k] /= Math.sqrt(lengthSq);
  }
}

const UP = createVec3(0, 1, 0);
const turn = createQuat();
const rotationBefore = createQuat();

function isHeadPutElsewhere(
  { settings }: TargetsModel,
  { lost, lastPoses, hasLast }: TargetsState,
  frame: JointFrame,
  dtSeconds: number,
): boolean {
  // A lost head is held where it was last shown. While it was, it may have gone some way and turned any way: that is
  // caught up with like any gap.
  if (hasLast[head] === 0) return distanceSq(frame.jointPoses, lost.shown, head) > settings.returnDistance ** 2;
  const reach = settings.teleportDistance + settings.teleportSpeed * dtSeconds;
  if (distanceSq(frame.jointPoses, lastPoses, head) > reach * reach) return true;
  // The whole turn, not that of the yaw: the yaw of somebody who bends right over changes by half a turn at once.
  readTurn(frame.jointPoses, lastPoses);
  const angle = 2 * Math.acos(Math.min(1, Math.abs(turn[3])));
  return angle > settings.teleportTurn + settings.teleportTurnRate * dtSeconds;
}

/** Nothing is left of where the body was: no gap to close, and what is held turns with the person. */
function goAlong({ lost, lastPoses, hasLast }: TargetsState, frame: JointFrame): void {
  const before = hasLast[head] === 1 ? lastPoses : lost.shown;
  readTurn(frame.jointPoses, before);
  lost.headingYaw += twistAngle(turn, UP);
  lost.gapAmounts.fill(0);
  for (let point = 0; point < pointCount; point++) if (isSeen[point] === 1) lost.lostSeconds[point] = 0;
}

/** A tracker that is elsewhere all at once counts as lost in between: its gap is then closed like any other's. */
function markJumps(
  { settings }: TargetsModel,
  { lost, lastPoses, hasLast }: TargetsState,
  frame: JointFrame,
  dtSeconds: number,
): void {
  const reach = settings.jumpDistance + settings.jumpSpeed * dtSeconds;
  for (let point = 0; point < pointCount; point++) {
    if (point === head || isSeen[point] === 0 || hasLast[point] === 0) continue;
    if (distanceSq(frame.jointPoses, lastPoses, point) > reach * reach) {
      lost.lostSeconds[point] = Math.max(dtSeconds, Number.MIN_VALUE);
    }
  }
}

function rememberFrame({ lastPoses, hasLast }: TargetsState, { jointPoses: poses }: JointFrame): void {
  for (let point = 0; point < pointCount; point++) {
    hasLast[point] = isSeen[point];
    if (isSeen[point] === 0) continue;
    for (let k = point * POSE_SIZE; k < (point + 1) * POSE_SIZE; k++) lastPoses[k] = poses[k];
  }
}

/** Head and hands always have a target, if only a held one; the others take over and hand back. */
function stepWeights(model: TargetsModel, state: TargetsState, weights: Float64Array, dtSeconds: number): void {
  const { takeOverSeconds, graceSeconds } = model.settings;
  for (let point = 0; point < pointCount; point++) {
    const lostSeconds = state.lost.lostSeconds[point];
    let takenOver = state.takenOver[point];
    if (isSeen[point] === 1) takenOver += takeOverSeconds > 0 ? dtSeconds / takeOverSeconds : 1;
    // Only as much of the frame counts as lies beyond the grace: the same at every frame rate.
    else takenOver -= Math.min(dtSeconds, Math.max(0, lostSeconds - graceSeconds)) / model.giveUpSeconds;
    state.takenOver[point] = takenOver < 0 ? 0 : takenOver > 1 ? 1 : takenOver;
    const isAlwaysLed = point === head || point === leftHand || point === rightHand;
    weights[point] = isAlwaysLed ? 1 : smoothStep(state.takenOver[point]);
  }
}

function distanceSq(a: Float64Array, b: Float64Array, point: number): number {
  const at = point * POSE_SIZE;
  const x = a[at] - b[at];
  const y = a[at + 1] - b[at + 1];
  const z = a[at + 2] - b[at + 2];
  return x * x + y * y + z * z;
}

/** turn = now * before^-1 of the head, in world axes. */
function readTurn(now: Float64Array, before: Float64Array): void {
  const at = head * POSE_SIZE + 3;
  quat.set(rotationBefore, -before[at], -before[at + 1], -before[at + 2], before[at + 3]);
  quat.set(turn, now[at], now[at + 1], now[at + 2], now[at + 3]);
  quat.multiply(turn, turn, rotationBefore);
}
