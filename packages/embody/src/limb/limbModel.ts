import {
  createQuat,
  createVec3,
  footShape,
  type HumanoidBone,
  jointOfBone,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyVec3,
  restFloorY,
  type Skeleton,
  unitTowards,
  type Vec3,
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

/** Ankles at rest that differ by more than this share of the head's height are of a body that rests on one leg. */
const UNEVEN = 0.01;

/**
 * Height of an ankle whose foot is flat on the ground that the rest pose stands on (y, metres): by its skin, where that
 * was measured. Else, where one hip is raised at rest, the leg of that side ends above the ground: its foot is as high as
 * the other one, which stands.
 */
export function standingAnkleY(skeleton: Skeleton, side: 'left' | 'right'): number {
  const shape = footShape(skeleton, side);
  if (shape) return restFloorY(skeleton) + shape.ankleHeight;
  const heightOf = (bone: 'leftFoot' | 'rightFoot' | 'head') => {
    const joint = jointOfBone(skeleton, bone);
    return joint < 0 ? Number.NaN : skeleton.restWorldPositions[joint * 3 + 1];
  };
  const own = heightOf(`${side}Foot`);
  const other = heightOf(side === 'left' ? 'rightFoot' : 'leftFoot');
  return own - other > UNEVEN * (heightOf('head') - other) ? other : own;
}

// Scratch.
const direction = createVec3();

/** World rotation of a bone that leads from one point to another and bends about a hinge. */
export function aimBone(
  out: Quat,
  bone: AimedBone,
  fromWorld: ReadonlyVec3,
  toWorld: ReadonlyVec3,
  hingeWorld: ReadonlyVec3,
): void {
  unitTowards(direction, fromWorld, toWorld);
  lookRotation(out, direction, hingeWorld);
  quat.multiply(out, out, bone.restAimInverse);
}

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
