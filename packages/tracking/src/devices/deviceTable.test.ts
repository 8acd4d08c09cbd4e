import { expect, test } from 'vitest';
import { quality } from '../frame/trackedParts.js';
import { applyFeedPacket, createDeviceTable, loseStaleDevices } from './deviceTable.js';
import { addFeedSample, createFeedPacket, type FeedPacket, resetFeedPacket } from './feedPacket.js';
import { createFeedSender, type FeedSender } from './feedSender.js';

const packet = createFeedPacket();

function packetOf(keys: readonly string[], x: number, isComplete = false): FeedPacket {
  resetFeedPacket(packet);
  packet.isComplete = isComplete;
  for (const key of keys) addFeedSample(packet, key, key, 'tracker')?.pose.set([x, 1, 0, 0, 0, 0, 1]);
  return packet;
}

/** Sends a packet in the name of a sender. Returns how many samples were ignored. */
function send(
  table: ReturnType<typeof createDeviceTable>,
  sender: FeedSender,
  from: FeedPacket,
  nowMs: number,
): number {
  sender.packets++;
  sender.lastSeenMs = nowMs;
  return applyFeedPacket(table, sender, from, 0, nowMs);
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

test('a device belongs to its known sender; another one takes it over when that has stopped', () => {
  const table = createDeviceTable();
  const [honest, stranger] = [createFeedSender('f'), createFeedSender('f')];
  for (let i = 0; i < 10; i++) send(table, honest, packetOf(['a'], 1), i);
  expect(send(table, stranger, packetOf(['a'], 9), 10)).toBe(1);
  expect(send(table, stranger, packetOf([], 9, true), 10)).toBe(0);
  expect(table.devices[0]).toMatchObject({ quality: quality.tracked });
  expect(table.devices[0].pose[0]).toBe(1);
  expect(send(table, stranger, packetOf(['a'], 9), 1010)).toBe(0);
  expect(table.devices[0].pose[0]).toBe(9);
});

test('a flood of names displaces neither what is known nor what comes later', () => {
  const table = createDeviceTable();
  const honest = createFeedSender('f');
  const floods = names('flood', 4).map(() => createFeedSender('f'));
  for (let ms = 0; ms < 50; ms += 10) {
    send(table, honest, packetOf(['a', 'b'], 1), ms);
    floods.forEach((flood, i) => {
      send(table, flood, packetOf(names(`${i}/${ms}/`, 500), 9), ms);
    });
    expect(table.devices.length).toBeLessThanOrEqual(1024);
  }
  expect(send(table, honest, packetOf(names('new', 20), 1), 50)).toBe(0);
  const mine = table.devices.filter(({ pose }) => pose[0] === 1).map(({ id }) => id);
  expect(mine).toEqual(['f/a', 'f/b', ...names('f/new', 20)]);
  expect(honest.deviceCount).toBe(22);
});

test('what was hardly ever seen is forgotten, what was seen often stays while it is lost', () => {
  const table = createDeviceTable();
  const sender = createFeedSender('f');
  for (let i = 0; i < 5; i++) send(table, sender, packetOf(['often'], 1), i);
  send(table, sender, packetOf(names('once', 300), 1), 5);
  const before = table.revision;
  loseStaleDevices(table, 9000);
  expect(table.devices).toHaveLength(301);
  loseStaleDevices(table, 11_000);
  expect(table.devices.map(({ id, quality: grade }) => [id, grade])).toEqual([['f/often', quality.lost]]);
  expect(table.revision).toBeGreaterThan(before);
  expect(table.byId.size).toBe(1);
});
