import { defaultSkeleton } from '@leib/body';
import { requireDecoded } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { createPerson } from '@leib/embody';
import { decodeTimes, encodeTimes, roomKind } from '@leib/net';
import { SharedRoom } from '@leib/together';
import { createEmulatedSource } from '@leib/tracking';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestRoom, newcomer, settle } from './people.testing.js';

// A network whose time passes only where the test says so, and a room of the server behind it.

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

interface Network {
  delayMs: number;
  loss: number;
}
const FRAME_MS = 1000 / 60;

function openNetwork() {
  const { room, clock } = createTestRoom();
  const random = seededRandom(3);
  const underWay: { readonly dueMs: number; arrive(): void }[] = [];

  /** Messages are late, and bodies get lost, as much as the network says at the moment. */
  const pass = (network: Network, message: Uint8Array, arrive: (message: Uint8Array<ArrayBuffer>) => void) => {
    if (message[0] === roomKind.people && random() < network.loss) return;
    const copy = message.slice();
    underWay.push({ dueMs: clock.nowMs + network.delayMs, arrive: () => arrive(copy) });
  };
  let lastId = 0;
  const enter = (network: Network) => {
    const id = ++lastId;
    const socket = {
      readyState: 1,
      bufferedAmount: 0,
      onopen: () => {},
      onmessage: (_: { readonly data: ArrayBuffer }) => {},
      send: (message: Uint8Array) => pass(network, message, receive),
      close: () => {},
    };
    const send = (message: Uint8Array) => pass(network, message, ({ buffer }) => socket.onmessage({ data: buffer }));
    const receive = (message: Uint8Array<ArrayBuffer>) => {
      if (message[0] !== roomKind.ping) room.receive(id, message[0], message);
      else {
        const [askedMs] = requireDecoded(decodeTimes(message, 1));
        send(encodeTimes(roomKind.pong, askedMs, clock.nowMs, clock.nowMs));
      }
    };
    const page = new SharedRoom('http://lab.test/', 'lab', {
      nowMs: () => clock.nowMs,
      createSocket: () => socket as unknown as WebSocket,
    });
    const toPage = (message: Uint8Array, onLeft?: () => void) => {
      send(message);
      onLeft?.();
    };
    room.join({ id, waitingBytes: 0, send: toPage, refuse() {}, cut() {} }, newcomer, clock.nowMs);
    socket.onopen();
    return page;
  };
  const step = async () => {
    clock.nowMs += FRAME_MS;
    vi.advanceTimersByTime(FRAME_MS);
    const due = underWay.filter(({ dueMs }) => dueMs <= clock.nowMs);
    for (const one of due) underWay.splice(underWay.indexOf(one), 1);
    for (const { arrive } of due) arrive();
    room.step(clock.nowMs);
    await settle();
  };
  return { enter, step };
}

test('the words for the connection follow a network that gets bad, slow and good again, and stay', async () => {
  const { enter, step } = openNetwork();
  const network: Network = { delayMs: 5, loss: 0 };
  const [ada, bo] = [enter({ delayMs: 0, loss: 0 }), enter(network)];
  const person = createPerson({ skeleton: defaultSkeleton, source: createEmulatedSource() });
  /** What is said in each frame of so many seconds. */
  const hear = async (seconds: number) => {
    const words: string[] = [];
    for (let frame = 0; frame < seconds * 60; frame++) {
      person.step(FRAME_MS / 1000);
      ada.send(person);
      await step();
      for (const id of bo.others) bo.feed(id)?.step(bo.nowMs());
      words.push(bo.figures().sentence);
    }
    return [...new Set(words)];
  };
  const good = 'The connection is good.';
  await hear(1);
  expect(await hear(3)).toEqual([good]);
  network.loss = 0.5;
  await hear(2);
  for (const words of await hear(3))
    expect(words).toMatch(/^The connection is bad: [3-7]0 of 100 messages get lost\. A cable helps/);
  network.loss = 0;
  await hear(2);
  expect(await hear(3)).toEqual([good]);
  network.delayMs = 300;
  await hear(2.5);
  for (const words of await hear(6))
    expect(words).toMatch(/^The connection is slow: the others are seen [3-5]\d\d ms late\. A cable helps/);
  network.delayMs = 5;
  // The others catch up by a twentieth, so that it is not seen.
  await hear(8);
  expect(await hear(3)).toEqual([good]);
  for (const page of [ada, bo]) page.dispose();
});
