import { createQuat, createVec3, jointOfBone, quat, type Skeleton, vec3 } from '@leib/core';
import { POSE_SIZE } from '@leib/tracking';
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
