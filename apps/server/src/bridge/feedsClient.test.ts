import { encodeBridgeDatagram } from '@leib/feeds';
import { expect, test } from 'vitest';
import type { RoomConnection } from '../room/roomChannel.js';
import { FeedsClient } from './feedsClient.js';

/** A socket whose network is in the test's hands: what is sent stays under way until leave() is called. */
class SlowConnection implements RoomConnection {
  readonly id = 1;
  readonly address = '';
  isOpen = true;
  waitingBytes = 0;
  readonly sent: { sequence: number; dropped: number }[] = [];
  readonly #underWay: { size: number; onLeft: () => void }[] = [];

  send(bytes: Uint8Array, onLeft: () => void): void {
    const view = new DataView(bytes.buffer);
    this.sent.push({ sequence: view.getUint32(4, true), dropped: view.getUint32(16, true) });
    this.waitingBytes += bytes.length;
    this.#underWay.push({ size: bytes.length, onLeft });
  }

  refuse(): void {}
  cut(): void {}

  leave(): void {
    const first = this.#underWay.shift();
    if (!first) return;
    this.waitingBytes -= first.size;
    first.onLeft();
  }
}

function createSlow() {
  const socket = new SlowConnection();
  return { socket, client: new FeedsClient(socket) };
}

const datagram = (sequence: number, size = 1000) => encodeBridgeDatagram(0, sequence, 0, new Uint8Array(size));

test('a quick page gets everything at once', () => {
  const { socket, client } = createSlow();
  for (let i = 0; i < 1000; i++) {
    client.send(datagram(i));
    expect(client.waitingCount).toBe(0);
    socket.leave();
  }
  expect(socket.sent.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  expect(client.dropped).toBe(0);
});

test.each([100, 1000, 60_000])('what is kept for a page that does not read is bounded (%i bytes each)', (size) => {
  const { socket, client } = createSlow();
  const count = 2000;
  for (let i = 0; i < count; i++) {
    client.send(datagram(i, size));
    expect(client.waitingCount).toBeLessThanOrEqual(128);
    // One message may go beyond the mark, no more.
    expect(socket.waitingBytes).toBeLessThan(128 * 1024 + 61_000);
  }
  expect(client.dropped).toBe(count - socket.sent.length - client.waitingCount);
});

test('when it reads again it gets the newest, in order, with the count of what it missed', () => {
  const { socket, client } = createSlow();
  for (let i = 0; i < 2000; i++) client.send(datagram(i));
  const before = socket.sent.length;
  for (let i = 0; i < 2000; i++) socket.leave();
  const late = socket.sent.slice(before);
  expect(late.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 128 }, (_, i) => 1872 + i));
  expect(late[127].dropped).toBe(2000 - before - 128);
  expect(client.waitingCount).toBe(0);
});

test('nothing is sent to a page that has gone', () => {
  const { socket, client } = createSlow();
  socket.isOpen = false;
  for (let i = 0; i < 500; i++) client.send(datagram(i));
  expect(socket.sent).toEqual([]);
  expect(client.waitingCount).toBe(128);
});
