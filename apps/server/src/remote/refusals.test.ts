import { once } from 'node:events';
import { createMessage, roomKind, roomUrl } from '@leib/net';
import { defaultRemoteBodySettings, inputAt, outputAt } from '@leib/reembody';
import { encodeNumbers, encodeOpening, encodeSettings, remoteLimits } from '@leib/reembody/wire';
import { expect, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { ManualClock, until } from '../common/server.testing.js';
import { openingOf, skeleton } from './remote.testing.js';
import { connect, endAfterEachTest, rawSockets, serve, visit } from './remoteServers.testing.js';

// What is refused. Where time matters the test advances the server's clock.

endAfterEachTest();

const settings = encodeSettings(defaultRemoteBodySettings);
const noSuchKind = Uint8Array.of(99, 1, 0, 0);
const newer = createMessage(roomKind.open, 0);
newer[1] = 9;
test.each<[string, (string | Uint8Array)[], string]>([
  ['text', ['hello'], 'expected binary'],
  ['too little', [new Uint8Array(3)], 'at least'],
  ['another version', [newer], 'version 9'],
  ['no such kind', [encodeOpening(openingOf()), noSuchKind], 'kind 99'],
  ['settings before an opening', [settings], 'expected as the first message'],
  ['a frame before an opening', [encodeNumbers(new Float64Array(4), 4, 1)], 'expected as the first message'],
  ['an opening without content', [createMessage(roomKind.open, 40)], 'open'],
  [
    'settings of a megabyte',
    [encodeOpening(openingOf()), createMessage(roomKind.settings, 1 << 20)],
    'at most 262144 bytes',
  ],
  [
    'a count of ten kilobytes',
    [encodeOpening(openingOf()), createMessage(roomKind.count, 10_000)],
    'at most 1024 bytes',
  ],
  [
    'a frame of more bodies than one client has',
    [encodeOpening(openingOf()), createMessage(roomKind.bodies, 100_000)],
    'at most',
  ],
  ['a kind that only the server sends', [createMessage(roomKind.built, 0)], 'got kind 37'],
  ['a kind of walls', [createMessage(roomKind.scene, 0)], 'expected a kind that was joined for'],
  ['two openings', [encodeOpening(openingOf()), encodeOpening(openingOf())], 'expected once'],
  [
    'a frame of another length',
    [encodeOpening(openingOf()), encodeNumbers(new Float64Array(9), 9, 1)],
    'got 9 numbers',
  ],
  [
    'requests by the hundred',
    [encodeOpening(openingOf()), ...Array(100).fill(createMessage(roomKind.count, 0))],
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
  const many = Array.from({ length: 50 }, () => new RawWebSocket(roomUrl(url, { world: null })));
  const answers = await Promise.all(many.map(async (socket) => ((await once(socket, 'error')) as [Error])[0].message));
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

test('a message in a thousand pieces, and messages after a refusal, end the connection and nothing else', async () => {
  const { url, remote } = await serve({ clock: new ManualClock() });
  const { socket, refusal } = await connect(url);
  for (let i = 0; i < 1000; i++) socket.send(Uint8Array.of(1), { fin: false });
  await refusal;
  const other = await connect(url);
  // It is refused with the first message, goes on, and does not answer the farewell.
  for (let i = 0; i < 200; i++) other.socket.send('hello');
  await other.refusal;
  await until(() => remote.clientCount === 0);
});

test('of many settings the last ones count, and they are gone with who sent them', async () => {
  const clock = new ManualClock();
  const tick = () => clock.advance(1000 / 90);
  const { url } = await serve({ clock });
  const honest = await visit(url, 's', openingOf(), tick);
  const { socket } = await connect(url, 's');
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
  const honest = await visit(url, 'far', openingOf(), tick);
  const guest = await visit(url, 'far', openingOf(), tick);
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
  ['a page of another origin', 'api/room?world=', { origin: 'https://elsewhere.example' }],
  ['a world with a space in its name', 'api/room?world=a%20b', {}],
])('%s does not even connect', async (_, path, headers) => {
  const { url, remote } = await serve();
  const socket = new RawWebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
  rawSockets.push(socket);
  const [error] = (await once(socket, 'error')) as [Error];
  expect(error.message).toMatch(/40[03]/);
  expect(remote.clientCount).toBe(0);
});

test('a server that does not run is reported', async () => {
  const visitor = await visit('http://127.0.0.1:9/');
  expect(visitor.failures[0]).toMatchObject({ isOver: true });
  expect(visitor.failures[0].reason).toBe(
    'the server cannot be reached, or has no room for more; try again later, or start it again with npm start or leib serve.',
  );
});
