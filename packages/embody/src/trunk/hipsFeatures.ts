import { createQuat, createVec3, twistAngle, vec3 } from '@leib/core';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import { trackedRotation } from '../limb/worldJoint.js';
import type { TrunkModel } from './buildTrunk.js';
import { EVEN_FEATURE_COUNT, ODD_FEATURE_COUNT, type TrunkFeatures } from './trunkFeatures.js';

/** Features of a tracker on the hips, even: pelvis's up y, z, cosine of its yaw, hips' place from the head y, z. */
export const EVEN_HIPS_COUNT = 5;
/** Odd: pelvis's up x, sine of its yaw, hips' place from the head x. */
export const ODD_HIPS_COUNT = 3;

const UP = createVec3(0, 1, 0);

// Scratch.
const rotation = createQuat();
const up = createVec3();

/**
 * The features of the trunk, and after them those of the tracker on the hips, in axes of the same frame; places are in units of the
 * spine's length.
 */
export function writeHipsFeatures(
  model: TrunkModel,
  features: TrunkFeatures,
  body: BodyState,
  even: Float64Array,
  odd: Float64Array,
): void {
  const { frame } = body.targets;
  for (let i = 0; i < EVEN_FEATURE_COUNT; i++) even[i] = features.even[i];
  for (let i = 0; i < ODD_FEATURE_COUNT; i++) odd[i] = features.odd[i];
  trackedRotation(rotation, frame, pointNumber.hips);
  vec3.transformQuat(up, UP, rotation);
  const yaw = twistAngle(rotation, UP) - features.frameYaw;
  const sin = Math.sin(features.frameYaw);
  const cos = Math.cos(features.frameYaw);
  const head = pointNumber.head * POSE_SIZE;
  const hips = pointNumber.hips * POSE_SIZE;
  const x = (frame.jointPoses[hips] - frame.jointPoses[head]) / model.spineLength;
  const y = (frame.jointPoses[hips + 1] - frame.jointPoses[head + 1]) / model.spineLength;
  const z = (frame.jointPoses[hips + 2] - frame.jointPoses[head + 2]) / model.spineLength;
  even[EVEN_FEATURE_COUNT] = up[1];
  even[EVEN_FEATURE_COUNT + 1] = sin * up[0] + cos * up[2];
  even[EVEN_FEATURE_COUNT + 2] = Math.cos(yaw);
  even[EVEN_FEATURE_COUNT + 3] = y;
  even[EVEN_FEATURE_COUNT + 4] = sin * x + cos * z;
  odd[ODD_FEATURE_COUNT] = cos * up[0] - sin * up[2];
  odd[ODD_FEATURE_COUNT + 1] = Math.sin(yaw);
  odd[ODD_FEATURE_COUNT + 2] = cos * x - sin * z;
}
