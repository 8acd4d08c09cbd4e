import { giveHeadHeight, measureHeadHeight, type WearerHeight } from '../wearer/wearerHeight.js';
import { fitWearer, type WearerFit, type WearerFitInput } from './fitWearer.js';
import type { Placement } from './placement.js';
import { headHeightOfStature, standingHeadHeight, statureOfHeadHeight } from './standing.js';

/** An avatar whose size goes with its wearer's. */
export interface FittedAvatar {
  /** Height of its head joint at rest, its own metres. */
  readonly ownHeadHeight: number;
  /** How large it is shown to a wearer whose head joint is this high; null: in its own size, whoever wears it. */
  readonly shownScale: number | null;
  readonly shownHeadHeight: number;
  /** The scale that it is shown in: `root.scale` of three.js; null where nothing is shown. */
  readonly shown: { setScalar(scale: number): unknown } | null;
  /** The wearer's head height that it is fitted to now, metres. */
  headHeight: number;
}

export interface ReaderFitInput extends Omit<WearerFitInput, 'stature'> {
  /** The wearer's stature, or the height of their head joint when they stand, metres, where it is known; measured unless given. */
  readonly stature?: number;
  readonly headHeight?: number;
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
 * finds out, and changes `reader.placement.scale` and the scale that the avatar is shown in while it does. Returns the fit as it is
 * now.
 */
export function fitReader(reader: FittedReader, input: ReaderFitInput): WearerFit {
  const { skeleton, eyeHeight, stature, headHeight, size, shown = null } = input;
  const given = headHeight ?? (stature === undefined ? undefined : headHeightOfStature(stature));
  if (given === undefined) measureHeadHeight(reader.wearer);
  else giveHeadHeight(reader.wearer, given);
  const fit = fitWearer({
    skeleton,
    stature: statureOfHeadHeight(reader.wearer.headHeight),
    ...(eyeHeight !== undefined && { eyeHeight }),
    ...(size && { size }),
  });
  reader.fitted = {
    ownHeadHeight: standingHeadHeight(skeleton),
    shownScale: size === 'own' ? null : fit.shownScale,
    shownHeadHeight: reader.wearer.headHeight,
    shown,
    headHeight: Number.NaN,
  };
  reader.placement.heights = fit.heights;
  followWearer(reader);
  return fit;
}

/** Fits again where the wearer turned out to be of another height. */
export function followWearer({ fitted, wearer, placement }: FittedReader): void {
  if (fitted === null || fitted.headHeight === wearer.headHeight) return;
  fitted.headHeight = wearer.headHeight;
  placement.scale = fitted.ownHeadHeight / wearer.headHeight;
  const { shownScale, shownHeadHeight } = fitted;
  fitted.shown?.setScalar(shownScale === null ? 1 : shownScale * (wearer.headHeight / shownHeadHeight));
}
