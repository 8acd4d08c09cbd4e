import {
  createPersonUpdate,
  decodePeople,
  decodeWelcome,
  encodePerson,
  RoomClient,
  roomKind,
  roomUrl,
} from '@leib/net';
import { WebSocket } from '../webSockets.js';
import { comeFirst } from './firstOfAll.js';
import { HONEST_ROOM } from './flood.js';
import type { GuestFigures } from './honestGuest.js';

/**
 * Script of two people in one room, side by side: one sends a body 60 times a second, the other waits for it. It has a process
 * of its own, so that they do not wait for those who attack. A message asks for the figures since the last one.
 */

const HZ = 60;
const PERIOD_MS = 1000 / HZ;

comeFirst(true);
const [url] = process.argv.slice(2);
let tripsMs: number[] = [];
let failure: string | null = null;
/** When each of the last 256 was sent. */
const sentMs = new Float64Array(256).fill(Number.NaN);
let [sender, sequence, heardMs] = [0, 0, performance.now()];

function enter(onMessage: (kind: number, bytes: Uint8Array<ArrayBuffer>) => void): RoomClient {
  const events = {
    onMessage,
    onProblem(reason: string, isOver: boolean) {
      if (isOver) failure = reason;
    },
  };
  return new RoomClient(roomUrl(url, { people: HONEST_ROOM }), events, {
    createSocket: (address) => new WebSocket(address) as unknown as globalThis.WebSocket,
  });
}

const first = enter((kind, bytes) => {
  if (kind !== roomKind.welcome) return;
  const welcome = decodeWelcome(bytes);
  if (welcome.ok) sender = welcome.value.personId;
});
const second = enter((kind, bytes) => {
  const people = kind === roomKind.people ? decodePeople(bytes) : null;
  if (!people?.ok) return;
  const nowMs = performance.now();
  for (const { id, from } of people.value.people) {
    if (id !== sender || Number.isNaN(sentMs[bytes[from + 3]])) continue;
    tripsMs.push(nowMs - sentMs[bytes[from + 3]]);
    sentMs[bytes[from + 3]] = Number.NaN;
    heardMs = nowMs;
  }
});

const update = createPersonUpdate();
for (let point = 0; point < 3; point++) update.jointPoses.set([point, 1.6, 0, 0, 0, 0, 1], point * 7);
setInterval(() => {
  const nowMs = performance.now();
  // Both stand in the middle, near to each other.
  for (const client of [first, second]) {
    if (client === first) {
      sequence = (sequence + 1) & 255;
      sentMs[sequence] = nowMs;
    }
    Object.assign(update, { sequence, timeMs: nowMs % 16_000 });
    client.send(encodePerson(update));
  }
  // Where nothing comes the wait so far counts, frame by frame.
  if (nowMs - heardMs > 1000) tripsMs.push(nowMs - heardMs);
}, PERIOD_MS);

process.on('message', () => {
  process.send?.({ tripsMs, failure } satisfies GuestFigures);
  tripsMs = [];
});
process.on('disconnect', () => process.exit());
