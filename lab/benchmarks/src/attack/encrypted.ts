import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import type { TargetAddress } from './startTarget.js';

/** Until handshakes that do not go on are ended. */
const HOLD_MS = 13_000;
/** Each fourth begins to encrypt, and does not go on. */
const HALF_OPEN = 4;
const hello = Buffer.from('16030100fa010000f60303', 'hex');

/** Connections of https that ask for a large file and read nothing of it, and some that do not come so far. */
export async function attackEncrypted({ port }: TargetAddress, _seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  const opened = Array.from({ length: count }, (_, i) => {
    const isHalf = i % HALF_OPEN === 0;
    const socket = isHalf ? beginOnly(port) : askForLarge(port);
    socket.on('error', () => {});
    return { socket, isHalf };
  });
  await pause(HOLD_MS);
  for (const { socket, isHalf } of opened) {
    const kind = isHalf ? 'half-open' : 'unread';
    outcomes.add(`${kind} ${socket.destroyed ? 'ended by the server' : 'still open'}`);
    socket.destroy();
  }
  const halfOpen = outcomes.toRecord()['half-open still open'] ?? 0;
  return {
    inputs: count,
    outcomes: outcomes.toRecord(),
    faults: halfOpen > 0 ? [`${halfOpen} handshakes that did not go on are open after ${HOLD_MS / 1000} s`] : [],
  };
}

function beginOnly(port: number): Socket {
  const socket = connectPlain({ port, host: '127.0.0.1' });
  socket.write(hello);
  socket.resume();
  return socket;
}

function askForLarge(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.pause();
  socket.write('GET /assets/large.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  return socket;
}

export const encryptedAttack: ServerAttack = {
  name: 'encrypted',
  title: 'https: 24 MB asked for and not read, handshakes that do not go on',
  counts: { full: 600, quick: 450 },
  isHttps: true,
  flood: attackEncrypted,
};
