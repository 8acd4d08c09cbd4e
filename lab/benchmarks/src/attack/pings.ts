import { roomPath } from '@leib/net';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { inLanes } from './rawHttp.js';
import { encodeFrame, opcode, sendVolley } from './rawWebSocket.js';
import type { TargetAddress } from './startTarget.js';

export const socketPaths = [{ feeds: true }, { world: null }, { walls: 'watcher' } as const].map((wish) =>
  roomPath(wish),
);
const PINGS = 2000;

/** Clients that send pings of the largest size and read no answer, on every socket of the server. */
export async function attackByPings({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  let inputs = 0;
  const ping = encodeFrame(opcode.ping, new Uint8Array(125).fill(seed));
  const frames = Array.from({ length: Math.min(PINGS, count) }, () => ping);
  const clients = Array.from({ length: Math.ceil(count / frames.length) }, (_, i) => socketPaths[i % 3]);
  await inLanes(clients, 12, async (path) => {
    const { written, end } = await sendVolley(port, { path, frames, isReading: false, lingerMs: 300 });
    inputs += written;
    outcomes.add(end);
  });
  return { inputs, outcomes: outcomes.toRecord(), faults: [] };
}

export const pingsAttack: ServerAttack = {
  name: 'pings',
  title: 'pings of clients that do not read',
  counts: { full: 300_000, quick: 60_000 },
  flood: attackByPings,
};
