import {
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  type Skeleton,
  updateWorldPose,
  type Vec3,
  vec3,
} from '@leib/core';
import { POSE_SIZE, pointNumber, quality, type TrackedPoint } from '@leib/tracking';
import { type BodyState, createBodyState } from '../bodyState.js';
import { type ArmSettings, defaultArmSettings } from './armSettings.js';
import { type ArmsState, createArmsState } from './armsState.js';
import { type ArmsModel, buildArms } from './buildArms.js';
import { stepArms } from './stepArms.js';

/** Tests only: a body whose trunk stands still while its arms are solved. Not part of the public door. */
export interface ArmsRig {
  readonly model: ArmsModel;
  readonly state: ArmsState;
  readonly body: BodyState;
}

export const sides = ['left', 'right'] as const;
export type Side = (typeof sides)[number];

/** Models are never written, so those of one skeleton and one object of settings are one. */
const models = new WeakMap<Skeleton, Map<ArmSettings, ArmsModel>>();

export function createArmsRig(skeleton: Skeleton, settings: ArmSettings = defaultArmSettings): ArmsRig {
  const known = models.get(skeleton) ?? new Map<ArmSettings, ArmsModel>();
  const model = known.get(settings) ?? buildArms(skeleton, settings);
  models.set(skeleton, known.set(settings, model));
  const body = createBodyState(skeleton);
  return { model, state: createArmsState(model), body };
}

/** Puts the whole body somewhere, turned about its root. */
export function standAt({ model, body }: ArmsRig, position: ReadonlyVec3, rotation: ReadonlyQuat): void {
  const { pose } = body;
  vec3.copy(pose.rootPosition, position);
  quat.copy(pose.localRotations.subarray(0, 4), rotation);
  updateWorldPose(model.skeleton, pose);
}

export function setTarget(
  { body }: ArmsRig,
  point: TrackedPoint,
  position: ArrayLike<number>,
  rotation: ArrayLike<number> = [0, 0, 0, 1],
  weight = 1,
): void {
  const { frame, weights } = body.targets;
  frame.jointPoses.set(position, pointNumber[point] * POSE_SIZE);
  frame.jointPoses.set(rotation, pointNumber[point] * POSE_SIZE + 3);
  frame.quality[pointNumber[point]] = quality.tracked;
  weights[pointNumber[point]] = weight;
}

/** One frame, then the whole body's forward kinematics: what is read afterwards is what others would see. */
export function step(rig: ArmsRig, dtSeconds = 1 / 90): void {
  stepArms(rig.model, rig.state, rig.body, dtSeconds);
  updateWorldPose(rig.model.skeleton, rig.body.pose);
  rig.body.isPlaced = true;
}

export function placeOf({ model, body }: ArmsRig, bone: HumanoidBone): Vec3 {
  const at = jointOfBone(model.skeleton, bone) * 3;
  const { worldPositions } = body.pose;
  return createVec3(worldPositions[at], worldPositions[at + 1], worldPositions[at + 2]);
}

export function turnOf({ model, body }: ArmsRig, bone: HumanoidBone): Quat {
  const at = jointOfBone(model.skeleton, bone) * 4;
  const { worldRotations } = body.pose;
  return createQuat(worldRotations[at], worldRotations[at + 1], worldRotations[at + 2], worldRotations[at + 3]);
}
