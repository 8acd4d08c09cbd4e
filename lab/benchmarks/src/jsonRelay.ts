import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PersonUpdate } from '@leib/net';
import type { PeerFigures, PeerOptions } from '../../../apps/cli/dist/load/runLoad.js';
import { WebSocket } from './webSockets.js';

/** As networked-aframe has them by default; a room of this size leaves the relay time to breathe. */
const HZ = 15;
const CLIENTS = 40;
const WARM_UP_MS = 2000;

/**
 * The same motion by a relay of JSON messages in networked-aframe's manner: head and hands are an entity each, with position and
 * rotation as its messages have them, 15 times a second, and everybody gets everybody's.
 */
export async function measureJsonRelay({ moments, seconds, ours }: PeerOptions): Promise<PeerFigures> {
  // What was compiled, also where a test runs the sources.
  const script = fileURLToPath(new URL('../dist/jsonRelayProcess.js', import.meta.url));
  const relay = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(relay, 'exit').then(() => Promise.reject(new Error('the relay has ended')));
  ended.catch(() => {});
  const [{ port }] = (await Promise.race([once(relay, 'message'), ended])) as [{ port: number }];
  const delaysMs: number[] = [];
  let [bytes, isCounting] = [0, false];
  const sockets = Array.from({ length: CLIENTS }, () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
    socket.on('message', (data: Buffer) => {
      if (!isCounting) return;
      const { sentMs } = JSON.parse(String(data)) as { sentMs: number };
      delaysMs.push(performance.now() - sentMs);
      bytes += data.length;
    });
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  const startMs = performance.now();
  const frames = new Int32Array(CLIENTS);
  const sending = setInterval(() => {
    const passed = ((performance.now() - startMs) * HZ) / 1000;
    for (const [index, socket] of sockets.entries()) {
      const frame = Math.floor(passed + ((index * 0.618034) % 1));
      if (frame <= frames[index]) continue;
      frames[index] = frame;
      // Four frames of 60 Hz go by from one message to the next.
      socket.send(messageOf(moments[(index * 37 + frame * 4) % moments.length], index));
    }
  }, 1);
  await pause(WARM_UP_MS);
  const before = await cpuSeconds(relay);
  isCounting = true;
  await pause(seconds * 1000);
  isCounting = false;
  const serverCores = ((await cpuSeconds(relay)) - before) / seconds;
  clearInterval(sending);
  for (const socket of sockets) socket.terminate();
  relay.kill();
  const bytesPerRelayed = bytes / delaysMs.length;
  const clientsPerCore = CLIENTS / Math.sqrt(serverCores);
  delaysMs.sort((a, b) => a - b);
  return {
    clients: CLIENTS,
    hz: HZ,
    bytesPerRelayed,
    serverCores,
    clientsPerCore,
    relayP95Ms: delaysMs[Math.floor(delaysMs.length * 0.95)],
    bytesRatio: bytesPerRelayed / ours.bytesPerRelayed,
    clientsRatio: ours.clientsPerCore / clientsPerCore,
  };
}

async function cpuSeconds(relay: ChildProcess): Promise<number> {
  relay.send('cpu');
  const [{ cpuSeconds: seconds }] = (await once(relay, 'message')) as [{ cpuSeconds: number }];
  return seconds;
}

const POINTS = ['head', 'left-hand', 'right-hand'];

/** One message of a client: its networked entities, with the components that have changed. */
function messageOf({ jointPoses }: PersonUpdate, client: number): string {
  const owner = `client-${client}`;
  const entities = POINTS.map((name, point) => {
    const [px, py, pz, x, y, z, w] = jointPoses.subarray(point * 7, point * 7 + 7);
    const position = { x: px, y: py, z: pz };
    const rotation = eulerDegrees(x, y, z, w);
    return {
      ...{ networkId: `${owner}-${name}`, owner, creator: owner, lastOwnerTime: 1, persistent: false },
      ...{ template: `#${name}-template`, parent: null, components: { 0: position, 1: rotation } },
    };
  });
  return JSON.stringify({ from: owner, sentMs: performance.now(), dataType: 'um', data: { d: entities } });
}

/** As A-Frame writes rotations: degrees about x, y, z, turned in the order y, x, z. */
function eulerDegrees(x: number, y: number, z: number, w: number) {
  const degrees = 180 / Math.PI;
  return {
    x: Math.asin(Math.max(-1, Math.min(1, 2 * (w * x - y * z)))) * degrees,
    y: Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y)) * degrees,
    z: Math.atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z)) * degrees,
  };
}
