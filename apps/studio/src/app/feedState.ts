import type { BridgeSource } from '@leib/feeds';
import { quality } from '@leib/tracking';
import { serverIsGone } from '../ui/serverWords.js';

/** Whether trackers move the body: 'silent' where the server listens and nothing comes, or all trackers are lost. */
export function feedState({ connection, devices }: Pick<BridgeSource, 'connection' | 'devices'>): FeedState {
  if (connection !== 'open') return connection === 'lost' ? 'lost' : 'connecting';
  return devices.some((device) => device.quality !== quality.lost) ? 'live' : 'silent';
}

export type FeedState = 'live' | 'silent' | 'connecting' | 'lost';

/** What a feed's state is called. */
export const feedStateWords: Readonly<Record<FeedState, string>> = {
  live: 'live',
  silent: 'no data',
  connecting: 'waiting for the server',
  lost: 'no connection to the server',
};

/** The next step for the visitor, as one sentence. */
export function feedHint(bridge: Pick<BridgeSource, 'connection' | 'devices' | 'feeds' | 'deviceOf'>): string {
  if (bridge.connection === 'lost') return serverIsGone;
  if (bridge.connection !== 'open') return 'Looking for the server’s feeds …';
  const problem = bridge.feeds.find((feed) => feed.problem !== null)?.problem;
  if (problem) return problem;
  if (bridge.feeds.length === 0) {
    return 'The server listens for none: start it with leib serve --dtrack 5000, --vmc 39539, --vrchat 9000 or --natnet 1511.';
  }
  if (bridge.devices.length === 0)
    return `Listening: ${bridge.feeds.map(({ name }) => name).join(', ')}. Nothing has come yet.`;
  if (bridge.deviceOf('head') === null) return 'Say which device is the head, then what the others are.';
  return bridge.feeds.map(({ name, lost, reordered }) => `${name}: ${lost} lost, ${reordered} late`).join('; ');
}
