import { type BodyProfile, offsetsOfProfile, rolesOfProfile, spacesOfProfile } from '@leib/calibration';
import {
  type BridgeSource,
  bridgeUrl,
  createBridgeSource,
  createRecordedFeedSource,
  type FeedRecording,
  type FeedSource,
} from '@leib/feeds';
import { lastProfile } from '../files/profileStorage.js';
import type { Clock } from '../time/clock.js';
import { createStageSource, personOfRecording, type StageSource } from '../world/stageSource.js';
import { FeedOutput } from './feedOutput.js';

/** Tracker feeds of the page's own server. Loaded on first use. */
export interface StudioFeed {
  readonly bridge: BridgeSource;
  readonly stage: StageSource;
  readonly output: FeedOutput;
}

export function openFeed(clock: Clock): StudioFeed {
  const bridge = createBridgeSource(bridgeUrl(location.href), { nowMs: () => clock.nowSeconds * 1000 });
  const profile = lastProfile();
  wearProfile(bridge, profile);
  const things = { devices: bridge.devices, isReal: true, feed: bridge, recorded: null };
  return {
    bridge,
    stage: createStageSource(bridge, { ...personOf(profile), things }),
    output: new FeedOutput(bridge),
  };
}

/** A feed from a file, with the stored calibration profile. */
export function stageFeedRecording(recording: FeedRecording, label: string): StageSource {
  const source = createRecordedFeedSource(recording, label);
  const profile = lastProfile();
  wearProfile(source, profile);
  const things = { devices: source.devices, isReal: true, feed: source, recorded: source };
  const person = { ...personOf(profile), ...personOfRecording(source, profile.stature) };
  return createStageSource(source, { ...person, stand: 'found', things });
}

const personOf = ({ stature, proportions }: BodyProfile) => ({ stature, proportions });

/** The calibration of the room "Wear" applies in every room: roles, offsets and spaces. */
function wearProfile(source: Pick<FeedSource, 'roles' | 'offsets' | 'spaces'>, profile: BodyProfile): void {
  source.roles = rolesOfProfile(profile);
  source.offsets.set(offsetsOfProfile(profile));
  // Without a headset the feeds' own spaces are used.
  const references = new Set(Object.values(profile.spaces).map(({ reference }) => reference));
  references.delete(HEADSET_SPACE);
  const [reference] = references;
  source.spaces = reference === undefined ? {} : spacesOfProfile(profile, reference);
}

const HEADSET_SPACE = 'webxr';

/** Transforms the feed's trackers into the headset's space by the stored calibration; returns stature and proportions. */
export function wearWithHeadset(source: Pick<FeedSource, 'spaces'>): ReturnType<typeof personOf> {
  const profile = lastProfile();
  source.spaces = spacesOfProfile(profile, HEADSET_SPACE);
  return personOf(profile);
}

/** Called when the headset is off: the feed is the only source again. */
export function wearAlone(source: Pick<FeedSource, 'roles' | 'offsets' | 'spaces'>): void {
  wearProfile(source, lastProfile());
}
