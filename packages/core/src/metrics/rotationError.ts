import { multiplyInverseFlat } from '../math/flatQuat.js';
import { wrapAngle } from '../math/index.js';
import { SMPL_JOINT_COUNT, smplParents } from '../skeleton/smplJoints.js';
import type { JointClip } from './jointClip.js';

const localTruth = new Float64Array(4);
const localPrediction = new Float64Array(4);
const between = new Float64Array(4);
const vectorTruth = new Float64Array(3);
const vectorPrediction = new Float64Array(3);

/**
 * MPJRE as AGRoL (and HMD-Poser) code it, radians: mean absolute difference of the rotation vectors' components, each
 * wrapped to +-pi, over all frames, the 21 local joint rotations (the root is left out) and 3 components. It is not an
 * angle: near the identity an error of angle a counts a/3 to a/sqrt(3). For comparison with published tables only.
 */
export function codedRotationError(truth: JointClip, prediction: JointClip): number {
  let sum = 0;
  for (let frame = 0; frame < truth.frameCount; frame++) {
    for (let joint = 1; joint < SMPL_JOINT_COUNT; joint++) {
      localRotation(localTruth, truth, frame, joint);
      localRotation(localPrediction, prediction, frame, joint);
      rotationVector(vectorTruth, localTruth);
      rotationVector(vectorPrediction, localPrediction);
      for (let k = 0; k < 3; k++) sum += Math.abs(wrapAngle(vectorTruth[k] - vectorPrediction[k]));
    }
  }
  return sum / (truth.frameCount * (SMPL_JOINT_COUNT - 1) * 3);
}

/** Mean angle between true and predicted local rotations, radians, over all frames and the 21 joints but the root. */
export function geodesicRotationError(truth: JointClip, prediction: JointClip): number {
  let sum = 0;
  for (let frame = 0; frame < truth.frameCount; frame++) {
    for (let joint = 1; joint < SMPL_JOINT_COUNT; joint++) {
      localRotation(localTruth, truth, frame, joint);
      localRotation(localPrediction, prediction, frame, joint);
      multiplyInverseFlat(between, 0, localTruth, 0, localPrediction, 0);
      sum += angleOf(between);
    }
  }
  return sum / (truth.frameCount * (SMPL_JOINT_COUNT - 1));
}

/** parent^-1 * joint */
function localRotation(out: Float64Array, clip: JointClip, frame: number, joint: number): void {
  const start = frame * SMPL_JOINT_COUNT;
  multiplyInverseFlat(out, 0, clip.rotations, (start + smplParents[joint]) * 4, clip.rotations, (start + joint) * 4);
}

function angleOf(rotation: Float64Array): number {
  return 2 * Math.atan2(Math.hypot(rotation[0], rotation[1], rotation[2]), Math.abs(rotation[3]));
}

/** Axis times angle, the angle in [0, pi]. */
function rotationVector(out: Float64Array, rotation: Float64Array): void {
  const sign = rotation[3] < 0 ? -1 : 1;
  const sine = Math.hypot(rotation[0], rotation[1], rotation[2]);
  const scale = sine > 1e-12 ? (sign * angleOf(rotation)) / sine : 2 * sign;
  for (let k = 0; k < 3; k++) out[k] = rotation[k] * scale;
}
