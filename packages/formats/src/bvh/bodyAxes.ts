import { type BoneJoints, createVec3, type Vec3, vec3 } from '@leib/core';
import { jointDirection, jointVector } from './bvhSamples.js';

const sides = ['left', 'right'] as const;

/** From the hips to the highest joint of the trunk that has a bone; zeros where there is none. */
export function trunkDirection(positions: ArrayLike<number>, bones: BoneJoints): Vec3 {
  return jointDirection(
    positions,
    bones.hips,
    bones.head ?? bones.neck ?? bones.upperChest ?? bones.chest ?? bones.spine,
  );
}

/** From between the feet to the hips; zeros without feet. */
export function standingDirection(positions: ArrayLike<number>, bones: BoneJoints): Vec3 {
  const sum = createVec3();
  for (const side of sides) {
    const foot = bones[`${side}Foot`] ?? bones[`${side}LowerLeg`];
    const hip = bones[`${side}UpperLeg`] ?? bones.hips;
    if (foot !== undefined && hip !== undefined) vec3.add(sum, sum, jointVector(positions, foot, hip));
  }
  return vec3.normalize(sum, sum);
}

/** From the right hip and shoulder to the left ones; zeros without either. */
export function acrossDirection(positions: ArrayLike<number>, bones: BoneJoints): Vec3 {
  const sum = createVec3();
  for (const part of ['UpperLeg', 'UpperArm', 'Shoulder'] as const) {
    vec3.add(sum, sum, jointDirection(positions, bones[`right${part}`], bones[`left${part}`]));
  }
  return vec3.normalize(sum, sum);
}

/** Length of the bones from feet over hips to the head, file units; 0 where one of them is missing. */
export function bodyLength(positions: ArrayLike<number>, parents: ArrayLike<number>, bones: BoneJoints): number {
  const { hips, head = bones.neck } = bones;
  const foot = bones.leftFoot ?? bones.rightFoot;
  if (hips === undefined || head === undefined || foot === undefined) return 0;
  return chainLength(positions, parents, head, hips) + chainLength(positions, parents, foot, hips);
}

function chainLength(positions: ArrayLike<number>, parents: ArrayLike<number>, from: number, to: number): number {
  let length = 0;
  for (let joint = from; joint !== to && joint >= 0 && parents[joint] >= 0; joint = parents[joint]) {
    length += vec3.length(jointVector(positions, parents[joint], joint));
  }
  return length;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A value that this share of the others is below; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
