import { seededRandom } from '@leib/core/testing';
import { createMessage, encodeTimes, HEADER_SIZE, roomKind, roomPath } from '@leib/net';
import { encodeBridgeOutput } from '../../../../packages/feeds/dist/bridge/bridgeMessage.js';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { inLanes } from './rawHttp.js';
import { encodeFrame, opcode, sendVolley } from './rawWebSocket.js';
import { mutate } from './roomMessages.js';
import type { TargetAddress } from './startTarget.js';

const MESSAGES = 5000;
const wildTexts = ['{"type":"hello","feeds":[]}', '{"__proto__":{"type":"ping"}}', 'null', '{', '', '['.repeat(2000)];

/** A datagram for an output of the server, by its number. */
const outputOf = (index: number, size: number) => encodeBridgeOutput(index, new Uint8Array(size).fill(1));

/** JSON where none is expected, in a message of this kind. */
function textOf(kind: typeof roomKind.feeds | typeof roomKind.ping, text: string): Uint8Array {
  const message = createMessage(kind, text.length);
  message.set(Buffer.from(text), HEADER_SIZE);
  return message;
}

/** Times, texts and datagrams of one page that means harm: what is refused ends its connection, so that most is damaged only inside. */
export function bridgeSession(seed: number, count: number): Buffer[] {
  const random = seededRandom(seed);
  const datagram = outputOf(0, 24);
  return Array.from({ length: count }, () => {
    const kind = random();
    const text = wildTexts[Math.floor(random() * wildTexts.length)];
    if (kind < 0.001) return encodeFrame(opcode.text, Buffer.from(text));
    if (kind < 0.002) return encodeFrame(opcode.binary, textOf(roomKind.feeds, text));
    if (kind < 0.003) return encodeFrame(opcode.binary, mutate(random, datagram));
    if (kind < 0.01)
      return encodeFrame(opcode.binary, encodeTimes(roomKind.ping, random() < 0.5 ? random() : Number.NaN));
    const bytes = outputOf(Math.floor(random() * 256), 1 + Math.floor(random() * 40));
    return encodeFrame(opcode.binary, bytes);
  });
}

/** Twelve pages that send as fast as they can. */
export async function attackBridge({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  let inputs = 0;
  const sessions = Array.from({ length: Math.ceil(count / MESSAGES) }, (_, i) => seed * 100_000 + i);
  await inLanes(sessions, 8, async (session) => {
    const frames = bridgeSession(session, Math.min(MESSAGES, count));
    const { written, end } = await sendVolley(port, { path: roomPath({ feeds: true }), frames, lingerMs: 100 });
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
