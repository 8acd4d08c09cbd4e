import { startServer } from '@leib/server';

/** Script of the server under attack; startTarget() starts it as a process of its own. */

/** What it tells: first where it listens, then again and again how it is. */
export type TargetMessage =
  | { readonly port: number; readonly udpPorts: readonly number[] }
  | { readonly rssBytes: number };

const SAMPLE_MS = 50;

const send = (message: TargetMessage) => process.send?.(message);
const [studioDir] = process.argv.slice(2);
const loopback = { address: '127.0.0.1', port: 0 };
const { port, bridge } = await startServer({
  port: 0,
  studioDir,
  bridge: {
    feeds: (['dtrack', 'vmc', 'vrchat', 'natnet', 'json'] as const).map((protocol) => ({ ...loopback, protocol })),
    // The discard port: what is sent there arrives nowhere.
    outputs: [{ protocol: 'vmc', address: '127.0.0.1', port: 9 }],
  },
});
send({ port, udpPorts: bridge.feeds.map((feed) => feed.port) });
setInterval(() => send({ rssBytes: process.memoryUsage.rss() }), SAMPLE_MS);
process.on('disconnect', () => process.exit());
