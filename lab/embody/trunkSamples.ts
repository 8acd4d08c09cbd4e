import {
  createPose,
  createQuat,
  createVec3,
  jointOfBone,
  type Pose,
  quat,
  twistAngle,
  updateWorldPose,
  vec3,
} from '@leib/core';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import {
  buildTrunk,
  createBodyState,
  createTrunkFeatures,
  EVEN_FEATURE_COUNT,
  LEVEL_COUNT,
  ODD_FEATURE_COUNT,
  OUT_CHEST_COS,
  OUT_CHEST_SIN,
  OUT_PELVIS_COS,
  OUT_PELVIS_SIN,
  OUT_X,
  OUT_YZ,
  OUTPUT_COUNT,
  stepTrunkFeatures,
  type TrunkModel,
} from './internals.ts';
import type { Take } from './take.ts';
import { type Variation, varyBody, varyTrackers } from './variation.ts';

export const FEATURE_COUNT = EVEN_FEATURE_COUNT + ODD_FEATURE_COUNT;
/** Bones of the spine that the levels above the pelvis are. */
export const BONE_COUNT = LEVEL_COUNT - 1;

/** Moments of many takes: what was seen, and what the trunk did. */
export interface TrunkSamples {
  readonly count: number;
  /** count x FEATURE_COUNT. */
  readonly features: Float32Array;
  /** count x OUTPUT_COUNT. */
  readonly targets: Float32Array;
  /** Lengths of loins, waist, chest, upper chest and neck, metres. count x BONE_COUNT. */
  readonly lengths: Float32Array;
  /** Yaws of all levels, and of the head, from the features' frame, radians. count x (LEVEL_COUNT + 1). */
  readonly yaws: Float32Array;
  /** Which of the variants each is from. */
  readonly variants: Int32Array;
}

export interface TakeVariant {
  readonly take: Take;
  readonly variation: Variation | null;
  /** Every so many frames from the first one on are samples. */
  readonly firstFrame: number;
  readonly stride: number;
}

const HZ = 60;
const UP = createVec3(0, 1, 0);
const rotation = createQuat();
const axis = createVec3();

/** Runs takes through the very features that the running body uses, and keeps some of the frames. */
export function collectTrunkSamples(variants: readonly TakeVariant[]): TrunkSamples {
  const count = variants.reduce(
    (sum, { take, firstFrame, stride }) => sum + Math.max(0, Math.ceil((take.motion.frameCount - firstFrame) / stride)),
    0,
  );
  const samples: TrunkSamples = {
    count,
    features: new Float32Array(count * FEATURE_COUNT),
    targets: new Float32Array(count * OUTPUT_COUNT),
    lengths: new Float32Array(count * BONE_COUNT),
    yaws: new Float32Array(count * (LEVEL_COUNT + 1)),
    variants: new Int32Array(count),
  };
  let at = 0;
  variants.forEach((variant, index) => {
    at = collectTake(samples, at, variant, index);
  });
  return samples;
}

function collectTake(samples: TrunkSamples, start: number, variant: TakeVariant, index: number): number {
  const { variation, firstFrame, stride } = variant;
  const motion = variation === null ? variant.take.motion : varyBody(variant.take.motion, variation);
  const { skeleton } = motion;
  if (motion.hz !== HZ) throw new RangeError(`${motion.name} runs at ${motion.hz} Hz, not ${HZ}.`);
  const model = buildTrunk(skeleton);
  if (model.rowCount !== LEVEL_COUNT)
    throw new RangeError(`${motion.name}: ${model.rowCount} trunk joints, not ${LEVEL_COUNT}.`);
  const features = createTrunkFeatures();
  features.floorY = variation?.floor ?? 0;
  const body = createBodyState(skeleton);
  const pose = createPose(skeleton);
  const hands = [jointOfBone(skeleton, 'leftHand'), jointOfBone(skeleton, 'rightHand')];
  const { jointPoses: poses, quality: qualities } = body.targets.frame;
  const put = (point: number, joint: number) => {
    poses.set(pose.worldPositions.subarray(joint * 3, joint * 3 + 3), point * POSE_SIZE);
    poses.set(pose.worldRotations.subarray(joint * 4, joint * 4 + 4), point * POSE_SIZE + 3);
    qualities[point] = quality.tracked;
  };
  const size = skeleton.jointCount * 4;
  let at = start;
  for (let frame = 0; frame < motion.frameCount; frame++) {
    pose.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
    pose.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
    updateWorldPose(skeleton, pose);
    put(pointNumber.head, model.head);
    put(pointNumber.leftHand, hands[0]);
    put(pointNumber.rightHand, hands[1]);
    if (variation !== null) varyTrackers(poses, variation, frame / HZ);
    stepTrunkFeatures(model, features, body, 1 / HZ);
    body.isPlaced = true;
    if (frame < firstFrame || (frame - firstFrame) % stride !== 0) continue;
    samples.features.set(features.even, at * FEATURE_COUNT);
    samples.features.set(features.odd, at * FEATURE_COUNT + EVEN_FEATURE_COUNT);
    samples.variants[at] = index;
    writeTruth(samples, at, model, pose, features.frameYaw);
    samples.yaws[at * (LEVEL_COUNT + 1) + LEVEL_COUNT] = features.headYaw - features.frameYaw;
    at++;
  }
  return at;
}

function writeTruth(samples: TrunkSamples, at: number, model: TrunkModel, pose: Pose, frameYaw: number): void {
  const { targets, lengths, yaws } = samples;
  const out = at * OUTPUT_COUNT;
  const sin = Math.sin(frameYaw);
  const cos = Math.cos(frameYaw);
  for (let level = 0; level < LEVEL_COUNT; level++) {
    const joint = level === 0 ? model.hips : model.path[level - 1];
    const [x, y, z, w] = pose.worldRotations.subarray(joint * 4, joint * 4 + 4);
    quat.set(rotation, x, y, z, w);
    const yaw = twistAngle(rotation, UP) - frameYaw;
    yaws[at * (LEVEL_COUNT + 1) + level] = yaw;
    if (level === 0) {
      vec3.transformQuat(axis, UP, rotation);
      targets[out + OUT_PELVIS_COS] = Math.cos(yaw);
      targets[out + OUT_PELVIS_SIN] = Math.sin(yaw);
    } else {
      const next = model.path[level];
      for (let k = 0; k < 3; k++) axis[k] = pose.worldPositions[next * 3 + k] - pose.worldPositions[joint * 3 + k];
      lengths[at * BONE_COUNT + level - 1] = vec3.length(axis);
      vec3.normalize(axis, axis);
    }
    if (level === 3) {
      targets[out + OUT_CHEST_COS] = Math.cos(yaw);
      targets[out + OUT_CHEST_SIN] = Math.sin(yaw);
    }
    targets[out + OUT_X + level] = cos * axis[0] - sin * axis[2];
    targets[out + OUT_YZ + 2 * level] = axis[1];
    targets[out + OUT_YZ + 2 * level + 1] = sin * axis[0] + cos * axis[2];
  }
}
