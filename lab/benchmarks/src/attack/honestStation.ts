import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { askForPlace, createHttpTransport, createMemoryStorage, fetchEvents, StudyUplink } from '@leib/study';
import { comeFirst } from './firstOfAll.js';
import type { GuestFigures } from './honestGuest.js';

/**
 * Script of a station that records a session of a study, events and pieces of a recording, with a token of its own; each trip is from
 * the append until the server says that it is kept. In a process of its own. A message asks for the figures since the last one, and
 * then all that was said to be kept is read again.
 */

const STUDY = 'honest';
const PARTICIPANT = 'station';
const PERIOD_MS = 25;
const PIECE_BYTES = 20_000;

comeFirst(true);
const [server] = process.argv.slice(2);
let tripsMs: number[] = [];
let failure: string | null = null;
const station = { server, study: STUDY, participant: PARTICIPANT, token: '' };
const place = await askForPlace(station, 6);
if (!place.ok) failure = `no place: ${place.reason}`;
const after = (seconds: number, work: () => void) => void setTimeout(work, seconds * 1000);
const uplink = await StudyUplink.open({
  storage: createMemoryStorage(),
  transport: createHttpTransport(station),
  after,
});
const pieces: string[] = [];
/** What the server has said that it keeps. */
let [keptEvents, keptPieces] = [0, 0];

process.on('message', async () => {
  const [events, known] = [keptEvents, keptPieces];
  failure ??= await whatIsLost(events, known);
  process.send?.({ tripsMs, failure } satisfies GuestFigures);
  tripsMs = [];
});
process.on('disconnect', () => process.exit());

/** A sentence where something that was said to be kept is not there, or twice, or another; null where all is. */
async function whatIsLost(events: number, known: number): Promise<string | null> {
  const kept = await fetchEvents(station);
  if (!kept.ok) return null;
  const wrong = kept.value.findIndex(({ sequence }, i) => sequence !== i);
  if (wrong >= 0) return `event ${wrong} is missing or twice`;
  if (kept.value.length < events) return `${events - kept.value.length} events that were said to be kept are not there`;
  const odd = kept.value.findIndex((event, i) => JSON.stringify(event) !== JSON.stringify(uplink.events[i]));
  if (odd >= 0) return `event ${odd} is another one`;
  if (known === 0) return null;
  const url = new URL(`api/study/${STUDY}/motion/${PARTICIPANT}/hand-0/${known - 1}`, server);
  const response = await fetch(url).catch(() => null);
  if (response === null || response.status === 429 || response.status === 503) return null;
  const sum = createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
  return sum === pieces[known - 1] ? null : `piece ${known - 1} of a recording is another one`;
}

for (let number = 0; failure === null; number++) {
  const sequence = uplink.events.length;
  const sentMs = performance.now();
  await uplink.append([
    {
      participant: PARTICIPANT,
      sequence,
      seconds: sequence / 40,
      kind: 'noted',
      payload: { text: `note ${sequence}` },
    },
  ]);
  if (number % 20 === 0) {
    const bytes = new Uint8Array(PIECE_BYTES).fill(number & 255);
    pieces.push(createHash('sha256').update(bytes).digest('hex'));
    await uplink.appendMotion({ stream: 'hand-0', number: pieces.length - 1, bytes });
  }
  await uplink.saved();
  if (uplink.status.state === 'refused') failure = `refused: ${uplink.status.reason}`;
  [keptEvents, keptPieces] = [uplink.events.length, pieces.length];
  tripsMs.push(performance.now() - sentMs);
  await pause(PERIOD_MS);
}
