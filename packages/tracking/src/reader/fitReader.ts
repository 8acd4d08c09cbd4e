import type { Skeleton } from '@leib/core';
import { giveHeadHeight, measureHeadHeight, type WearerHeight } from '../wearer/wearerHeight.js';
import { buildHeightMap, type HeightMap } from './heightMap.js';
import type { Placement } from './placement.js';
import {
  eyeHeightOfStature,
  headHeightOfStature,
  standingEyeHeight,
  standingHeadHeight,
  statureOfHeadHeight,
} from './standing.js';

/** An avatar whose size goes with its wearer's. */
export interface FittedAvatar {
  /** Height of its head joint at rest, its own metres. */
  readonly ownHeadHeight: number;
  /** How both go together when the wearer's head is at `fitHeadHeight`. */
  readonly fit: WearerFit;
  readonly fitHeadHeight: number;
  /** It is shown in its own size, whoever wears it. */
  readonly isOwnSize: boolean;
  /** Tracked metres -> the avatar's, where they do not follow from the wearer's height; null where they do. */
  readonly trackedScale: number | null;
  /** The scale that it is shown in: `root.scale` of three.js; null where nothing is shown. */
  readonly shown: { setScalar(scale: number): unknown } | null;
  /** The wearer's head height that it is fitted to now, metres. */
  headHeight: number;
  /** How much taller the wearer is than in `fit`, as shown now: they grow and shrink by degrees. */
  grown: number;
}

export interface ReaderFitInput extends Omit<WearerFitInput, 'stature'> {
  /** The wearer's stature, or the height of their head joint when they stand, metres, where it is known; measured unless given. */
  readonly stature?: number | null;
  /** With a stature, too: the height of the head that is tracked, in tracked metres; the stature then only says how large the avatar is. */
  readonly headHeight?: number | null;
  /** What of the wearer is tracked: fitted by the height of the head joint, or, for a headset whose offsets are the avatar's, of the eyes. */
  readonly trackedPart?: 'head' | 'eyes';
  readonly shown?: FittedAvatar['shown'];
}

/** What fitReader() needs of a JointReader, and writes. */
interface FittedReader {
  readonly placement: Placement;
  readonly wearer: WearerHeight;
  fitted: FittedAvatar | null;
}

/**
 * Fits an avatar to who moves it: while they stand, it stands straight on the floor. Where nobody says how tall they are, readJoints()
 * finds out, and changes `reader.placement.scale` and the scale that the avatar is shown in while it does. `isByDegrees`: the size goes
 * over to a given height slowly. Returns the fit as it is now.
 */
export function fitReader(reader: FittedReader, input: ReaderFitInput, isByDegrees = false): WearerFit {
  const { skeleton, eyeHeight, stature = null, headHeight = null, size, shown = null } = input;
  const { wearer } = reader;
  const ownHeadHeight = standingHeadHeight(skeleton);
  const fitFor = (metres: number) =>
    fitWearer({ skeleton, stature: metres, ...(eyeHeight !== undefined && { eyeHeight }), ...(size && { size }) });
  // A headset with the avatar's offsets has the head joint where it is in the avatar, not in its wearer.
  const anyone = fitFor(1);
  const part = input.trackedPart === 'eyes' ? anyone.eyesScale / anyone.wearerScale : 1;
  if (stature !== null) giveHeadHeight(wearer, part * headHeightOfStature(stature), isByDegrees);
  else if (headHeight !== null) giveHeadHeight(wearer, headHeight, isByDegrees);
  else measureHeadHeight(wearer);
  const fitHeadHeight = wearer.basis === 'given' ? wearer.estimate : wearer.headHeight;
  const fit = fitFor(stature ?? statureOfHeadHeight(fitHeadHeight / part));
  reader.fitted = {
    ownHeadHeight,
    fit,
    fitHeadHeight,
    isOwnSize: size === 'own',
    trackedScale: stature !== null && headHeight !== null ? ownHeadHeight / headHeight : null,
    shown,
    headHeight: Number.NaN,
    grown: 1,
  };
  reader.placement.heights = fit.heights;
  followWearer(reader);
  return fit;
}

/** Fits again where the wearer turned out to be of another height. */
export function followWearer({ fitted, wearer, placement }: FittedReader): void {
  if (fitted === null || fitted.headHeight === wearer.headHeight) return;
  fitted.headHeight = wearer.headHeight;
  fitted.grown = wearer.headHeight / fitted.fitHeadHeight;
  placement.scale = fitted.trackedScale ?? fitted.ownHeadHeight / wearer.headHeight;
  fitted.shown?.setScalar(shownScaleOf(fitted));
}

/** How large the avatar is shown now: the world's metres per one of its own. */
export function shownScaleOf({ fit, isOwnSize, grown }: FittedAvatar): number {
  return isOwnSize ? 1 : fit.shownScale * grown;
}

/**
 * Avatars whose eyes are as high above their head joint as a person's, give or take this share of the whole, are shown head to
 * head with their wearer; others, with a big head on short legs, eye to eye.
 */
const PERSON_LIKE = 0.08;

/** How a person and an avatar go together. */
interface WearerFit {
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

interface WearerFitInput {
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
