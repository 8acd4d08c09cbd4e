import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { BRIDGE_HEADER_SIZE } from '@leib/feeds';
import { afterEach, expect, test } from 'vitest';
import { ManualClock, openSender, until } from '../common/server.testing.js';
import { FeedSockets } from './feedSockets.js';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** Sends until the feed has closed its port for a moment: then another socket gets it. */
async function floodUntilResting(sender: Socket, port: number): Promise<void> {
  for (let isFree = false; !isFree; ) {
    for (let i = 0; i < 50; i++) sender.send('x', port, '127.0.0.1');
    // The feed has its turn.
    await new Promise((resolve) => setImmediate(resolve));
    const other = createSocket('udp4').bind(port, '127.0.0.1');
    isFree = await once(other, 'listening').then(
      () => true,
      () => false,
    );
    other.close();
  }
}

const feed = { protocol: 'json', address: '127.0.0.1', port: 0 } as const;
const wordOf = (message: Uint8Array) => Buffer.from(message.subarray(BRIDGE_HEADER_SIZE)).toString();

test('a flood to one feed takes its share of the pages’ time, and costs another feed nothing', async () => {
  const clock = new ManualClock();
  const batches: string[][] = [];
  const sockets = await FeedSockets.open([feed, feed], (messages) => batches.push(messages.map(wordOf)), { clock });
  opened.push(sockets);
  sockets.setPageCount(16);
  const [flood, honest] = [await openSender(), await openSender()];
  const ports = sockets.feeds.map(({ port }) => port);
  // Nothing is answered yet: one batch is out, and what comes meanwhile waits or is dropped.
  honest.send('first', ports[1], '127.0.0.1');
  await until(() => batches.length === 1);
  for (let i = 0; i < 10; i++) honest.send(`honest ${i}`, ports[1], '127.0.0.1');
  await floodUntilResting(flood, ports[0]);
  expect(batches).toHaveLength(1);
  // Each batch takes the pages 4 ms: after some of them there is waiting, and a quarter of the time is theirs.
  const begunMs = clock.nowMs();
  for (let answered = 0; answered < 60; answered++) {
    sockets.finish(4);
    while (batches.length === answered + 1 && clock.nowMs() - begunMs < 2000) clock.advance(5);
  }
  expect(Math.max(...batches.map(({ length }) => length))).toBe(64 / 16);
  expect(batches.flat().filter((word) => word.startsWith('honest'))).toHaveLength(10);
  expect(clock.nowMs() - begunMs).toBeGreaterThan(0.9 * 4 * 4 * 58);
});

test('reading takes its share of a core: then the feed rests, also without pages', async () => {
  const clock = new ManualClock();
  let workedMs = 0;
  const sockets = await FeedSockets.open([feed], () => {}, { clock, workedMs: () => workedMs });
  opened.push(sockets);
  const [{ port }] = sockets.feeds;
  const sender = await openSender();
  workedMs = 300;
  await floodUntilResting(sender, port);
});

test('what waits when the last page leaves is not for the next one', async () => {
  const batches: string[][] = [];
  // The time of this thread is looked at once when it starts, and once in 32 datagrams.
  let looks = 0;
  const sockets = await FeedSockets.open([feed], (messages) => batches.push(messages.map(wordOf)), {
    clock: new ManualClock(),
    workedMs: () => 0 * ++looks,
  });
  opened.push(sockets);
  const [{ port }] = sockets.feeds;
  const sender = await openSender();
  sockets.setPageCount(64);
  for (let i = 0; i < 32; i++) sender.send(`old ${i}`, port, '127.0.0.1');
  await until(() => looks === 2);
  sockets.setPageCount(0);
  sockets.setPageCount(64);
  sockets.finish(0);
  sender.send('new', port, '127.0.0.1');
  await until(() => batches.length === 2);
  expect(batches).toEqual([['old 0'], ['new']]);
});
