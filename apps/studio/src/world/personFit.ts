import type { BodyProfile, BodyProportions } from '@leib/calibration';
import type { Skeleton } from '@leib/core';
import { fitWearer, standingHeadHeight, statureOfHeadHeight, type WearerFit } from '@leib/tracking';
import type { RoomScene } from './roomScene.js';
import type { StageSettings } from './stageSections.js';
import type { StageSource } from './stageSource.js';

/** Statures outside this range, metres, mean a recording or rig with wrong units. */
const believableStature = { min: 0.4, max: 4 };

export const plainFit: WearerFit = { shownScale: 1, wearerScale: 1, eyesScale: 1, heights: null };

export interface PersonFitInput {
  readonly avatar: { readonly ownSkeleton: Skeleton; readonly report: { readonly eyeHeightMetres: number } };
  /** Stature of the recording's actor or of the profile, metres; null where unknown. */
  readonly trackedStature: number | null;
  /** Of the room: the wearer's stature, metres, and whether the avatar is shown in that size or in its own. */
  readonly settings: Pick<StageSettings, 'stature' | 'avatarSize'>;
  /** The avatar was built as the wearer's own body, and says how tall they are. */
  readonly isOwnBody: boolean;
}

/** What is known of the person on the stage; null where it is not. */
export interface StagePerson {
  readonly stature: number | null;
  readonly proportions: BodyProportions | null;
}

/**
 * The person on the stage: as the room has found them out, else as their profile says, where the source is the visitor,
 * else as the source says. @param profile the one that is used; null where there is none
 */
export function personOnStage(
  room: Pick<RoomScene, 'stature' | 'proportions'>,
  source: Pick<StageSource, 'stature' | 'proportions' | 'isWearer'>,
  profile: BodyProfile | null,
): StagePerson {
  const worn = source.isWearer ? profile : null;
  return {
    stature: room.stature ?? worn?.stature ?? source.stature,
    proportions: room.proportions === undefined ? (worn?.proportions ?? source.proportions) : room.proportions,
  };
}

/** Fits the avatar to who is on the stage: a recording's actor, or the visitor. */
export function fitPerson({ avatar, trackedStature, settings, isOwnBody }: PersonFitInput): WearerFit {
  const { ownSkeleton, report } = avatar;
  const { min, max } = believableStature;
  const isBelievable = trackedStature !== null && trackedStature >= min && trackedStature <= max;
  const setStature = isOwnBody ? statureOfHeadHeight(standingHeadHeight(ownSkeleton)) : settings.stature;
  return fitWearer({
    skeleton: ownSkeleton,
    eyeHeight: report.eyeHeightMetres,
    stature: isBelievable ? trackedStature : setStature,
    size: settings.avatarSize === 'own' ? 'own' : 'wearer',
  });
}
