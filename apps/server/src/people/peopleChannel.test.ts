import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { requireDecoded } from '@leib/core';
import {
  type ChangeAnswer,
  createMessage,
  decodeChanged,
  decodeDocument,
  decodePeople,
  decodeProblem,
  decodeWelcome,
  encodeChange,
  MAX_PERSON_BYTES,
  roomKind,
  roomPath,
  type SharedDocument,
  voiceLimits,
} from '@leib/net';
import { type Change, decodeStageDoc, type StageDoc } from '@leib/stage';
import { afterEach, expect, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { ManualClock, until } from '../common/server.testing.js';
import { type RunningServer, startServer } from '../startServer.js';
import { FakeMember, HeldStore, personAt, settle } from './people.testing.js';
import { PeopleChannel, type PeopleOptions } from './peopleChannel.js';
import type { Nodes } from './roomLink.js';

// Everything on loopback, on ports that the system chooses. Time passes only where the test advances the server's clock.

const running: RunningServer[] = [];
const sockets: RawWebSocket[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  for (const server of running.splice(0)) await server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function serve(people: PeopleOptions = {}, token?: string) {
  const clock = new ManualClock();
  const server = await startServer({ port: 0, studioDir: null, clock, people, ...(token !== undefined && { token }) });
  running.push(server);
  return { server, clock };
}

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(joinPath(tmpdir(), 'leib-data-'));
  folders.push(folder);
  return folder;
}

type Served = Awaited<ReturnType<typeof serve>>;

/** Somebody with a socket; the server's clock goes on until they are there, or refused. */
async function join({ server, clock }: Served, wish: Parameters<typeof roomPath>[0] = { people: 'lab' }, token = '') {
  const socket = new RawWebSocket(new URL(roomPath(wish, token), server.url).href.replace('http', 'ws'));
  sockets.push(socket);
  const messages: Buffer[] = [];
  let ended: number | string | null = null;
  socket.on('message', (data: Buffer) => messages.push(data));
  socket.on('error', ({ message }) => {
    ended = message;
  });
  socket.on('close', (code) => {
    ended ??= code;
  });
  const of = (kind: number) => messages.filter(([first]) => first === kind);
  await until(
    () => of(roomKind.welcome).length > 0 || ended !== null,
    () => clock.advance(17),
  );
  let lastId = 0;
  return {
    socket,
    get ended() {
      return ended;
    },
    get welcome() {
      return requireDecoded(decodeWelcome(of(roomKind.welcome).at(-1) ?? new Uint8Array()));
    },
    get documents(): SharedDocument[] {
      return of(roomKind.document).map((message) => requireDecoded(decodeDocument(message)));
    },
    get answers(): ChangeAnswer[] {
      return of(roomKind.changed).map((message) => requireDecoded(decodeChanged(message)));
    },
    get problems() {
      return of(roomKind.problem).map((message) => requireDecoded(decodeProblem(message)));
    },
    get people() {
      return of(roomKind.people).map((message) => requireDecoded(decodePeople(message)).people.map(({ id }) => id));
    },
    change(...changes: Change[]): number {
      socket.send(encodeChange({ id: ++lastId, changes }));
      return lastId;
    },
  };
}

type Person = Awaited<ReturnType<typeof join>>;

/** Lets time go by until an answer to a change is there; each numbers their own. */
const answer = async ({ clock }: Served, person: Person, id: number, by = person.welcome.actor) => {
  const find = () => person.answers.find((one) => one.id === id && (!('by' in one) || one.by === by));
  await until(
    () => find() !== undefined,
    () => clock.advance(17),
  );
  return find() as ChangeAnswer;
};
const setView = (key: string, value: number): Change => ({ path: ['view', key], value });
const documentOf = (person: Person): StageDoc => requireDecoded(decodeStageDoc(person.documents.at(-1)?.doc));

test('[PR1][PD3] people of a room see one another and the same document; other rooms are others', async () => {
  const served = await serve();
  const [ada, bo, cy] = [await join(served), await join(served), await join(served, { people: 'other' })];
  expect([ada.welcome.role, bo.welcome.role, cy.welcome.role]).toEqual(['host', 'guest', 'host']);
  ada.socket.send(personAt(1));
  cy.socket.send(personAt(1));
  await until(
    () => bo.people.length > 0,
    () => served.clock.advance(17),
  );
  expect(bo.people[0]).toEqual([ada.welcome.personId]);
  const id = ada.change(setView('x', 1));
  expect(await answer(served, ada, id)).toEqual(await answer(served, bo, id, ada.welcome.actor));
  expect([cy.answers, cy.people]).toEqual([[], []]);
  expect([served.server.people.roomCount, served.server.people.clientCount]).toEqual([2, 3]);
});

test('[PR1] a room leaves memory when all have been gone for a minute; its document stays, an empty one does not', async () => {
  const folder = await dataDir();
  const served = await serve({ dataDir: folder });
  const { server, clock } = served;
  const ada = await join(served);
  await answer(served, ada, ada.change(setView('x', 1)));
  const bo = await join(served, { people: 'empty' });
  for (const { socket } of [ada, bo]) socket.close();
  await until(() => server.people.clientCount === 0);
  await until(
    () => server.people.roomCount === 0,
    () => clock.advance(1000),
  );
  await until(() => true);
  const again = await join(served);
  expect(documentOf(again)).toMatchObject({ view: { x: 1 }, actors: { p4: { kind: 'remote' } } });
  expect(again.welcome.role).toBe('host');
  expect((await readdir(joinPath(folder, 'rooms'))).filter((name) => name.startsWith('room-'))).toEqual(['room-lab']);
});

test('[PR3][PD5] who was cut off is the same person and hears what was missed; so after a restart', async () => {
  const folder = await dataDir();
  const served = await serve({ dataDir: folder });
  const [ada, bo] = [await join(served), await join(served)];
  const { resume, actor, personId } = bo.welcome;
  await answer(served, bo, bo.change({ path: ['actors', actor, 'settings', 'name'], value: 'Bo' }));
  const since = (bo.answers.at(-1) as { version: number }).version;
  bo.socket.terminate();
  await answer(served, ada, ada.change(setView('y', 2)));
  const back = await join(served, { people: 'lab', resume, since });
  expect(back.welcome).toMatchObject({ actor, personId, role: 'guest', heard: 1 });
  await until(() => back.answers.length > 0);
  expect(back.answers).toMatchObject([{ by: ada.welcome.actor, changes: [setView('y', 2)] }]);
  expect(back.documents).toEqual([]);

  await running.pop()?.close();
  const restarted = await serve({ dataDir: folder });
  const again = await join(restarted, { people: 'lab', resume, since });
  expect(again.welcome).toMatchObject({ actor, personId });
  const host = await join(restarted, { people: 'lab', resume: ada.welcome.resume });
  expect([host.welcome.role, documentOf(host).view]).toEqual(['host', { y: 2 }]);
  expect(documentOf(host).actors[actor].settings.name).toBe('Bo');
});

test('[PR7] a server that stops writes what is under way, tells everybody, and closes with 1012', async () => {
  const folder = await dataDir();
  const served = await serve({ dataDir: folder });
  const ada = await join(served);
  const ids = [1, 2, 3].map((value) => ada.change(setView(`k${value}`, value)));
  // The clock stands still: nothing is written before the server stops.
  const pinged = new Promise((resolve) => ada.socket.once('pong', resolve));
  ada.socket.ping();
  await pinged;
  await running.pop()?.close();
  await until(() => ada.ended !== null);
  expect(ada.ended).toBe(1012);
  expect(ada.problems).toEqual([{ reason: expect.stringContaining('the server stops'), isOver: false }]);
  expect(ada.answers.filter((one) => 'by' in one && one.by !== 'server').map(({ id }) => id)).toEqual(ids);
  const again = await join(await serve({ dataDir: folder }), { people: 'lab', resume: ada.welcome.resume });
  expect(documentOf(again).view).toEqual({ k1: 1, k2: 2, k3: 3 });
});

test('[PT1][PT2] by invite only, nobody joins without one that holds for this room, and its role counts', async () => {
  const served = await serve({ rooms: 'invited' });
  const { server, clock } = served;
  const sign = async (role: 'host' | 'guest' | 'watcher', room = 'lab') =>
    (await server.people.sign({ room, role }, 10)).token;
  for (const token of ['', 'word', 'a.b.c', await sign('host', 'other')]) {
    expect((await join(served, { people: 'lab' }, token)).ended, token).toContain('401');
  }
  const token = await sign('watcher');
  const watcher = await join(served, { people: 'lab' }, token);
  expect(watcher.welcome.role).toBe('watcher');
  expect((await join(served, { people: 'lab' }, await sign('host'))).welcome.role).toBe('host');
  clock.advance(11 * 60_000);
  expect((await join(served, { people: 'lab' }, token)).ended).toContain('401');
  // Who is in comes back by their word.
  const { resume } = watcher.welcome;
  expect((await join(served, { people: 'lab', resume }, token)).welcome.actor).toBe(watcher.welcome.actor);
  expect((await join(served, { people: 'other', resume }, token)).ended).toContain('401');
});

test('[PT1][RJ4] an invite lets into its room and to files of a server with a word of its own, and to nothing else', async () => {
  const served = await serve({}, 'swordfish');
  const { token } = await served.server.people.sign({ room: 'lab', role: 'guest' }, 10);
  expect((await join(served, { people: 'lab' })).ended).toContain('401');
  expect((await join(served, { people: 'lab' }, token)).welcome.role).toBe('guest');
  expect((await join(served, { people: 'lab', feeds: true }, token)).ended).toContain('401');
  expect((await join(served, { people: 'lab', feeds: true }, 'swordfish')).welcome.role).toBe('host');
  const file = (word: string) => fetch(`${served.server.url}api/files/${'0'.repeat(64)}?token=${word}`);
  expect([(await file(token)).status, (await file('a.b.c')).status]).toEqual([404, 401]);
  const metrics = (word: string) => fetch(`${served.server.url}api/metrics?token=${word}`);
  expect([(await metrics('swordfish')).status, (await metrics(token)).status]).toEqual([200, 401]);
});

test('[PT3] a host gets invites for others by the word of the welcome, a guest none', async () => {
  const served = await serve();
  const [ada, bo] = [await join(served), await join(served)];
  const ask = async (body: object | string, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${served.server.url}api/invites`, { method: 'POST', body: text, headers });
    return [response.status, await response.text()] as const;
  };
  const wish = { room: 'lab', resume: ada.welcome.resume, role: 'watcher', minutes: 5 };
  const [status, text] = await ask(wish);
  const { token, expiresAtMs } = JSON.parse(text) as { token: string; expiresAtMs: number };
  expect([status, expiresAtMs]).toEqual([201, served.clock.nowMs() + 5 * 60_000]);
  expect((await join(served, { people: 'lab' }, token)).welcome.role).toBe('watcher');
  for (const [body, wrong, headers] of [
    [{ ...wish, resume: bo.welcome.resume }, 403, {}],
    [{ ...wish, room: 'other' }, 403, {}],
    [{ ...wish, role: 'king' }, 400, {}],
    [{ ...wish, minutes: 1e9 }, 400, {}],
    ['{', 400, {}],
    ['x'.repeat(3000), 413, {}],
    [wish, 403, { Origin: 'https://elsewhere.example' }],
  ] as const) {
    expect((await ask(body, headers))[0]).toBe(wrong);
  }
  expect((await fetch(`${served.server.url}api/invites`)).status).toBe(405);
});

test('[RJ3] a page of another origin has no room', async () => {
  const { server } = await serve();
  const url = new URL(roomPath({ people: 'lab' }), server.url).href.replace('http', 'ws');
  const socket = new RawWebSocket(url, { origin: 'https://elsewhere.example' });
  sockets.push(socket);
  const message = await new Promise((resolve) => socket.once('error', (error) => resolve(error.message)));
  expect(message).toContain('403');
});

test('[RM3] too large, too many, and kinds of the server end the connection; the others stay', async () => {
  const served = await serve();
  const ada = await join(served);
  const flood = (person: Person, count: number, message: Uint8Array) => {
    for (let i = 0; i < count; i++) person.socket.send(message);
  };
  for (const [count, message, reason] of [
    [1, createMessage(roomKind.person, MAX_PERSON_BYTES), 'expected at most'],
    [500, personAt(1), 'at most 200 a second'],
    [110, encodeChange({ id: 1, changes: [setView('x', 1)] }), 'at most 20 a second'],
    [1, createMessage(roomKind.signal, voiceLimits.signalBytes), 'expected at most'],
    [300, createMessage(roomKind.signal, 8), 'at most 40 a second'],
    [10, createMessage(roomKind.ice, 0), 'at most 1 a second'],
    [1, createMessage(roomKind.people, 8), 'expected a kind that was joined for'],
  ] as const) {
    const bad = await join(served);
    flood(bad, count, message);
    await until(() => bad.ended !== null);
    expect([bad.ended, bad.problems.at(-1)?.reason]).toEqual([1008, expect.stringContaining(reason)]);
  }
  await answer(served, ada, ada.change(setView('y', 1)));
  expect(ada.ended).toBeNull();
});

test('metrics say what rooms do', async () => {
  const served = await serve();
  const ada = await join(served);
  await join(served);
  await answer(served, ada, ada.change(setView('x', 1)));
  ada.socket.send(personAt(1));
  await until(() => true);
  const text = await (await fetch(`${served.server.url}api/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  expect([value('leib_rooms'), value('leib_people')]).toEqual([1, 2]);
  expect(value('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  for (const name of ['messages_received', 'messages_sent', 'bytes_received', 'bytes_sent'])
    expect(value(`leib_people_${name}_total`), name).toBeGreaterThan(0);
  expect(value('leib_room_writes_total')).toBeGreaterThanOrEqual(3);
  expect(value('leib_room_tick_seconds_count')).toBeGreaterThan(0);
  expect(value('leib_room_tick_seconds\\{quantile="0.95"\\}')).toBeGreaterThan(0);
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) (leib|process)_\w+ .+|(leib|process)_\w+(\{quantile="[\d.]+"\})? [\d.e-]+)$/);
});

test('[NO1] a room stays while who comes in waits for what other servers have put into it', async () => {
  const clock = new ManualClock();
  const store = new HeldStore();
  let read = () => {};
  const catchUp = () =>
    new Promise<void>((resolve) => {
      read = resolve;
    });
  const openRoom = async () => ({ store: Object.assign(store, { catchUp }), stored: store.stored, link: null });
  const nodes = { secret: new Uint8Array(32), addresses: [], openRoom, stopWaiting: () => {} } as unknown as Nodes;
  const channel = new PeopleChannel({}, clock, nodes);
  const member = new FakeMember(1);
  const connection = {
    id: 1,
    address: '',
    isOpen: true,
    waitingBytes: 0,
    send: (bytes: Uint8Array) => member.send(bytes),
  };
  const ends = { refuse: (reason: string) => member.refuse(reason), cut: () => member.cut() };
  channel.connect({ ...connection, ...ends }, { people: 'lab', token: '', invite: null });
  await until(() => channel.roomCount === 1);
  clock.advance(1000);
  read();
  await settle();
  for (let tick = 0; tick < 3; tick++) {
    clock.advance(17);
    await settle();
  }
  expect(member.welcome.room).toBe('lab');
  await channel.close();
});
