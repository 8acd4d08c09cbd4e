import type { ServerClock } from '../common/serverClock.js';
import type { FeedHost, HandOn } from './feedHost.js';
import { FeedSockets } from './feedSockets.js';
import type { FeedSpec } from './udpFeed.js';

/** Feeds in this thread: for tests and tools that run from sources, where there is no built script for a thread. */
export async function openInlineFeeds(
  specs: readonly FeedSpec[],
  handOn: HandOn,
  clock: ServerClock,
): Promise<FeedHost> {
  const sockets = await FeedSockets.open(
    specs,
    (messages) => {
      const begunMs = clock.nowMs();
      handOn(messages);
      sockets.finish(clock.nowMs() - begunMs);
    },
    { clock },
  );
  return {
    feeds: sockets.feeds,
    setPageCount: (count) => sockets.setPageCount(count),
    close: async () => sockets.close(),
  };
}
