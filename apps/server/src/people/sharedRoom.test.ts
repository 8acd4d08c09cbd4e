import { defaultSkeleton } from '@leib/body';
import { createPerson } from '@leib/embody';
import type { StageView } from '@leib/stage';
import { createRemoteKind, type RemoteActor, SharedRoom } from '@leib/together';
import { createEmulatedSource, setMoveWish } from '@leib/tracking';
import { afterEach, expect, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { ManualClock, until } from '../common/server.testing.js';
import { type RunningServer, startServer } from '../startServer.js';
import type { PeopleOptions } from './peopleChannel.js';

// Real sockets on loopback; the server's time and that of both people passes only where the test says so.

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(people: PeopleOptions = {}): Promise<{ server: RunningServer; clock: ManualClock }> {
  const clock = new ManualClock();
  const server = await startServer({ port: 0, studioDir: null, clock, people });
  ends.push(() => server.close());
  return { server, clock };
}

/** Somebody with a page: problems that they were told of, and a clock that the test moves. */
function enter(server: RunningServer, name: string, time: { nowMs: number }) {
  const problems: string[] = [];
  const room = new SharedRoom(server.url, 'lab', {
    name,
    nowMs: () => time.nowMs,
    createSocket: (url) => new RawWebSocket(url) as unknown as WebSocket,
    onProblem: (reason) => void problems.push(reason),
  });
  ends.push(() => room.dispose());
  return { room, problems };
}

const nameOf = (room: SharedRoom, id: string) => room.doc?.actors[id]?.settings.name;

test('two people meet: each sees the other’s name, and the other’s body where it is', async () => {
  const { server, clock } = await serve();
  const time = { nowMs: 0 };
  const pass = () => {
    clock.advance(17);
    time.nowMs += 17;
  };
  const ada = enter(server, 'Ada', time).room;
  await until(() => ada.doc !== null, pass);
  const bo = enter(server, 'Bo', time).room;
  await until(() => bo.others.length === 1 && ada.others.length === 1, pass);
  await until(() => nameOf(bo, bo.others[0]) === 'Ada' && nameOf(ada, ada.others[0]) === 'Bo', pass);
  expect([ada.role, bo.role]).toEqual(['host', 'guest']);

  const source = createEmulatedSource({ startYaw: 0 });
  setMoveWish(source.state, 0.8, 0, 0, 0);
  const person = createPerson({ skeleton: defaultSkeleton, source });
  const kind = createRemoteKind({
    feed: (id) => bo.feed(id),
    nowMs: () => time.nowMs,
    body: () => ({ skeleton: defaultSkeleton }),
  });
  const [id] = bo.others;
  const doc = bo.doc?.actors[id];
  if (!doc) throw new Error('expected Ada in the document');
  const seen = kind.create(doc, id) as RemoteActor;
  for (let frame = 0; frame < 120; frame++) {
    person.step(0.017);
    ada.send(person);
    pass();
    const before = bo.feed(id)?.updateCount ?? 0;
    await until(() => (bo.feed(id)?.updateCount ?? 0) > before || frame < 3, pass);
    seen.step({} as StageView, 0.017);
  }
  const [hips, shown] = [person.pose.rootPosition, seen.pose.rootPosition];
  // She walks, and is seen a few frames late.
  expect(Math.hypot(hips[0], hips[2])).toBeGreaterThan(0.5);
  expect(Math.hypot(hips[0] - shown[0], hips[1] - shown[1], hips[2] - shown[2])).toBeLessThan(0.25);
});

test('what one changes, both have; who was cut off comes back as the same person and has what was changed meanwhile', async () => {
  const { server, clock } = await serve();
  const time = { nowMs: 0 };
  const pass = () => {
    clock.advance(17);
    time.nowMs += 17;
  };
  const { room: ada } = enter(server, 'Ada', time);
  await until(() => ada.doc !== null, pass);
  const sockets: RawWebSocket[] = [];
  const bo = new SharedRoom(server.url, 'lab', {
    name: 'Bo',
    nowMs: () => time.nowMs,
    createSocket: (url) => {
      const socket = new RawWebSocket(url);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  ends.push(() => bo.dispose());
  await until(() => bo.doc !== null, pass);
  const value = { id: 'chair', kind: 'model', pose: [0, 0, 0, 0, 0, 0, 1], settings: { author: ada.me ?? '' } };
  expect(ada.change([{ path: ['things', 'chair'], value }]).ok).toBe(true);
  expect(ada.doc?.things).toHaveLength(1);
  await until(() => bo.doc?.things.length === 1 && ada.waitingCount === 0, pass);
  const me = bo.me;
  sockets[0].terminate();
  await until(() => bo.state !== 'open', pass);
  ada.change([{ path: ['things', 'chair', 'pose', 0], value: 2 }]);
  bo.change([{ path: ['things', 'chair', 'settings', 'name'], value: 'seat' }]);
  expect(bo.doc?.things[0].settings.name).toBe('seat');
  await until(() => bo.state === 'open' && bo.waitingCount === 0 && ada.waitingCount === 0, pass);
  await until(() => bo.doc?.things[0].pose[0] === 2 && ada.doc?.things[0].settings.name === 'seat', pass);
  expect([bo.me, sockets.length > 1]).toEqual([me, true]);
  expect(bo.doc?.things).toEqual(ada.doc?.things);
  ada.undo();
  await until(() => bo.doc?.things[0].pose[0] === 0, pass);
});

test('what one says about voices is heard by whom it is for; both are told of STUN and TURN, also when they ask later', async () => {
  const { server, clock } = await serve({ ice: { stun: 'stun:stun.example' } });
  const time = { nowMs: 0 };
  const pass = () => {
    clock.advance(17);
    time.nowMs += 17;
  };
  const rooms = ['Ada', 'Bo', 'Cy'].map((name) => enter(server, name, time).room);
  await until(() => rooms.every(({ others }) => others.length === 2), pass);
  const [ada, bo, cy] = rooms;
  const heard: string[] = [];
  const advices: string[] = [];
  for (const room of rooms) {
    const end = room.hearVoices({
      onSignal: (from, { call }) => heard.push(`${room.me} hears ${call} of ${from}`),
      onIce: ({ servers }) => advices.push(`${room.me}: ${servers[0].urls}`),
    });
    ends.push(end);
  }
  expect(advices).toEqual(rooms.map(({ me }) => `${me}: stun:stun.example`));
  expect(bo.signal(ada.me ?? '', { call: 'b1', to: '' })).toBe(true);
  expect(cy.signal('nobody', { call: 'c1', to: '' })).toBe(false);
  cy.askForIce();
  await until(() => heard.length > 0 && advices.length > 3, pass);
  expect(heard).toEqual([`${ada.me} hears b1 of ${bo.me}`]);
  expect(advices[3]).toBe(`${cy.me}: stun:stun.example`);
});

test('what is changed between coming back and the welcome does not overtake what waits from before', async () => {
  const { server, clock } = await serve();
  const time = { nowMs: 0 };
  const pass = () => {
    clock.advance(17);
    time.nowMs += 17;
  };
  const { room: ada } = enter(server, 'Ada', time);
  await until(() => ada.doc !== null, pass);
  const put = (id: string) => {
    const value = { id, kind: 'model', pose: [0, 0, 0, 0, 0, 0, 1], settings: { author: bo.me ?? '' } };
    expect(bo.change([{ path: ['things', id], value }]).ok).toBe(true);
  };
  const sockets: RawWebSocket[] = [];
  const bo = new SharedRoom(server.url, 'lab', {
    nowMs: () => time.nowMs,
    createSocket: (url) => {
      const socket = new RawWebSocket(url);
      // The welcome is there, and the page has not read it.
      if (sockets.length === 1) socket.once('message', () => put('second'));
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  ends.push(() => bo.dispose());
  await until(() => bo.doc !== null && bo.others.length === 1, pass);
  sockets[0].terminate();
  await until(() => bo.state !== 'open', pass);
  put('first');
  await until(() => bo.waitingCount === 0 && sockets.length > 1, pass);
  await until(() => (ada.doc?.things.length ?? 0) > 0, pass);
  expect(ada.doc?.things.map(({ id }) => id)).toEqual(['first', 'second']);
  expect(bo.doc?.things).toEqual(ada.doc?.things);
});
