import { once } from 'node:events';
import {
  createMessage,
  decodeProblem,
  decodeTimes,
  defaultWalls,
  encodeTimes,
  roomKind,
  type roomPath,
  roomUrl,
} from '@leib/net';
import { encodeOpening } from '@leib/reembody/wire';
import { afterEach, expect, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { ManualClock, until } from '../common/server.testing.js';
import { openingOf } from '../remote/remote.testing.js';
import { type RunningServer, startServer } from '../startServer.js';

// Connections that want several things, and what holds for all of them, whatever they want.

const running: RunningServer[] = [];
const sockets: RawWebSocket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  for (const server of running.splice(0)) await server.close();
});

async function serve(): Promise<RunningServer> {
  const server = await startServer({ port: 0, studioDir: null, clock: new ManualClock() });
  running.push(server);
  return server;
}

async function join(server: RunningServer, wish: Parameters<typeof roomPath>[0]) {
  const socket = new RawWebSocket(roomUrl(server.url, wish));
  sockets.push(socket);
  const messages: Buffer[] = [];
  socket.on('message', (data: Buffer) => messages.push(data));
  socket.on('error', () => {});
  await new Promise((resolve) => {
    for (const event of ['open', 'close']) socket.once(event, resolve);
  });
  const kinds = () => messages.map(([kind]) => kind);
  return { socket, messages, kinds };
}

const [{ name: wall }] = defaultWalls.walls;

test('[RJ1] one connection has feeds, a world and a wall, and gives all of them back when it goes', async () => {
  const server = await serve();
  const { socket, kinds } = await join(server, { feeds: true, world: 'a', walls: 'display', wall });
  await until(() => kinds().includes(roomKind.feeds) && kinds().includes(roomKind.walls));
  socket.send(encodeOpening(openingOf()));
  await until(() => kinds().includes(roomKind.built));
  const counts = () => [server.bridge.clientCount, server.remote.worldCount, server.displays.clientCount];
  expect(counts()).toEqual([1, 1, 1]);
  socket.close();
  await until(() => counts().every((count) => count === 0));
});

test('[RJ3] it counts for each thing that it wants', async () => {
  const server = await serve();
  for (let i = 0; i < 12; i++) await join(server, { world: `w${i}`, feeds: true });
  for (const [wish, isOpen] of [
    [{ feeds: true }, false],
    [{ world: null }, false],
    [{ feeds: true, walls: 'watcher' }, false],
    [{ walls: 'watcher' }, true],
  ] as const) {
    const { socket } = await join(server, wish);
    expect(socket.readyState === socket.OPEN).toBe(isOpen);
  }
});

test('[RM2] a kind that was not joined for ends the connection with its reason, and so does one of the server', async () => {
  const server = await serve();
  for (const kind of [roomKind.output, roomKind.scene, roomKind.status, roomKind.pong]) {
    const { socket, messages } = await join(server, { walls: 'watcher' });
    socket.send(createMessage(kind, 8));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1008);
    const problem = decodeProblem(messages.at(-1) as Buffer);
    expect(problem).toEqual({
      ok: true,
      value: { reason: `message: expected a kind that was joined for, got kind ${kind}.`, isOver: true },
    });
  }
});

test('[RM3] a message larger than its kind may be ends the connection, also where other kinds may be as large', async () => {
  const server = await serve();
  const { socket, messages } = await join(server, { walls: 'simulation' });
  socket.send(createMessage(roomKind.ping, 1000));
  const [code] = await once(socket, 'close');
  expect(code).toBe(1008);
  const problem = decodeProblem(messages.at(-1) as Buffer);
  expect(problem.ok && problem.value.reason).toBe(
    `message of kind ${roomKind.ping}: expected at most 12 bytes, got 1004.`,
  );
});

test('[RC4] everybody may ask for the time, and nobody without end', async () => {
  const server = await serve();
  const { socket, messages } = await join(server, { walls: 'watcher' });
  socket.send(encodeTimes(roomKind.ping, 12.5));
  const pong = () => messages.find(([kind]) => kind === roomKind.pong);
  await until(() => pong() !== undefined);
  const times = decodeTimes(pong() as Buffer, 3);
  expect(times.ok && times.value[0]).toBe(12.5);
  for (let i = 0; i < 60; i++) socket.send(encodeTimes(roomKind.ping, i));
  await once(socket, 'close');
  const problem = decodeProblem(messages.at(-1) as Buffer);
  expect(problem.ok && problem.value.reason).toContain('at most 10 a second');
});
