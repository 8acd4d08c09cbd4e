import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { seededRandom } from '@leib/core/testing';
import {
  type DisplayFrame,
  defaultWalls,
  encodeFrame as encodeDisplayFrame,
  encodeScene,
  encodeStep,
  encodeWalls,
  FILES_PATH,
  fileLimits,
  ROOM_PATH,
  roomKind,
} from '@leib/net';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { inLanes } from './rawHttp.js';
import { encodeFrame, opcode, sendVolley } from './rawWebSocket.js';
import { mutate } from './roomMessages.js';
import type { TargetAddress } from './startTarget.js';

const MESSAGES = 500;
const queries = [
  'walls=simulation',
  'walls=watcher',
  'walls=display&wall=front',
  `walls=display&wall=${defaultWalls.walls[0].name}`,
  'walls=display&wall=__proto__',
  'walls=display',
  'walls=constructor',
  'walls=watcher&wall=a',
  `walls=display&wall=${'x'.repeat(3000)}`,
];

const frame: DisplayFrame = {
  number: 1,
  seconds: 0,
  viewers: [{ pose: Float64Array.of(0, 1.7, 0, 0, 0, 0, 1), isTracked: true }],
  actors: [],
};
const honest: readonly Uint8Array[] = [
  encodeDisplayFrame(frame),
  encodeScene({ kinds: [{ name: 'a', mesh: 'default', scale: 1 }], agents: [{ id: 1, kind: 0 }], viewers: ['a'] }),
  encodeStep(roomKind.ready, 3),
  encodeStep(roomKind.shown, 0xffff_ffff),
  encodeWalls(defaultWalls),
];

/** Messages of a page of the displays that means harm: each role's own, damaged and whole, and those of other roles. */
export function displaySession(seed: number, count: number): Buffer[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    // Mostly frames: what is refused with its sender ends the connection.
    const message = random() < 0.9 ? honest[0] : honest[Math.floor(random() * honest.length)];
    const bytes = random() < 0.3 ? mutate(random, message) : message;
    return encodeFrame(opcode.binary, bytes);
  });
}

export async function attackDisplays({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  let inputs = 0;
  const sessions = Array.from({ length: Math.ceil(count / MESSAGES) }, (_, i) => seed * 100_000 + i);
  await inLanes(sessions, 8, async (session) => {
    const path = `${ROOM_PATH}?${queries[session % queries.length]}`;
    const frames = displaySession(session, Math.min(MESSAGES, count));
    const { written, end } = await sendVolley(port, { path, frames, lingerMs: 50 });
    inputs += written;
    outcomes.add(end);
  });
  return { inputs, outcomes: outcomes.toRecord(), faults: [] };
}

export const displaysAttack: ServerAttack = {
  name: 'displays',
  title: 'messages to displays, in every role',
  counts: { full: 100_000, quick: 10_000 },
  flood: attackDisplays,
};

/** Of these the server keeps 17. */
const FILE_BYTES = 15 << 20;

/** The largest files that have room, again and again, and some that stop in the middle or are not what they are called. */
export async function attackByFiles({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  const faults: string[] = [];
  let inputs = 0;
  await inLanes(
    Array.from({ length: count }, (_, i) => i),
    8,
    async (number) => {
      const kind = number % 4;
      const file = Buffer.alloc(kind === 3 ? 2000 : FILE_BYTES, seed + number);
      const hash = createHash('sha256')
        .update(kind === 2 ? 'something else' : file)
        .digest('hex');
      const outcome = await putFile(port, hash, file, kind === 1 ? file.length >> 1 : file.length);
      inputs++;
      outcomes.add(outcome);
      if (kind === 2 && outcome === '201') faults.push('a file was taken under another name');
    },
  );
  if (count > 40 && !outcomes.toRecord()['201']) faults.push('no file was taken at all');
  return { inputs, outcomes: outcomes.toRecord(), faults };
}

/** The status, or how it ended; only so many bytes are sent. */
function putFile(port: number, hash: string, file: Buffer, sentBytes: number): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'Content-Length': Math.min(file.length, fileLimits.bytes) };
    const path = FILES_PATH + hash;
    const sending = request({ port, host: '127.0.0.1', method: 'PUT', path, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on('close', () => resolve(`${answer.statusCode}`));
    });
    sending.on('error', () => resolve('disconnected'));
    sending.write(file.subarray(0, sentBytes));
    if (sentBytes === file.length) sending.end();
    else setTimeout(() => sending.destroy(), 1000);
  });
}

export const uploadsAttack: ServerAttack = {
  name: 'uploads',
  title: 'large files for walls, again and again, whole, cut and under wrong names',
  counts: { full: 72, quick: 36 },
  flood: attackByFiles,
};
