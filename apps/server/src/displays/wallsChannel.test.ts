import { once } from 'node:events';
import { type DisplayRole, DisplaysClient, defaultWalls, roomKind, roomUrl } from '@leib/net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { ManualClock, until } from '../common/server.testing.js';
import { type RunningServer, startServer } from '../startServer.js';
import { frameAt, oneAgentScene } from './displays.testing.js';

// Everything on loopback, on ports that the system chooses. Time passes only where the test advances the server's clock.

const running: RunningServer[] = [];
const clients: DisplaysClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.dispose();
  for (const server of running.splice(0)) await server.close();
});

async function serve() {
  const clock = new ManualClock();
  const server = await startServer({ port: 0, studioDir: null, clock });
  running.push(server);
  return { url: server.url, displays: server.displays, clock };
}

async function join(
  url: string,
  walls: DisplayRole,
  wall?: string,
  events: ConstructorParameters<typeof DisplaysClient>[2] = {},
) {
  const problems: string[] = [];
  const client = new DisplaysClient(url, wall === undefined ? { walls } : { walls, wall }, {
    onProblem: (reason) => problems.push(reason),
    ...events,
  });
  clients.push(client);
  await until(() => client.isOpen || problems.length > 0);
  return { client, problems };
}

/** A display that is ready at once and shows what it is told to. */
async function joinWall(url: string, wall: string) {
  const seen = { shown: 0 };
  const { client, problems } = await join(url, 'display', wall, {
    onFrame: ({ number }) => client.sendReady(number, 1),
    onShow(frame) {
      seen.shown = frame;
      client.sendShown(frame);
    },
  });
  return { client, problems, seen };
}

test('six displays over sockets show the same frame, and the server knows it', async () => {
  const { url, displays } = await serve();
  const walls = await Promise.all(defaultWalls.walls.map(({ name }) => joinWall(url, name)));
  const { client: simulation } = await join(url, 'simulation');
  simulation.setScene(oneAgentScene);
  for (let frame = 1; frame <= 10; frame++) {
    simulation.sendFrame(frameAt(frame / 60));
    await until(() => displays.status.walls.every((wall) => wall.frame === frame));
    expect(walls.map(({ seen }) => seen.shown)).toEqual(Array(6).fill(frame));
  }
  expect(displays.status.walls.map(({ state }) => state)).toEqual(Array(6).fill('inStep'));
  expect(displays.status.frameBytes).toBe(24 + 32 + 100);
});

test('a display that is cut off in the middle stalls nothing, and one that never answers costs one time-out', async () => {
  const { url, displays, clock } = await serve();
  const [first, second] = defaultWalls.walls;
  const wall = await joinWall(url, first.name);
  let answers = true;
  const other = await join(url, 'display', second.name, {
    onFrame: ({ number }) => answers && other.client.sendReady(number, 1),
  });
  const { client: simulation } = await join(url, 'simulation');
  for (let frame = 1; frame <= 3; frame++) {
    simulation.sendFrame(frameAt(frame));
    await until(() => wall.seen.shown === frame);
  }
  await until(() => displays.status.walls[1].state === 'inStep');
  answers = false;
  simulation.sendFrame(frameAt(4));
  await until(
    () => wall.seen.shown === 4,
    () => clock.advance(5),
  );
  expect(displays.status.walls[1].state).toBe('late');
  simulation.sendFrame(frameAt(5));
  await until(() => wall.seen.shown === 5);
  other.client.dispose();
  await until(() => displays.status.walls[1].state === 'missing');
  simulation.sendFrame(frameAt(6));
  await until(() => wall.seen.shown === 6);
});

test('a page that was refused gets the wall when it is free', async () => {
  const { url, displays } = await serve();
  const [{ name }] = defaultWalls.walls;
  const first = await joinWall(url, name);
  const second = await joinWall(url, name);
  await until(() => second.problems.length > 0);
  expect(second.problems[0]).toMatch(/^wall "left-left-eye": expected one display, got a second one/);
  expect(displays.clientCount).toBe(1);
  first.client.dispose();
  await until(() => displays.clientCount === 0);
});

test('[RJ1] an address that asks for nothing is refused with 400', async () => {
  const { url } = await serve();
  const socket = new RawWebSocket(`${url.replace('http', 'ws')}api/room?walls=nobody`);
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain('400');
});

test('[RJ3] a page of another origin is refused with 403', async () => {
  const { url } = await serve();
  const socket = new RawWebSocket(roomUrl(url, { walls: 'watcher' }), { origin: 'https://elsewhere.example' });
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain('403');
});

test('[DC4] text, and more messages than anyone needs, end a connection; the others stay', async () => {
  const { url, displays } = await serve();
  const { client: simulation } = await join(url, 'simulation');
  const wall = await joinWall(url, 'front-left-eye');
  const watcher = new RawWebSocket(roomUrl(url, { walls: 'watcher' }));
  await once(watcher, 'open');
  watcher.send('hello');
  const [code] = await once(watcher, 'close');
  expect(code).toBe(1008);
  const flooder = await join(url, 'watcher');
  for (let i = 0; i < 30; i++) flooder.client.sendWalls('{}');
  await until(() => flooder.problems.some((problem) => problem.includes('at most 5 a second')));
  simulation.sendFrame(frameAt(1));
  await until(() => wall.seen.shown === 1);
  expect(displays.clientCount).toBeGreaterThanOrEqual(2);
});

test('a connection that does not answer heartbeats is ended', async () => {
  const { url, displays, clock } = await serve();
  const socket = new RawWebSocket(roomUrl(url, { walls: 'watcher' }), { autoPong: false });
  await once(socket, 'open');
  await until(() => displays.clientCount === 1);
  const closed = once(socket, 'close');
  clock.advance(10_100);
  await closed;
  await until(() => displays.clientCount === 0);
});

test('[DC5] a watcher that does not read is left out, costs a bounded memory, and gets the newest when it reads again', async () => {
  const { url, displays, clock } = await serve();
  const { client: simulation } = await join(url, 'simulation');
  const watcher = new RawWebSocket(roomUrl(url, { walls: 'watcher' }));
  let [received, newest] = [0, 0];
  watcher.on('message', (data: Buffer) => {
    if (data[0] !== roomKind.frame) return;
    received++;
    newest = data.readUInt32LE(4);
  });
  await once(watcher, 'open');
  await until(() => displays.clientCount === 2);
  watcher.pause();
  const [one] = frameAt(1).actors;
  const large = { ...frameAt(1), actors: Array.from({ length: 256 }, (_, id) => ({ ...one, id: String(id) })) };
  const frameCount = 500;
  for (let sent = 0; sent < frameCount; ) {
    if (simulation.sendFrame(large)) sent++;
    else await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await until(() => displays.status.frame === frameCount);
  watcher.resume();
  // Messages keep their order: when a later frame comes, those that did not come were left out.
  await until(
    () => newest > frameCount,
    () => {
      clock.advance(20);
      simulation.sendFrame(large);
    },
  );
  expect(received).toBeLessThan(frameCount);
  watcher.terminate();
});
