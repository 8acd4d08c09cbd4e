import type { HumanoidBone } from './humanoid.js';
import { boneNumber } from './humanoid.js';
import type { Pose, Skeleton } from './skeleton.js';

/** The 22 body joints of SMPL in its order: what leib-joints/1 stores and what the field measures errors on. */
export const smplJointNames = [
  'pelvis',
  'leftHip',
  'rightHip',
  'spine1',
  'leftKnee',
  'rightKnee',
  'spine2',
  'leftAnkle',
  'rightAnkle',
  'spine3',
  'leftFoot',
  'rightFoot',
  'neck',
  'leftCollar',
  'rightCollar',
  'head',
  'leftShoulder',
  'rightShoulder',
  'leftElbow',
  'rightElbow',
  'leftWrist',
  'rightWrist',
] as const;

export const SMPL_JOINT_COUNT = smplJointNames.length;

/** Parent of each SMPL joint, by index; -1 for the pelvis. */
export const smplParents: readonly number[] = [
  -1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19,
];

/** The humanoid bone that starts at each SMPL joint. */
export const smplBones: readonly HumanoidBone[] = [
  'hips',
  'leftUpperLeg',
  'rightUpperLeg',
  'spine',
  'leftLowerLeg',
  'rightLowerLeg',
  'chest',
  'leftFoot',
  'rightFoot',
  'upperChest',
  'leftToes',
  'rightToes',
  'neck',
  'leftShoulder',
  'rightShoulder',
  'head',
  'leftUpperArm',
  'rightUpperArm',
  'leftLowerArm',
  'rightLowerArm',
  'leftHand',
  'rightHand',
];

/**
 * Joint of a skeleton for each SMPL joint; a missing bone falls back on its nearest ancestor that exists, so a
 * rig without toes or upper chest still fills all 22 places.
 */
export function smplToJoint(skeleton: Skeleton): Int16Array {
  const joints = new Int16Array(SMPL_JOINT_COUNT);
  smplBones.forEach((bone, smpl) => {
    const joint = skeleton.boneToJoint[boneNumber[bone]];
    const parent = smplParents[smpl];
    joints[smpl] = joint >= 0 ? joint : parent >= 0 ? joints[parent] : 0;
  });
  return joints;
}

/** Writes a pose's 22 world positions (66 numbers) and rotations (88 numbers) in SMPL order. */
export function readSmplJoints(
  joints: Int16Array,
  pose: Pose,
  outPositions: Float64Array,
  outRotations: Float64Array,
): void {
  for (let smpl = 0; smpl < SMPL_JOINT_COUNT; smpl++) {
    const joint = joints[smpl];
    for (let k = 0; k < 3; k++) outPositions[smpl * 3 + k] = pose.worldPositions[joint * 3 + k];
    for (let k = 0; k < 4; k++) outRotations[smpl * 4 + k] = pose.worldRotations[joint * 4 + k];
  }
}
