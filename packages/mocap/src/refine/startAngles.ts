import {
  createPose,
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  type Pose,
  quat,
  rotationBetween,
  vec3,
} from '@leib/core';
import { type AgentAngles, anglesFromPose } from '@leib/core/pack';
import { composePoses, invertPose, POSE_SIZE } from '@leib/tracking';
import type { BodyFrame } from '../bodies/bodyFrame.js';
import type { RefineModel } from './refineModel.js';

/** A bent limb has two readings; the search begins on the side to which people bend. Radians. */
const FIRST_BEND = 0.8;

/** Bones that no body of the ten sits on: each points at the joint below it. */
const aimedBones: readonly (readonly [HumanoidBone, HumanoidBone])[] = [
  ['leftUpperArm', 'leftLowerArm'],
  ['rightUpperArm', 'rightLowerArm'],
  ['leftUpperLeg', 'leftLowerLeg'],
  ['rightUpperLeg', 'rightLowerLeg'],
];

/**
 * Angles to begin with, from the bodies that are seen: the trunk is as stiff as in the T-pose, every other bone as its body
 * says. False where no body of the trunk is seen.
 */
export function findStartAngles(
  model: RefineModel,
  frame: BodyFrame,
  confidence: ArrayLike<number>,
  out: AgentAngles,
): boolean {
  const { binding } = model.dofs;
  const pose = createPose(binding.skeleton);
  const seen = new Map<number, Float64Array>();
  for (const { name, joint, inJoint } of model.bodies) {
    const body = frame.names.indexOf(name);
    if (body < 0 || !(confidence[body] > 0.5)) continue;
    const jointPose = new Float64Array(POSE_SIZE);
    invertPose(jointPose, 0, inJoint, 0);
    composePoses(jointPose, 0, frame.poses, body * POSE_SIZE, jointPose, 0);
    seen.set(joint, jointPose);
  }
  const trunk = trunkBones.map((bone) => jointOfBone(binding.skeleton, bone)).find((joint) => seen.has(joint));
  if (trunk === undefined) return false;
  placeAll(pose, binding.skeleton.restWorldPositions, trunk, seen.get(trunk) as Float64Array);
  carryOver(model, pose, seen);
  for (const [upper, lower] of aimedBones) aim(model, pose, upper, lower);
  binding.layout.dofs.forEach(({ name }, dof) => {
    out.angles[dof] = name.endsWith('.bend') && /Lower(Arm|Leg)/.test(name) ? FIRST_BEND : 0;
  });
  anglesFromPose(model.reading, pose, out);
  return true;
}

const trunkBones: readonly HumanoidBone[] = ['upperChest', 'chest', 'spine', 'hips'];

/** The whole body as in the T-pose, moved so that one joint has a given pose. */
function placeAll(
  { worldPositions, worldRotations }: Pose,
  rest: Float64Array,
  joint: number,
  jointPose: Float64Array,
): void {
  const rotation = quat.set(createQuat(), jointPose[3], jointPose[4], jointPose[5], jointPose[6]);
  const arm = createVec3();
  for (let other = 0; other * 3 < rest.length; other++) {
    for (let k = 0; k < 3; k++) arm[k] = rest[other * 3 + k] - rest[joint * 3 + k];
    vec3.transformQuat(arm, arm, rotation);
    for (let k = 0; k < 3; k++) worldPositions[other * 3 + k] = jointPose[k] + arm[k];
    worldRotations.set(rotation, other * 4);
  }
}

/** Joints with a body of their own are where it says, and those below them go along. */
function carryOver({ dofs }: RefineModel, pose: Pose, seen: ReadonlyMap<number, Float64Array>): void {
  const { parents, jointCount, restOffsets, jointToBone } = dofs.binding.skeleton;
  const arm = createVec3();
  const rotation = createQuat();
  const moved = new Set<number>();
  for (let joint = 0; joint < jointCount; joint++) {
    const jointPose = seen.get(joint);
    if (jointPose !== undefined) {
      pose.worldPositions.set(jointPose.subarray(0, 3), joint * 3);
      pose.worldRotations.set(jointPose.subarray(3), joint * 4);
      if (!trunkBones.some((bone) => jointOfBone(dofs.binding.skeleton, bone) === joint)) moved.add(joint);
    } else if (moved.has(parents[joint]) && jointToBone[joint] >= 0) {
      const parent = parents[joint];
      for (let k = 0; k < 4; k++) rotation[k] = pose.worldRotations[parent * 4 + k];
      vec3.set(arm, restOffsets[joint * 3], restOffsets[joint * 3 + 1], restOffsets[joint * 3 + 2]);
      vec3.transformQuat(arm, arm, rotation);
      for (let k = 0; k < 3; k++) pose.worldPositions[joint * 3 + k] = pose.worldPositions[parent * 3 + k] + arm[k];
      pose.worldRotations.set(rotation, joint * 4);
      moved.add(joint);
    }
  }
}

function aim(
  { dofs }: RefineModel,
  { worldPositions, worldRotations }: Pose,
  upper: HumanoidBone,
  lower: HumanoidBone,
): void {
  const { skeleton } = dofs.binding;
  const [near, far] = [jointOfBone(skeleton, upper), jointOfBone(skeleton, lower)];
  if (near < 0 || far < 0) return;
  const [rest, wanted, rotation] = [createVec3(), createVec3(), createQuat()];
  for (let k = 0; k < 4; k++) rotation[k] = worldRotations[near * 4 + k];
  for (let k = 0; k < 3; k++) {
    rest[k] = skeleton.restWorldPositions[far * 3 + k] - skeleton.restWorldPositions[near * 3 + k];
    wanted[k] = worldPositions[far * 3 + k] - worldPositions[near * 3 + k];
  }
  vec3.normalize(rest, vec3.transformQuat(rest, rest, rotation));
  vec3.normalize(wanted, wanted);
  quat.multiply(rotation, rotationBetween(createQuat(), rest, wanted), rotation);
  worldRotations.set(rotation, near * 4);
}
