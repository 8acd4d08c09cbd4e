import { createMergedSource, type FeedSource } from '@leib/feeds';
import type { FeedDevice, TrackedSource } from '@leib/tracking';

/** A headset and a tracker feed as one source, with the devices of both. */
export interface JoinedFeed {
  readonly source: TrackedSource;
  /** The headset's first. The list itself stays the same one while devices come. */
  readonly devices: readonly FeedDevice[];
}

type DevicesSource = TrackedSource & Pick<FeedSource, 'devices'>;

/**
 * Headset and trackers worn together: head and hands are the headset's, everything else the feed's, brought to the
 * headset's space by what calibration found (feed.spaces).
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
      // The feed goes on when the headset is taken off.
      dispose: () => headset.dispose(),
    },
  };
}
