import { clamp, createVec3, DEG, type Vec3, vec3 } from '@leib/core';
import { composePoses, invertPose, POSE_SIZE } from '@leib/tracking';

import { adviseOnPivot } from './adviseOnPivot.js';
import { createPoseSamples, type PoseSamples } from './poseSamples.js';
import { createRobustPivot, type RobustPivot, solveRobustPivot } from './robustPivot.js';
import { centreHingeBetween } from './solvePivot.js';

/** Where a joint is, seen from the tracker that was strapped on near it. */
export interface JointCentre {
  /** In tracker space, metres. For a hinge the point of its axis nearest to the tracker, or to both of them. */
  readonly centreLocal: Vec3;
  /** In the second tracker's space; in the world, where there is none. */
  readonly centreOther: Vec3;
  readonly kind: 'ball' | 'hinge';
  /** Axis of a hinge, tracker space; for a ball the direction the centre is known least along. */
  readonly axisLocal: Vec3;
  /** How far the samples disagree about the centre, metres rms. */
  readonly residual: number;
  /** What the centre itself may be off by, metres: one standard deviation, as far as noise goes. Skin is not in it. */
  readonly expectedError: number;
  /** How much it turned across the least and across the next direction, radians rms. */
  readonly spreads: readonly [least: number, next: number];
  /** Share of the samples that were believed. */
  readonly inlierShare: number;
  /** 0 (useless) to 1. */
  readonly confidence: number;
  /** One sentence for the person who turns the joint. */
  readonly advice: string;
}

/** Neighbouring samples err alike (filters, skin): only so many of them count as independent. */
const SAMPLES_PER_INDEPENDENT = 10;
/** An expected error of this size halves the confidence, metres. */
const POOR_ERROR = 0.005;
/** A residual of this size halves it too: straps that slip, a joint that is none. */
const POOR_RESIDUAL = 0.02;
/** Confidence is full from this much turning on, radians rms: 45 degrees of range are 13 rms. */
const ENOUGH_SPREAD = 8 * DEG;

const solution = createRobustPivot();

/**
 * The joint that a tracker was turned about. `samples` are the tracker's poses in the world while the other side of
 * the joint rests; with `others`, sample by sample the poses of a tracker on that other side, both may move. Null where
 * nothing turned.
 */
export function findJointCentre(samples: PoseSamples, others: PoseSamples | null = null): JointCentre | null {
  const used = others === null ? samples : relativePoseSamples(samples, others);
  if (!solveRobustPivot(used, solution)) return null;
  if (others !== null) centreHingeBetween(solution);
  return describePivot(solution, used.count);
}

/** What a solved pivot is worth, in figures and words. */
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

/** Poses of one tracker in the other's space. */
export function relativePoseSamples(samples: PoseSamples, others: PoseSamples): PoseSamples {
  const count = Math.min(samples.count, others.count);
  const out = createPoseSamples(Math.max(1, count));
  out.count = count;
  for (let at = 0; at < count * POSE_SIZE; at += POSE_SIZE) {
    invertPose(out.poses, at, others.poses, at);
    composePoses(out.poses, at, out.poses, at, samples.poses, at);
  }
  return out;
}
