import { createQuat, type Pose, quat } from '@leib/core';
import { composePoses, POSE_SIZE, quality, readRotation } from '@leib/tracking';
import type { BodyFrame } from '../bodies/bodyFrame.js';
import type { BodyPlacement } from './bodyPlacement.js';

/** How far measured bodies are from where the solved skeleton has them. By the frame's bodies; NaN where one is not seen. */
export interface BodyResiduals {
  /** Metres. */
  readonly positions: Float64Array;
  /** Radians. */
  readonly rotations: Float64Array;
}

export function createBodyResiduals(bodyCount: number): BodyResiduals {
  return {
    positions: new Float64Array(bodyCount).fill(Number.NaN),
    rotations: new Float64Array(bodyCount).fill(Number.NaN),
  };
}

const jointPose = new Float64Array(POSE_SIZE);
const expected = new Float64Array(POSE_SIZE);
const expectedRotation = createQuat();
const measuredRotation = createQuat();

/**
 * Compares a measured frame with a pose of the skeleton that the bodies are placed on. Serves every way of solving.
 * `slots`: where in the frame each body is read from (SwapState), as ids may be exchanged.
 */
export function measureBodyResiduals(
  placements: readonly BodyPlacement[],
  { worldPositions, worldRotations }: Pose,
  { names, poses, quality: qualities }: BodyFrame,
  slots: ArrayLike<number>,
  out: BodyResiduals,
): void {
  out.positions.fill(Number.NaN);
  out.rotations.fill(Number.NaN);
  for (const { name, joint, inJoint } of placements) {
    const body = names.indexOf(name);
    const slot = slots[body];
    if (body < 0 || qualities[slot] === quality.lost) continue;
    for (let k = 0; k < 3; k++) jointPose[k] = worldPositions[joint * 3 + k];
    for (let k = 0; k < 4; k++) jointPose[3 + k] = worldRotations[joint * 4 + k];
    composePoses(expected, 0, jointPose, 0, inJoint, 0);
    const at = slot * POSE_SIZE;
    out.positions[body] = Math.hypot(poses[at] - expected[0], poses[at + 1] - expected[1], poses[at + 2] - expected[2]);
    const cosine = quat.dot(readRotation(expectedRotation, expected, 0), readRotation(measuredRotation, poses, at));
    out.rotations[body] = 2 * Math.acos(Math.min(1, Math.abs(cosine)));
  }
}
