import type { Skeleton } from '@leib/core';
import {
  eyeHeightOfStature,
  headHeightOfStature,
  standingEyeHeight,
  standingHeadHeight,
  statureOfHeadHeight,
} from '@leib/tracking';
import type { StageSettings } from './stageSections.js';

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
  /** Of the room: the wearer's stature, metres, and whether the avatar is shown in that size or in its own. */
  readonly settings: Pick<StageSettings, 'stature' | 'avatarSize'>;
  /** The avatar was built as the wearer's own body, and says how tall they are. */
  readonly isOwnBody: boolean;
}

export function fitPerson({ avatar, trackedStature, settings, isOwnBody }: PersonFitInput): PersonFit {
  const { ownSkeleton, report } = avatar;
  const { min, max } = believableStature;
  const isBelievable = trackedStature !== null && trackedStature >= min && trackedStature <= max;
  const setStature = isOwnBody ? statureOfHeadHeight(standingHeadHeight(ownSkeleton)) : settings.stature;
  const stature = isBelievable ? trackedStature : setStature;
  const wearerScale = headHeightOfStature(stature) / standingHeadHeight(ownSkeleton);
  const byStature = stature / report.statureMetres;
  const isLikePerson = Math.abs(byStature / wearerScale - 1) < PERSON_LIKE;
  return {
    shownScale: settings.avatarSize === 'own' ? 1 : isLikePerson ? wearerScale : byStature,
    wearerScale,
    eyesScale: eyeHeightOfStature(stature) / standingEyeHeight(ownSkeleton),
  };
}
