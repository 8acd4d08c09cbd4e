import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepCertificate, serveUntilStopped } from '@leib/server';
import { comeFirst } from './firstOfAll.js';

/** Script of the server under attack, which runs as `leib serve` does; startTarget() starts it as a process of its own. */

/** What it tells: first where it listens, then again and again how it is, and what it holds when it is asked. */
export type TargetMessage =
  | { readonly port: number; readonly udpPorts: readonly number[]; readonly isFirst: boolean }
  | TargetSample
  | HeldMemory;

/** What is left once garbage is collected. */
export interface HeldMemory {
  /** Of the main thread: objects, and buffers outside of the heap. */
  readonly heldBytes: number;
  /** Of the process, threads and what the allocator keeps included. */
  readonly residentBytes: number;
}

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
const [studioDir, certificateDir] = process.argv.slice(2);
const loopback = { address: '127.0.0.1', port: 0 };
const certificate =
  certificateDir && (await keepCertificate({ folder: certificateDir, hosts: ['127.0.0.1'], nowMs: Date.now() }));
void serveUntilStopped({
  ...(certificate && { certificate }),
  port: 0,
  studioDir,
  bridge: {
    feeds: (['dtrack', 'vmc', 'vrchat', 'natnet', 'json'] as const).map((protocol) => ({ ...loopback, protocol })),
    // The discard port: what is sent there arrives nowhere.
    outputs: [{ protocol: 'vmc', address: '127.0.0.1', port: 9 }],
  },
  study: { database: join(studioDir, '..', 'studies', 'studies.sqlite') },
  onListening: ({ port, bridge }) => send({ port, udpPorts: bridge.feeds.map((feed) => feed.port), isFirst }),
});
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
/** Buffers are freed some time after the objects that had them, and heaps give back what is empty in the second time. */
const COLLECTIONS = 4;
process.on('message', async () => {
  for (let i = 0; i < COLLECTIONS; i++) {
    globalThis.gc?.();
    await pause(SAMPLE_MS);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  send({ heldBytes: heapUsed + external, residentBytes: rss });
});
process.on('disconnect', () => process.exit());
