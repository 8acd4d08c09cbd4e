import { expect, test } from 'vitest';
import { DatagramQueue } from './datagramQueue.js';

const datagram = (feedIndex: number, sender: number, number: number, size = 4) => {
  const message = new Uint8Array(size);
  new DataView(message.buffer).setUint32(0, number);
  return { feedIndex, sender, message };
};
const numbersOf = (messages: readonly Uint8Array[]) =>
  messages.map(({ buffer }) => new DataView(buffer as ArrayBuffer).getUint32(0));

test('gives datagrams in their order, at most so many', () => {
  const queue = new DatagramQueue();
  for (let i = 0; i < 5; i++) expect(queue.push(datagram(i % 2, 7, i))).toEqual([]);
  expect(numbersOf(queue.take(3))).toEqual([0, 1, 2]);
  expect(numbersOf(queue.take(3))).toEqual([3, 4]);
});

test('too many: the sender with the most loses its oldest, and others keep theirs', () => {
  const queue = new DatagramQueue();
  const dropped = [];
  for (let i = 0; i < 1000; i++) {
    dropped.push(...queue.push(datagram(0, 1, 10_000 + i)));
    // The same number of a sender of another feed is another sender.
    if (i % 10 === 0) dropped.push(...queue.push(datagram(1, 1, i / 10)));
  }
  expect(dropped).toHaveLength(1100 - 256);
  expect(dropped.every(({ feedIndex }) => feedIndex === 0)).toBe(true);
  const left = numbersOf(queue.take(256));
  expect(left.filter((number) => number < 10_000)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  expect(left.at(-1)).toBe(10_999);
});

test('too many bytes: long datagrams are fewer', () => {
  const queue = new DatagramQueue();
  for (let i = 0; i < 200; i++) queue.push(datagram(0, 1, i, 60_000));
  expect(queue.length).toBe(Math.floor((4 << 20) / 60_000));
});

test('too many bytes: the sender of long datagrams loses them, not one that has more of short ones', () => {
  const queue = new DatagramQueue();
  for (let i = 0; i < 150; i++) queue.push(datagram(0, 1, i));
  const dropped = Array.from({ length: 100 }, (_, i) => queue.push(datagram(0, 2, 10_000 + i, 60_000))).flat();
  expect(dropped.length).toBeGreaterThan(0);
  expect(dropped.every(({ sender }) => sender === 2)).toBe(true);
});
