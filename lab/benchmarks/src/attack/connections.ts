import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { roomPath } from '@leib/net';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { socketPaths } from './pings.js';
import { askRaw, askUntilTaken, inLanes } from './rawHttp.js';
import { RawWebSocket } from './rawWebSocket.js';
import type { TargetAddress } from './startTarget.js';

/** Connections at a time: below the number of files that a process may have open. */
const AT_ONCE = 400;

/** Clients that ask for a simulation and keep what they get: WebSockets that say nothing, and refusals that they do not read. */
export async function attackByConnecting({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  const worldPath = roomPath({ world: null });
  const paths = [worldPath, worldPath, ...socketPaths, '/nowhere'];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => paths[(seed + i) % paths.length]);
    const opened = await Promise.all(some.map((path) => RawWebSocket.open(port, path, false)));
    for (const { status } of opened) outcomes.add(`${status}`);
    for (const socket of opened) socket.destroy();
  }
  return { inputs: count, outcomes: outcomes.toRecord(), faults: [] };
}

export const connectionsAttack: ServerAttack = {
  name: 'connections',
  title: 'WebSockets by the hundred, silent, kept open',
  counts: { full: 3000, quick: 1500 },
  flood: attackByConnecting,
};

/** What a slow client has sent when it stops, or goes on with a byte now and then. */
const beginnings = [
  '',
  'G',
  'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n',
  `GET ${roomPath({ world: null })} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`,
  'GET /assets/large.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
];
const HOLD_MS = 14_000;
const DRIP_MS = 500;
const PATIENCE_MS = 15_000;

/** Connections that send their request slowly, or read the answer slowly, and keep their end open. */
export async function attackBySlowness({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  const slow = Array.from({ length: count }, (_, i): Socket => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const kind = (seed + i) % beginnings.length;
    socket.on('error', () => {});
    // Large files are asked for and not read.
    if (kind < beginnings.length - 1) socket.resume();
    socket.write(beginnings[kind]);
    return socket;
  });
  await pause(2000);
  // An honest client asks for the page meanwhile, from another address: that of the slow ones has all that it gets.
  const request = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
  const { status } = await askRaw(port, request, PATIENCE_MS, '127.0.0.2');
  for (let ms = 2000; ms < HOLD_MS; ms += DRIP_MS) {
    for (const [i, socket] of slow.entries()) {
      if ((seed + i) % beginnings.length === 2 && socket.writable) socket.write('a');
    }
    await pause(DRIP_MS);
  }
  for (const socket of slow) {
    outcomes.add(socket.readableEnded || socket.destroyed ? 'ended by the server' : 'still open');
    socket.destroy();
  }
  return {
    inputs: count,
    outcomes: outcomes.toRecord(),
    faults: status === 200 ? [] : [`the page was answered with ${status} meanwhile`],
  };
}

export const slownessAttack: ServerAttack = {
  name: 'slow',
  title: 'slow requests, half-open connections, large files that are not read',
  counts: { full: 900, quick: 300 },
  flood: attackBySlowness,
};

/** 431 for headers that are too large, 4xx for other nonsense; nothing is left open. */
export async function attackByHeaders({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  const faults: string[] = [];
  await inLanes(
    Array.from({ length: count }, (_, i) => seed + i),
    8,
    async (number) => {
      const size = [1 << 14, 1 << 16, 1 << 20, 1 << 22][number % 4];
      const headers = number % 3 === 0 ? 'a: b\r\n'.repeat(size / 6) : `a: ${'x'.repeat(size)}\r\n`;
      const request = Buffer.from(`GET /${number} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`);
      const { status } = await askUntilTaken(port, request);
      outcomes.add(`${status}`);
      // A connection that is cut while it still sends may not see the answer.
      if (status !== 431 && status !== 0) faults.push(`headers of ${size} bytes were answered with ${status}`);
    },
  );
  return { inputs: count, outcomes: outcomes.toRecord(), faults };
}

export const headersAttack: ServerAttack = {
  name: 'headers',
  title: 'oversized headers',
  counts: { full: 600, quick: 150 },
  flood: attackByHeaders,
};
