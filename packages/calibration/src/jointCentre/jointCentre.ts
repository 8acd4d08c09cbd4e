import { clamp, createVec3, DEG, type Vec3, vec3 } from '@leib/core';
import { composePoses, copyPoseSlice, invertPose, isUsablePose, POSE_SIZE } from '@leib/tracking';
import { createPoseSamples, type PoseSamples } from './poseSamples.js';
import { createRobustPivot, type RobustPivot, solveRobustPivot } from './robustPivot.js';
import { centreHingeBetween } from './solvePivot.js';

/** With fewer samples than this the only advice is to go on. */
const FEWEST_SAMPLES = 30;
/** A turn below this, radians rms, is too small to find a joint: 20 degrees of range are 6 rms. */
const SMALL_SPREAD = 5 * DEG;
/** Residuals above this, metres, are not noise: the tracker slips, or the resting side moved. */
const SLIPPING = 0.008;
const MANY_LOST = 0.85;

/** A joint's centre relative to the tracker that is strapped on near it. */
export interface JointCentre {
  /** In tracker space, metres. For a hinge: the point of its axis nearest to the tracker (to both, where there are two). */
  readonly centreLocal: Vec3;
  /** The same point in the second tracker's space; in world space without a second tracker. */
  readonly centreOther: Vec3;
  readonly kind: 'ball' | 'hinge';
  /** Axis of a hinge, tracker space; of a ball joint: the direction along which the centre is least certain. */
  readonly axisLocal: Vec3;
  /** Disagreement of the samples about the centre, metres rms. */
  readonly residual: number;
  /** Standard error of the centre from noise, metres. The movement of skin is not included. */
  readonly expectedError: number;
  /** Turn across the direction with the least movement and across the next one, radians rms. */
  readonly spreads: readonly [least: number, next: number];
  /** Share of the samples that are not outliers. */
  readonly inlierShare: number;
  /** 0 (useless) to 1. */
  readonly confidence: number;
  /** One sentence for the person who turns the joint. */
  readonly advice: string;
}

/** Errors of neighbouring samples are correlated (filters, skin): this many samples count as one. */
const SAMPLES_PER_INDEPENDENT = 10;
/** An expected error of this size halves the confidence, metres. */
const POOR_ERROR = 0.005;
/** A residual of this size halves it, too: the strap slips, or this is not a joint. */
const POOR_RESIDUAL = 0.02;
/** Confidence is not reduced from this turn on, radians rms: 45 degrees of range are 13 rms. */
const ENOUGH_SPREAD = 8 * DEG;

/**
 * Finds the joint that a tracker turned about. `samples` are the tracker's world poses while the other side of the joint
 * rests. With `others`, the poses of a tracker on that other side at the same moments, both sides may move. Null when
 * nothing turned.
 */
export function findJointCentre(samples: PoseSamples, others: PoseSamples | null = null): JointCentre | null {
  const used = usableSamples(others === null ? samples : relativePoseSamples(samples, others));
  const pivot = createRobustPivot();
  if (!solveRobustPivot(used, pivot)) return null;
  if (others !== null) centreHingeBetween(pivot);
  return describePivot(pivot, used.count);
}

/** Errors, confidence and advice for a solved pivot. */
export function describePivot(pivot: RobustPivot, sampleCount: number): JointCentre {
  const { spreads, residual, inlierShare, isHinge } = pivot;
  const independent = Math.max(1, (inlierShare * sampleCount) / SAMPLES_PER_INDEPENDENT);
  let errorSq = 0;
  for (let k = isHinge ? 1 : 0; k < 3; k++)
    errorSq += (residual * residual) / (3 * independent * spreads[k] * spreads[k]);
  const expectedError = Math.sqrt(errorSq);
  const turned = clamp((isHinge ? spreads[1] : spreads[0]) / ENOUGH_SPREAD, 0, 1);
  const confidence =
    (turned * clamp((inlierShare - 0.4) / 0.5, 0, 1)) /
    ((1 + (expectedError / POOR_ERROR) ** 2) * (1 + (residual / POOR_RESIDUAL) ** 2));
  return {
    centreLocal: vec3.copy(createVec3(), pivot.centreLocal) as Vec3,
    centreOther: vec3.copy(createVec3(), pivot.centreWorld) as Vec3,
    kind: isHinge ? 'hinge' : 'ball',
    axisLocal: vec3.copy(createVec3(), pivot.axisLocal) as Vec3,
    residual,
    expectedError,
    spreads: [spreads[0], spreads[1]],
    inlierShare,
    confidence,
    advice: adviseOnPivot(pivot, sampleCount),
  };
}

/** Without poses that are none: sums and ranks of the others would be lost with them. */
function usableSamples(samples: PoseSamples): PoseSamples {
  const { poses, count } = samples;
  const out = createPoseSamples(Math.max(1, count));
  for (let at = 0; at < count * POSE_SIZE; at += POSE_SIZE) {
    if (isUsablePose(poses, at)) copyPoseSlice(out.poses, out.count++ * POSE_SIZE, poses, at);
  }
  return out.count === count ? samples : out;
}

/** Poses of one tracker in the other's space. */
function relativePoseSamples(samples: PoseSamples, others: PoseSamples): PoseSamples {
  const count = Math.min(samples.count, others.count);
  const out = createPoseSamples(Math.max(1, count));
  out.count = count;
  for (let at = 0; at < count * POSE_SIZE; at += POSE_SIZE) {
    invertPose(out.poses, at, others.poses, at);
    composePoses(out.poses, at, out.poses, at, samples.poses, at);
  }
  return out;
}

/** One sentence for the person who turns the joint, about the worst problem. */
function adviseOnPivot(
  { spreads, residual, inlierShare, isHinge, axisWorld }: RobustPivot,
  sampleCount: number,
): string {
  if (sampleCount < FEWEST_SAMPLES) return 'Keep turning the joint for a few seconds.';
  if (spreads[1] < SMALL_SPREAD) return 'Turn the joint further, as far as it goes without effort.';
  if (inlierShare < MANY_LOST)
    return 'The tracker jumped or was hidden in between: turn so that it stays in view, and repeat.';
  // The centre is uncertain along this axis; only turning about another axis fixes it.
  const isUpright = Math.abs(axisWorld[1]) > 0.7;
  if (isHinge || spreads[0] < SMALL_SPREAD) {
    const further = isUpright ? 'turn it further up and down as well' : 'turn it further to the sides as well';
    return isHinge
      ? `It turned about one axis only: fine for an elbow or a knee, otherwise ${further}.`
      : `It turned mostly about one axis: ${further}.`;
  }
  if (residual > SLIPPING)
    return 'The samples disagree: fasten the tracker, keep the rest of the limb still, and repeat.';
  return 'Good: nothing to improve.';
}
