import { refusalOf, requireDecoded } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import {
  createMessage,
  decodeIce,
  decodeSignal,
  encodeChange,
  encodeSignal,
  personOfSignal,
  roomKind,
  type Signal,
} from '@leib/net';
import { expect, test } from 'vitest';
import { adviseIce, turnPassword } from './iceServers.js';
import { createTestRoom, type FakeMember } from './people.testing.js';

const describe = (direction: string): Signal => ({
  ...{ call: 'a', to: '' },
  description: { type: 'offer', sdp: `v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=${direction}\r\n` },
});
const signalsOf = ({ messages }: FakeMember) => messages.filter(([kind]) => kind === roomKind.signal);

async function roomOfThree() {
  const test = createTestRoom();
  const [ada, bo, cy] = [await test.join(), await test.join(), await test.join()];
  const send = (from: FakeMember, bytes: Uint8Array<ArrayBuffer>) => test.room.receive(from.id, bytes[0], bytes);
  const signal = (from: FakeMember, to: FakeMember, value: Signal) =>
    send(from, encodeSignal(to.welcome.personId, value));
  const set = async (by: FakeMember, of: FakeMember, name: string, value: string | boolean) => {
    const id = by.answers.length + 100;
    send(by, encodeChange({ id, changes: [{ path: ['actors', of.welcome.actor, 'settings', name], value }] }));
    await test.step(2);
  };
  return { ...test, ada, bo, cy, send, signal, set };
}

test('[PV1] a signal goes to the one it is for, says whom it is from, and goes to nobody else', async () => {
  const { ada, bo, cy, signal, figures, room, clock } = await roomOfThree();
  signal(bo, ada, describe('sendrecv'));
  expect([ada, bo, cy].map((one) => signalsOf(one).length)).toEqual([1, 0, 0]);
  const [heard] = signalsOf(ada);
  expect([personOfSignal(heard), decodeSignal(heard)]).toEqual([
    bo.welcome.personId,
    { ok: true, value: describe('sendrecv') },
  ]);
  // Who does not keep up, or is not here, gets none.
  ada.waitingBytes = 1e6;
  signal(bo, ada, describe('sendrecv'));
  room.leave(cy.id, clock.nowMs);
  signal(bo, cy, describe('sendrecv'));
  expect([signalsOf(ada).length, signalsOf(cy).length, figures.refused]).toEqual([1, 0, 2]);
});

test('[PV3] who looks on or is muted by a host listens and does not speak', async () => {
  const { ada, bo, cy, signal, set } = await roomOfThree();
  await set(ada, bo, 'muted', true);
  await set(ada, cy, 'role', 'watcher');
  for (const silent of [bo, cy]) {
    signal(silent, ada, describe('sendrecv'));
    signal(silent, ada, describe('sendonly'));
    signal(silent, ada, { call: 'a', to: 'b', candidates: [], hears: true });
    signal(silent, ada, describe('recvonly'));
  }
  expect(signalsOf(ada).map((bytes) => requireDecoded(decodeSignal(bytes)).description?.sdp ?? '')).toEqual(
    [bo, cy].flatMap(() => ['', expect.stringContaining('recvonly')]),
  );
  expect(bo.problems).toEqual(Array(2).fill(expect.stringContaining('a host has muted you')));
  // Nobody takes that back but a host.
  await set(bo, bo, 'muted', false);
  signal(bo, ada, describe('sendrecv'));
  expect(signalsOf(ada)).toHaveLength(4);
  await set(ada, bo, 'muted', false);
  signal(bo, ada, describe('sendrecv'));
  expect(signalsOf(ada)).toHaveLength(5);
});

test.each(seeds(4))('[PV1][PV2] damaged signals and those of pictures or data go nowhere (seed %i)', async (seed) => {
  const { ada, bo, send, figures } = await roomOfThree();
  const random = seededRandom(seed);
  const video = { ...describe('sendrecv'), description: { type: 'offer', sdp: 'v=0\r\nm=video 9 X 96\r\n' } } as const;
  send(bo, encodeSignal(ada.welcome.personId, video));
  expect(signalsOf(ada)).toEqual([]);
  let passed = 0;
  for (let i = 0; i < 500; i++) {
    const bytes = encodeSignal(ada.welcome.personId, describe('sendrecv'));
    for (let k = 0; k < 3; k++) bytes[2 + Math.floor(random() * (bytes.length - 2))] = Math.floor(random() * 256);
    if (refusalOf(decodeSignal(bytes)) === null && personOfSignal(bytes) === ada.welcome.personId) passed++;
    send(bo, bytes);
  }
  expect(signalsOf(ada).length).toBeLessThanOrEqual(passed);
  expect(signalsOf(ada).length + figures.refused).toBe(501);
  for (const bytes of signalsOf(ada)) expect(decodeSignal(bytes).ok).toBe(true);
});

test('[PV6] STUN and TURN are told after the welcome and when asked for, to each with a word of their own', async () => {
  const ice = { stun: 'stun:stun.example', turn: 'turn:turn.example', turnSecret: 'north', isRelayOnly: true };
  const { room, join } = createTestRoom({ ice: (person) => adviseIce(ice, person, 1_700_000_000_000) });
  const [ada, bo] = [await join(), await join()];
  const question = createMessage(roomKind.ice, 0);
  room.receive(bo.id, roomKind.ice, question);
  const told = [ada, bo].map(({ messages }) =>
    messages.filter(([kind]) => kind === roomKind.ice).map((bytes) => requireDecoded(decodeIce(bytes))),
  );
  expect(told.map(({ length }) => length)).toEqual([1, 2]);
  const username = `1700021600:lab-${ada.welcome.personId}`;
  expect(told[0][0]).toEqual({
    servers: [
      { urls: 'stun:stun.example' },
      { urls: 'turn:turn.example', username, credential: turnPassword('north', username) },
    ],
    ...{ isRelayOnly: true, holdsSeconds: 21_600 },
  });
  expect(told[1][0].servers[1].username).toBe(`1700021600:lab-${bo.welcome.personId}`);
});

test('[PV6] the password is base64 of HMAC-SHA1 (RFC 2202, test case 2)', () => {
  const digest = Buffer.from('effcdf6ae5eb2fa2d27416d5f184df9c259a7c79', 'hex');
  expect(turnPassword('Jefe', 'what do ya want for nothing?')).toBe(digest.toString('base64'));
});

test('[PV6] a room without such servers says nothing of them', async () => {
  const { join } = createTestRoom();
  expect((await join()).messages.filter(([kind]) => kind === roomKind.ice)).toEqual([]);
});
