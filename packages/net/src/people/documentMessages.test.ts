import { refusalOf } from '@leib/core';
import { tryMutations } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { encodeJson, HEADER_SIZE, readKind, roomKind } from '../room/message.js';
import {
  decodeChange,
  decodeChanged,
  decodeDocument,
  decodeWelcome,
  encodeChange,
  encodeChanged,
  encodeDocument,
  encodeWelcome,
  peopleLimits,
  type Welcome,
} from './documentMessages.js';

const welcome: Welcome = {
  ...{ personId: 7, actor: 'p12', role: 'guest', room: 'lab' },
  ...{ tickHz: 60, resume: 'p12.abc', heard: 3 },
};
const changes = [{ path: ['things', 'a'], value: { id: 'a' } }];
const messages = [
  ['welcome', encodeWelcome(welcome), decodeWelcome, welcome, roomKind.welcome],
  [
    'document',
    encodeDocument({ version: 4, doc: { a: 1 } }),
    decodeDocument,
    { version: 4, doc: { a: 1 } },
    roomKind.document,
  ],
  ['change', encodeChange({ id: 1, changes }), decodeChange, { id: 1, changes }, roomKind.change],
  [
    'changed',
    encodeChanged({ version: 5, by: 'p12', id: 1, changes }),
    decodeChanged,
    { version: 5, by: 'p12', id: 1, changes },
    roomKind.changed,
  ],
  ['a refusal', encodeChanged({ refused: 'no', id: 1 }), decodeChanged, { refused: 'no', id: 1 }, roomKind.changed],
] as const;

test.each(messages)('[PD1] %s arrives as it was sent', (_name, bytes, decode, value, kind) => {
  expect(readKind(bytes)).toEqual({ ok: true, value: kind });
  expect(decode(bytes)).toEqual({ ok: true, value });
});

test.each(messages)('[RM4] damaged bytes of %s are read or refused in a sentence', async (name, bytes, decode) => {
  const wrap = (json: Uint8Array) => Uint8Array.from([...bytes.subarray(0, HEADER_SIZE), ...json]);
  const files = [{ bytes: bytes.slice(HEADER_SIZE), kinds: ['json', 'text', 'bytes'] as const, wrap }];
  const figures = await tryMutations({ name, files, read: (damaged) => decode(damaged) }, 1, 300);
  expect(figures.failures).toEqual([]);
  expect(figures.refusedCount).toBeGreaterThan(100);
});

test.each([
  [{ ...welcome, personId: 0 }, 'welcome, personId: expected 1 or more'],
  [{ ...welcome, personId: 65536 }, 'welcome, personId: expected at most 65535'],
  [{ ...welcome, role: 'king' }, 'welcome, role: expected one of'],
  [{ ...welcome, resume: '' }, 'welcome, resume: expected'],
])('[PD1] a welcome that is none is refused with its place: %#', (value, reason) => {
  expect(refusalOf(decodeWelcome(encodeJson(roomKind.welcome, value)))).toContain(reason);
});

test('[PD2] a change has a number from 1 on, something to change, and at most 64 kB', () => {
  const refused = (value: object) => refusalOf(decodeChange(encodeJson(roomKind.change, value)));
  expect(refused({ id: 0, changes })).toContain('change, id');
  expect(refused({ id: 1.5, changes })).toContain('change, id');
  expect(refused({ id: 1, changes: [] })).toContain('change, changes');
  expect(refused({ id: 1, changes: ['x'.repeat(peopleLimits.changeBytes)] })).toContain('expected at most');
});
