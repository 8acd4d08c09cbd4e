import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  buildRemoteFrameLayout,
  defaultRemoteBodySettings,
  inputAt,
  outputAt,
  RemoteSession,
  RemoteWorld,
} from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import {
  createMessage,
  decodeFailure,
  encodeNumbers,
  encodeOpening,
  encodeSettings,
  REMOTE_PATH,
  readHeader,
  remoteKind,
  remoteLimits,
} from '@leib/reembody/wire';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { ManualClock, until } from '../common/server.testing.js';
import { floor, openingOf, skeleton, standingAt, Visitor } from './remote.testing.js';
import { type RemoteOptions, type RemoteService, startRemote } from './startRemote.js';

// Everything on loopback, on ports that the system chooses. Where time matters the test advances the server's clock.

const running: { server: Server; remote: RemoteService }[] = [];
const visitors: Visitor[] = [];
const raw: RawWebSocket[] = [];

afterEach(() => {
  for (const { client } of visitors.splice(0)) client.dispose();
  for (const socket of raw.splice(0)) socket.terminate();
  for (const { server, remote } of running.splice(0)) {
    remote.close();
    server.close();
    server.closeAllConnections();
  }
});

async function serve(options: RemoteOptions = {}): Promise<{ url: string; remote: RemoteService }> {
  const remote = startRemote(options);
  const server = createServer();
  server.on('upgrade', (request, socket, head) => remote.handleUpgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push({ server, remote });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${REMOTE_PATH}`, remote };
}

async function visit(
  url: string,
  ...rest: ConstructorParameters<typeof Visitor> extends [string, ...infer R] ? R : never
) {
  const visitor = new Visitor(url, ...rest);
  visitors.push(visitor);
  await until(() => visitor.built !== null || visitor.failures.length > 0);
  return visitor;
}

/** A socket without our own client: for messages that it would not send. */
async function connect(url: string): Promise<{ socket: RawWebSocket; refusal: Promise<string> }> {
  const socket = new RawWebSocket(url);
  raw.push(socket);
  let reason = '';
  socket.on('message', (data: Buffer) => {
    const header = readHeader(data);
    if (!header.ok || header.value.kind !== remoteKind.failed) return;
    const failure = decodeFailure(data);
    reason = failure.ok ? failure.value.reason : '';
  });
  socket.on('error', () => {});
  const refusal = once(socket, 'close').then(() => reason);
  await once(socket, 'open');
  return { socket, refusal };
}

describe('alone', () => {
  test('a body on the server does what it does here, to the seven digits of the wire', async () => {
    const { url } = await serve();
    const visitor = await visit(url);
    const session = new RemoteSession(await loadMujoco(), { bodies: [openingOf().body], objects: floor });
    const input = new Float64Array(session.layout.inputLength);
    const output = new Float64Array(session.layout.outputLength);
    for (let frame = 0; frame < 40; frame++) {
      const x = Math.fround(frame / 90);
      await visitor.stand(x);
      const pose = standingAt(x);
      input[inputAt.dtSeconds] = Math.fround(1 / 90);
      input.set(Float32Array.from(pose.rootPosition), inputAt.targetRootPosition);
      input.set(Float32Array.from(pose.localRotations), inputAt.targetRotations);
      session.step(input, output);
    }
    expect(visitor.answers).toBe(40);
    const { contacts } = session.layout;
    for (let i = 0; i < contacts; i++) {
      if (i !== outputAt.stepSeconds) expect(visitor.output[i]).toBe(Math.fround(output[i]));
    }
    expect(visitor.output[outputAt.stepSeconds]).toBeGreaterThan(0);
    session.dispose();
  });

  test('settings, more bodies and things put back: as in the page', async () => {
    const { url } = await serve();
    const visitor = await visit(url);
    await visitor.stand(0);
    visitor.client.setSettings({ ...defaultRemoteBodySettings, totalMass: 55 });
    await until(() => visitor.builtCount === 2);
    expect(visitor.built?.bodies[0].settings.totalMass).toBe(55);
    visitor.client.setCount(3);
    await until(() => visitor.builtCount === 3);
    expect(visitor.built).toMatchObject({ ownCount: 3, clientCount: 1, seat: 0 });
    await visitor.stand(0, 2, 4);
    const layout = buildRemoteFrameLayout(visitor.built?.bodies ?? [], 1);
    expect(visitor.output[layout.bodies[2].places]).toBeCloseTo(4, 3);
    visitor.client.setCount(1);
    await until(() => visitor.builtCount === 4);
    visitor.client.resetObjects();
    await visitor.stand(0.1);
    expect(visitor.failures).toEqual([]);
  });

  test('wrong settings and counts are refused, and everything goes on', async () => {
    const { url } = await serve();
    const visitor = await visit(url);
    visitor.client.setSettings({ ...defaultRemoteBodySettings, totalMass: -1 });
    visitor.client.setCount(99);
    await until(() => visitor.failures.length === 2);
    expect(visitor.failures.map(({ isOver }) => isOver)).toEqual([false, false]);
    expect(visitor.failures[0].reason).toContain('totalMass');
    expect(visitor.failures[1].reason).toContain('count');
    await visitor.stand(0);
    expect(visitor.answers).toBe(1);
  });
});

/** Period of a shared world's own steps. */
const TICK_MS = 1000 / 90;

describe('in one room', () => {
  test('two see and touch each other; who leaves is removed, and who stays is answered', async () => {
    const clock = new ManualClock();
    const tick = () => clock.advance(TICK_MS);
    const { url, remote } = await serve({ clock });
    const first = await visit(`${url}?room=a`, openingOf(), tick);
    await first.stand(0);
    const second = await visit(`${url}?room=a`, openingOf(), tick);
    await until(() => first.built?.clientCount === 2);
    expect(remote).toMatchObject({ clientCount: 2, worldCount: 1 });
    expect([first.built?.seat, second.built?.seat]).toEqual([0, 1]);
    expect([first.built?.ownCount, first.built?.bodies.length]).toEqual([1, 2]);
    // Arms stretched out, hands in each other's way.
    const apart = 1.3;
    for (let frame = 0; frame < 30; frame++) await Promise.all([first.stand(0), second.stand(apart)]);
    const layout = buildRemoteFrameLayout(first.built?.bodies ?? [], 1);
    expect(first.output[layout.bodies[0].places]).toBeCloseTo(0, 2);
    expect(first.output[layout.bodies[1].places]).toBeCloseTo(apart, 2);
    // The other counts the other way round.
    expect(second.output[layout.bodies[0].places]).toBeCloseTo(apart, 2);
    expect(second.output[layout.bodies[1].places]).toBeCloseTo(0, 2);
    expect(first.output[outputAt.contactCount]).toBeGreaterThan(0);
    // The world goes on by itself when clients send nothing.
    const before = first.frames;
    await until(() => first.frames > before + 5, tick);

    const waiting = first.stand(0);
    second.client.dispose();
    await waiting;
    await until(() => first.built?.clientCount === 1);
    expect(first.built?.bodies).toHaveLength(1);
    await first.stand(0.1);
    expect(first.output[0]).toBeGreaterThan(0);
    expect(first.failures).toEqual([]);
    await until(() => remote.clientCount === 1);
  });

  test('a place that was left is taken by the next', async () => {
    const { url } = await serve();
    const first = await visit(`${url}?room=b`);
    const second = await visit(`${url}?room=b`);
    first.client.dispose();
    await until(() => second.built?.clientCount === 1);
    const third = await visit(`${url}?room=b`);
    expect(third.built?.seat).toBe(0);
    await until(() => second.built?.clientCount === 2);
    expect(second.built?.seat).toBe(1);
  });

  test('a client with other things is refused, and so is one that does not fit into a full world', async () => {
    const { url } = await serve();
    const first = await visit(`${url}?room=c`, openingOf(5));
    const other = await visit(`${url}?room=c`, openingOf(1, []));
    expect(other.failures[0]).toMatchObject({ isOver: true });
    expect(other.failures[0].reason).toContain('expected the same things');
    const many = await visit(`${url}?room=c`, openingOf(4));
    expect(many.failures[0].reason).toContain('1 to 8');
    await first.stand(0, 1, 2, 3, 4);
    expect(first.failures).toEqual([]);
  });
});

describe('what is refused', () => {
  const settings = encodeSettings(defaultRemoteBodySettings);
  const newer = createMessage(remoteKind.open, 0);
  newer[1] = 9;
  test.each<[string, (string | Uint8Array)[], string]>([
    ['text', ['hello'], 'expected binary'],
    ['too little', [new Uint8Array(3)], 'at least'],
    ['another version', [newer], 'version 9'],
    ['no such kind', [encodeOpening(openingOf()), createMessage(99, 0)], 'kind 99'],
    ['settings before an opening', [settings], 'expected as the first message'],
    ['a frame before an opening', [encodeNumbers(new Float64Array(4), 4, 1)], 'expected as the first message'],
    ['an opening without content', [createMessage(remoteKind.open, 40)], 'open'],
    ['two openings', [encodeOpening(openingOf()), encodeOpening(openingOf())], 'expected once'],
    [
      'a frame of another length',
      [encodeOpening(openingOf()), encodeNumbers(new Float64Array(9), 9, 1)],
      'got 9 numbers',
    ],
    [
      'requests by the hundred',
      [encodeOpening(openingOf()), ...Array(100).fill(createMessage(remoteKind.count, 0))],
      'too many messages',
    ],
  ])('%s', async (_, messages, reason) => {
    // Time stands still, so that messages count as coming at once.
    const { url, remote } = await serve({ clock: new ManualClock() });
    const { socket, refusal } = await connect(url);
    const [first, ...others] = messages;
    socket.send(first);
    if (others.length > 0) await once(socket, 'message');
    for (const message of others) socket.send(message);
    expect(await refusal).toContain(reason);
    // The server is as it was.
    await until(() => remote.clientCount === 0 && remote.worldCount === 0);
    const visitor = await visit(url);
    await visitor.stand(0);
    expect(visitor.answers).toBe(1);
  });

  test('more frames than 600 at once are refused', async () => {
    const { url } = await serve({ clock: new ManualClock() });
    const { socket, refusal } = await connect(url);
    socket.send(encodeOpening(openingOf()));
    const length = inputAt.targetRotations + skeleton.jointCount * 4;
    const frame = encodeNumbers(new Float64Array(length), length, 1);
    for (let i = 0; i < 601; i++) socket.send(frame);
    expect(await refusal).toContain('too many messages');
  });

  test('a message that is too large ends the connection and nothing else', async () => {
    const { url, remote } = await serve();
    const { socket, refusal } = await connect(url);
    socket.send(new Uint8Array(remoteLimits.messageBytes + 1));
    await refusal;
    await until(() => remote.clientCount === 0);
    expect((await visit(url)).failures).toEqual([]);
  });

  test('frames with NaN move no body and are counted', async () => {
    const { url } = await serve();
    const visitor = await visit(url);
    await visitor.stand(0);
    const { input } = visitor.client;
    input?.fill(Number.NaN);
    visitor.client.send();
    await until(() => visitor.answers === 2);
    await visitor.stand(0);
    expect(visitor.output[outputAt.refused]).toBeGreaterThan(0);
    expect(visitor.output[outputAt.rootPosition + 1]).toBeCloseTo(skeleton.restOffsets[1], 2);
  });

  test('a client that sends nothing for a minute is disconnected with the reason', async () => {
    const clock = new ManualClock();
    const { url, remote } = await serve({ clock });
    const visitor = await visit(url);
    clock.advance(60_000);
    await visitor.stand(0);
    clock.advance(59_000);
    expect(remote.clientCount).toBe(1);
    clock.advance(2000);
    await until(() => visitor.failures.length > 0);
    expect(visitor.failures[0]).toMatchObject({ isOver: true });
    expect(visitor.failures[0].reason).toContain('no message for 60 s');
    await until(() => remote.clientCount === 0 && remote.worldCount === 0);
  });

  test('a full server refuses the next client', async () => {
    const { url } = await serve({ maxClients: 1 });
    await visit(url);
    const second = await visit(url);
    expect(second.failures[0].reason).toContain('no room for more');
  });

  test('who is one too many does not even connect, and leaves nothing behind', async () => {
    const { url, remote } = await serve({ maxClients: 1 });
    await visit(url);
    const many = Array.from({ length: 50 }, () => new RawWebSocket(url));
    const answers = await Promise.all(
      many.map(async (socket) => ((await once(socket, 'error')) as [Error])[0].message),
    );
    expect(new Set(answers)).toEqual(new Set(['Unexpected server response: 503']));
    expect(remote.clientCount).toBe(1);
  });

  test('connections that say nothing take no world, and are ended after ten seconds', async () => {
    const clock = new ManualClock();
    const { url, remote } = await serve({ clock });
    const silent = await Promise.all(Array.from({ length: 8 }, () => connect(url)));
    await until(() => remote.clientCount === 8);
    expect(remote.worldCount).toBe(0);
    const visitor = await visit(url);
    await visitor.stand(0);
    clock.advance(9000);
    await visitor.stand(0);
    clock.advance(2000);
    for (const { refusal } of silent) expect(await refusal).toContain('no message for 10 s');
    await until(() => remote.clientCount === 1);
    expect(visitor.failures).toEqual([]);
  });

  test('one address has no more worlds than its share', async () => {
    const { url } = await serve({ maxWorldsPerAddress: 2 });
    for (let i = 0; i < 2; i++) await visit(url);
    const third = await visit(url);
    expect(third.failures[0].reason).toContain('the server is full');
  });

  test('who pings without end is disconnected, and others are not', async () => {
    const { url, remote } = await serve();
    const visitor = await visit(url);
    const { socket, refusal } = await connect(url);
    for (let i = 0; i < 200; i++) socket.ping('x'.repeat(100));
    await refusal;
    await until(() => remote.clientCount === 1);
    await visitor.stand(0);
    expect(visitor.failures).toEqual([]);
  });

  test('of many settings the last ones count, and they are gone with who sent them', async () => {
    const clock = new ManualClock();
    const tick = () => clock.advance(1000 / 90);
    const { url } = await serve({ clock });
    const honest = await visit(`${url}?room=s`, openingOf(), tick);
    const { socket } = await connect(`${url}?room=s`);
    socket.send(encodeOpening(openingOf()));
    await until(() => honest.built?.clientCount === 2, tick);
    for (let mass = 50; mass < 100; mass++) {
      socket.send(encodeSettings({ ...defaultRemoteBodySettings, totalMass: mass }));
    }
    await until(() => honest.built?.bodies[1].settings.totalMass === 99, tick);
    for (let mass = 50; mass < 60; mass++) {
      socket.send(encodeSettings({ ...defaultRemoteBodySettings, totalMass: mass }));
    }
    socket.terminate();
    await until(() => honest.built?.clientCount === 1, tick);
    const after = honest.builtCount;
    await honest.stand(0);
    await honest.stand(0);
    expect(honest.builtCount).toBe(after);
    expect(honest.failures).toEqual([]);
  });

  test('a guest who is nowhere near the room moves nobody else', async () => {
    const clock = new ManualClock();
    const tick = () => clock.advance(1000 / 90);
    const { url } = await serve({ clock });
    const honest = await visit(`${url}?room=far`, openingOf(), tick);
    const guest = await visit(`${url}?room=far`, openingOf(), tick);
    await until(() => honest.built?.clientCount === 2);
    for (let frame = 0; frame < 5; frame++) await Promise.all([honest.stand(0), guest.stand(1.3)]);
    const resets = honest.output[outputAt.resets];
    for (const far of [3e38, -1e20, 1e6, 2000]) await Promise.all([honest.stand(0), guest.stand(far)]);
    expect(honest.output[outputAt.resets]).toBe(resets);
    expect(honest.output[outputAt.rootPosition]).toBeCloseTo(0, 1);
    await Promise.all([honest.stand(0), guest.stand(1.3)]);
    expect(guest.output[outputAt.rootPosition]).toBeCloseTo(1.3, 1);
  });

  test.each([
    ['a page of another origin', '', { origin: 'https://elsewhere.example' }],
    ['a room with a space in its name', '?room=a%20b', {}],
  ])('%s does not even connect', async (_, query, headers) => {
    const { url, remote } = await serve();
    const socket = new RawWebSocket(`${url}${query}`, { headers });
    raw.push(socket);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toMatch(/40[03]/);
    expect(remote.clientCount).toBe(0);
  });

  test('a server that does not run is reported', async () => {
    const visitor = await visit('ws://127.0.0.1:9/remote');
    expect(visitor.failures[0]).toMatchObject({ isOver: true });
    expect(visitor.failures[0].reason).toBe(
      'the server cannot be reached, or has no room for more; try again later, or start it again with npm start or leib serve.',
    );
  });
});

test('clients leave nothing behind: the engine’s memory does not grow with them', async () => {
  const { url, remote } = await serve();
  const mujoco = await loadMujoco();
  const sizes: number[] = [];
  for (let round = 0; round < 10; round++) {
    const visitor = await visit(url, openingOf(3));
    await visitor.stand(0, 2, 4);
    const probe = new RemoteWorld(mujoco, []);
    sizes.push(probe.data.qpos.buffer.byteLength);
    probe.dispose();
    visitor.client.dispose();
    await until(() => remote.worldCount === 0);
  }
  expect(sizes[9]).toBe(sizes[2]);
});

describe('in a thread of its own', () => {
  const root = join(import.meta.dirname, '../../../..');
  beforeAll(() => {
    const { status } = spawnSync(process.execPath, ['scripts/build.mjs', 'apps/server'], { cwd: root });
    expect(status).toBe(0);
  });

  test('a world does the same, and ends with its last client', async () => {
    const threadScript = new URL('../../dist/remote/worldThread.js', import.meta.url);
    const { url, remote } = await serve({ threadScript });
    const first = await visit(`${url}?room=t`);
    const second = await visit(`${url}?room=t`);
    for (let frame = 0; frame < 10; frame++) await Promise.all([first.stand(0), second.stand(1.3)]);
    expect(first.output[outputAt.frameSeconds]).toBeGreaterThan(0);
    second.client.setSettings({ ...defaultRemoteBodySettings, totalMass: -1 });
    await until(() => second.failures.length === 1);
    expect(second.failures[0]).toMatchObject({ isOver: false });
    first.client.dispose();
    await until(() => second.built?.clientCount === 1);
    await second.stand(1);
    second.client.dispose();
    await until(() => remote.worldCount === 0);
    expect(remote.clientCount).toBe(0);
  });

  test('a thread that cannot run is a reason, not the end of the server', async () => {
    const { url, remote } = await serve({ threadScript: new URL('file:///nowhere/there-is-no-such-script.js') });
    const visitor = await visit(url);
    expect(visitor.failures[0]).toMatchObject({ isOver: true });
    expect(visitor.failures[0].reason).toContain('broke down');
    await until(() => remote.worldCount === 0 && remote.clientCount === 0);
  });
});
