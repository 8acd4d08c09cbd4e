import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RoomTokens } from './roomTokens.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leib-tokens-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const nowMs = 1_700_000_000_000;
const invite = { room: 'lab', role: 'guest' } as const;

test('[PT1] an invite is what was signed, until it is over, and after a restart', async () => {
  const tokens = await RoomTokens.open(folder);
  const token = await tokens.invite(invite, nowMs + 60_000);
  const again = await RoomTokens.open(folder);
  expect(await again.read(token, nowMs)).toEqual(invite);
  expect(await again.read(token, nowMs + 59_000)).toEqual(invite);
  expect(await again.read(token, nowMs + 60_000)).toBeNull();
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
});

test('[PT1] what another server signed, nobody signed, or was changed, is none', async () => {
  const secret = new Uint8Array(32).fill(7);
  const tokens = new RoomTokens(secret);
  const token = await tokens.invite(invite, nowMs + 60_000);
  expect(await new RoomTokens(new Uint8Array(32).fill(8)).read(token, nowMs)).toBeNull();
  const [header, payload, signature] = token.split('.');
  const host = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('guest', 'host')).toString('base64url');
  const signed = (claims: object, alg = 'HS256', audience = 'people') =>
    new SignJWT({ ...invite, ...claims }).setProtectedHeader({ alg }).setIssuer('leib').setAudience(audience);
  const end = nowMs / 1000 + 60;
  const wrong = [
    '',
    'a.b.c',
    `${header}.${host}.${signature}`,
    new UnsecuredJWT({ ...invite, exp: end }).setIssuer('leib').setAudience('people').encode(),
    await signed({}).sign(secret),
    await signed({ role: 'king' }).setExpirationTime(end).sign(secret),
    await signed({ room: 7 }).setExpirationTime(end).sign(secret),
    await signed({}, 'HS256', 'else').setExpirationTime(end).sign(secret),
    await signed({}, 'HS512').setExpirationTime(end).sign(new Uint8Array(64).fill(7)),
  ];
  for (const one of wrong) expect(await tokens.read(one, nowMs), one).toBeNull();
  expect(await tokens.read(await signed({}).setExpirationTime(end).sign(secret), nowMs)).toEqual(invite);
});

test('[PR3] a word gives its own actor of its own room, and nobody else', () => {
  const tokens = new RoomTokens(new Uint8Array(32).fill(7));
  const word = tokens.resumeWord('lab', 'p12');
  expect(tokens.actorOf('lab', word)).toBe('p12');
  const others = ['', 'p12', word.replace('p12', 'p13'), `${word}x`, word.slice(0, -1), tokens.resumeWord('b', 'p12')];
  for (const other of others) expect(tokens.actorOf('lab', other), other).toBeNull();
});

test('a secret that is none is said, not replaced', async () => {
  const path = join(folder, 'other');
  await RoomTokens.open(path);
  await writeFile(join(path, 'secret'), 'short');
  await expect(RoomTokens.open(path)).rejects.toThrow('expected a secret of 32 bytes');
});
