import { fitWearer, type JointReader, standingHeadHeight, statureOfHeadHeight, type WearerFit } from '@leib/tracking';
import type { Avatar } from './loadAvatar.js';

/** Who wears an avatar. */
export interface AvatarWearer {
  /** Stature, metres; 1.7 unless it or `headHeight` is given. */
  readonly stature?: number;
  /** Height of the head joint when they stand, metres: what recordings and emulated headsets know (findStandingHead). */
  readonly headHeight?: number;
  /** 'wearer': the avatar becomes as large as the wearer; 'own': it stays as it was made. 'wearer' unless given. */
  readonly size?: 'wearer' | 'own';
}

/**
 * Fits an avatar to who wears it, by the heights of head joint and eyes: sets the scale of `avatar.root` and where the tracked
 * space of `reader` stands in it. While the wearer stands, the avatar stands on the floor, whatever its proportions.
 */
export function fitAvatar(avatar: Avatar, reader: JointReader, wearer: AvatarWearer = {}): WearerFit {
  const { headHeight, stature = headHeight === undefined ? 1.7 : statureOfHeadHeight(headHeight), size } = wearer;
  const fit = fitWearer({
    skeleton: avatar.ownSkeleton,
    eyeHeight: avatar.report.eyeHeightMetres,
    stature,
    ...(size && { size }),
  });
  avatar.root.scale.setScalar(fit.shownScale);
  const head = headHeight ?? fit.wearerScale * standingHeadHeight(avatar.ownSkeleton);
  reader.placement.scale = standingHeadHeight(avatar.ownSkeleton) / head;
  reader.placement.heights = fit.heights;
  return fit;
}
