import { seededRandom } from '@leib/core/testing';
import {
  DISPLAYS_PATH,
  type DisplayFrame,
  defaultWalls,
  displayKind,
  encodeFrame as encodeDisplayFrame,
  encodeMesh,
  encodeScene,
  encodeStep,
  encodeWalls,
} from '@leib/net';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { inLanes } from './rawHttp.js';
import { encodeFrame, opcode, sendVolley } from './rawWebSocket.js';
import { mutate } from './roomMessages.js';
import type { TargetAddress } from './startTarget.js';

const MESSAGES = 500;
const queries = [
  'role=simulation',
  'role=watcher',
  'role=display&wall=front',
  `role=display&wall=${defaultWalls.walls[0].name}`,
  'role=display&wall=__proto__',
  'role=display',
  'role=constructor',
  'role=watcher&wall=a',
  `role=display&wall=${'x'.repeat(3000)}`,
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
  encodeMesh({ kind: 0, file: new Uint8Array(2000) }),
  encodeStep(displayKind.ready, 3),
  encodeStep(displayKind.shown, 0xffff_ffff),
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
    const path = `${DISPLAYS_PATH}?${queries[session % queries.length]}`;
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

/** Bytes of one avatar, and how many a simulation sends. */
const MESH_BYTES = 15 << 20;

/** Simulations that send the largest avatars again and again, and watchers that send as much. */
export async function attackByMeshes({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  const file = new Uint8Array(MESH_BYTES).fill(seed);
  const watchers = Math.max(1, count >> 1);
  const meshes = Array.from({ length: count - watchers }, (_, i) =>
    encodeFrame(opcode.binary, encodeMesh({ kind: i % 16, file })),
  );
  const part = encodeFrame(opcode.binary, meshes[0]?.subarray(0, 8 << 20) ?? new Uint8Array(9), {
    claimedLength: MESH_BYTES,
  });
  const volleys = [
    { path: `${DISPLAYS_PATH}?role=simulation`, frames: meshes, lingerMs: 1000 },
    ...Array.from({ length: watchers }, () => ({
      path: `${DISPLAYS_PATH}?role=watcher`,
      frames: [part],
      lingerMs: 3000,
    })),
  ];
  let inputs = 0;
  await inLanes(volleys, volleys.length, async (volley) => {
    const { written, end } = await sendVolley(port, volley);
    inputs += written;
    outcomes.add(end);
  });
  return { inputs, outcomes: outcomes.toRecord(), faults: [] };
}

export const meshesAttack: ServerAttack = {
  name: 'meshes',
  title: 'the largest avatars to displays, again and again',
  counts: { full: 72, quick: 36 },
  flood: attackByMeshes,
};
