import { ROOM_PATH } from '@leib/net';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { inLanes } from './rawHttp.js';
import { encodeFrame, opcode, sendVolley } from './rawWebSocket.js';
import { roomSession, wildRoomNames } from './roomMessages.js';
import type { TargetAddress } from './startTarget.js';

/** Messages of one connection: below the burst that a client may send at once. */
const MESSAGES = 500;

/** Clients with wild frames, requests and openings, alone and in rooms with wild names. */
export async function attackRooms({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  let inputs = 0;
  const sessions = Array.from({ length: Math.ceil(count / MESSAGES) }, (_, i) => seed * 100_000 + i);
  await inLanes(sessions, 6, async (session) => {
    const name = wildRoomNames[session % wildRoomNames.length];
    const frames = roomSession(session, Math.min(MESSAGES, count)).map(({ isText, bytes }) =>
      encodeFrame(isText ? opcode.text : opcode.binary, bytes),
    );
    const path = `${ROOM_PATH}?world=${session % 4 === 0 ? '' : name}`;
    const { written, end } = await sendVolley(port, { path, frames, lingerMs: 1500 });
    inputs += written;
    outcomes.add(end);
  });
  return { inputs, outcomes: outcomes.toRecord(), faults: [] };
}

export const roomsAttack: ServerAttack = {
  name: 'rooms',
  title: 'messages to simulations: wild frames, requests, openings, names of rooms',
  counts: { full: 80_000, quick: 20_000 },
  flood: attackRooms,
};
