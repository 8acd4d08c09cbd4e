import { createQuat } from '../math/create.js';
import { quat } from '../math/index.js';
import { smoothStep } from '../math/scalar.js';
import { copyPose, createPose, type Pose, type Skeleton } from './skeleton.js';
import { updateWorldPose } from './updateWorldPose.js';

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
