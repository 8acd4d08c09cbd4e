import type { AddressInfo } from 'node:net';
import { createJsonSource, createSlimeVrSource, type FeedSource } from '@leib/feeds';
import { dataFeedUpdate } from '@leib/feeds/testing';
import { createDeviceFrame, isTracked, pointNumber } from '@leib/tracking';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { ManualClock, until } from '../common/server.testing.js';

/** Programs that have a WebSocket of their own, and no bridge between: here on real sockets, on loopback. */

const sources: FeedSource[] = [];
const servers: WebSocketServer[] = [];
afterEach(() => {
  for (const source of sources.splice(0)) source.dispose();
  for (const server of servers.splice(0)) stop(server);
});

async function start(onConnection: (socket: WebSocket) => void, port = 0): Promise<WebSocketServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  servers.push(server);
  server.on('connection', onConnection);
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

function stop(server: WebSocketServer): void {
  for (const client of server.clients) client.terminate();
  server.close();
}

const portOf = (server: WebSocketServer) => (server.address() as AddressInfo).port;
const urlOf = (server: WebSocketServer) => `ws://127.0.0.1:${portOf(server)}`;

test('SlimeVR’s server is asked for its feed, and its headset and bones are tracked', async () => {
  const update = Buffer.from(dataFeedUpdate());
  const requests: Buffer[] = [];
  const server = await start((socket) => {
    socket.on('message', (request: Buffer) => {
      requests.push(request);
      socket.send(update.subarray(0, 300));
      socket.send('hello');
      socket.send(update);
    });
  });
  const source = createSlimeVrSource(urlOf(server));
  sources.push(source);
  await until(() => source.feeds[0].packets === 3);
  expect(requests).toHaveLength(1);
  expect(requests[0].subarray(4, 8).toString()).toBe('SXMB');
  expect(source.feeds[0].damaged).toBe(2);
  const frame = createDeviceFrame();
  source.step(0, frame);
  expect(
    ['head', 'hips', 'leftKnee', 'rightKnee'].map((point) => isTracked(frame, pointNumber[point as 'head'])),
  ).toEqual([true, true, true, true]);
});

test('a program that sends JSON, is stopped, and started again with its counter at zero', async () => {
  const clock = new ManualClock();
  let n = 500;
  const program: { socket: WebSocket | null } = { socket: null };
  const onConnection = (socket: WebSocket) => {
    program.socket = socket;
  };
  const send = async (count: number) => {
    const device = { id: 'a', point: 'hips', pose: [0, 1, 0, 0, 0, 0, 1] };
    for (let i = 0; i < count; i++) {
      const before = source.feeds[0].packets;
      program.socket?.send(JSON.stringify({ format: 'leib-feed/1', n: n++, latency: 0.003, devices: [device] }));
      await until(() => source.feeds[0].packets > before);
      clock.advance(4);
    }
  };
  const first = await start(onConnection);
  const source = createJsonSource(urlOf(first), { nowMs: clock.nowMs });
  sources.push(source);
  const frame = createDeviceFrame();
  const isSeen = () => {
    source.step(0, frame);
    return isTracked(frame, pointNumber.hips);
  };
  await until(() => program.socket !== null && source.connection === 'open');
  await send(130);
  expect(isSeen()).toBe(true);
  expect(source.devices[0]).toMatchObject({ id: 'json/a', latencyMs: 3 });
  expect(source.devices[0].rateHz).toBeCloseTo(250, -1);
  const port = portOf(first);
  stop(first);
  await until(() => source.connection === 'lost');
  clock.advance(1000);
  expect(isSeen()).toBe(false);
  n = 0;
  await start(onConnection, port);
  await until(() => source.connection === 'open');
  await send(2);
  expect(isSeen()).toBe(true);
  expect(source.feeds[0]).toMatchObject({ damaged: 0, lost: 0, restarts: 1 });
  expect(source.devices).toHaveLength(1);
});
