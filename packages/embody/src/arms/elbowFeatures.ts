import {
  createQuat,
  createVec3,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  type Vec3,
  vec3,
} from '@leib/core';

/** Numbers that say where an elbow is wished: see writeElbowFeatures(). */
export const ELBOW_FEATURE_COUNT = 16;

/** Arm's length from shoulder joint to wrist, metres; 1 for a left arm, -1 for a right one. */
export interface ArmSize {
  readonly reach: number;
  readonly mirror: 1 | -1;
}

// Scratch.
const chestInverse: Quat = createQuat();
const vector = createVec3();
const inChest = createVec3();

/**
 * What a hand tells about its elbow, in axes of the chest with the arm's own side as +X (a right arm is mirrored, so
 * both sides are one): place of the hand from the shoulder joint in arm's lengths (0..2), its distance (3) and direction
 * (4..6), direction of the fingers (7..9) and of the back of the hand (10..12), and which way is up (13..15).
 */
export function writeElbowFeatures(
  out: Float64Array,
  chestRotationWorld: ReadonlyQuat,
  shoulderWorld: ReadonlyVec3,
  handWorld: ReadonlyVec3,
  handRotationWorld: ReadonlyQuat,
  arm: ArmSize,
): void {
  const { reach, mirror } = arm;
  quat.conjugate(chestInverse, chestRotationWorld);
  vec3.subtract(vector, handWorld, shoulderWorld);
  vec3.transformQuat(vector, vector, chestInverse);
  const x = (mirror * vector[0]) / reach;
  const y = vector[1] / reach;
  const z = vector[2] / reach;
  const distance = Math.sqrt(x * x + y * y + z * z);
  // Within a centimetre of the shoulder a direction fades out instead of spinning.
  const scale = 1 / (distance > 0.02 ? distance : 0.02);
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = distance;
  out[4] = x * scale;
  out[5] = y * scale;
  out[6] = z * scale;
  vec3.set(vector, mirror, 0, 0);
  vec3.transformQuat(vector, vector, handRotationWorld);
  writeDirection(out, 7, vector, chestInverse, mirror);
  vec3.set(vector, 0, 1, 0);
  vec3.transformQuat(vector, vector, handRotationWorld);
  writeDirection(out, 10, vector, chestInverse, mirror);
  vec3.set(vector, 0, 1, 0);
  writeDirection(out, 13, vector, chestInverse, mirror);
}

/** A direction, from world axes to those of the chest. */
function writeDirection(
  out: Float64Array,
  at: number,
  directionWorld: ReadonlyVec3,
  chestInverse: ReadonlyQuat,
  mirror: 1 | -1,
): void {
  vec3.transformQuat(inChest, directionWorld, chestInverse);
  out[at] = mirror * inChest[0];
  out[at + 1] = inChest[1];
  out[at + 2] = inChest[2];
}

/** A small regression: one layer of hidden units s(x) = x / sqrt(1 + x^2), then a linear one. Plain numbers. */
export interface ElbowNet {
  readonly inputCount: number;
  readonly hiddenCount: number;
  /** hiddenCount x inputCount, then hiddenCount. */
  readonly hiddenWeights: Float64Array;
  readonly hiddenBiases: Float64Array;
  /** 3 x hiddenCount, then 3. */
  readonly outWeights: Float64Array;
  readonly outBiases: Float64Array;
}

/** Cheap, smooth, and without a call: tanh alone would cost more than all the rest. */
export function evaluateElbowNet(net: ElbowNet, features: Float64Array, out: Vec3): void {
  const { inputCount, hiddenCount, hiddenWeights, hiddenBiases, outWeights, outBiases } = net;
  let x = outBiases[0];
  let y = outBiases[1];
  let z = outBiases[2];
  for (let unit = 0, at = 0; unit < hiddenCount; unit++) {
    let sum = hiddenBiases[unit];
    for (let i = 0; i < inputCount; i++, at++) sum += hiddenWeights[at] * features[i];
    const value = sum / Math.sqrt(1 + sum * sum);
    x += outWeights[unit] * value;
    y += outWeights[hiddenCount + unit] * value;
    z += outWeights[2 * hiddenCount + unit] * value;
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
