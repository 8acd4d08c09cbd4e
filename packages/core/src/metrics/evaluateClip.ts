import { DEG } from '../math/index.js';
import { contactF1, footSkate, footSlide } from './footContact.js';
import { checkComparable, type JointClip } from './jointClip.js';
import { meanJitter, meanVelocityError } from './motionError.js';
import { headJoint, jointSubsets, meanPositionError } from './positionError.js';
import { codedRotationError, geodesicRotationError } from './rotationError.js';

/** Everything that is measured on one clip, in the units of the literature. NaN where a clip has nothing to measure. */
export interface ClipMetrics {
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
