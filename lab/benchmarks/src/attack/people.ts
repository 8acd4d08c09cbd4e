import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@leib/core/testing';
import {
  createPersonUpdate,
  encodeChange,
  encodePerson,
  encodeSignal,
  type PersonUpdate,
  peopleLimits,
  roomPath,
  voiceLimits,
} from '@leib/net';
import { Outcomes } from './attack.js';
import { type Flood, HONEST_ROOM, type ServerAttack } from './flood.js';
import { inLanes } from './rawHttp.js';
import { encodeFrame, opcode, RawWebSocket } from './rawWebSocket.js';
import { mutate } from './roomMessages.js';
import type { TargetAddress } from './startTarget.js';

/** Of one connection, as fast as the limits of rates let it: 400 bodies at once, then 200 a second. */
const MESSAGES = 500;
const AT_ONCE = 350;
const PATIENCE_MS = 5000;
/** Strangers at a time: each sends as fast as its limits let it, which is some 200 messages a second. */
const LANES = 12;
const LATE_MESSAGES = 80;

/** Somebody somewhere, tracked or whole, with or without fingers and face. */
function anyPerson(random: () => number, sequence: number): PersonUpdate {
  const update = createPersonUpdate();
  const form = random() < 0.3 ? 'pose' : 'targets';
  const place = [random() * 1000 - 500, random() * 3, random() * 1000 - 500];
  update.rootPosition.set(place);
  for (let point = 0; point < 3; point++) update.jointPoses.set([...place, 0, 0, 0, 1], point * 7);
  return Object.assign(update, {
    ...{ form, sequence: sequence & 255, timeMs: random() * 16_000 },
    ...{ hasFingers: random() < 0.5, hasFace: random() < 0.5, hasFoot: random() < 0.5 },
  });
}

/** Paths of JSON that lead to somebody else, to JavaScript's own names, or nowhere. */
const paths: readonly unknown[] = [
  ['actors', 'p1'],
  ['actors', 'p1', 'settings', 'role'],
  ['actors', '__proto__', 'polluted'],
  ['constructor', 'prototype', 'polluted'],
  ['things', 'x'.repeat(5000)],
  ['chat', '__proto__'],
  ['view', 'deep', ...Array.from({ length: 500 }, () => 'er')],
  [],
  null,
  [{}],
  [1e9],
];
const values: readonly unknown[] = [
  null,
  1e308,
  'host',
  '\ud800',
  { __proto__: 1 },
  [[[[[[[[]]]]]]]],
  'x'.repeat(20_000),
];

const descriptions = ['', 'm=audio 9 X 111\r\na=sendrecv', 'm=video 9 X 96', 'm=audio'.repeat(900), '\ud800'];

/** What voices agree on, for anybody: whole, damaged, as a stranger would say it. */
function anySignal(random: () => number): Uint8Array {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  const signal = encodeSignal(Math.floor(random() * 30), {
    ...{ call: pick(['', 'a', 'b']), to: pick(['', 'a', 'b']), hears: random() < 0.5, isOver: random() < 0.2 },
    description: { type: pick(['offer', 'answer'] as const), sdp: `v=0\r\n${pick(descriptions)}` },
  });
  if (random() < 0.5) return signal;
  const damaged = mutate(random, signal);
  if (damaged.length < 4) return signal;
  damaged.set(signal.subarray(0, 2));
  return damaged;
}

/** What one connection sends: bodies that are damaged, cut, sent again and whole; changes that nobody may make; at last some that are too large. */
export function peopleSession(seed: number, count: number): Uint8Array[] {
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  const sent: Uint8Array[] = [];
  for (let index = 0; index < count - LATE_MESSAGES; index++) {
    const body = encodePerson(anyPerson(random, index));
    const kind = random();
    if (kind < 0.4) sent.push(asPerson(mutate(random, body)));
    else if (kind < 0.5) sent.push(asPerson(body.slice(0, 4 + Math.floor(random() * (body.length - 4)))));
    else if (kind < 0.6 && sent.length > 0) sent.push(pick(sent));
    else if (kind < 0.75 && index % 8 === 0) {
      const changes = [{ path: pick(paths), value: pick(values) }];
      sent.push(encodeChange({ id: index, changes } as never));
    } else if (kind > 0.9) sent.push(anySignal(random));
    else sent.push(body);
  }
  const [kind, most] = pick([
    [whole, 1000],
    [whole, peopleLimits.changeBytes + 1000],
    [anySignal(random), voiceLimits.signalBytes + 1],
  ] as const);
  const tooLarge = new Uint8Array(most);
  tooLarge.set(kind.subarray(0, 4));
  // It is refused; who goes on all the same is cut off.
  for (let i = 0; i < LATE_MESSAGES; i++) sent.push(tooLarge);
  return sent;
}

const whole = encodePerson(createPersonUpdate());

/** Kind and version stay whole: a message without them ends its connection, and says nothing of the room. */
function asPerson(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) return whole.subarray(0, 4);
  bytes.set(whole.subarray(0, 2));
  return bytes;
}

/** People in the room of honest ones whose every message means harm. */
export async function attackPeople({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  let inputs = 0;
  const sessions = Array.from({ length: Math.ceil(count / MESSAGES) }, (_, i) => seed * 100_000 + i);
  await inLanes(sessions, LANES, async (session) => {
    const socket = await RawWebSocket.open(port, roomPath({ people: HONEST_ROOM }));
    if (socket.status !== 101) {
      inputs++;
      outcomes.add(`refused with ${socket.status}`);
      await pause(50);
      return;
    }
    // Before the welcome nothing is heard.
    await socket.answered(PATIENCE_MS);
    for (const [index, message] of peopleSession(session, Math.min(MESSAGES, count)).entries()) {
      if (index > AT_ONCE) await pause(1000 / 200);
      if (!(await socket.write(encodeFrame(opcode.binary, message)))) break;
      inputs++;
    }
    outcomes.add((await socket.ended(1000)) ? 'disconnected' : 'left');
    socket.destroy();
  });
  return { inputs, outcomes: outcomes.toRecord(), faults: [] };
}

export const peopleAttack: ServerAttack = {
  name: 'people',
  title: 'bodies, changes and signals of voices in a room of honest people: damaged, cut, sent again, too large',
  counts: { full: 100_000, quick: 10_000 },
  guest: 'honestPerson.js',
  // Of a million: after each quarter of it.
  rounds: 4,
  flood: attackPeople,
};
