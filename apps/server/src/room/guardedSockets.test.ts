import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { ManualClock, until } from '../common/server.testing.js';
import { GuardedSockets, type SocketShare } from './guardedSockets.js';

const share: SocketShare = { maxClients: 4, maxPerAddress: 4, hasHeartbeat: true };

/** Sockets of a server of their own, and one client of it. */
async function connect() {
  const clock = new ManualClock();
  const sockets = new GuardedSockets(clock, []);
  const server = createServer();
  const opened = new Promise<Parameters<typeof sockets.send>[0]>((resolve) => {
    server.on('upgrade', (request, socket, head) =>
      sockets.open(request, socket, head, { shares: [share], maxPayload: 1000 }, resolve),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new RawWebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong: false });
  client.on('error', () => {});
  onTestFinished(async () => {
    client.terminate();
    await sockets.close(new Uint8Array(1));
    server.close();
  });
  const [socket] = await Promise.all([opened, once(client, 'open')]);
  return { clock, sockets, socket, client };
}

test('a client that does not read is bounded in messages, however small they are, and goes', async () => {
  const { sockets, socket, client } = await connect();
  client.pause();
  const message = new Uint8Array(12);
  let [waiting, most] = [0, 0];
  // What the system takes of them is some megabytes.
  for (let sent = 0; sent < 3_000_000 && socket.readyState === socket.OPEN; sent++) {
    waiting++;
    sockets.send(socket, message, () => waiting--);
    most = Math.max(most, waiting);
    if (sent % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(socket.readyState).not.toBe(socket.OPEN);
  expect(most).toBeLessThanOrEqual(4098);
});

test('pongs that nobody asked for, or that say something else, are no sign of life', async () => {
  const { clock, socket, client } = await connect();
  const heard: Buffer[] = [];
  client.on('ping', (data) => heard.push(data));
  const ended = once(client, 'close');
  let pongs = 0;
  socket.on('pong', () => pongs++);
  // Who answers what was asked stays.
  for (let beat = 1; beat <= 3; beat++) {
    clock.advance(5000);
    await until(() => heard.length === beat);
    client.pong(heard[beat - 1]);
    await until(() => pongs === beat);
  }
  clock.advance(5000);
  await until(() => heard.length === 4);
  for (const data of [undefined, heard[0], Buffer.alloc(8)]) client.pong(data);
  await until(() => pongs === 6);
  expect(socket.readyState).toBe(socket.OPEN);
  clock.advance(5000);
  await ended;
});
