import {
  type BodyProportions,
  priorsOfSkeleton,
  proportionsOfPriors,
  resumeProportionsRefiner,
  segmentNames,
  shownProportions,
  stepProportions,
} from '@leib/calibration';
import type { Skeleton } from '@leib/core';
import { createJointFrame, type JointFrame, POSE_SIZE, quality } from '@leib/tracking';

/** Changed lengths are told this often, seconds, and only where one has changed by this, metres. */
const TELL_SECONDS = 5;
const LEAST_CHANGE = 0.001;

/** Lengths of one person that go on adapting while they use them. */
export interface AdaptingLengths {
  /** Of the person who adapts, metres. */
  readonly stature: number;
  readonly refiner: ReturnType<typeof resumeProportionsRefiner>;
  /** The lengths as they were told last. */
  told: BodyProportions;
  sinceTold: number;
  readonly frame: JointFrame;
}

/** Starts from known lengths, or (null) from the body's for a stature. `bodyStature`: of the body as it was made, metres. */
export function startAdapting(
  ownSkeleton: Skeleton,
  bodyStature: number,
  stature: number,
  proportions: BodyProportions | null,
): AdaptingLengths {
  const priors = priorsOfSkeleton(ownSkeleton, bodyStature, 0);
  const known = proportions ?? proportionsOfPriors(priors, stature);
  const refiner = resumeProportionsRefiner(known, 0, priors);
  return { stature, refiner, told: known, sinceTold: 0, frame: createJointFrame() };
}

/**
 * Takes one frame of tracked joints, in the body's metres; true when `told` has changed. What is held or guessed does not
 * count. @param metres the person's metres per one of the body's
 */
export function stepAdapting(
  adapting: AdaptingLengths,
  tracked: JointFrame,
  metres: number,
  dtSeconds: number,
): boolean {
  const { frame, refiner } = adapting;
  for (let point = 0; point < tracked.quality.length; point++) {
    frame.quality[point] = tracked.quality[point] === quality.tracked ? quality.tracked : quality.lost;
    const at = point * POSE_SIZE;
    for (let k = 0; k < POSE_SIZE; k++) frame.jointPoses[at + k] = tracked.jointPoses[at + k] * (k < 3 ? metres : 1);
  }
  stepProportions(refiner, frame, dtSeconds);
  adapting.sinceTold += dtSeconds;
  if (adapting.sinceTold < TELL_SECONDS) return false;
  adapting.sinceTold = 0;
  const lengths = shownProportions(refiner);
  if (segmentNames.every((name) => Math.abs(lengths[name] - adapting.told[name]) < LEAST_CHANGE)) return false;
  adapting.told = lengths;
  return true;
}
