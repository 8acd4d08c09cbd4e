import { deflateRawSync } from 'node:zlib';
import { seededRandom } from '@leib/core/testing';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { socketPaths } from './pings.js';
import { inLanes } from './rawHttp.js';
import { encodeFrame, opcode, sendVolley } from './rawWebSocket.js';
import type { TargetAddress } from './startTarget.js';

const FRAGMENTS = 2000;
/** 64 MB of zeros. */
const bomb = deflateRawSync(Buffer.alloc(64 << 20));
const nothing = new Uint8Array(0);

/** Frames of one connection that bend or break WebSocket's rules. */
export function wildFrames(seed: number, count: number): Buffer[] {
  const random = seededRandom(seed);
  const many = (code: number, payload: Uint8Array) =>
    Array.from({ length: count }, (_, i) =>
      encodeFrame(i === 0 ? code : opcode.continuation, payload, { isFinal: false }),
    );
  const one = (frame: Buffer) => [frame];
  const kinds: readonly (() => Buffer[])[] = [
    // A message that never ends, in pieces of a byte, or of none.
    () => many(opcode.binary, Uint8Array.of(1)),
    () => many(opcode.text, nothing),
    // Compressed although that was not agreed on.
    () => one(encodeFrame(opcode.binary, bomb, { isCompressed: true })),
    // More claimed than ever comes, up to what a number can hold.
    () => one(encodeFrame(opcode.binary, nothing, { claimedLength: Number.MAX_SAFE_INTEGER })),
    () => one(encodeFrame(opcode.binary, nothing, { claimedLength: 1_900_000 })),
    () => one(encodeFrame(opcode.ping, new Uint8Array(125), { isFinal: false })),
    () => one(encodeFrame(opcode.ping, new Uint8Array(126))),
    () => one(encodeFrame(3 + Math.floor(random() * 5), nothing)),
    () => one(encodeFrame(opcode.continuation, nothing)),
    () => one(encodeFrame(opcode.text, Uint8Array.of(0xff, 0xfe, 0xc0, 0x80))),
    () => one(encodeFrame(opcode.close, Uint8Array.of(3))),
    () => one(encodeFrame(opcode.close, Uint8Array.of(0, 0, 0xff))),
    // Without a mask.
    () => one(Buffer.from([0x82, 0x01, 0x00])),
    () => one(Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256)))),
    () => Array.from({ length: count }, () => encodeFrame(opcode.pong, new Uint8Array(125))),
    () => Array.from({ length: count }, () => encodeFrame(opcode.binary, nothing)),
  ];
  return kinds[seed % kinds.length]();
}

export async function attackByFragments({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  let inputs = 0;
  const each = Math.min(FRAGMENTS, count);
  // Four in sixteen connections send so many frames, the others one.
  const connections = Array.from({ length: Math.ceil((count / each) * 4) }, (_, i) => seed * 1000 + i);
  await inLanes(connections, 12, async (number) => {
    const path = socketPaths[number % socketPaths.length];
    const { written, end } = await sendVolley(port, { path, frames: wildFrames(number >> 1, each), lingerMs: 300 });
    inputs += written;
    outcomes.add(end);
  });
  return { inputs, outcomes: outcomes.toRecord(), faults: [] };
}

export const fragmentsAttack: ServerAttack = {
  name: 'fragments',
  title: 'WebSocket frames by the thousand, without end, compressed, too long, without a mask',
  counts: { full: 150_000, quick: 30_000 },
  flood: attackByFragments,
};
