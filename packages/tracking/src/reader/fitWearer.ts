import type { Skeleton } from '@leib/core';
import { buildHeightMap, type HeightMap } from './heightMap.js';
import { eyeHeightOfStature, headHeightOfStature, standingEyeHeight, standingHeadHeight } from './standing.js';

/**
 * Avatars whose eyes are as high above their head joint as a person's, give or take this share of the whole, are shown head to
 * head with their wearer; others, with a big head on short legs, eye to eye.
 */
const PERSON_LIKE = 0.08;

/** How a person and an avatar go together. */
export interface WearerFit {
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
  /** For trackers on legs and trunk; null where the avatar has a person's proportions. */
  readonly heights: HeightMap | null;
}

export interface WearerFitInput {
  /** The avatar's, as it was made, standing on y = 0. */
  readonly skeleton: Skeleton;
  /** Height of the avatar's eyes, metres; by its skeleton unless given. */
  readonly eyeHeight?: number;
  /** Stature of the wearer, metres. */
  readonly stature: number;
  /** 'wearer': as large as the wearer; 'own': as it was made. 'wearer' unless given. */
  readonly size?: 'wearer' | 'own';
}

/**
 * Fits an avatar to its wearer by the heights of head joint and eyes. Bounds of a mesh say nothing: hats, ears, swords and wings
 * would make the body smaller, and then hang it in the air, because its head is lower than its wearer's.
 */
export function fitWearer({ skeleton, eyeHeight, stature, size = 'wearer' }: WearerFitInput): WearerFit {
  const wearerScale = headHeightOfStature(stature) / standingHeadHeight(skeleton);
  const byEyes = eyeHeightOfStature(stature) / (eyeHeight ?? standingEyeHeight(skeleton));
  const isLikePerson = Math.abs(byEyes / wearerScale - 1) < PERSON_LIKE;
  return {
    shownScale: size === 'own' ? 1 : isLikePerson ? wearerScale : byEyes,
    wearerScale,
    eyesScale: eyeHeightOfStature(stature) / standingEyeHeight(skeleton),
    heights: buildHeightMap(skeleton),
  };
}
