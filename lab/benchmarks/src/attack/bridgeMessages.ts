import { seededRandom } from '@leib/core/testing';
import { BRIDGE_PATH, BRIDGE_VERSION } from '@leib/feeds';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { inLanes } from './rawHttp.js';
import { encodeFrame, opcode, sendVolley } from './rawWebSocket.js';
import { mutate } from './roomMessages.js';
import type { TargetAddress } from './startTarget.js';

const MESSAGES = 5000;
const wildTexts = [
  '{"type":"ping","t0":0}',
  '{"type":"ping","t0":1e400}',
  '{"type":"ping","t0":"0"}',
  '{"type":"hello","feeds":[]}',
  '{"__proto__":{"type":"ping"}}',
  'null',
  '{',
  '',
  '['.repeat(2000),
];

/** A datagram for an output of the server, by its number. */
const outputOf = (index: number, size: number) =>
  Buffer.from([0x4c, 0x42, BRIDGE_VERSION, index, ...Array(size).fill(1)]);

/** Texts and datagrams of one page that means harm. */
export function bridgeSession(seed: number, count: number): Buffer[] {
  const random = seededRandom(seed);
  const datagram = outputOf(0, 24);
  return Array.from({ length: count }, () => {
    const kind = random();
    if (kind < 0.4) return encodeFrame(opcode.text, Buffer.from(wildTexts[Math.floor(random() * wildTexts.length)]));
    if (kind < 0.6) return encodeFrame(opcode.binary, outputOf(Math.floor(random() * 256), 9));
    return encodeFrame(opcode.binary, mutate(random, datagram));
  });
}

/** Twelve pages that send as fast as they can. */
export async function attackBridge({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  let inputs = 0;
  const sessions = Array.from({ length: Math.ceil(count / MESSAGES) }, (_, i) => seed * 100_000 + i);
  await inLanes(sessions, 8, async (session) => {
    const frames = bridgeSession(session, Math.min(MESSAGES, count));
    const { written, end } = await sendVolley(port, { path: BRIDGE_PATH, frames, lingerMs: 100 });
    inputs += written;
    outcomes.add(end);
  });
  return { inputs, outcomes: outcomes.toRecord(), faults: [] };
}

export const bridgeAttack: ServerAttack = {
  name: 'bridge',
  title: 'messages to the bridge of tracker feeds, as fast as they go',
  counts: { full: 220_000, quick: 30_000 },
  flood: attackBridge,
};
