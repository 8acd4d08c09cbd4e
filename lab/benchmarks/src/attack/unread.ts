import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type DisplayFrame, encodeFrame as encodeDisplayFrame, ROOM_PATH } from '@leib/net';
import { WebSocket } from '../webSockets.js';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { encodeFrame, opcode, RawWebSocket } from './rawWebSocket.js';
import type { TargetAddress } from './startTarget.js';

const WATCHERS = 40;
/** Frames a second of the simulation: what the server allows, and a small message to each watcher for every one of them. */
const HZ = 300;
const AT_ONCE = 15;
const PONG_MS = 900;
/** After so long a server has seen that a client does not answer. */
const NOTICED_SECONDS = 12;

const frame: DisplayFrame = {
  number: 1,
  seconds: 0,
  viewers: [{ pose: Float64Array.of(0, 1.7, 0, 0, 0, 0, 1), isTracked: true }],
  actors: [],
};

/** Watchers of walls that read nothing, and say by pongs that nobody asked for that they live, while frames go to them. */
export async function attackByNotReading({ port }: TargetAddress, _seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  // One that answers pings.
  const simulation = new WebSocket(`ws://127.0.0.1:${port}${ROOM_PATH}?walls=simulation`);
  await once(simulation, 'open');
  const watchers = await Promise.all(
    Array.from({ length: WATCHERS }, () => RawWebSocket.open(port, `${ROOM_PATH}?walls=watcher`, false)),
  );
  const bytes = encodeDisplayFrame(frame);
  const pong = encodeFrame(opcode.pong, new Uint8Array(8));
  let [inputs, pongedMs] = [0, performance.now()];
  for (let sent = 0; sent < count && simulation.readyState === simulation.OPEN; sent += AT_ONCE) {
    for (let i = 0; i < AT_ONCE; i++) simulation.send(bytes);
    inputs += AT_ONCE;
    if (performance.now() - pongedMs > PONG_MS) {
      pongedMs = performance.now();
      for (const watcher of watchers) if (await watcher.write(pong)) inputs++;
    }
    await pause((1000 * AT_ONCE) / HZ);
  }
  // One that does not read learns of its end by writing.
  for (const watcher of watchers) await watcher.write(pong);
  await pause(200);
  for (const watcher of watchers) outcomes.add(watcher.isOpen ? 'left' : 'disconnected');
  simulation.terminate();
  for (const watcher of watchers) watcher.destroy();
  const left = outcomes.toRecord().left ?? 0;
  const isLong = count / HZ > NOTICED_SECONDS;
  return {
    inputs,
    outcomes: outcomes.toRecord(),
    faults: isLong && left > 0 ? [`${left} watchers that read nothing stayed`] : [],
  };
}

export const unreadAttack: ServerAttack = {
  name: 'unread',
  title: 'watchers of walls that read nothing and send pongs, frames 300 times a second',
  counts: { full: 18_000, quick: 13_500 },
  flood: attackByNotReading,
};
