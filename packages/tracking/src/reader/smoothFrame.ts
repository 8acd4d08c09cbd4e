import {
  createOneEuroQuat,
  createOneEuroVec3,
  createQuat,
  createVec3,
  type OneEuroParams,
  quat,
  stepOneEuroQuat,
  stepOneEuroVec3,
  vec3,
} from '@leib/core';
import type { JointFrame } from '../frame/jointFrame.js';
import { POSE_SIZE, quality, trackedPoints } from '../frame/trackedParts.js';

/** What smoothing remembers of each tracked point. */
export interface FrameSmoother {
  readonly positions: readonly ReturnType<typeof createOneEuroVec3>[];
  readonly rotations: readonly ReturnType<typeof createOneEuroQuat>[];
}

export function createFrameSmoother(): FrameSmoother {
  return {
    positions: trackedPoints.map(() => createOneEuroVec3()),
    rotations: trackedPoints.map(() => createOneEuroQuat()),
  };
}

const position = createVec3();
const rotation = createQuat();

/** Takes the jitter out of every tracked point, in place; a point that comes back after a loss begins anew. */
export function smoothJointFrame(
  params: OneEuroParams,
  smoother: FrameSmoother,
  frame: JointFrame,
  dtSeconds: number,
): void {
  const { jointPoses: poses } = frame;
  for (let point = 0; point < trackedPoints.length; point++) {
    const at = point * POSE_SIZE;
    const place = smoother.positions[point];
    const turn = smoother.rotations[point];
    if (frame.quality[point] === quality.lost) {
      place.isStarted = false;
      turn.isStarted = false;
      continue;
    }
    vec3.set(position, poses[at], poses[at + 1], poses[at + 2]);
    quat.set(rotation, poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]);
    stepOneEuroVec3(place, params, position, dtSeconds);
    stepOneEuroQuat(turn, params, rotation, dtSeconds);
    for (let k = 0; k < 3; k++) poses[at + k] = place.value[k];
    for (let k = 0; k < 4; k++) poses[at + 3 + k] = turn.value[k];
  }
}
