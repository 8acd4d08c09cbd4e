import { startServer } from '@leib/server';
import { comeFirst } from './firstOfAll.js';

/** Script of the server under attack; startTarget() starts it as a process of its own. */

/** What it tells: first where it listens, then again and again how it is. */
export type TargetMessage =
  | { readonly port: number; readonly udpPorts: readonly number[]; readonly isFirst: boolean }
  | TargetSample;

/** How the server is. */
export interface TargetSample {
  readonly rssBytes: number;
  /**
   * Computing of its main thread from one look to the next, milliseconds, a look being due every 5 ms: how long a message that
   * arrives then has to wait for others. Other programs of the machine do not count. One that covers several looks counts as often.
   */
  readonly turnsMs: readonly number[];
}

const SAMPLE_MS = 50;
const TURN_MS = 5;

const send = (message: TargetMessage) => process.send?.(message);
const isFirst = comeFirst(false);
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
send({ port, udpPorts: bridge.feeds.map((feed) => feed.port), isFirst });
let turnsMs: number[] = [];
let usage = process.threadCpuUsage();
setInterval(() => {
  const before = usage;
  usage = process.threadCpuUsage();
  const turnMs = (usage.user + usage.system - before.user - before.system) / 1000;
  for (let ms = turnMs; ms >= 0; ms -= TURN_MS) turnsMs.push(turnMs);
}, TURN_MS);
setInterval(() => {
  send({ rssBytes: process.memoryUsage.rss(), turnsMs });
  turnsMs = [];
}, SAMPLE_MS);
process.on('disconnect', () => process.exit());
