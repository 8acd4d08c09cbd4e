import {
  type BodyProfile,
  type BridgeSource,
  bridgeUrl,
  createBridgeSource,
  createRecordedFeedSource,
  type FeedRecording,
  type FeedSource,
  offsetsOfProfile,
  rolesOfProfile,
} from '@leib/tracking';
import { rememberedProfile } from '../rooms/wear/profileShelf.js';
import { FeedOutput } from './feedOutput.js';
import { createStageSource, type StageSource } from './stageSource.js';

/** Tracker feeds of the server that the page came from. Loaded when somebody asks for them. */
export interface StudioFeed {
  readonly bridge: BridgeSource;
  readonly stage: StageSource;
  readonly output: FeedOutput;
}

export function openFeed(): StudioFeed {
  const bridge = createBridgeSource(bridgeUrl(location.href));
  const profile = rememberedProfile();
  wearProfile(bridge, profile);
  const things = { devices: bridge.devices, isReal: true, feed: bridge, recorded: null };
  return {
    bridge,
    stage: createStageSource(bridge, { stature: profile.stature, things }),
    output: new FeedOutput(bridge),
  };
}

/** A feed from a file, worn as the person who is remembered here wears it. */
export function stageFeedRecording(recording: FeedRecording, label: string): StageSource {
  const source = createRecordedFeedSource(recording, label);
  const profile = rememberedProfile();
  wearProfile(source, profile);
  const things = { devices: source.devices, isReal: true, feed: source, recorded: source };
  return createStageSource(source, { stature: profile.stature, stand: 'found', things });
}

/** What was calibrated in the room "Wear" holds in every room: who is who, and how each sits on its joint. */
function wearProfile(source: Pick<FeedSource, 'roles' | 'offsets'>, profile: BodyProfile): void {
  source.roles = rolesOfProfile(profile);
  source.offsets.set(offsetsOfProfile(profile));
}
