import { createVec3, type HumanoidBone, jointOfBone, type Skeleton, type Vec3, vec3 } from '@leib/core';
import { restPosition } from '../limb/limbModel.js';

/** How far one leg lets the hips go. Lengths in metres. */
export interface LegReach {
  /** From the hips joint to the leg's own, axes of the hips. */
  readonly hipOffset: Vec3;
  /** From the ankle to the ball of the foot, axes of the foot. */
  readonly ballFromAnkle: Vec3;
  /** Farthest that the hip joint can be from the ball of a foot that stays on the ground, its heel raised. */
  readonly reach: number;
}

/** A leg that is asked for this much of its length is straight. */
const STRAIGHT = 0.995;
/** How much of the way from ankle to ball a raised heel adds to the leg's reach. */
const HEEL_SHARE = 0.8;

export function buildLegReach(skeleton: Skeleton, side: 'left' | 'right', hips: number): LegReach | null {
  const bones: readonly HumanoidBone[] = [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`];
  const joints = bones.map((bone) => jointOfBone(skeleton, bone));
  if (joints.some((joint) => joint < 0)) return null;
  const [upper, knee, ankle] = joints.map((joint) => restPosition(skeleton, joint));
  const length = vec3.distance(upper, knee) + vec3.distance(knee, ankle);
  const toes = jointOfBone(skeleton, `${side}Toes`);
  const ballFromAnkle = createVec3(0, 0, 0.15 * length);
  if (toes >= 0) vec3.subtract(ballFromAnkle, restPosition(skeleton, toes), ankle);
  return {
    hipOffset: vec3.subtract(createVec3(), upper, restPosition(skeleton, hips)),
    ballFromAnkle,
    reach: STRAIGHT * length + HEEL_SHARE * vec3.length(ballFromAnkle),
  };
}
