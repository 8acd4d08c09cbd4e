import { createHash } from 'node:crypto';
import { seededRandom } from '@leib/core/testing';
import { Outcomes } from './attack.js';
import type { Flood, ServerAttack } from './flood.js';
import { askRaw, inLanes, rawRequest } from './rawHttp.js';
import { mutate } from './roomMessages.js';
import type { TargetAddress } from './startTarget.js';

/** Of one address, as many as a server reads at a time and more. */
const LANES = 30;
const PATIENCE_MS = 3000;
/** One alone would be held off by its limits; the station has another one. */
const ADDRESSES = 6;

const names = [
  'a',
  'station',
  'nobody',
  '..',
  '%2e%2e',
  '__proto__',
  'constructor',
  'a%00b',
  'x'.repeat(300),
  "a';--",
  'ünï',
];
const tokens = [
  '',
  '?token=',
  '?token=a.b.c',
  `?token=${'x'.repeat(9000)}`,
  '?token=eyJhbGciOiJub25lIn0.eyJzdHVkeSI6ImhvbmVzdCJ9.',
];
const origins = ['Origin: https://evil.example', 'Origin: null', 'Origin: http://127.0.0.1:1'];

/** Bodies of events: whole, of another shape, with numbers that are none, deep, sent again, under numbers that are taken. */
function eventBody(random: () => number): string {
  const sequence = [0, 1, 2, -1, 1e9, 0.5, 'x', null][Math.floor(random() * 8)];
  const seconds = [0, 1, -1, 1e308, null, 'soon'][Math.floor(random() * 6)];
  const payload = [
    { text: 'mine' },
    null,
    [],
    { text: 'x'.repeat(2000) },
    { ['__proto__']: { polluted: 1 } },
    deep(800),
  ];
  const participant = random() < 0.7 ? 'a' : 'station';
  const event = {
    participant,
    sequence,
    seconds,
    kind: random() < 0.8 ? 'noted' : 'marked',
    payload: payload[Math.floor(random() * 6)],
  };
  const times = random() < 0.3 ? { timesMs: [1e308, 'x'], clock: { offsetMs: 'x', delayMs: -1 } } : {};
  return JSON.stringify({ events: Array(1 + Math.floor(random() * 3)).fill(event), ...times });
}

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

/** One request that means harm, with everything that an address of the studies takes. None is for the honest study's own removal. */
export function hostileRequest(random: () => number): Uint8Array {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  const study = pick(['evil', 'evil', 'honest', ...names]);
  const who = study === 'honest' ? pick(names.filter((name) => name !== 'station')) : pick(names);
  const bytes = (body: string, more: readonly string[] = []) => [`Content-Length: ${Buffer.byteLength(body)}`, ...more];
  const ask = (method: string, path: string, body = '', more: readonly string[] = []) => {
    const from = random() < 0.15 ? [pick(origins)] : [];
    return rawRequest(method, `/api/study/${path}${pick(tokens)}`, [...bytes(body, more), ...from], body);
  };
  const kind = random();
  if (kind < 0.25) {
    const body = eventBody(random);
    return damaged(
      random,
      ask('POST', `${study}/events/${who}`, random() < 0.3 ? text(mutate(random, Buffer.from(body))) : body),
    );
  }
  if (kind < 0.35)
    return damaged(
      random,
      ask('POST', `${study}/participants`, `{"participant":"${who}","orders":${pick([1, 0, 1e9, 1000, '"x"'])}}`),
    );
  if (kind < 0.5) {
    const body = 'x'.repeat(Math.floor(random() * 3000));
    const sum = createHash('sha256')
      .update(random() < 0.5 ? body : 'another')
      .digest('hex');
    return damaged(
      random,
      ask('PUT', `${study}/motion/${who}/${pick(['hand-0', '..', 's'.repeat(300)])}/${pick([0, 1, 1e9, 'x'])}`, body, [
        `X-SHA256: ${sum}`,
      ]),
    );
  }
  if (kind < 0.6)
    return damaged(
      random,
      ask('PUT', `${study}/protocol`, `{"format":"leib-study/1","id":"${study}","flow":${JSON.stringify(deep(300))}}`),
    );
  if (kind < 0.7)
    return Buffer.from(tooLarge(pick(['events/a', 'protocol', 'motion/a/x/0', 'participants', 'tokens'])));
  if (kind < 0.78) return Buffer.from(ask('DELETE', `${study === 'honest' ? 'evil' : study}/participants/${who}`));
  if (kind < 0.86)
    return damaged(random, ask('POST', `${study}/tokens`, `{"role":"operator","minutes":${pick([5, 1e9, -1])}}`));
  const reads = [
    'events',
    `events/${who}`,
    `markers/${who}`,
    'participants',
    'recordings',
    `motion/${who}`,
    `motion/${who}/hand-0/0`,
    'protocol',
  ];
  return Buffer.from(ask(pick(['GET', 'GET', 'HEAD', 'PATCH', 'OPTIONS']), `${study}/${pick(reads)}`));
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** More than is taken: said to be so, or only seen to be. */
function tooLarge(path: string): string {
  const method = path.startsWith('events') || path === 'participants' || path === 'tokens' ? 'POST' : 'PUT';
  return rawRequest(method, `/api/study/evil/${path}`, ['Content-Length: 9000000'], '['.repeat(5_000_000));
}

/** Whole as a rule; else cut off in the middle of its body, whose end never comes. */
function damaged(random: () => number, request: string): Uint8Array {
  const bytes = Buffer.from(request, 'latin1');
  return random() < 0.05 ? bytes.subarray(0, Math.floor(bytes.length * random())) : bytes;
}

/** Requests to all that studies have, from somebody who has no business there, as fast as they are answered. */
export async function attackStudies({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const random = seededRandom(seed);
  const outcomes = new Outcomes();
  const faults: string[] = [];
  const requests = Array.from({ length: count }, () => hostileRequest(random));
  await inLanes(requests, LANES, async (request, index) => {
    const from = `127.0.0.${2 + (index % ADDRESSES)}`;
    const { status, text: said } = await askRaw(port, request, PATIENCE_MS, from);
    outcomes.add(status === 0 ? 'cut off' : String(status));
    if (status === 500) faults.push(`500: ${said.slice(0, 200)}`);
    if (said.includes(' at ') && said.includes('.js:')) faults.push(`a stack is told: ${said.slice(0, 200)}`);
  });
  return { inputs: requests.length, outcomes: outcomes.toRecord(), faults };
}

export const studiesAttack: ServerAttack = {
  name: 'studies',
  title:
    'requests to studies: damaged, cut off, too large, sent again, from other pages, without tokens; a station records meanwhile',
  counts: { full: 30_000, quick: 3000 },
  guest: 'honestStation.js',
  flood: attackStudies,
};
