import { quat } from '../math/index.js';
import { createQuat } from '../math/rotation.js';
import { smoothStep } from '../math/scalar.js';
import { copyPose, createPose, type Pose, type Skeleton, updateWorldPose } from './skeleton.js';

const FADE_SECONDS = 0.3;

/** What is shown of a body whose solver may change: what differs at the change fades out. */
export interface PoseFade {
  readonly shown: Pose;
  /** From what is solved to what was shown: a turn per joint, and the way of the root. */
  readonly turns: Float64Array;
  readonly way: Float64Array;
  sinceSeconds: number;
  /** Measure the gaps with the next pose. */
  isNew: boolean;
  /** Something has been shown: before, there is nothing to fade from. */
  hasShown: boolean;
}

export function createPoseFade(skeleton: Skeleton): PoseFade {
  return {
    shown: createPose(skeleton),
    turns: new Float64Array(skeleton.jointCount * 4),
    way: new Float64Array(3),
    sinceSeconds: FADE_SECONDS,
    isNew: false,
    hasShown: false,
  };
}

/** The solver is another one from the next pose on. */
export function startPoseFade(fade: PoseFade): void {
  fade.isNew = fade.hasShown;
}

// Scratch.
const solved = createQuat();
const turn = createQuat();
const identity = createQuat();

/** Shows a pose that was just solved. */
export function stepPoseFade(skeleton: Skeleton, fade: PoseFade, pose: Pose, dtSeconds: number): void {
  if (fade.isNew) measureGaps(fade, pose);
  else fade.sinceSeconds += dtSeconds;
  const amount = 1 - smoothStep(fade.sinceSeconds / FADE_SECONDS);
  copyPose(fade.shown, pose);
  fade.hasShown = true;
  if (amount === 0) return;
  const { shown, turns, way } = fade;
  for (let at = 0; at < turns.length; at += 4) {
    for (let k = 0; k < 4; k++) {
      solved[k] = pose.localRotations[at + k];
      turn[k] = turns[at + k];
    }
    quat.slerp(turn, identity, turn, amount);
    quat.multiply(solved, solved, turn);
    for (let k = 0; k < 4; k++) shown.localRotations[at + k] = solved[k];
  }
  for (let k = 0; k < 3; k++) shown.rootPosition[k] += way[k] * amount;
  updateWorldPose(skeleton, shown);
}

function measureGaps(fade: PoseFade, pose: Pose): void {
  const { shown, turns, way } = fade;
  for (let at = 0; at < turns.length; at += 4) {
    for (let k = 0; k < 4; k++) {
      solved[k] = pose.localRotations[at + k];
      turn[k] = shown.localRotations[at + k];
    }
    quat.conjugate(solved, solved);
    quat.multiply(turn, solved, turn);
    for (let k = 0; k < 4; k++) turns[at + k] = turn[k];
  }
  for (let k = 0; k < 3; k++) way[k] = shown.rootPosition[k] - pose.rootPosition[k];
  fade.sinceSeconds = 0;
  fade.isNew = false;
}

/** What checkPose() remembers between frames. One per avatar. */
export interface PoseGuard {
  readonly lastGood: Pose;
  /** Frames refused so far. */
  refusedCount: number;
}

export function createPoseGuard(skeleton: Skeleton): PoseGuard {
  return { lastGood: createPose(skeleton), refusedCount: 0 };
}

/**
 * Once per frame, after the solvers: a pose with NaN or infinity in it is counted and replaced by the last good
 * one, so a bad frame is a held frame and not a vanished body. Returns whether the pose was good.
 */
export function checkPose(guard: PoseGuard, pose: Pose): boolean {
  if (isFinitePose(pose)) {
    copyPose(guard.lastGood, pose);
    return true;
  }
  guard.refusedCount++;
  copyPose(pose, guard.lastGood);
  return false;
}

/** Whether no number of a pose is NaN or infinite. */
export function isFinitePose({ rootPosition, localRotations, worldPositions, worldRotations }: Pose): boolean {
  // Either survives a sum of value * 0. Not areFinite(): that sees arrays of all kinds, and is several times as slow here.
  let sum = 0;
  for (let i = 0; i < rootPosition.length; i++) sum += rootPosition[i] * 0;
  for (let i = 0; i < localRotations.length; i++) sum += localRotations[i] * 0;
  for (let i = 0; i < worldPositions.length; i++) sum += worldPositions[i] * 0;
  for (let i = 0; i < worldRotations.length; i++) sum += worldRotations[i] * 0;
  return sum === 0;
}
