import type { BodyProfile } from '@leib/calibration';
import type { Skeleton } from '@leib/core';
import { defaultEmbodySettings, type PersonDocSettings, type PersonFit } from '@leib/embody';
import { standingHeadHeight, statureOfHeadHeight } from '@leib/tracking';
import { visitorStorage } from '../files/visitorStorage.js';
import { LAST_PERSON, wornProfile } from '../files/wornProfile.js';
import { personSection, type StageSettings } from './stageSections.js';
import type { StagePerson, StageSource } from './stageSource.js';

/** Statures outside this range, metres, mean a recording or rig with wrong units. */
const believableStature = { min: 0.4, max: 4 };

/** The visitor's profile; null where there is none, or the room is not to use it. */
export function profileOf({ useProfile }: Pick<StageSettings, 'useProfile'>): BodyProfile | null {
  return useProfile ? wornProfile.getState().profile : null;
}

/** Reads the stored profile, where there is one. Visitors without one do not load what reads it. */
export async function loadWornProfile(): Promise<void> {
  if (visitorStorage.getItem(LAST_PERSON) === null) return;
  const { lastProfile } = await import('../files/profileStorage.js');
  wornProfile.setState({ profile: lastProfile() });
}

/**
 * The person on the stage: as a calibration finds them out, else as their profile says, where the source is the visitor,
 * else as the source says. @param profile the one that is used; null where there is none
 */
export function personOnStage(
  source: Pick<StageSource, 'found' | 'stature' | 'proportions' | 'isWearer'>,
  profile: BodyProfile | null,
): StagePerson {
  const { found } = source;
  const worn = source.isWearer ? profile : null;
  return {
    stature: found?.stature ?? worn?.stature ?? source.stature,
    proportions: found ? found.proportions : (worn?.proportions ?? source.proportions),
  };
}

/** Who is on the stage, and in which avatar. */
export interface StageFitInput {
  readonly ownSkeleton: Skeleton;
  readonly source: Pick<
    StageSource,
    'source' | 'found' | 'stature' | 'headHeight' | 'proportions' | 'isWearer' | 'trackedPart' | 'things'
  >;
  readonly profile: BodyProfile | null;
  /** Of the room: the wearer's stature, metres, and whether the avatar is shown in that size or in its own. */
  readonly settings: Pick<StageSettings, 'stature' | 'avatarSize'>;
  /** The avatar was built as the wearer's own body, and says how tall they are. */
  readonly isOwnBody: boolean;
}

/** How the person on the stage goes together with the avatar: a recording's actor, or the visitor. */
export function fitPerson(
  input: StageFitInput,
): Pick<PersonDocSettings, 'proportions' | 'adaptsFor' | 'stature'> & { fit: PersonFit } {
  const { ownSkeleton, source, profile, settings, isOwnBody } = input;
  const { stature, proportions } = personOnStage(source, profile);
  const { min, max } = believableStature;
  const isBelievable = stature !== null && stature >= min && stature <= max;
  const ownStature = isOwnBody ? statureOfHeadHeight(standingHeadHeight(ownSkeleton)) : null;
  const isAdapting = profile?.adaptsLengths === true && profile.stature !== null;
  return {
    fit: {
      stature: isBelievable ? stature : ownStature,
      headHeight: source.headHeight,
      trackedPart: source.trackedPart,
      metres: source.things.measure,
      size: settings.avatarSize === 'own' ? 'own' : 'wearer',
    },
    stature: statureBySettings(input),
    proportions,
    adaptsFor: isAdapting && source.isWearer && source.things.isReal && source.found === null ? profile.name : null,
  };
}

/** As long as nobody has set a height, a visitor's own headset or trackers tell it: null. */
function statureBySettings({ source: stage, settings: { stature } }: StageFitInput): number | null {
  const isLive = (stage.source.timeline ?? null) === null && stage.source.isWorn !== false;
  const isMeasured = isLive && stage.isWearer && stage.things.measure === 'person' && stage.headHeight === null;
  return isMeasured && stature === personSection.controls.stature.initial ? null : stature;
}

/** The person's lock mode holds where it was set: 'head' is what rooms have by themselves. */
export function withLockMode(
  solver: PersonDocSettings['solver'] | undefined,
  profile: BodyProfile | null,
): PersonDocSettings['solver'] {
  const choice = solver ?? defaultEmbodySettings;
  if (typeof choice === 'string' || profile === null || profile.lockMode === 'head') return choice;
  return { ...choice, targets: { ...choice.targets, lockMode: profile.lockMode } };
}
