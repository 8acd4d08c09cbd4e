import { multiplyInverseFlat } from '../math/flatQuat.js';
import { DEG, wrapAngle } from '../math/index.js';
import { SMPL_JOINT_COUNT, smplParents } from '../skeleton/smplJoints.js';
import { allJoints, checkComparable, contactF1, footSkate, footSlide, type JointClip } from './footContact.js';

/** Everything that is measured on one clip, in the units of the literature. NaN where a clip has nothing to measure. */
interface ClipMetrics {
  /** Un-aligned: what a user sees. */
  readonly mpjpeCm: number;
  readonly upperCm: number;
  readonly lowerCm: number;
  readonly rootCm: number;
  readonly handsCm: number;
  /** After moving the predicted head onto the true one, as published tables do. */
  readonly alignedMpjpeCm: number;
  readonly alignedUpperCm: number;
  readonly alignedLowerCm: number;
  readonly alignedRootCm: number;
  readonly alignedHandsCm: number;
  /** As coded in the field (no angle), and the real angle. */
  readonly mpjreDeg: number;
  readonly geodesicDeg: number;
  /** Un-aligned. */
  readonly mpjveCmPerS: number;
  /** 10^2 m/s^3; the truth's own beside it. */
  readonly jitter: number;
  readonly truthJitter: number;
  /** AvatarJLM's skate, cm per frame. */
  readonly skateCmPerFrame: number;
  /** Horizontal speed of feet that should stand. */
  readonly slideCmPerS: number;
  readonly contactF1: number;
}

export function evaluateClip(truth: JointClip, prediction: JointClip): ClipMetrics {
  checkComparable(truth, prediction);
  const cm = (joints: readonly number[], align: number | null) =>
    100 * meanPositionError(truth, prediction, joints, align);
  return {
    mpjpeCm: cm(jointSubsets.all, null),
    upperCm: cm(jointSubsets.upper, null),
    lowerCm: cm(jointSubsets.lower, null),
    rootCm: cm(jointSubsets.root, null),
    handsCm: cm(jointSubsets.hands, null),
    alignedMpjpeCm: cm(jointSubsets.all, headJoint),
    alignedUpperCm: cm(jointSubsets.upper, headJoint),
    alignedLowerCm: cm(jointSubsets.lower, headJoint),
    alignedRootCm: cm(jointSubsets.root, headJoint),
    alignedHandsCm: cm(jointSubsets.hands, headJoint),
    mpjreDeg: codedRotationError(truth, prediction) / DEG,
    geodesicDeg: geodesicRotationError(truth, prediction) / DEG,
    mpjveCmPerS: 100 * meanVelocityError(truth, prediction),
    jitter: meanJitter(prediction) / 100,
    truthJitter: meanJitter(truth) / 100,
    skateCmPerFrame: 100 * footSkate(truth, prediction),
    slideCmPerS: 100 * footSlide(truth, prediction),
    contactF1: contactF1(truth, prediction),
  };
}

const frameSize = SMPL_JOINT_COUNT * 3;

/**
 * MPJVE: mean length of the difference between true and predicted joint velocities, metres per second, v = hz (p_t -
 * p_(t-1)), over frames 1.. and 22 joints. NaN for fewer than two frames.
 */
export function meanVelocityError(truth: JointClip, prediction: JointClip): number {
  let sum = 0;
  let count = 0;
  for (let at = frameSize; at < truth.positions.length; at += 3) {
    let lengthSq = 0;
    for (let k = at; k < at + 3; k++) {
      const moved = prediction.positions[k] - prediction.positions[k - frameSize];
      const movedTruly = truth.positions[k] - truth.positions[k - frameSize];
      lengthSq += (moved - movedTruly) ** 2;
    }
    sum += Math.sqrt(lengthSq);
    count++;
  }
  return (sum / count) * truth.hz;
}

/**
 * Jitter: mean length of the third difference of position, hz^3 (p_t - 3 p_(t-1) + 3 p_(t-2) - p_(t-3)), metres per
 * second cubed, over frames 3.. and 22 joints. A property of one clip: print the truth's beside the prediction's
 * (recordings differ thirtyfold). Papers print it in 10^2 m/s^3. NaN for fewer than four frames.
 */
export function meanJitter({ hz, positions }: JointClip): number {
  let sum = 0;
  let count = 0;
  for (let at = 3 * frameSize; at < positions.length; at += 3) {
    let lengthSq = 0;
    for (let k = at; k < at + 3; k++) {
      const jerk =
        positions[k] - 3 * positions[k - frameSize] + 3 * positions[k - 2 * frameSize] - positions[k - 3 * frameSize];
      lengthSq += jerk ** 2;
    }
    sum += Math.sqrt(lengthSq);
    count++;
  }
  return (sum / count) * hz ** 3;
}

/** SMPL's head joint: the field moves the predicted body so that it lies on the true one. */
export const headJoint = 15;

/** Joint subsets as AGRoL's utils/metrics.py defines them. Root: the pelvis. Hands: the wrists. */
export const jointSubsets = {
  all: allJoints,
  upper: [3, 6, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
  lower: [0, 1, 2, 4, 5, 7, 8, 10, 11],
  root: [0],
  hands: [20, 21],
} as const satisfies Record<string, readonly number[]>;

/**
 * MPJPE: mean distance between true and predicted joints, metres, over all frames and the given joints. Un-aligned it
 * is what a user sees. Aligned at a joint (the head, 15, in the literature) the predicted body is first moved, frame by
 * frame, so that this joint coincides. NaN for a clip without frames.
 */
export function meanPositionError(
  truth: JointClip,
  prediction: JointClip,
  joints: readonly number[] = allJoints,
  alignAtJoint: number | null = null,
): number {
  let sum = 0;
  for (let frame = 0; frame < truth.frameCount; frame++) {
    const start = frame * SMPL_JOINT_COUNT * 3;
    const anchor = start + (alignAtJoint ?? 0) * 3;
    const weight = alignAtJoint === null ? 0 : 1;
    const shiftX = weight * (prediction.positions[anchor] - truth.positions[anchor]);
    const shiftY = weight * (prediction.positions[anchor + 1] - truth.positions[anchor + 1]);
    const shiftZ = weight * (prediction.positions[anchor + 2] - truth.positions[anchor + 2]);
    for (const joint of joints) {
      const at = start + joint * 3;
      const x = prediction.positions[at] - truth.positions[at] - shiftX;
      const y = prediction.positions[at + 1] - truth.positions[at + 1] - shiftY;
      const z = prediction.positions[at + 2] - truth.positions[at + 2] - shiftZ;
      sum += Math.sqrt(x * x + y * y + z * z);
    }
  }
  return sum / (truth.frameCount * joints.length);
}

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
