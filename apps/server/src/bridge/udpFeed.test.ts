import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { ManualClock, openSender, until } from '../common/server.testing.js';
import { openUdpFeed, type UdpFeed } from './udpFeed.js';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** Whether the feed has closed its port: then another socket gets it. */
async function isResting({ info }: UdpFeed): Promise<boolean> {
  const socket = createSocket('udp4').bind(info.port, info.address);
  try {
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

test.each([
  ['more than a sender may send', true],
  ['more than there is time for', false],
])('%s is not read: the feed closes its port for a moment, and goes on', async (_, isTaken) => {
  const clock = new ManualClock();
  let readCount = 0;
  const onDatagram = () => {
    readCount++;
    return isTaken;
  };
  const feed = await openUdpFeed({ protocol: 'json', address: '127.0.0.1', port: 0 }, onDatagram, clock);
  opened.push(feed);
  const sender = await openSender();
  const send = () => sender.send('x', feed.info.port, '127.0.0.1');
  // Time stands still: 2000 are let through at once, and 256 may be dropped.
  while (!(await isResting(feed))) {
    for (let i = 0; i < 50; i++) send();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(readCount).toBe(isTaken ? 2000 : 257);
  clock.advance(50);
  expect(await isResting(feed)).toBe(true);
  clock.advance(1000);
  const before = readCount;
  await until(() => readCount > before, send);
});
