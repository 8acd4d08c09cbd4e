import { smoothStep } from '@leib/core';
import { copyJointFrame, isTracked, type JointFrame, pointNumber, trackedPoints } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import { applyLockMode } from './lockModes.js';
import type { TargetsModel, TargetsState } from './targetsState.js';

const { head, leftHand, rightHand } = pointNumber;

/**
 * Turns joints, as readJoints() has them, into targets: an extra tracker takes over from the estimate and hands back to
 * it by its weight. `body.isPlaced` is false in the first frame and after a teleport. Returns false before a head was
 * tracked: there is no body to solve yet.
 */
export function stepTargets(
  model: TargetsModel,
  state: TargetsState,
  body: BodyState,
  joints: JointFrame,
  dtSeconds: number,
): boolean {
  const hadHead = state.hasHead;
  state.hasHead = isTracked(joints, head);
  body.isPlaced = hadHead && joints.teleportCount === state.teleportCount;
  state.teleportCount = joints.teleportCount;
  if (!state.hasHead) return false;
  stepWeights(model, state, body.targets.weights, joints, hadHead ? dtSeconds : Number.POSITIVE_INFINITY);
  body.handsSeen[0] = smoothStep(state.takenOver[leftHand]);
  body.handsSeen[1] = smoothStep(state.takenOver[rightHand]);
  body.targets.frame = lockTargets(model, state, body.targets.weights, joints);
  return true;
}

/** No frame proves a tracker by more than this, seconds: a stall is one frame, too. */
const PROVING_FRAME = 1 / 60;

/** Head and hands always have a target, if only a held one; the others take over and hand back. */
function stepWeights(
  { settings }: TargetsModel,
  { takenOver: takenOvers, provenSeconds }: TargetsState,
  weights: Float64Array,
  { lostSeconds }: JointFrame,
  dtSeconds: number,
): void {
  const { takeOverSeconds, graceSeconds, giveUpSeconds, proveSeconds, forgetSeconds } = settings;
  for (let point = 0; point < trackedPoints.length; point++) {
    const isAlwaysLed = point === head || point === leftHand || point === rightHand;
    const isThere = lostSeconds[point] === 0;
    const isFirst = dtSeconds === Number.POSITIVE_INFINITY;
    if (isAlwaysLed || (isFirst && isThere)) provenSeconds[point] = proveSeconds;
    else if (isThere) provenSeconds[point] += Math.min(dtSeconds, PROVING_FRAME);
    else if (provenSeconds[point] < proveSeconds || lostSeconds[point] > forgetSeconds) provenSeconds[point] = 0;
    let takenOver = takenOvers[point];
    if (isThere && provenSeconds[point] < proveSeconds) takenOver = 0;
    else if (isThere) takenOver += takeOverSeconds > 0 ? dtSeconds / takeOverSeconds : 1;
    // Only as much of the frame counts as lies beyond the grace: the same at every frame rate.
    else takenOver -= Math.min(dtSeconds, Math.max(0, lostSeconds[point] - graceSeconds)) / giveUpSeconds;
    takenOvers[point] = takenOver < 0 ? 0 : takenOver > 1 ? 1 : takenOver;
    weights[point] = isAlwaysLed ? 1 : smoothStep(takenOvers[point]);
  }
}

/** The joints themselves, or a copy of them in which head and hips are within reach of each other. */
function lockTargets(
  { settings, trunkReach }: TargetsModel,
  { locked }: TargetsState,
  weights: Float64Array,
  joints: JointFrame,
): JointFrame {
  if (settings.lockMode === 'head') return joints;
  copyJointFrame(locked, joints);
  applyLockMode(settings.lockMode, trunkReach, { frame: locked, weights });
  return locked;
}
