import { createMergedSource, type FeedSource } from '@leib/feeds';
import type { FeedDevice, TrackedSource } from '@leib/tracking';

/** A headset and a tracker feed as one source, with the devices of both. */
export interface JoinedFeed {
  readonly source: TrackedSource;
  /** The headset's devices first. The same list object is kept when devices are added. */
  readonly devices: readonly FeedDevice[];
}

type DevicesSource = TrackedSource & Pick<FeedSource, 'devices'>;

/**
 * Headset and trackers together: head and hands come from the headset, everything else from the feed, transformed into the
 * headset's space by the calibration (feed.spaces).
 */
export function joinFeed(headset: DevicesSource, feed: DevicesSource): JoinedFeed {
  const devices: FeedDevice[] = [];
  const merged = createMergedSource([headset, feed], headset.label);
  const list = () => {
    const count = headset.devices.length + feed.devices.length;
    if (devices.length === count) return;
    devices.length = 0;
    devices.push(...headset.devices, ...feed.devices);
  };
  list();
  return {
    devices,
    source: {
      ...merged,
      step(dtSeconds, out) {
        merged.step(dtSeconds, out);
        list();
      },
      // The feed continues after the headset is taken off.
      dispose: () => headset.dispose(),
    },
  };
}
