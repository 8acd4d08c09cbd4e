import {
  type BodyProfile,
  type BodyProportions,
  type ProportionsRefiner,
  priorsOfSkeleton,
  proportionsOfPriors,
  resumeProportionsRefiner,
  segmentNames,
  shownProportions,
  stepProportions,
} from '@leib/calibration';
import type { Avatar } from '@leib/three';
import { createJointFrame, type JointFrame, POSE_SIZE, quality } from '@leib/tracking';

/** Changed lengths are stored this often, seconds, and only where one has changed by this, metres. */
const STORE_SECONDS = 5;
const LEAST_CHANGE = 0.001;

type FittedAvatar = Pick<Avatar, 'ownSkeleton'> & { readonly report: Pick<Avatar['report'], 'statureMetres'> };

/** Lengths of one person that go on adapting while they use them. */
export interface AdaptingLengths {
  readonly profile: BodyProfile;
  readonly avatar: FittedAvatar;
  readonly refiner: ProportionsRefiner;
  /** The lengths as they were stored last. */
  stored: BodyProportions;
  sinceStored: number;
  readonly frame: JointFrame;
}

/** Starts from the profile's lengths, or from the avatar's for the profile's stature; null without a stature. */
export function startAdapting(profile: BodyProfile, avatar: FittedAvatar): AdaptingLengths | null {
  const { stature } = profile;
  if (stature === null) return null;
  const priors = priorsOfSkeleton(avatar.ownSkeleton, avatar.report.statureMetres, 0);
  const known = profile.proportions ?? proportionsOfPriors(priors, stature);
  const refiner = resumeProportionsRefiner(known, 0, priors);
  return { profile, avatar, refiner, stored: known, sinceStored: 0, frame: createJointFrame() };
}

/**
 * Takes one frame of tracked joints, in the avatar's metres; returns the lengths when they are to be stored, else null.
 * What is held or guessed does not count. @param metres the person's metres per one of the avatar's
 */
export function stepAdapting(
  adapting: AdaptingLengths,
  tracked: JointFrame,
  metres: number,
  dtSeconds: number,
): BodyProportions | null {
  const { frame, refiner } = adapting;
  for (let point = 0; point < tracked.quality.length; point++) {
    frame.quality[point] = tracked.quality[point] === quality.tracked ? quality.tracked : quality.lost;
    const at = point * POSE_SIZE;
    for (let k = 0; k < POSE_SIZE; k++) frame.jointPoses[at + k] = tracked.jointPoses[at + k] * (k < 3 ? metres : 1);
  }
  stepProportions(refiner, frame, dtSeconds);
  adapting.sinceStored += dtSeconds;
  if (adapting.sinceStored < STORE_SECONDS) return null;
  adapting.sinceStored = 0;
  const lengths = shownProportions(refiner);
  if (segmentNames.every((name) => Math.abs(lengths[name] - adapting.stored[name]) < LEAST_CHANGE)) return null;
  adapting.stored = lengths;
  return lengths;
}
