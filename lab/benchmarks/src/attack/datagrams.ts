import { createSocket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@leib/core/testing';
import { roomPath } from '@leib/net';
import type { Flood, ServerAttack } from './flood.js';
import { RawWebSocket } from './rawWebSocket.js';
import type { TargetAddress } from './startTarget.js';

const WATCHERS = 8;
/** Datagrams that are sent before others get their turn. */
const BURST = 200;

/** Datagrams for every feed, as fast as they go, while pages watch that do not read. */
export async function attackByDatagrams(
  { port, udpPorts }: TargetAddress,
  seed: number,
  count: number,
): Promise<Flood> {
  const random = seededRandom(seed);
  const watchers = await Promise.all(
    Array.from({ length: WATCHERS }, () => RawWebSocket.open(port, roomPath({ feeds: true }), false)),
  );
  const socket = createSocket('udp4');
  const packets = Array.from({ length: 64 }, (_, i) =>
    Buffer.from(Array.from({ length: i % 4 === 0 ? 9000 : 1 + i * 20 }, () => Math.floor(random() * 256))),
  );
  for (let sent = 0; sent < count; sent++) {
    socket.send(packets[sent % packets.length], udpPorts[sent % udpPorts.length], '127.0.0.1', () => {});
    if (sent % BURST === 0) await pause(1);
  }
  await pause(500);
  const open = watchers.filter(({ isOpen }) => isOpen).length;
  for (const watcher of watchers) watcher.destroy();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return { inputs: count, outcomes: { 'watchers kept': open, 'watchers dropped': WATCHERS - open }, faults: [] };
}

export const datagramsAttack: ServerAttack = {
  name: 'datagrams',
  title: 'UDP to the feeds, while pages watch that do not read',
  counts: { full: 450_000, quick: 30_000 },
  flood: attackByDatagrams,
};
