import { createQuat, createVec3, jointOfBone, type Pose, quat, type Skeleton, vec3 } from '@leib/core';
import { composePoses, POSE_SIZE, quality, readRotation } from '@leib/tracking';
import type { BodyFrame } from '../bodies/bodyFrame.js';
import type { BodyOffsets, MocapOffsets } from '../offsets/offsets.js';

/** A rigid body on the actor's skeleton. */
export interface BodyPlacement {
  readonly name: string;
  /** Joint that carries the body. */
  readonly joint: number;
  /** Pose of the body in the joint's frame. 7 numbers. */
  readonly inJoint: Float64Array;
}

/**
 * Where the bodies sit on a skeleton: their rotation is that of the T-pose, their place the one from which their joints are
 * where the skeleton has them (the mean, where a body has several). Bodies on bones that the skeleton lacks are left out.
 */
export function placeBodies(skeleton: Skeleton, { bodies }: MocapOffsets): BodyPlacement[] {
  return bodies.flatMap((body) => {
    const joint = carrierOf(skeleton, body);
    const places = joint < 0 ? [] : placesOf(skeleton, body);
    if (places.length === 0) return [];
    const inJoint = new Float64Array(POSE_SIZE);
    for (let k = 0; k < 3; k++) {
      const mean = places.reduce((sum, place) => sum + place[k], 0) / places.length;
      inJoint[k] = mean - skeleton.restWorldPositions[joint * 3 + k];
    }
    inJoint.set(body.restRotation, 3);
    return [{ name: body.name, joint, inJoint }];
  });
}

/** A body on the trunk moves with the bone that the shoulders hang on; any other with its own bone. */
function carrierOf(skeleton: Skeleton, { bone }: BodyOffsets): number {
  const joint = jointOfBone(skeleton, bone);
  if (bone !== 'chest') return joint;
  const upperChest = jointOfBone(skeleton, 'upperChest');
  return upperChest >= 0 ? upperChest : joint;
}

/** The body's place in the T-pose, by each joint that it gives. */
function placesOf(skeleton: Skeleton, { restRotation, joints }: BodyOffsets): Float64Array[] {
  const rotation = quat.copy(createQuat(), restRotation as [number, number, number, number]);
  return joints.flatMap(({ bone, positionLocal }) => {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) return [];
    const arm = vec3.transformQuat(createVec3(), positionLocal as [number, number, number], rotation);
    return [Float64Array.from(arm, (value, k) => skeleton.restWorldPositions[joint * 3 + k] - value)];
  });
}

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
