import { bytesPerCall, CALL_GARBAGE, seededRandom } from '@leib/core/testing';
import { createMessage, decodeTimes, encodeJson, encodeTimes, HEADER_SIZE, roomKind } from '@leib/net';
import { FakeSocket } from '@leib/net/testing';
import { createDeviceFrame, isTracked, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeDTrackFrame } from '../dtrack/dtrackFrame.js';
import {
  type BridgeFeed,
  decodeBridgeOutput,
  encodeBridgeDatagram,
  encodeBridgeOutput,
  encodeFeedList,
  MAX_DATAGRAM_SIZE,
  setBridgeDropped,
} from './bridgeMessage.js';
import { type BridgeSource, createBridgeSource } from './bridgeSource.js';

let nowMs = 0;
let sockets: FakeSocket[];
let source: BridgeSource;
const frame = createDeviceFrame();
/** The server's clock is an hour ahead. */
const AHEAD_MS = 3_600_000;

const dtrack: BridgeFeed = { protocol: 'dtrack', address: '127.0.0.1', port: 5000, up: 'y', problem: null };
const output = { protocol: 'vmc', address: '127.0.0.1', port: 39539 } as const;

const hello = (feeds: readonly BridgeFeed[] = [dtrack]) => encodeFeedList({ feeds, outputs: [output] }).buffer;

/** A measurement of bodies at (id, 1, 0), received by the server `ageMs` ago. */
function datagram(sequence: number, frameNumber: number, ids: readonly number[], ageMs = 0, dropped = 0): ArrayBuffer {
  const bodies = ids.map((id) => ({ id, pose: [id, 1, 0, 0, 0, 0, 1] }));
  const payload = encodeDTrackFrame({ frameNumber, epochSeconds: 1e9, latencySeconds: 0.005, bodies });
  const bytes = encodeBridgeDatagram(0, sequence, nowMs + AHEAD_MS - ageMs, payload);
  setBridgeDropped(bytes, dropped);
  return bytes.buffer;
}

function step() {
  source.step(1 / 90, frame);
  return frame;
}

function answerPings() {
  const socket = sockets[sockets.length - 1];
  for (const ping of socket.sent) {
    const times = decodeTimes(ping as Uint8Array, 1);
    if (!times.ok) continue;
    const [t0] = times.value;
    socket.receive(encodeTimes(roomKind.pong, t0, t0 + AHEAD_MS, t0 + AHEAD_MS).buffer);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 10_000;
  sockets = [];
  source = createBridgeSource('http://test/', {
    nowMs: () => nowMs,
    createSocket: (url) => {
      sockets.push(new FakeSocket(url));
      return sockets[sockets.length - 1] as unknown as WebSocket;
    },
  });
  sockets[0].open();
  answerPings();
  sockets[0].receive(hello());
});

afterEach(() => {
  source.dispose();
  vi.useRealTimers();
});

describe('devices', () => {
  test('appear with name, kind, pose, quality, rate and latency', () => {
    for (let i = 0; i < 480; i++) {
      nowMs += 1000 / 240;
      sockets[0].receive(datagram(i, i, [0, 3], 2));
    }
    const [first, second] = source.devices;
    expect(first).toMatchObject({
      id: 'dtrack:5000/body/0',
      name: 'Body 0',
      kind: 'tracker',
      quality: quality.tracked,
    });
    expect([...second.pose]).toEqual([3, 1, 0, 0, 0, 0, 1]);
    expect(second.rateHz).toBeCloseTo(240, 0);
    // Two milliseconds on the way, five in the sender; the clocks are an hour apart.
    expect(second.latencyMs).toBeCloseTo(7, 6);
    expect(second.lastSeenMs).toBe(nowMs);
    expect(source.feeds[0]).toMatchObject({ name: 'dtrack:5000', packets: 480, damaged: 0, lost: 0, reordered: 0 });
    expect(source.feeds[0].rateHz).toBeCloseTo(240, 0);
    expect(source.connection).toBe('open');
  });

  test('are points by their role, and only by it', () => {
    sockets[0].receive(datagram(0, 0, [0, 3]));
    expect(step().quality.every((value) => value === quality.lost)).toBe(true);
    source.roles = { 'dtrack:5000/body/3': 'hips', 'dtrack:5000/body/9': 'head' };
    expect(isTracked(step(), pointNumber.hips)).toBe(true);
    expect(frame.devicePoses[pointNumber.hips * POSE_SIZE]).toBe(3);
    expect(source.deviceOf('hips')?.name).toBe('Body 3');
    expect(source.deviceOf('head')).toBeNull();
    source.roles = { 'dtrack:5000/body/3': 'leftFoot' };
    expect(isTracked(step(), pointNumber.hips)).toBe(false);
    expect(isTracked(frame, pointNumber.leftFoot)).toBe(true);
    source.roles = { 'dtrack:5000/body/3': null };
    expect(isTracked(step(), pointNumber.leftFoot)).toBe(false);
  });

  test('of two with one role the one that is seen counts', () => {
    source.roles = { 'dtrack:5000/body/0': 'hips', 'dtrack:5000/body/3': 'hips' };
    sockets[0].receive(datagram(0, 0, [0, 3]));
    expect(step().devicePoses[pointNumber.hips * POSE_SIZE]).toBe(0);
    sockets[0].receive(datagram(1, 1, [3]));
    expect(step().devicePoses[pointNumber.hips * POSE_SIZE]).toBe(3);
  });

  test('that a packet does not name are lost, and keep their last pose', () => {
    source.roles = { 'dtrack:5000/body/3': 'hips' };
    sockets[0].receive(datagram(0, 0, [0, 3]));
    step();
    sockets[0].receive(datagram(1, 1, [0]));
    expect(isTracked(step(), pointNumber.hips)).toBe(false);
    expect(source.devices[1].pose[0]).toBe(3);
    sockets[0].receive(datagram(2, 2, [0, 3]));
    expect(isTracked(step(), pointNumber.hips)).toBe(true);
  });
});

test('a step allocates nothing', () => {
  source.roles = { 'dtrack:5000/body/0': 'hips', 'dtrack:5000/body/3': 'head' };
  sockets[0].receive(datagram(0, 0, [0, 3]));
  expect(bytesPerCall(() => source.step(1 / 90, frame))).toBeLessThan(CALL_GARBAGE);
});

describe('a feed', () => {
  beforeEach(() => {
    source.roles = { 'dtrack:5000/body/0': 'hips' };
    for (let i = 0; i < 300; i++) {
      nowMs += 4;
      sockets[0].receive(datagram(i, i, [0]));
    }
  });

  test('that stops is lost within a quarter of a second, and has no rate after one', () => {
    expect(isTracked(step(), pointNumber.hips)).toBe(true);
    nowMs += 200;
    expect(isTracked(step(), pointNumber.hips)).toBe(true);
    nowMs += 100;
    expect(isTracked(step(), pointNumber.hips)).toBe(false);
    nowMs += 1000;
    step();
    expect(source.devices[0].rateHz).toBe(0);
    expect(source.feeds[0].rateHz).toBe(0);
  });

  test('that restarts its counter at zero is the same feed', () => {
    nowMs += 5000;
    sockets[0].receive(datagram(300, 0, [0]));
    expect(isTracked(step(), pointNumber.hips)).toBe(true);
    expect(source.feeds[0]).toMatchObject({ lost: 0, restarts: 1 });
    expect(source.devices).toHaveLength(1);
  });

  test('that jumps in time goes on, and nothing of ours jumps', () => {
    const before = step().timeSeconds;
    const payload = encodeDTrackFrame({
      frameNumber: 300,
      epochSeconds: 5,
      bodies: [{ id: 0, pose: [0, 1, 0, 0, 0, 0, 1] }],
    });
    nowMs += 4;
    sockets[0].receive(encodeBridgeDatagram(0, 300, nowMs + AHEAD_MS, payload).buffer);
    expect(isTracked(step(), pointNumber.hips)).toBe(true);
    expect(frame.timeSeconds).toBeCloseTo(before + 0.004, 9);
  });

  test('counts what was lost before the bridge, and what came late does not move anything back', () => {
    sockets[0].receive(datagram(300, 305, [0]));
    sockets[0].receive(datagram(301, 303, []));
    expect(source.feeds[0]).toMatchObject({ lost: 4, reordered: 1 });
    expect(source.devices[0].quality).toBe(quality.tracked);
  });

  test('counts what the bridge dropped for us', () => {
    sockets[0].receive(datagram(310, 310, [0], 0, 10));
    expect(source.droppedByBridge).toBe(10);
    expect(source.feeds[0].lost).toBe(10);
  });

  test('loses bodies with one id, says so with a count, and goes on', () => {
    for (const sequence of [300, 301]) sockets[0].receive(datagram(sequence, sequence, [0, 3, 3]));
    const grade = (id: string) => source.devices.find((device) => device.id === `dtrack:5000/body/${id}`)?.quality;
    expect([grade('0'), grade('3')]).toEqual([quality.tracked, quality.lost]);
    expect([...source.feeds[0].faults]).toEqual([[expect.stringMatching(/body 3: expected each id once/), 2]]);
    sockets[0].receive(datagram(302, 302, [0, 3]));
    expect(grade('3')).toBe(quality.tracked);
    expect(source.feeds[0].faults.size).toBe(1);
  });

  test('counts damage, and what is no message of the bridge is nothing', () => {
    sockets[0].receive(encodeBridgeDatagram(0, 300, 0, Uint8Array.of(1, 2, 3)).buffer);
    expect(source.feeds[0].damaged).toBe(1);
    for (const text of ['', '{', 'null', '[]', '{"type":"pong"}']) {
      sockets[0].receive(text);
      const message = createMessage(roomKind.feeds, text.length);
      message.set(new TextEncoder().encode(text), HEADER_SIZE);
      sockets[0].receive(message.buffer);
    }
    sockets[0].receive(new ArrayBuffer(3));
    sockets[0].receive(encodeBridgeDatagram(7, 0, 0, Uint8Array.of(1)).buffer);
    sockets[0].receive(encodeJson(roomKind.feeds, { feeds: [{ protocol: 'tea', port: 1 }], outputs: [] }).buffer);
    expect(source.feeds).toHaveLength(1);
    expect(source.feeds[0].packets).toBe(301);
  });
});

describe('the connection', () => {
  test('that ends is sought again, with the devices and their roles kept', () => {
    source.roles = { 'dtrack:5000/body/0': 'hips' };
    sockets[0].receive(datagram(900, 900, [0]));
    sockets[0].close();
    expect(source.connection).toBe('lost');
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    sockets[1].close();
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(3);
    sockets[2].open();
    expect(source.connection).toBe('open');
    sockets[2].receive(hello());
    nowMs += 20;
    sockets[2].receive(datagram(0, 905, [0]));
    expect(isTracked(step(), pointNumber.hips)).toBe(true);
    expect(source.devices).toHaveLength(1);
  });

  test('that is disposed of is not sought again', () => {
    source.dispose();
    vi.advanceTimersByTime(20_000);
    expect(sockets).toHaveLength(1);
    expect(source.connection).toBe('closed');
  });

  test('asks for the time, quickly at first and then every second', () => {
    const count = () => sockets[0].sent.length;
    vi.advanceTimersByTime(250);
    expect(count()).toBe(6);
    vi.advanceTimersByTime(3000);
    expect(count()).toBe(9);
  });

  test('before the clocks are compared no latency is claimed', () => {
    const young = createBridgeSource('ws://x', {
      nowMs: () => nowMs,
      createSocket: () => {
        sockets.push(new FakeSocket('ws://x'));
        return sockets[1] as unknown as WebSocket;
      },
    });
    sockets[1].open();
    sockets[1].receive(hello());
    sockets[1].receive(datagram(0, 0, [0]));
    expect(young.devices[0].latencyMs).toBeNaN();
    young.dispose();
  });

  test('a problem of a feed is said', () => {
    sockets[0].receive(hello([{ ...dtrack, problem: 'UDP port 5000 is taken' }]));
    expect(source.feeds[0].problem).toBe('UDP port 5000 is taken');
  });
});

describe('sending', () => {
  test('goes to outputs of that protocol, through the server', () => {
    expect(source.send('vrchat', Uint8Array.of(1))).toBe(false);
    expect(source.send('vmc', Uint8Array.of(1, 2, 3))).toBe(true);
    const message = sockets[0].sent[sockets[0].sent.length - 1] as Uint8Array;
    expect(decodeBridgeOutput(message)).toEqual({
      ok: true,
      value: { outputIndex: 0, payload: Uint8Array.of(1, 2, 3) },
    });
  });

  test('does not pile up', () => {
    sockets[0].bufferedAmount = 1e6;
    expect(source.send('vmc', Uint8Array.of(1))).toBe(false);
  });

  test('the server refuses what is no such message', () => {
    const good = encodeBridgeOutput(3, Uint8Array.of(9));
    expect(decodeBridgeOutput(good)).toEqual({ ok: true, value: { outputIndex: 3, payload: Uint8Array.of(9) } });
    expect(decodeBridgeOutput(good.slice(0, 4)).ok).toBe(false);
    expect(decodeBridgeOutput(encodeBridgeOutput(0, new Uint8Array(MAX_DATAGRAM_SIZE + 1))).ok).toBe(false);
  });
});

test('whatever strangers send, what is tracked is a pose', () => {
  const random = seededRandom(17);
  const kinds = ['dtrack', 'vmc', 'vrchat', 'natnet', 'json'] as const;
  sockets[0].receive(hello(kinds.map((protocol, i) => ({ ...dtrack, protocol, port: 6000 + i }))));
  const odd = [1e300, -1e300, 1e-300, Number.MAX_VALUE, 0, 5];
  for (let i = 0; i < 3000; i++) {
    nowMs += 1;
    const index = i % kinds.length;
    const numbers = Array.from({ length: 7 }, () => odd[Math.floor(random() * odd.length)]);
    const made =
      index === 0
        ? `fr ${i}\r\n6d 1 [0 1.0][${numbers.slice(0, 6).join(' ')}][${numbers.join(' ')} 1 1]`
        : JSON.stringify({ format: 'leib-feed/1', devices: [{ id: 'a', point: 'hips', pose: numbers }] });
    const noisy = Uint8Array.from({ length: Math.floor(random() * 200) }, () => Math.floor(random() * 256));
    const payload = i % 3 === 0 ? noisy : new TextEncoder().encode(made);
    sockets[0].receive(encodeBridgeDatagram(index, Math.floor(i / kinds.length), nowMs + AHEAD_MS, payload).buffer);
    step();
    for (let point = 0; point < frame.quality.length; point++) {
      if (frame.quality[point] === quality.lost) continue;
      const pose = [...frame.devicePoses.slice(point * POSE_SIZE, point * POSE_SIZE + POSE_SIZE)];
      expect(pose.every(Number.isFinite)).toBe(true);
      expect(Math.hypot(...pose.slice(3))).toBeCloseTo(1, 9);
    }
  }
  expect(source.feeds.every(({ packets }) => packets === 600)).toBe(true);
});
