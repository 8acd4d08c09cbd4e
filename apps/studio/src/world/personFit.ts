import type { Skeleton } from '@leib/core';
import { eyeHeightOfStature, headHeightOfStature, standingEyeHeight, standingHeadHeight } from '@leib/tracking';

/** Statures outside this range, metres, mean a recording or rig with wrong units. */
const believableStature = { min: 0.4, max: 4 };

/**
 * Avatars whose head joint is as high as a person's of their stature, give or take this share, are shown head to head with
 * their wearer: hair, hats and soles do not make a body smaller, and virtual reality keeps its measure.
 */
const PERSON_LIKE = 0.08;

/** How a person and an avatar go together. */
export interface PersonFit {
  /** How large the avatar is shown: the world's metres per one of the avatar's. */
  readonly shownScale: number;
  /**
   * The wearer's metres per one of the avatar's, by the head joints of both when they stand straight. Another one than
   * shownScale where the avatar has other proportions than people: then the wearer's space is scaled, and the feet of
   * the avatar stay on the ground.
   */
  readonly wearerScale: number;
  /** The same by the eyes: for a headset, so that the view is out of the avatar's eyes. */
  readonly eyesScale: number;
}

export const plainFit: PersonFit = { shownScale: 1, wearerScale: 1, eyesScale: 1 };

export interface PersonFitInput {
  readonly avatar: { readonly ownSkeleton: Skeleton; readonly report: { readonly statureMetres: number } };
  /** Stature of the recording's actor or of the profile, metres; null where unknown. */
  readonly trackedStature: number | null;
  /** Stature by the settings, metres. */
  readonly setStature: number;
  /** The avatar keeps its own height instead of the person's. */
  readonly keepsOwnSize: boolean;
}

export function fitPerson({ avatar, trackedStature, setStature, keepsOwnSize }: PersonFitInput): PersonFit {
  const { min, max } = believableStature;
  const isBelievable = trackedStature !== null && trackedStature >= min && trackedStature <= max;
  const stature = isBelievable ? trackedStature : setStature;
  const { ownSkeleton, report } = avatar;
  const wearerScale = headHeightOfStature(stature) / standingHeadHeight(ownSkeleton);
  const byStature = stature / report.statureMetres;
  const isLikePerson = Math.abs(byStature / wearerScale - 1) < PERSON_LIKE;
  return {
    shownScale: keepsOwnSize ? 1 : isLikePerson ? wearerScale : byStature,
    wearerScale,
    eyesScale: eyeHeightOfStature(stature) / standingEyeHeight(ownSkeleton),
  };
}
