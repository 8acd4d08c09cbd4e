import { encodeTimes, roomKind } from '@leib/net';
import { FakeSocket } from '@leib/net/testing';
import { createDeviceFrame, createFeedPacket, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { message, natNetFrame, natNetModelDef, natNetServerInfo } from '../natnet/testing.js';
import type { OscArgument } from '../osc/oscReader.js';
import { createOscWriter, flushOscBundle, writeOscMessage } from '../osc/oscWriter.js';
import type { FeedProtocol } from '../protocol/feedDecoder.js';
import { decodeFresh, sampleOf } from '../protocol/protocol.testing.js';
import { encodeBridgeDatagram, encodeFeedList } from './bridgeMessage.js';
import { type BridgeSource, createBridgeSource } from './bridgeSource.js';
import { createFeedDecoder } from './feedInput.js';

// A stranger on the network forges packets of every protocol, from another address and from the sender's own.

const HONEST = 1;
/** Overwritten by packets that are not looked at. */
const decodeScratch = createFeedPacket();
let nowMs = 0;
let sequence = 0;
let socket: FakeSocket;
let source: BridgeSource;

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 10_000;
  sequence = 0;
  socket = new FakeSocket('http://test');
  source = createBridgeSource('http://test', {
    nowMs: () => nowMs,
    createSocket: () => socket as unknown as WebSocket,
  });
  socket.open();
});
afterEach(() => {
  source.dispose();
  vi.useRealTimers();
});

function listenTo(protocol: FeedProtocol): void {
  const feeds = [{ protocol, address: '127.0.0.1', port: 5000, up: 'y', problem: null }] as const;
  socket.receive(encodeFeedList({ feeds, outputs: [] }).buffer);
}

function receive(payload: Uint8Array, sender = HONEST): void {
  socket.receive(encodeBridgeDatagram(0, sequence++, nowMs, payload, sender).buffer);
}

const json = (value: object) => new TextEncoder().encode(JSON.stringify({ format: 'leib-feed/1', ...value }));
const device = (id: string, x: number, point = 'hips') => ({ id, point, pose: [x, 1, 0, 0, 0, 0, 1] });

function bundleOf(...messages: [string, string, ...OscArgument[]][]): Uint8Array {
  const bundles: Uint8Array[] = [];
  const writer = createOscWriter((bytes) => bundles.push(bytes.slice()));
  for (const [address, types, ...values] of messages) writeOscMessage(writer, address, types, values);
  flushOscBundle(writer);
  return bundles[0];
}

const bone = (name: string, y: number): [string, string, ...OscArgument[]] => {
  return ['/VMC/Ext/Bone/Pos', 'sfffffff', name, 0, y, 0, 0, 0, 0, 1];
};
/** A person whose head is at a height of 1.6 m, without an upper chest. */
const person = () => bundleOf(bone('Hips', 1), bone('Spine', 0.1), bone('Chest', 0.2), bone('Head', 0.3));

const bodies = [{ id: 7, pose: [1, 1, 0, 0, 0, 0, 1] }];
const atHips = () => {
  const frame = createDeviceFrame();
  source.step(0, frame);
  return { x: frame.devicePoses[pointNumber.hips * POSE_SIZE], grade: frame.quality[pointNumber.hips] };
};

test('a stranger beside a known sender moves nothing, loses nothing and adds nothing with one packet', () => {
  listenTo('json');
  for (let i = 0; i < 20; i++) {
    nowMs += 10;
    receive(json({ n: i, complete: true, devices: [device('a', 1)] }));
  }
  receive(json({ n: 5, complete: true, devices: [device('a', 9), device('b', 9)] }), 2);
  receive(json({ complete: true, devices: [] }), 3);
  expect(atHips()).toEqual({ x: 1, grade: quality.tracked });
  expect(source.devices).toHaveLength(1);
  expect(source.feeds[0]).toMatchObject({ ignored: 2, lost: 0, restarts: 0, damaged: 0 });
  // Not with many either: what the known sender has is the known sender's.
  for (let i = 0; i < 50; i++) receive(json({ complete: true, devices: [device('a', 9)] }), 2);
  expect(atHips()).toEqual({ x: 1, grade: quality.tracked });
});

test('two programs that send different devices to one port are both read', () => {
  listenTo('json');
  for (let i = 0; i < 10; i++) {
    nowMs += 10;
    receive(json({ complete: true, devices: [device('a', 1)] }), 1);
    receive(json({ complete: true, devices: [device('b', 2, 'chest')] }), 2);
  }
  source.step(0, createDeviceFrame());
  expect(source.devices.map(({ id, quality: grade }) => [id, grade])).toEqual([
    ['json:5000/a', quality.tracked],
    ['json:5000/b', quality.tracked],
  ]);
});

test('a program that opens a socket for every packet is read, and one that starts again too', () => {
  listenTo('json');
  for (let i = 0; i < 100; i++) {
    nowMs += 10;
    receive(json({ devices: [device('a', i)] }), 1000 + i);
    expect(atHips().x).toBe(i);
  }
  for (let i = 0; i < 20; i++) receive(json({ n: i, devices: [device('a', 5)] }), 1);
  nowMs += 1000;
  receive(json({ n: 0, devices: [device('a', 6)] }), 2);
  expect(atHips().x).toBe(6);
});

test('packets full of names, of one sender or of many, leave room for devices', () => {
  listenTo('json');
  for (let i = 0; i < 40; i++) {
    nowMs += 5;
    const devices = Array.from({ length: 512 }, (_, k) => device(`${i}-${k}`, 9, 'head'));
    receive(json({ devices }), i % 2 === 0 ? 50 : 100 + i);
  }
  for (let i = 0; i < 5; i++) receive(json({ devices: [device('a', 1)] }));
  expect(atHips()).toEqual({ x: 1, grade: quality.tracked });
  expect(source.devices.length).toBeLessThanOrEqual(1024);
});

test('devices that lasted and went silent leave room for others of their own sender', () => {
  listenTo('json');
  for (let i = 0; i < 40; i++) {
    nowMs += 5;
    for (const part of ['x', 'y', 'z']) {
      receive(json({ devices: Array.from({ length: 512 }, (_, k) => device(`${part}${k}`, 9, 'head')) }));
    }
  }
  nowMs += 60_000;
  for (let i = 0; i < 20; i++) {
    nowMs += 10;
    receive(json({ devices: [device('a', 1)] }));
  }
  expect(atHips()).toEqual({ x: 1, grade: quality.tracked });
});

// From here on the stranger has the sender's own address, so that the decoder itself has to recover.

test.each([200, 206, 211, 300, 401])('NatNet: forged server information costs no frame of version %i', (version) => {
  const decoder = createFeedDecoder('natnet');
  const frame = (frameNumber: number) => natNetFrame({ version, bodies, frameNumber, isCrowded: true });
  let read = 0;
  for (let i = 0; i < 600; i++) {
    if (i % 3 === 0) decoder.decode(natNetServerInfo(2 + (i % 3), i % 13, 1), decodeScratch);
    if (i % 7 === 0) decoder.decode(natNetModelDef(version, [[7, 'Forged']]), decodeScratch);
    if (i % 11 === 0) decoder.decode(message(1, new Array(280).fill(i % 256)), decodeScratch);
    const packet = decodeFresh(decoder, frame(i));
    if (packet !== null && sampleOf(packet, 'body/7').pose[0] === 1) read++;
    expect(packet?.senderLatencySeconds).toBeNaN();
  }
  expect(read).toBe(600);
});

test('NatNet: names that the server does not repeat are forgotten', () => {
  const decoder = createFeedDecoder('natnet');
  decodeFresh(decoder, natNetModelDef(401, [[7, 'Forged']]));
  const frame = natNetFrame({ version: 401, bodies });
  expect(sampleOf(decodeFresh(decoder, frame), 'body/7').name).toBe('Forged');
  for (let i = 0; i < 10_000; i++) decoder.decode(frame, decodeScratch);
  expect(sampleOf(decodeFresh(decoder, frame), 'body/7').name).toBe('body/7');
});

test('VMC: a bone, a root or a status that came once is gone again', () => {
  const forged = [
    bundleOf(bone('UpperChest', 10)),
    bundleOf(['/VMC/Ext/Root/Pos', 'sfffffff', 'root', 0, 10, 0, 0, 0, 0, 1]),
    bundleOf(...Array.from({ length: 20 }, () => bone('Head', 10))),
    bundleOf(['/VMC/Ext/OK', 'i', 0]),
  ];
  for (const isFirst of [true, false]) {
    for (const bytes of forged) {
      const decoder = createFeedDecoder('vmc');
      if (isFirst) decodeFresh(decoder, bytes);
      for (let i = 0; i < 40; i++) decodeFresh(decoder, person());
      if (!isFirst) decodeFresh(decoder, bytes);
      for (let i = 0; i < 320; i++) {
        const head = sampleOf(decodeFresh(decoder, person()), 'bone/head');
        expect(head.pose[1]).toBeCloseTo(1.6, 5);
        if (i > 310) expect(head.quality).toBe(quality.tracked);
      }
    }
  }
});

test('VMC: a bone that turns up and stays counts', () => {
  const decoder = createFeedDecoder('vmc');
  for (let i = 0; i < 40; i++) decodeFresh(decoder, person());
  const taller = bundleOf(
    bone('Hips', 1),
    bone('Spine', 0.1),
    bone('Chest', 0.2),
    bone('UpperChest', 0.1),
    bone('Head', 0.3),
  );
  for (let i = 0; i < 3; i++) decodeFresh(decoder, taller);
  expect(sampleOf(decodeFresh(decoder, taller), 'bone/head').pose[1]).toBeCloseTo(1.7, 5);
});

test('VMC: 2000 serials of devices and one raw pose leave the true tracker as it was', () => {
  const decoder = createFeedDecoder('vmc');
  const tracker = (serial: string, x: number, local = ''): [string, string, ...OscArgument[]] => {
    return [`/VMC/Ext/Tra/Pos${local}`, 'sfffffff', serial, x, 1, 0, 0, 0, 0, 1];
  };
  for (let i = 0; i < 2000; i++) decodeFresh(decoder, bundleOf(tracker(`forged${i}`, 9)));
  expect(sampleOf(decodeFresh(decoder, bundleOf(tracker('true', -2))), 'tracker/true').pose[0]).toBe(2);
  decodeFresh(decoder, bundleOf(tracker('true', 9, '/Local')));
  let read = 0;
  for (let i = 0; i < 100; i++) read += decodeFresh(decoder, bundleOf(tracker('true', -2)))?.sampleCount ?? 0;
  expect(read).toBe(40);
});

test('VRChat: a rotation that came once is gone again', () => {
  const decoder = createFeedDecoder('vrchat');
  const position = bundleOf(['/tracking/trackers/1/position', 'fff', 0, 1, 0]);
  decodeFresh(decoder, bundleOf(['/tracking/trackers/1/rotation', 'fff', 90, 0, 0]));
  for (let i = 0; i < 70; i++) decodeFresh(decoder, position);
  const sample = sampleOf(decodeFresh(decoder, position), 'tracker/1');
  expect([sample.quality, sample.pose[6]]).toEqual([quality.inferred, 1]);
});

test.each([
  ['a latency', { latency: 1e300 }],
  ['a clock', { t: -1e300 }],
  ['a counter', { n: Number.MAX_SAFE_INTEGER }],
  ['an end of tracking', { complete: true, devices: [] }],
  ['a place', { devices: [device('a', 1e155)] }],
  ['a rotation', { devices: [{ id: 'a', point: 'hips', pose: [1, 1, 0, 0, 0, 0, 0] }] }],
])('JSON: %s that was forged once is gone after a few frames', (_, forged) => {
  listenTo('json');
  socket.receive(encodeTimes(roomKind.pong, nowMs, nowMs, nowMs).buffer);
  const frame = (i: number) => {
    nowMs += 10;
    receive(json({ n: i, t: i / 100, latency: 0.004, devices: [device('a', 1)] }));
  };
  for (let i = 0; i < 50; i++) frame(i);
  receive(json({ n: 50, devices: [device('a', 9)], ...forged }));
  for (let i = 51; i < 60; i++) frame(i);
  expect(atHips()).toEqual({ x: 1, grade: quality.tracked });
  const { pose, latencyMs } = source.devices[0];
  expect([...pose]).toEqual([1, 1, 0, 0, 0, 0, 1]);
  expect(latencyMs).toBeLessThan(10);
});
