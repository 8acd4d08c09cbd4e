import type { HumanoidBone } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';
import { createShapedBody, regressJoints, shapeBody } from '../shape/shapeBody.js';
import { mostLikelyBetas } from './estimateBody.js';

/** Places of joints of a person in a T-pose, as trackers see them, metres. Any subset. */
export interface TPoseLengths {
  /** Heights above the floor of the head joint (top of the neck), hips, knees and ankles. */
  readonly headHeight?: number;
  readonly hipsHeight?: number;
  readonly kneeHeight?: number;
  readonly ankleHeight?: number;
  /** Distances between the left and the right wrist, elbow. */
  readonly wristSpan?: number;
  readonly elbowSpan?: number;
}

interface Place {
  readonly bone: HumanoidBone;
  /** Height, or the distance to the same joint of the other side. */
  readonly kind: 'height' | 'span';
  /** Error of a joint that is found by a worn device: posture, offset of the device, straightness of the arms. Metres. */
  readonly deviation: number;
}

const places: Readonly<Record<keyof TPoseLengths, Place>> = {
  headHeight: { bone: 'head', kind: 'height', deviation: 0.01 },
  hipsHeight: { bone: 'hips', kind: 'height', deviation: 0.02 },
  kneeHeight: { bone: 'leftLowerLeg', kind: 'height', deviation: 0.015 },
  ankleHeight: { bone: 'leftFoot', kind: 'height', deviation: 0.01 },
  wristSpan: { bone: 'leftHand', kind: 'span', deviation: 0.02 },
  elbowSpan: { bone: 'leftLowerArm', kind: 'span', deviation: 0.02 },
};

/**
 * The most likely body of a person whose joints were seen in a T-pose. The model rests in that pose, so the lengths are
 * linear in the betas and the answer is exact. Trackers say nothing of girths and weight: those stay as expected.
 */
export function estimateTPose(model: BodyModel, lengths: TPoseLengths): Float64Array {
  const names = (Object.keys(places) as (keyof TPoseLengths)[]).filter((name) => lengths[name] !== undefined);
  const { betaCount, vertexCount } = model;
  const mean = createShapedBody(model);
  shapeBody(model, [], mean);
  const rows = new Float64Array(names.length * betaCount);
  const moved = new Float64Array(mean.joints.length);
  for (let k = 0; k < betaCount; k++) {
    const mode = Float64Array.from(model.modes.subarray(k * vertexCount * 3, (k + 1) * vertexCount * 3));
    regressJoints(model, mode, moved);
    names.forEach((name, row) => {
      rows[row * betaCount + k] = lengthOf(model, moved, places[name]);
    });
  }
  const missing = names.map((name) => (lengths[name] ?? 0) - lengthOf(model, mean.joints, places[name]));
  return mostLikelyBetas(
    rows,
    names.map((name) => places[name].deviation),
    betaCount,
    missing,
  );
}

function lengthOf({ jointNames }: BodyModel, joints: Float64Array, { bone, kind }: Place): number {
  const at = jointNames.indexOf(bone) * 3;
  // Left is +X, and both sides are alike.
  return kind === 'height' ? joints[at + 1] : 2 * joints[at];
}
