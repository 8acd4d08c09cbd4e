import {
  createPose,
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  type Motion,
  type Pose,
  quat,
  sampleMotion,
  updateWorldPose,
  vec3,
} from '@leib/core';

/** How far a joint is from the same joint of another motion, metres. */
export interface JointDifference {
  readonly bone: HumanoidBone;
  readonly mean: number;
  /** Length of the part that stays the same in the bone's own space: the two bodies have the joint in different places. */
  readonly steady: number;
  /** Root mean square of what is left without that part. */
  readonly moving: number;
}

const sides = ['left', 'right'] as const;
const parts = ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const;
const comparedBones: readonly HumanoidBone[] = [
  'hips',
  'neck',
  'head',
  ...sides.flatMap((side) => parts.map((part): HumanoidBone => `${side}${part}`)),
];

/** Compares the main joints of two motions at the times of the first, as long as both last. Bones that one lacks are left out. */
export function compareJoints(motion: Motion, truth: Motion): JointDifference[] {
  const [own, other] = [createPose(motion.skeleton), createPose(truth.skeleton)];
  const bones = comparedBones.filter((bone) =>
    [motion, truth].every(({ skeleton }) => jointOfBone(skeleton, bone) >= 0),
  );
  const errors = bones.map((): Float64Array[] => []);
  const count = Math.min(motion.frameCount, Math.floor(((truth.frameCount - 1) * motion.hz) / truth.hz + 1e-6) + 1);
  for (let frame = 0; frame < count; frame++) {
    for (const [from, pose] of [
      [motion, own],
      [truth, other],
    ] as const) {
      sampleMotion(from, frame / motion.hz, pose);
      updateWorldPose(from.skeleton, pose);
    }
    bones.forEach((bone, i) => {
      errors[i].push(errorInBone(own, jointOfBone(motion.skeleton, bone), other, jointOfBone(truth.skeleton, bone)));
    });
  }
  return bones.map((bone, i) => ({ bone, ...differenceOf(errors[i]) }));
}

/** Way from our joint to the other's, in our bone's own space. */
function errorInBone(own: Pose, joint: number, other: Pose, otherJoint: number): Float64Array {
  const way = createVec3();
  for (let k = 0; k < 3; k++) way[k] = other.worldPositions[otherJoint * 3 + k] - own.worldPositions[joint * 3 + k];
  const [x, y, z, w] = own.worldRotations.subarray(joint * 4, joint * 4 + 4);
  vec3.transformQuat(way, way, quat.conjugate(createQuat(), createQuat(x, y, z, w)));
  return Float64Array.from(way);
}

function differenceOf(errors: readonly Float64Array[]): Omit<JointDifference, 'bone'> {
  const count = Math.max(1, errors.length);
  const middle = [0, 1, 2].map((k) => errors.reduce((sum, error) => sum + error[k], 0) / count);
  const restSq = errors.reduce((sum, error) => sum + error.reduce((s, value, k) => s + (value - middle[k]) ** 2, 0), 0);
  return {
    mean: errors.reduce((sum, error) => sum + Math.hypot(...error), 0) / count,
    steady: Math.hypot(...middle),
    moving: Math.sqrt(restSq / count),
  };
}
