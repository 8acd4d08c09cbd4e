import {
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyVec3,
  type Skeleton,
  unitTowards,
  vec3,
} from '@leib/core';

/** A bone's direction and hinge at rest, undone: aimed = lookRotation(direction, hinge) * restAimInverse. */
export interface AimedBone {
  readonly joint: number;
  readonly length: number;
  readonly restAimInverse: Quat;
}

/** Two bones and what is at their end: an arm or a leg. */
export interface LimbModel {
  /** Joint the first bone hangs on, and every joint from there to the end, parents first. */
  readonly parent: number;
  readonly path: Int16Array;
  readonly upper: AimedBone;
  readonly lower: AimedBone;
  readonly end: number;
  /** 1 on the left, -1 on the right: left is +X at rest. */
  readonly mirror: 1 | -1;
}

/** The limb, or null where the rig lacks part of it: the body then does without. */
export function buildLimb(
  skeleton: Skeleton,
  bones: readonly [upper: HumanoidBone, lower: HumanoidBone, end: HumanoidBone],
  restBend: ReadonlyVec3,
  mirror: 1 | -1,
): LimbModel | null {
  const [upper, lower, end] = bones.map((bone) => jointOfBone(skeleton, bone));
  if (upper < 0 || lower < 0 || end < 0) return null;
  const path = jointsBetween(skeleton, skeleton.parents[upper], end);
  if (path === null || !path.includes(lower) || skeleton.parents[upper] < 0) return null;
  return {
    parent: skeleton.parents[upper],
    path,
    upper: aimedBone(skeleton, upper, lower, restBend),
    lower: aimedBone(skeleton, lower, end, restBend),
    end,
    mirror,
  };
}

/** Joints after `from` down to `to`, parents first; null where `to` does not hang on `from`. */
export function jointsBetween(skeleton: Skeleton, from: number, to: number): Int16Array | null {
  const path: number[] = [];
  for (let joint = to; joint !== from; joint = skeleton.parents[joint]) {
    if (joint < 0) return null;
    path.unshift(joint);
  }
  return Int16Array.from(path);
}

function aimedBone(skeleton: Skeleton, joint: number, child: number, restBend: ReadonlyVec3): AimedBone {
  const from = restPosition(skeleton, joint);
  const to = restPosition(skeleton, child);
  const direction = unitTowards(createVec3(), from, to);
  const hinge = vec3.cross(createVec3(), direction, restBend);
  const aim = lookRotation(createQuat(), direction, hinge);
  return { joint, length: vec3.distance(from, to), restAimInverse: quat.conjugate(createQuat(), aim) };
}

export function restPosition({ restWorldPositions }: Skeleton, joint: number): Float64Array {
  return restWorldPositions.slice(joint * 3, joint * 3 + 3);
}
