import type { FeedSource } from '@leib/feeds';
import { quality } from '@leib/tracking';
import { serverIsGone } from '../ui/explainError.js';
import type { FeedKind } from './feedAddress.js';

/** Whether trackers move the body: 'silent' where the server listens and nothing comes, or all trackers are lost. */
export function feedState({ connection, devices }: Pick<FeedSource, 'connection' | 'devices'>): FeedState {
  if (connection !== 'open') return connection === 'lost' ? 'lost' : 'connecting';
  return devices.some((device) => device.quality !== quality.lost) ? 'live' : 'silent';
}

export type FeedState = 'live' | 'silent' | 'connecting' | 'lost';

/** What a feed's state is called. */
export const feedStateWords: Readonly<Record<FeedState, string>> = {
  live: 'live',
  silent: 'no data',
  connecting: 'waiting for an answer',
  lost: 'no connection',
};

type HintedFeed = Pick<FeedSource, 'connection' | 'devices' | 'feeds' | 'deviceOf'>;

/** The next step for the visitor, as one sentence. @param at where the feed is: the page's server, or an address */
export function feedHint(feed: HintedFeed, at: { readonly kind: FeedKind; readonly url: string } = ownServer): string {
  if (feed.connection !== 'open') return at.kind === 'server' ? serverHint(feed) : socketHint(feed, at);
  const problem = feed.feeds.find(({ problem: found }) => found !== null)?.problem;
  if (problem) return problem;
  if (feed.feeds.length === 0) {
    return 'The server listens for none: start it with leib serve --dtrack 5000, --vmc 39539, --vrchat 9000 or --natnet 1511.';
  }
  if (feed.devices.length === 0)
    return `Listening: ${feed.feeds.map(({ name }) => name).join(', ')}. Nothing has come yet.`;
  if (feed.deviceOf('head') === null) return 'Say which device is the head, then what the others are.';
  return feed.feeds.map(({ name, lost, reordered }) => `${name}: ${lost} lost, ${reordered} late`).join('; ');
}

const ownServer = { kind: 'server', url: '' } as const;

function serverHint({ connection }: HintedFeed): string {
  return connection === 'lost' ? serverIsGone : 'Looking for the server’s feeds …';
}

function socketHint(
  { connection }: HintedFeed,
  { kind, url }: { readonly kind: FeedKind; readonly url: string },
): string {
  const program = kind === 'slimevr' ? 'SlimeVR’s server' : 'a program that sends leib-feed/1';
  if (connection === 'lost') return `No answer at ${url}: start ${program} there; this page tries again by itself.`;
  return `Connecting to ${url} …`;
}
