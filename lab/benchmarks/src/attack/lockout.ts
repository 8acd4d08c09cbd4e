import { createSocket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';
import { roomPath } from '@leib/net';
import { WebSocket } from '../webSockets.js';
import type { Flood, ServerAttack } from './flood.js';
import type { TargetAddress } from './startTarget.js';

const STRANGERS = 16;
const STRANGER_HZ = 3;
const TRACKER_HZ = 60;
/** Until all strangers have been heard several times. */
const AHEAD_MS = 3000;
const LEAST_SHARE = 0.95;
/** Of the JSON feed: the last one of the server's. */
const FEED = 4;
const word = 'honest-tracker';

/** Of every second round: frames that can be read, of another machine. */
const valid = JSON.stringify({ format: 'leib-feed/1', devices: [{ id: 'a', pose: [0, 1, 0, 0, 0, 0, 1] }] });
/** A machine beside 127.0.0.1, where the system has all of 127.0.0.0/8 (Linux). */
const OTHER_MACHINE = '127.0.0.2';

/** Sixteen senders of one byte, or of valid frames, at 3 Hz, and a tracker that starts after them. */
export async function attackByPlaces({ port, udpPorts }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const isValid = seed % 2 === 0 && process.platform === 'linux';
  const page = new WebSocket(`ws://127.0.0.1:${port}${roomPath({ feeds: true })}`);
  let received = 0;
  page.on('message', (data: Buffer) => {
    if (data.includes(word)) received++;
  });
  await new Promise((resolve) => page.once('open', resolve));
  const strangers = Array.from({ length: STRANGERS }, () => createSocket('udp4'));
  if (isValid)
    await Promise.all(
      strangers.map((stranger) => new Promise<void>((resolve) => stranger.bind(0, OTHER_MACHINE, resolve))),
    );
  const disturb = setInterval(() => {
    for (const stranger of strangers) stranger.send(isValid ? valid : 'x', udpPorts[FEED], '127.0.0.1');
  }, 1000 / STRANGER_HZ);
  await pause(AHEAD_MS);
  const tracker = createSocket('udp4');
  for (let number = 0; number < count; number++) {
    const frame = { format: 'leib-feed/1', n: number, devices: [{ id: word, pose: [0, 1, 0, 0, 0, 0, 1] }] };
    tracker.send(JSON.stringify(frame), udpPorts[FEED], '127.0.0.1');
    await pause(1000 / TRACKER_HZ);
  }
  await pause(500);
  clearInterval(disturb);
  page.terminate();
  for (const socket of [tracker, ...strangers]) socket.close();
  return {
    inputs: Math.round(STRANGERS * STRANGER_HZ * (AHEAD_MS / 1000 + count / TRACKER_HZ)),
    outcomes: { 'tracker heard': received, 'tracker not heard': count - received },
    faults: received < LEAST_SHARE * count ? [`${received} of ${count} datagrams of the tracker came`] : [],
  };
}

export const lockoutAttack: ServerAttack = {
  name: 'lockout',
  title: 'sixteen senders of one byte, or of valid frames, and a tracker that starts later',
  counts: { full: 1800, quick: 900 },
  flood: attackByPlaces,
};
