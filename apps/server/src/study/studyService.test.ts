import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  askForPlace,
  createHttpTransport,
  createMemoryStorage,
  fetchEvents,
  randomParticipant,
  StudyUplink,
} from '@leib/study';
import { fetchStudy } from '@leib/study/results';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../common/server.testing.js';
import { startServer } from '../startServer.js';
import { eventsOf } from './study.testing.js';
import type { StudyOptions } from './studyService.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leib-study-http-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function serve(more: Partial<StudyOptions> = {}) {
  const database = join(folder, String(++count), 'studies.sqlite');
  const server = await startServer({ port: 0, studioDir: null, study: { database, ...more } });
  onTestFinished(() => server.close());
  return server;
}

const station = (server: string, participant: string, token = '') => ({ server, study: 'agency', participant, token });
const after = () => {};

test('a page gets a place, its events are kept before it says so, and another page goes on from them', async () => {
  const { url } = await serve();
  const participant = randomParticipant();
  const here = station(url, participant);
  expect(await askForPlace(here, 6)).toEqual({ ok: true, value: 0 });
  expect(await askForPlace(here, 6)).toEqual({ ok: true, value: 0 });
  const uplink = await StudyUplink.open({
    storage: createMemoryStorage(),
    transport: createHttpTransport(here),
    after,
  });
  await uplink.append(eventsOf(participant, 300));
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);
  await uplink.appendMotion({ stream: 'hand-0', number: 0, bytes });
  await uplink.saved();
  expect(uplink.status).toEqual({ state: 'saved', waiting: 0, reason: '' });
  const known = await fetchEvents(here);
  expect(known).toEqual({ ok: true, value: eventsOf(participant, 300) });
  const kept = await fetch(new URL(`api/study/agency/motion/${participant}/hand-0/0`, url));
  expect(new Uint8Array(await kept.arrayBuffer())).toEqual(bytes);
  const lines = (await (await fetch(new URL('api/study/agency/events', url))).text()).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(eventsOf(participant, 300));
});

test('an operator’s page has all of a study: for a report, and with recordings for an export', async () => {
  const server = await serve({ access: 'invited' });
  const token = (await server.studies?.sign('agency', 'operator', 10))?.token ?? '';
  const pieces = [0, 1].map((number) => new Uint8Array(gzipSync(Buffer.from(`piece ${number} `))));
  for (const participant of ['a', 'b']) {
    const here = { ...station(server.url, participant), token };
    await askForPlace(here, 2);
    const uplink = await StudyUplink.open({
      storage: createMemoryStorage(),
      transport: createHttpTransport(here),
      after,
    });
    await uplink.append(eventsOf(participant, 3));
    for (const [number, bytes] of pieces.entries()) await uplink.appendMotion({ stream: 'hand-0', number, bytes });
    await uplink.saved();
  }
  const source = await fetchStudy({ server: server.url, study: 'agency', token });
  expect(source.people).toEqual(
    [
      { participant: 'a', number: 0, site: 'main', events: eventsOf('a', 3) },
      { participant: 'b', number: 1, site: 'main', events: eventsOf('b', 3) },
    ].map((person) => expect.objectContaining(person)),
  );
  expect([...source.motion]).toEqual(['a', 'b'].map((participant) => [participant, new Set(['hand-0'])]));
  expect(new TextDecoder().decode(await source.readMotion('b', 'hand-0'))).toBe('piece 0 piece 1 ');
  await expect(fetchStudy({ server: server.url, study: 'agency', token: '' })).rejects.toThrow(
    'expected a token of this study',
  );
});

test('without a token nobody gets anything of an invited study; a station writes, and only an operator reads and removes', async () => {
  const server = await serve({ access: 'invited' });
  const ask = (path: string, token: string, init: RequestInit = {}) =>
    fetch(new URL(`api/study/${path}?token=${token}`, server.url), init).then(({ status }) => status);
  const operator = (await server.studies?.sign('agency', 'operator', 10))?.token ?? '';
  const guest = (await server.studies?.sign('agency', 'station', 10))?.token ?? '';
  const body = JSON.stringify({ participant: 'a', orders: 2 });
  const post = { method: 'POST', body };
  for (const token of ['', 'a.b.c', `${guest}x`]) expect(await ask('agency/participants', token, post)).toBe(401);
  expect(await ask('agency/participants', guest, post)).toBe(200);
  // A token is for its study.
  expect(await ask('other/participants', guest, post)).toBe(401);
  const onlyOperators: readonly [string, RequestInit][] = [
    ['agency/participants', {}],
    ['agency/events', {}],
    ['agency/participants/a', { method: 'DELETE' }],
    ['agency/motion/a', {}],
    ['agency/protocol', { method: 'PUT', body: '{}' }],
    ['agency/tokens', { method: 'POST', body: '{"role":"operator","minutes":5}' }],
  ];
  for (const [path, init] of onlyOperators) expect(await ask(path, guest, init)).toBe(403);
  expect(await ask('agency/events/a', guest)).toBe(200);
  expect(await ask('agency/events', operator)).toBe(200);
  expect(await ask('agency/participants/a', operator, { method: 'DELETE' })).toBe(200);
  expect(await ask('agency/participants', guest, post)).toBe(410);
  // A station may be for one participant alone.
  const wish = JSON.stringify({ role: 'station', minutes: 5, participant: 'b' });
  const signed = await fetch(new URL(`api/study/agency/tokens?token=${operator}`, server.url), {
    method: 'POST',
    body: wish,
  });
  const { token: own } = (await signed.json()) as { readonly token: string };
  const other = { method: 'POST', body: JSON.stringify({ participant: 'c', orders: 2 }) };
  expect([await ask('agency/participants', own, other), await ask('agency/events/a', own)]).toEqual([403, 403]);
  const named = { method: 'POST', body: JSON.stringify({ participant: 'b', orders: 2 }) };
  expect([await ask('agency/participants', own, named), await ask('agency/events/b', own)]).toEqual([200, 200]);
  // The server's rooms of people take no token of a study, and the other way round.
  const invite = await server.people.sign({ room: 'agency', role: 'host' }, 10);
  expect(await ask('agency/events', invite.token)).toBe(401);
});

test('what is wrong with a request is said, and nothing of it is kept', async () => {
  const { url } = await serve();
  const ask = async (path: string, init: RequestInit): Promise<[number, string]> => {
    const response = await fetch(new URL(`api/study/${path}`, url), init);
    return [response.status, await response.text()];
  };
  await askForPlace(station(url, 'a'), 1);
  const send = (events: unknown) => ask('agency/events/a', { method: 'POST', body: JSON.stringify({ events }) });
  expect(await send([])).toEqual([400, 'events: expected 1 to 256 of them.']);
  expect((await send([{ ...eventsOf('a', 1)[0], kind: 'shouted' }]))[0]).toBe(400);
  expect((await send([{ ...eventsOf('a', 1)[0], seconds: -1 }]))[1]).toMatch(/^events\[0\], seconds/);
  expect((await send(eventsOf('b', 1)))[1]).toBe('events[0].participant: expected a, got another one.');
  expect((await send([...eventsOf('a', 1), ...eventsOf('a', 1, 3)]))[1]).toBe('events[1].sequence: expected 1, got 3.');
  expect((await send(eventsOf('a', 257)))[0]).toBe(400);
  expect(await send(eventsOf('a', 1, 3))).toEqual([409, '{"ok":false,"why":"gap","next":0}']);
  expect((await ask('agency/events/a', { method: 'POST', body: `{"events":[${' '.repeat(2 << 20)}]}` }))[0]).toBe(413);
  expect(
    (await ask('agency/events/nobody', { method: 'POST', body: JSON.stringify({ events: eventsOf('nobody', 1) }) }))[0],
  ).toBe(404);
  expect((await ask('agency/motion/a/x/0', { method: 'PUT', body: 'abc' }))[1]).toMatch(/SHA-256/);
  expect((await ask('agency/participants', { method: 'PATCH' }))[0]).toBe(405);
  expect((await ask('agency/..%2f..%2fsecret', {}))[0]).toBe(403);
  expect((await ask('agency/participants', { method: 'POST', body: '{"participant":"a b","orders":1}' }))[0]).toBe(400);
  const stranger = { method: 'POST', body: '{}', headers: { Origin: 'https://evil.example' } };
  expect((await ask('agency/participants', stranger))[0]).toBe(403);
  expect(await fetchEvents(station(url, 'a'))).toEqual({ ok: true, value: [] });
});

test('who sends bodies that never end has a part of the places, and a station elsewhere is kept all the same', async () => {
  const { url, port } = await serve();
  const head = `POST /api/study/agency/events/a HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900000\r\n\r\n{`;
  let refused = 0;
  const slow = Array.from({ length: 40 }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    socket.on('error', () => {});
    socket.on('data', (text) => {
      if (String(text).startsWith('HTTP/1.1 429')) refused++;
    });
    socket.write(head);
    return socket;
  });
  onTestFinished(() => {
    for (const socket of slow) socket.destroy();
  });
  await until(() => refused === 40 - 16);
  const here = station(url, 'honest');
  expect(await askForPlace(here, 6)).toMatchObject({ ok: true });
  expect(await createHttpTransport(here).sendEvents(eventsOf('honest', 3), [null, null, null])).toEqual({
    ok: true,
    next: 3,
  });
});

test('a server without studies says so, and one whose database cannot be opened is asked again later', async () => {
  const plain = await startServer({ port: 0, studioDir: null });
  onTestFinished(() => plain.close());
  expect(await (await fetch(new URL('api/study', plain.url))).json()).toEqual({ studies: [] });
  expect((await fetch(new URL('api/study/one/events/a', plain.url))).status).toBe(404);
  const broken = await serve({ database: '/dev/null/studies.sqlite' });
  const uplink = createHttpTransport(station(broken.url, 'a'));
  expect(await uplink.sendEvents(eventsOf('a', 1), [null])).toMatchObject({ ok: false, why: 'away' });
  // Nor is a server that is gone an error of the page.
  await plain.close();
  expect(await fetchEvents(station(plain.url, 'a'))).toMatchObject({ ok: false });
  expect(await askForPlace(station(plain.url, 'a'), 2)).toMatchObject({ ok: false });
});
