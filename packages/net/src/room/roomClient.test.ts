import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../testing.js';
import { createMessage, decodeTimes, encodeProblem, encodeTimes, readKind, roomKind } from './message.js';
import { RoomClient, type RoomState } from './roomClient.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(nowMs?: () => number) {
  const sockets: FakeSocket[] = [];
  const states: RoomState[] = [];
  const problems: string[] = [];
  const kinds: number[] = [];
  const client = new RoomClient(
    'ws://test/api/room?feeds=',
    {
      onMessage: (kind) => kinds.push(kind),
      onState: (state) => states.push(state),
      onProblem: (reason) => problems.push(reason),
    },
    {
      createSocket: (url) => {
        const socket = new FakeSocket(url);
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      ...(nowMs && { nowMs }),
    },
  );
  return { client, sockets, states, problems, kinds };
}

test('[RC1] a server that is gone is sought again, each time after twice as long, and the state says so', () => {
  const { client, sockets, states } = open();
  expect(client.state).toBe('connecting');
  sockets[0].open();
  sockets[0].close();
  const waits: number[] = [];
  for (let round = 1; round < 7; round++) {
    let waitedMs = 0;
    while (sockets.length === round) {
      vi.advanceTimersByTime(50);
      waitedMs += 50;
    }
    waits.push(waitedMs);
    sockets[round].close();
  }
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
  vi.advanceTimersByTime(4000);
  sockets[7].open();
  expect(states).toEqual(['open', ...Array(7).fill('lost'), 'open']);
  client.dispose();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(8);
  expect(client.state).toBe('closed');
});

test('[RC2] who was refused says why, and asks again after a while', () => {
  const { client, sockets, states, problems } = open();
  sockets[0].open();
  sockets[0].receive(encodeProblem({ reason: 'a frame was refused', isOver: false }).buffer);
  expect(client.state).toBe('open');
  sockets[0].receive(encodeProblem({ reason: 'the wall is taken', isOver: true }).buffer);
  expect([client.state, client.isOpen]).toEqual(['refused', false]);
  expect(problems).toEqual(['a frame was refused', 'the wall is taken']);
  vi.advanceTimersByTime(2900);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(200);
  sockets[1].open();
  expect(states).toEqual(['open', 'refused', 'open']);
  client.dispose();
});

test('[RC3] text, other versions and damaged problems are told or left out; nothing throws', () => {
  const { client, sockets, problems, kinds } = open();
  sockets[0].open();
  sockets[0].receive('hello');
  sockets[0].receive(new ArrayBuffer(2));
  const newer = createMessage(roomKind.frame, 4);
  newer[1] = 9;
  sockets[0].receive(newer.buffer);
  sockets[0].receive(createMessage(roomKind.problem, 3).buffer);
  sockets[0].receive(createMessage(roomKind.frame, 4).buffer);
  expect(problems).toHaveLength(3);
  expect(problems[1]).toContain('version 9; reload the page');
  expect(kinds).toEqual([roomKind.frame]);
  client.dispose();
});

test('[RC4] the server’s clock is known after a few answers, where it is asked for', () => {
  let nowMs = 1000;
  const { client, sockets } = open(() => nowMs);
  sockets[0].open();
  for (let i = 0; i < 4; i++) {
    const ping = sockets[0].sent.at(-1) as Uint8Array<ArrayBuffer>;
    expect(readKind(ping)).toEqual({ ok: true, value: roomKind.ping });
    const times = decodeTimes(ping, 1);
    const t0 = times.ok ? times.value[0] : Number.NaN;
    nowMs += 2;
    sockets[0].receive(encodeTimes(roomKind.pong, t0, t0 + 5001, t0 + 5001).buffer);
    vi.advanceTimersByTime(40);
  }
  expect(client.clock.offsetMs).toBeCloseTo(5000, 6);
  client.dispose();
  expect(open().sockets[0].sent).toEqual([]);
});

test('[RC5] a server that says nothing for five seconds is gone, also where nobody has ended the connection', () => {
  let nowMs = 1000;
  const { client, sockets, states } = open(() => nowMs);
  sockets[0].open();
  const pass = (seconds: number) => {
    for (let i = 0; i < seconds * 10; i++) {
      nowMs += 100;
      vi.advanceTimersByTime(100);
    }
  };
  for (let i = 0; i < 8; i++) {
    pass(1);
    sockets[0].receive(createMessage(roomKind.frame, 4).buffer);
  }
  expect(states).toEqual(['open']);
  pass(4);
  expect(states).toEqual(['open']);
  pass(3);
  expect(states).toEqual(['open', 'lost']);
  expect(sockets).toHaveLength(2);
  client.dispose();
});
