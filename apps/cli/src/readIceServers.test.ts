import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readIceServers } from './readIceServers.js';

const folder = mkdtempSync(join(tmpdir(), 'leib-turn-'));
const secret = join(folder, 'turn.secret');
writeFileSync(secret, 'north\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (options: Partial<Parameters<typeof readIceServers>[0]>) =>
  readIceServers({
    ...{ stun: undefined, turn: undefined, 'turn-secret': undefined, 'relay-only': false },
    ...options,
  });

test('without STUN and TURN there is nothing to tell; with them their addresses and the secret of the file', async () => {
  expect(await read({})).toBeNull();
  expect(await read({ stun: 'stun:stun.example:3478' })).toEqual({
    stun: 'stun:stun.example:3478',
    isRelayOnly: false,
  });
  const turn = { turn: 'turns:[2001:db8::1]:5349?transport=tcp', 'turn-secret': secret, 'relay-only': true };
  expect(await read(turn)).toEqual({ turn: turn.turn, turnSecret: 'north', isRelayOnly: true });
});

test.each([
  [{ turn: 'turn:turn.example' }, '--turn-secret'],
  [{ 'turn-secret': secret }, '--turn'],
  [{ 'relay-only': true }, 'expected --turn with it'],
  [{ stun: 'https://stun.example' }, 'expected stun:HOST:PORT, got "https://stun.example"'],
  [{ stun: 'turn:turn.example' }, 'expected stun:HOST:PORT'],
  [{ turn: 'turn:', 'turn-secret': secret }, 'expected turn:HOST:PORT'],
])('what cannot be meant is said: %o', async (options, reason) => {
  await expect(read(options)).rejects.toThrow(reason);
});

test('an empty secret is none', async () => {
  const empty = join(folder, 'empty');
  writeFileSync(empty, '\n');
  await expect(read({ turn: 'turn:turn.example', 'turn-secret': empty })).rejects.toThrow('expected a word');
});
