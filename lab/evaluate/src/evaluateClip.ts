import { DEG, footSlide, InputError, multiplyInverseFlat, SMPL_JOINT_COUNT, smplParents, wrapAngle } from '@leib/core';
import { contactJoints, detectContacts, restingHeights } from '../../../packages/core/dist/metrics/footSlide.js';

/** A clip as metrics see it, and as leib-joints/1 stores it: the 22 SMPL body joints, frame after frame. */
export interface JointClip {
  readonly hz: number;
  readonly frameCount: number;
  /** World positions, metres. frameCount x 22 x 3. */
  readonly positions: Float64Array;
  /** World rotations relative to the T-pose. frameCount x 22 x 4. */
  readonly rotations: Float64Array;
}

export function createJointClip(hz: number, frameCount: number): JointClip {
  const rotations = new Float64Array(frameCount * SMPL_JOINT_COUNT * 4);
  for (let w = 3; w < rotations.length; w += 4) rotations[w] = 1;
  return { hz, frameCount, positions: new Float64Array(frameCount * SMPL_JOINT_COUNT * 3), rotations };
}

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

/** All 22 joints, by SMPL index. */
const allJoints: readonly number[] = Array.from({ length: SMPL_JOINT_COUNT }, (_, joint) => joint);

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

/**
 * F1 of predicted contacts against the true ones, 2 TP / (2 TP + FP + FN), over all frames and the four joints. Both
 * clips are judged against the truth's floor: a body that floats plants nothing. NaN where nothing is planted in either.
 */
export function contactF1(truth: JointClip, prediction: JointClip): number {
  const resting = restingHeights(truth);
  const expected = detectContacts(truth, resting);
  const found = detectContacts(prediction, resting);
  let [both, either] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    both += expected[i] & found[i];
    either += expected[i] + found[i];
  }
  return (2 * both) / either;
}

/** A true joint that moves no farther than this in a frame counts as standing for skate, metres. */
const skateStillDistance = 0.01;

/**
 * Skate as AvatarJLM's test.py defines it, metres per frame: per axis, the predicted displacement of ankles and toes
 * where the true joint moved at most 1 cm in that frame, 0 where it moved more, averaged over all steps, joints and axes.
 * It depends on the frame rate: published at 60 Hz, times 100 as cm. NaN for fewer than two frames.
 */
export function footSkate(truth: JointClip, prediction: JointClip): number {
  let sum = 0;
  for (let frame = 1; frame < truth.frameCount; frame++) {
    for (const joint of contactJoints) {
      const now = (frame * SMPL_JOINT_COUNT + joint) * 3;
      const before = now - SMPL_JOINT_COUNT * 3;
      if (distance(truth.positions, now, before) > skateStillDistance) continue;
      for (let k = 0; k < 3; k++) sum += Math.abs(prediction.positions[now + k] - prediction.positions[before + k]);
    }
  }
  return truth.frameCount < 2 ? Number.NaN : sum / ((truth.frameCount - 1) * contactJoints.length * 3);
}

function distance(positions: Float64Array, a: number, b: number): number {
  return Math.hypot(
    positions[a] - positions[b],
    positions[a + 1] - positions[b + 1],
    positions[a + 2] - positions[b + 2],
  );
}

/** Two clips that are to be compared must be of one length and one rate. */
function checkComparable(truth: JointClip, prediction: JointClip): void {
  for (const [name, clip] of [
    ['truth', truth],
    ['prediction', prediction],
  ] as const) {
    const { frameCount, positions, rotations } = clip;
    if (
      positions.length !== frameCount * SMPL_JOINT_COUNT * 3 ||
      rotations.length !== frameCount * SMPL_JOINT_COUNT * 4
    ) {
      throw new InputError(
        name,
        `expected ${frameCount * 66} position and ${frameCount * 88} rotation numbers for ${frameCount} frames, ` +
          `got ${positions.length} and ${rotations.length}`,
      );
    }
  }
  if (truth.frameCount !== prediction.frameCount) {
    throw new InputError(
      'prediction',
      `expected ${truth.frameCount} frames, as in the truth, got ${prediction.frameCount}`,
    );
  }
  if (truth.hz !== prediction.hz) {
    throw new InputError(
      'prediction',
      `expected ${truth.hz} Hz, as in the truth, got ${prediction.hz} Hz; resample one of them`,
    );
  }
}
