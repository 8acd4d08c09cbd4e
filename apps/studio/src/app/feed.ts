import { type BodyProfile, offsetsOfProfile, rolesOfProfile, spacesOfProfile } from '@leib/calibration';
import {
  type BridgeSource,
  createBridgeSource,
  createJsonSource,
  createRecordedFeedSource,
  createSlimeVrSource,
  type FeedRecording,
  type FeedSource,
} from '@leib/feeds';
import type { Clock } from '../time/clock.js';
import { createStageSource, personOfRecording, type StageSource } from '../world/stageSource.js';
import type { FeedKind } from './feedAddress.js';

/** An open tracker feed. Loaded on first use. */
export interface StudioFeed {
  readonly source: FeedSource;
  readonly kind: FeedKind;
  /** The same source where it is the page's own server, which also sends; null for a program's own WebSocket. */
  readonly bridge: BridgeSource | null;
  readonly stage: StageSource;
  /** Wears a profile beside a headset, or (null) alone. */
  wear(profile: BodyProfile | null, isWithHeadset: boolean): void;
}

/** @param url of a program's own WebSocket; the page's server has one already */
export function openFeed(clock: Clock, kind: FeedKind, url: string): StudioFeed {
  const options = { nowMs: () => clock.nowSeconds * 1000 };
  const bridge = kind === 'server' ? createBridgeSource(location.href, options) : null;
  const source = bridge ?? (kind === 'slimevr' ? createSlimeVrSource(url, options) : createJsonSource(url, options));
  const wear = createWear(source, (id) =>
    kind === 'server' ? id.split('/')[0].includes(':') : id.startsWith(`${kind}/`),
  );
  const things = { devices: source.devices, isReal: true, recorded: null };
  const stage = createStageSource(source, { isWearer: true, things, wear: (profile) => wear(profile, false) });
  return { source, kind, bridge, stage, wear };
}

/** A feed from a file, with the visitor's calibration. @param stature of the visitor, where it is known */
export function stageFeedRecording(
  recording: FeedRecording,
  label: string,
  stature: number | null = null,
): StageSource {
  const source = createRecordedFeedSource(recording, label);
  const wear = createWear(source, (id) => source.devices.some((device) => device.id === id));
  const things = { devices: source.devices, isReal: true, recorded: source };
  return createStageSource(source, {
    ...personOfRecording(source, stature),
    isWearer: true,
    stand: 'found',
    things,
    wear: (profile) =>
      wear(
        profile,
        source.devices.some(({ feed }) => feed === HEADSET_SPACE),
      ),
  });
}

const HEADSET_SPACE = 'webxr';

/**
 * What makes a source wear a profile: its roles, offsets and spaces. Offsets of devices that are not the source's stay
 * as its protocol gives them. @param isOwn whether a device of the profile is the source's
 */
function createWear(
  source: Pick<FeedSource, 'roles' | 'offsets' | 'spaces'>,
  isOwn: (id: string) => boolean,
): StudioFeed['wear'] {
  const ownOffsets = source.offsets.slice();
  return (profile, isWithHeadset) => {
    if (profile === null) {
      source.roles = {};
      source.offsets.set(ownOffsets);
      source.spaces = {};
      return;
    }
    const devices = Object.fromEntries(Object.entries(profile.devices).filter(([id]) => isOwn(id)));
    source.roles = rolesOfProfile({ ...profile, devices });
    source.offsets.set(offsetsOfProfile({ ...profile, devices }, ownOffsets));
    const reference = isWithHeadset ? HEADSET_SPACE : referenceWithoutHeadset(profile);
    source.spaces = reference === null ? {} : spacesOfProfile(profile, reference);
  };
}

/** Without a headset the feeds' own spaces are used: the one that others are aligned with. */
function referenceWithoutHeadset({ spaces }: BodyProfile): string | null {
  const references = new Set(Object.values(spaces).map(({ reference }) => reference));
  references.delete(HEADSET_SPACE);
  const [reference = null] = references;
  return reference;
}
