import { fitReader, type JointReader, type WearerFit } from '@leib/tracking';
import type { Avatar } from './loadAvatar.js';

/** Who wears an avatar. */
export interface AvatarWearer {
  /** Stature, metres, where the app knows it; else it is found out while the headset is worn. */
  readonly stature?: number;
  /** The same as the height of the head joint when they stand, metres: `reader.wearer.headHeight` of another session, findStandingHead(). */
  readonly headHeight?: number;
  /** 'wearer': the avatar becomes as large as the wearer; 'own': it stays as it was made. 'wearer' unless given. */
  readonly size?: 'wearer' | 'own';
}

/**
 * Fits an avatar to who wears it, by the heights of head joint and eyes: sets the scale of `avatar.root` and where the tracked
 * space of `reader` stands in it. While the wearer stands, the avatar stands on the floor, whatever its proportions. Where no height
 * is given, readJoints() finds it out, and keeps both scales right meanwhile. Returns the fit as it is now.
 */
export function fitAvatar(avatar: Avatar, reader: JointReader, wearer: AvatarWearer = {}): WearerFit {
  const { ownSkeleton, report, root } = avatar;
  return fitReader(reader, {
    ...wearer,
    skeleton: ownSkeleton,
    eyeHeight: report.eyeHeightMetres,
    shown: root.scale,
  });
}
