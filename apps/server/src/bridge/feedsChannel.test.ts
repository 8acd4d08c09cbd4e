import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { buildSkeleton, createPose } from '@leib/core';
import {
  type BridgeSource,
  createBridgeSource,
  createFeedDecoder,
  createVmcEncoder,
  createVrChatEncoder,
  encodeDTrackFrame,
  encodeVmcFrame,
  encodeVrChatFrame,
} from '@leib/feeds';
import { createMessage, roomKind, roomPath, roomUrl } from '@leib/net';
import { createDeviceFrame, createFeedPacket, createJointFrame, isTracked, pointNumber, quality } from '@leib/tracking';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { ManualClock, until } from '../common/server.testing.js';
import { type RunningServer, type ServerOptions, startServer } from '../startServer.js';
import type { BridgeOptions } from './feedsChannel.js';

// Everything on loopback, on ports that the system chooses. Server and page have one clock, which the test advances.

let clock: ManualClock;
const running: RunningServer[] = [];
const sources: BridgeSource[] = [];
const sockets: Socket[] = [];

beforeEach(() => {
  clock = new ManualClock();
});
afterEach(async () => {
  for (const source of sources.splice(0)) source.dispose();
  for (const socket of sockets.splice(0)) socket.close();
  for (const server of running.splice(0)) await server.close();
});

async function serve(bridge: BridgeOptions = {}, options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, studioDir: null, clock, bridge, ...options });
  running.push(server);
  return server;
}

const urlOf = ({ url }: RunningServer) => roomUrl(url, { feeds: true });
const loopback = { address: '127.0.0.1', port: 0 };

function listenTo(server: RunningServer): BridgeSource {
  const source = createBridgeSource(server.url, { nowMs: clock.nowMs });
  sources.push(source);
  return source;
}

async function openUdp(): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, port: (socket.address() as AddressInfo).port };
}

const body = (id: number) => ({ id, pose: [id / 10, 1, 0, 0, 0, 0, 1] });
const dtrackFrame = (frameNumber: number, ids = [0]) =>
  encodeDTrackFrame({ frameNumber, epochSeconds: clock.nowMs() / 1000, latencySeconds: 0.003, bodies: ids.map(body) });

/** NatNet 3.1, FRAMEOFDATA with one rigid body, whose exposure was so many ticks before it was sent. */
function natNetFrame(id: number, pose: readonly number[], ticks: number): Buffer {
  const payload = Buffer.alloc(12 + 4 + 38 + 16 + 8 + 8 + 24 + 2 + 4);
  payload.writeInt32LE(1, 0);
  payload.writeInt32LE(1, 12);
  payload.writeInt32LE(id, 16);
  pose.forEach((value, k) => {
    payload.writeFloatLE(value, 20 + k * 4);
  });
  payload.writeInt16LE(1, 16 + 36);
  const stamps = 16 + 38 + 16 + 8 + 8;
  payload.writeBigUInt64LE(1_000_000n, stamps);
  payload.writeBigUInt64LE(BigInt(1_000_000 + ticks), stamps + 16);
  const header = Buffer.alloc(4);
  header.writeUInt16LE(7, 0);
  header.writeUInt16LE(payload.length, 2);
  return Buffer.concat([header, payload]);
}

describe('UDP to the page', () => {
  test('DTrack: bodies arrive with names, rates and honest latencies', async () => {
    const server = await serve({ feeds: [{ protocol: 'dtrack', up: 'y', ...loopback }] });
    const [{ port, problem }] = server.bridge.feeds;
    expect(problem).toBeNull();
    const source = listenTo(server);
    await until(() => source.clock.delayMs < 5 && source.feeds.length === 1);
    const { socket } = await openUdp();
    for (let i = 0; i < 60; i++) {
      socket.send(dtrackFrame(i, [0, 3]), port, '127.0.0.1');
      await until(() => source.feeds[0].packets === i + 1);
      clock.advance(10);
    }
    expect(source.feeds[0]).toMatchObject({ lost: 0, reordered: 0, damaged: 0, problem: null });
    expect(source.devices.map(({ name }) => name)).toEqual(['Body 0', 'Body 3']);
    expect(source.devices[0].rateHz).toBeCloseTo(100, 0);
    expect(source.devices[0].latencyMs).toBeCloseTo(3, 1);
  });

  test('four protocols at once, one connection', async () => {
    const protocols = ['dtrack', 'vmc', 'vrchat', 'json'] as const;
    const server = await serve({ feeds: protocols.map((protocol) => ({ protocol, ...loopback })) });
    const source = listenTo(server);
    await until(() => source.feeds.length === protocols.length);
    const ports = server.bridge.feeds.map(({ port }) => port);
    const { socket } = await openUdp();
    const send = (index: number) => (bytes: Uint8Array) => socket.send(bytes.slice(), ports[index], '127.0.0.1');
    send(0)(dtrackFrame(1, [4]));
    const skeleton = buildSkeleton([
      { name: 'hips', offset: [0, 1, 0], bone: 'hips' },
      { name: 'head', parent: 'hips', offset: [0, 0.6, 0], bone: 'head' },
    ]);
    encodeVmcFrame(createVmcEncoder(skeleton, send(1)), createPose(skeleton), 1);
    const joints = createJointFrame();
    joints.quality[pointNumber.leftFoot] = quality.tracked;
    encodeVrChatFrame(createVrChatEncoder(send(2)), joints);
    const device = { id: 'waist', point: 'chest', pose: [0, 1.2, 0, 0, 0, 0, 1] };
    send(3)(new TextEncoder().encode(JSON.stringify({ format: 'leib-feed/1', devices: [device] })));
    await until(() => source.devices.length === 5);
    expect(source.devices.map(({ id }) => id.replace(/:\d+/, '')).sort()).toEqual([
      'dtrack/body/4',
      'json/waist',
      'vmc/bone/head',
      'vmc/bone/hips',
      'vrchat/tracker/3',
    ]);
    const frame = createDeviceFrame();
    source.step(0, frame);
    expect(['head', 'hips', 'chest'].map((point) => isTracked(frame, pointNumber[point as 'head']))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('NatNet: Motive is asked, and what it answers is handed on', async () => {
    const motive = await openUdp();
    const asked: number[] = [];
    motive.socket.on('message', (request, { port }) => {
      asked.push(request.readUInt16LE(0));
      if (request.readUInt16LE(0) !== 0) return;
      const info = Buffer.alloc(4 + 256 + 8 + 8);
      info.writeUInt16LE(1, 0);
      info.writeUInt16LE(info.length - 4, 2);
      info.set([3, 1, 0, 0], 4 + 260);
      info.writeBigUInt64LE(10_000_000n, 4 + 264);
      motive.socket.send(info, port, '127.0.0.1');
    });
    const server = await serve({
      feeds: [{ protocol: 'natnet', ...loopback, natNetServer: `127.0.0.1:${motive.port}` }],
    });
    const source = listenTo(server);
    await until(() => asked.includes(0) && asked.includes(4) && asked.includes(10));
    // Asked again every two seconds, so that a page that comes later learns it too.
    await until(() => source.feeds.length === 1);
    const askedBefore = asked.length;
    clock.advance(1999);
    expect(asked).toHaveLength(askedBefore);
    clock.advance(1);
    await until(() => source.feeds[0].packets > 0);
    expect(source.feeds[0].damaged).toBe(0);
    const { socket } = await openUdp();
    socket.send(natNetFrame(42, [1.5, 1, -2, 0, 0.6, 0, 0.8], 20_000), server.bridge.feeds[0].port, '127.0.0.1');
    await until(() => source.devices.length === 1);
    const [device] = source.devices;
    expect(device.id).toMatch(/^natnet:\d+\/body\/42$/);
    [1.5, 1, -2, 0, 0.6, 0, 0.8].forEach((value, k) => {
      expect(device.pose[k]).toBeCloseTo(value, 6);
    });
    // Two milliseconds passed in Motive, by the clock that it told of, before the frame was sent.
    await until(() => device.latencyMs >= 2);
  });

  test('a feed that stops is lost, and comes back when its sender starts again', async () => {
    const server = await serve({ feeds: [{ protocol: 'dtrack', ...loopback }] });
    const [{ port }] = server.bridge.feeds;
    const source = listenTo(server);
    source.roles = { [`dtrack:${port}/body/0`]: 'hips' };
    await until(() => source.feeds.length === 1);
    const frame = createDeviceFrame();
    const isSeen = () => {
      source.step(0, frame);
      return isTracked(frame, pointNumber.hips);
    };
    const first = await openUdp();
    for (let i = 500; i < 510; i++) first.socket.send(dtrackFrame(i), port, '127.0.0.1');
    await until(() => source.feeds[0].packets === 10);
    expect(isSeen()).toBe(true);
    clock.advance(1000);
    expect(isSeen()).toBe(false);
    const second = await openUdp();
    for (let i = 0; i < 10; i++) second.socket.send(dtrackFrame(i), port, '127.0.0.1');
    await until(() => source.feeds[0].packets === 20);
    expect(isSeen()).toBe(true);
    expect(source.feeds[0].restarts).toBe(1);
  });

  test('a stranger on another port of this machine moves nothing of a known sender', async () => {
    const server = await serve({ feeds: [{ protocol: 'dtrack', up: 'y', ...loopback }] });
    const [{ port }] = server.bridge.feeds;
    const source = listenTo(server);
    await until(() => source.feeds.length === 1);
    const [honest, stranger] = [await openUdp(), await openUdp()];
    let packets = 0;
    const send = async (socket: Socket, bytes: Uint8Array) => {
      socket.send(bytes, port, '127.0.0.1');
      packets++;
      await until(() => source.feeds[0].packets === packets);
    };
    for (let i = 0; i < 6; i++) await send(honest.socket, dtrackFrame(i, [3]));
    for (let i = 100; i < 110; i++) {
      const bodies = [{ id: 3, pose: [9, 9, 9, 0, 0, 0, 1] }];
      await send(stranger.socket, encodeDTrackFrame({ frameNumber: i, epochSeconds: 0, bodies }));
      await send(honest.socket, dtrackFrame(i - 94, [3]));
    }
    expect(source.devices[0].pose[0]).toBeCloseTo(0.3, 6);
    expect(source.feeds[0]).toMatchObject({ lost: 0, reordered: 0, restarts: 0, ignored: 10 });
  });

  test('losses, changed order and damage are counted', async () => {
    const server = await serve({ feeds: [{ protocol: 'dtrack', ...loopback }] });
    const source = listenTo(server);
    await until(() => source.feeds.length === 1);
    const { socket } = await openUdp();
    for (const frameNumber of [1, 2, 5, 4, 6])
      socket.send(dtrackFrame(frameNumber), server.bridge.feeds[0].port, '127.0.0.1');
    for (const noise of ['', 'x', 'fr', '\0'.repeat(2000)])
      socket.send(Buffer.from(noise), server.bridge.feeds[0].port, '127.0.0.1');
    await until(() => source.feeds[0].packets === 9);
    expect(source.feeds[0]).toMatchObject({ lost: 1, reordered: 1, damaged: 4 });
  });

  test('a server that starts again is found again', async () => {
    const server = await serve();
    const source = listenTo(server);
    await until(() => source.connection === 'open');
    await server.close();
    await until(() => source.connection === 'lost');
    running.push(
      await startServer({ port: server.port, studioDir: null, bridge: { feeds: [{ protocol: 'json', ...loopback }] } }),
    );
    await until(() => source.connection === 'open' && source.feeds.length === 1);
  });
});

describe('the page to UDP', () => {
  test('what it sends goes where the user said, and nowhere else', async () => {
    const target = await openUdp();
    const received: Buffer[] = [];
    target.socket.on('message', (bytes) => received.push(bytes));
    const server = await serve({ outputs: [{ protocol: 'vmc', address: '127.0.0.1', port: target.port }] });
    const source = listenTo(server);
    await until(() => source.outputs.length === 1);
    const skeleton = buildSkeleton([{ name: 'hips', offset: [0.5, 1, 0], bone: 'hips' }]);
    const pose = createPose(skeleton);
    encodeVmcFrame(
      createVmcEncoder(skeleton, (bytes) => expect(source.send('vmc', bytes)).toBe(true)),
      pose,
      1,
    );
    expect(source.send('vrchat', Uint8Array.of(1))).toBe(false);
    await until(() => received.length === 1);
    const packet = createFeedPacket();
    expect(createFeedDecoder('vmc').decode(received[0], packet)).toBe(true);
    expect([...packet.samples[0].pose.slice(0, 3)]).toEqual([0.5, 1, 0]);
  });
});

describe('connecting', () => {
  /** How a handshake ends: 'open', or the status that refuses it. */
  function tryOpen(url: string, headers: Record<string, string> = {}): Promise<string> {
    return new Promise((resolve) => {
      const socket = new RawWebSocket(url, { headers });
      socket.on('open', () => {
        socket.terminate();
        resolve('open');
      });
      socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
      socket.on('error', () => resolve('error'));
    });
  }

  test('our own page and programs, but no page of another origin', async () => {
    const server = await serve({}, { allowedOrigins: ['https://leib.example'] });
    const url = urlOf(server);
    expect(await tryOpen(url)).toBe('open');
    expect(await tryOpen(url, { Origin: `http://127.0.0.1:${server.port}` })).toBe('open');
    expect(await tryOpen(url, { Origin: 'https://leib.example' })).toBe('open');
    expect(await tryOpen(url, { Origin: 'https://evil.example' })).toBe('403');
    expect(
      await tryOpen(url, { Origin: `http://evil.example:${server.port}`, Host: `evil.example:${server.port}` }),
    ).toBe('403');
    expect(await tryOpen(url.replace('/api/room', '/api/other'))).toBe('404');
  });

  test('no more than twelve of one address at a time', async () => {
    const server = await serve();
    const many = Array.from({ length: 12 }, () => new RawWebSocket(urlOf(server)));
    await Promise.all(many.map((socket) => once(socket, 'open')));
    expect(await tryOpen(urlOf(server))).toBe('503');
    many[0].terminate();
    await until(() => server.bridge.clientCount === 11);
    expect(await tryOpen(urlOf(server))).toBe('open');
    for (const socket of many) socket.terminate();
  });

  test('too large a message ends the connection, and nonsense does no harm', async () => {
    const server = await serve();
    const socket = new RawWebSocket(urlOf(server));
    await once(socket, 'open');
    for (const size of [0, 1, 70]) socket.send(createMessage(roomKind.output, size));
    socket.send(createMessage(roomKind.ping, 3));
    const closed = once(socket, 'close');
    socket.send(Buffer.alloc(100_000));
    expect((await closed)[0]).toBe(1009);
    const raw = connect(server.port, '127.0.0.1');
    raw.write(
      `GET ${roomPath({ feeds: true })} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    const [answer] = await once(raw, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400/);
    raw.destroy();
    expect((await fetch(`${server.url}api/health`)).status).toBe(200);
  });
});

describe('ports', () => {
  test('only what was asked for is opened, on this machine only', async () => {
    const server = await serve({ feeds: [{ protocol: 'json', ...loopback }] });
    expect(server.bridge.feeds[0].address).toBe('127.0.0.1');
    // The same port on another address of this machine is still free.
    const other = createSocket('udp4');
    other.bind(server.bridge.feeds[0].port, '127.0.0.2');
    await once(other, 'listening');
    other.close();
    expect((await serve()).bridge.feeds).toEqual([]);
  });

  test('one that is taken is a problem of that feed and of nothing else', async () => {
    const { port } = await openUdp();
    const server = await serve({
      feeds: [
        { protocol: 'dtrack', address: '127.0.0.1', port },
        { protocol: 'json', ...loopback },
        { protocol: 'vmc', address: '192.0.2.1', port: 0 },
      ],
    });
    expect((await fetch(`${server.url}api/health`)).status).toBe(200);
    const [taken, open, elsewhere] = server.bridge.feeds;
    expect(taken.problem).toBe(`dtrack: UDP port ${port} is taken by another program; stop it or choose another port.`);
    expect(open.problem).toBeNull();
    expect(elsewhere.problem).toBe('vmc: this machine has no address 192.0.2.1 to listen on.');
    const source = listenTo(server);
    await until(() => source.feeds.length === 3);
    expect(source.feeds[0].problem).toContain('taken');
  });

  test('are free again when the server has stopped', async () => {
    const server = await serve({ feeds: [{ protocol: 'json', ...loopback }] });
    const [{ port }] = server.bridge.feeds;
    await server.close();
    const again = await serve({ feeds: [{ protocol: 'json', address: '127.0.0.1', port }] });
    expect(again.bridge.feeds[0].problem).toBeNull();
  });
});

test('a page that does not read gets the newest when it does, in order, with the count of what it missed', async () => {
  const server = await serve({ feeds: [{ protocol: 'json', ...loopback }] });
  const [{ port }] = server.bridge.feeds;
  const slow = new RawWebSocket(urlOf(server));
  await once(slow, 'open');
  slow.pause();
  // A second page that does read: datagrams are sent as fast as it gets them, so that UDP loses none.
  const quick = listenTo(server);
  await until(() => quick.feeds.length === 1);
  const { socket } = await openUdp();
  const payload = Buffer.alloc(60_000, 0x20);
  const count = 800;
  for (let i = 0; i < count; i++) {
    payload.writeUInt32LE(i, 0);
    socket.send(Buffer.from(payload), port, '127.0.0.1');
    if (i % 8 === 7) await until(() => quick.feeds[0].packets === i + 1);
  }
  const received: number[] = [];
  let dropped = 0;
  slow.on('message', (data: Buffer) => {
    if (data[0] !== roomKind.datagram) return;
    received.push(data.readUInt32LE(24));
    dropped = data.readUInt32LE(16);
  });
  slow.resume();
  await until(() => received.includes(count - 1));
  expect(dropped).toBeGreaterThan(100);
  expect(received.length).toBeLessThan(count);
  expect(received).toEqual([...received].sort((a, b) => a - b));
  slow.terminate();
});
