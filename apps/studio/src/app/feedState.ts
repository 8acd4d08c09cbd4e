import type { BridgeSource } from '@leib/feeds';
import { quality } from '@leib/tracking';

/** Whether trackers move the body: 'silent' where the server listens and nothing comes, or all trackers are lost. */
export function feedState({ connection, devices }: Pick<BridgeSource, 'connection' | 'devices'>): FeedState {
  if (connection !== 'open') return 'connecting';
  return devices.some((device) => device.quality !== quality.lost) ? 'live' : 'silent';
}

export type FeedState = 'live' | 'silent' | 'connecting';
