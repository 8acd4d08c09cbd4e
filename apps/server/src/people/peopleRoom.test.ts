import { seededRandom, seeds } from '@leib/core/testing';
import { encodeChange, encodeJson, roomKind } from '@leib/net';
import { type Change, decodeStageDoc, type Json } from '@leib/stage';
import { expect, test } from 'vitest';
import { createTestRoom, type FakeMember, HeldStore, personAt, settle } from './people.testing.js';

const pose = [0, 0, 0, 0, 0, 0, 1];
const thing = (id: string, settings: Json = {}) => ({ id, kind: 'measurement', pose, settings });
const put = (id: string, settings: Json = {}): Change => ({ path: ['things', id], value: thing(id, settings) });

type Test = ReturnType<typeof createTestRoom>;
let lastId = 0;
const change = ({ room }: Test, member: FakeMember, ...changes: Change[]) => {
  const id = ++lastId;
  room.receive(member.id, roomKind.change, encodeChange({ id, changes }));
  return id;
};
const idsOf = ({ room }: Test) => room.doc.things.map(({ id }) => id);
const answersTo = (member: FakeMember, id: number) => member.answers.filter((answer) => answer.id === id);

test('[PR2] who comes is told who they are, and gets the document with themselves in it', async () => {
  const test = createTestRoom();
  const [first, second] = [await test.join(), await test.join()];
  expect(first.welcome).toMatchObject({ actor: 'p1', personId: 1, role: 'host', room: 'lab', tickHz: 60, heard: 0 });
  expect(second.welcome).toMatchObject({ actor: 'p2', personId: 2, role: 'guest', resume: 'p2.word' });
  expect(first.documents[0].version).toBe(1);
  expect(second.documents[0]).toEqual({ version: 2, doc: test.room.doc });
  expect(decodeStageDoc(second.documents[0].doc).ok).toBe(true);
  expect(test.room.doc.actors.p2).toMatchObject({
    kind: 'remote',
    source: { kind: 'network', person: 2 },
    settings: { name: 'Person 2', role: 'guest' },
  });
  expect(first.answers).toMatchObject([{ version: 2, by: 'server' }]);
  expect(second.answers).toEqual([]);
});

test('[PT2] an invite says the role, whoever is there; without one nobody is host where there is one', async () => {
  const test = createTestRoom();
  const roles = ['watcher', 'guest', null, null, 'host'] as const;
  const got = [];
  for (const role of roles) got.push((await test.join({ role })).welcome.role);
  expect(got).toEqual(['watcher', 'guest', 'host', 'guest', 'host']);
});

test('[PD3] everybody is told the same in the same order, the sender included; the refused one alone', async () => {
  const test = createTestRoom();
  const people = [await test.join(), await test.join(), await test.join()];
  for (const member of people) member.messages.length = 0;
  const one = change(test, people[1], put('a'));
  const two = change(test, people[2], put('b'));
  const bad = change(test, people[2], { path: ['ground', 'height'], value: 1 });
  const wrong = change(test, people[0], { path: ['ground', 'height'], value: 'high' });
  const three = change(test, people[0], { path: ['ground', 'height'], value: 1 });
  expect(people.flatMap(({ answers }) => answers)).toEqual([]);
  await test.step();
  const ordered = (member: FakeMember) =>
    member.answers.flatMap((answer) => ('version' in answer ? [[answer.version, answer.by, answer.id]] : []));
  for (const member of people) {
    expect(ordered(member)).toEqual([
      [4, 'p2', one],
      [5, 'p3', two],
      [6, 'p1', three],
    ]);
  }
  expect(answersTo(people[2], bad)).toEqual([{ id: bad, refused: 'ground.height: only a host may change this' }]);
  expect(answersTo(people[0], wrong)).toEqual([{ id: wrong, refused: expect.stringContaining('ground.height') }]);
  expect(people[1].answers).toHaveLength(3);
});

test('[PD4] nothing is answered before it is on disk; what comes meanwhile is written together', async () => {
  const test = createTestRoom();
  const host = await test.join();
  test.store.isHeld = true;
  host.messages.length = 0;
  change(test, host, put('a'));
  await test.step(3);
  for (const id of ['b', 'c', 'd']) change(test, host, put(id));
  await test.step(3);
  expect([host.answers, idsOf(test), test.store.writes]).toEqual([[], [], 2]);
  test.store.go();
  await settle();
  expect([host.answers.length, idsOf(test)]).toEqual([1, ['a']]);
  await test.step();
  test.store.go();
  await settle();
  expect([host.answers.length, idsOf(test), test.store.writes]).toEqual([4, ['a', 'b', 'c', 'd'], 3]);
});

test('[PD4] where the disk is full changes are refused, and everybody goes on', async () => {
  const test = createTestRoom();
  const [host, guest] = [await test.join(), await test.join()];
  test.store.isFull = true;
  const lost = change(test, host, put('a'));
  await test.step();
  expect(answersTo(host, lost)).toEqual([{ id: lost, refused: expect.stringContaining('no space left on device') }]);
  expect(answersTo(guest, lost)).toEqual([]);
  expect((await test.join()).refusal).toContain('no space left on device');
  test.room.receive(guest.id, roomKind.person, personAt(1));
  await test.step();
  expect(host.people).toHaveLength(1);
  test.store.isFull = false;
  change(test, host, put('b'));
  await test.step();
  expect(idsOf(test)).toEqual(['b']);
  expect(test.figures.failedWrites).toBe(2);
});

test('[PL1][PL4] bodies go out once a tick, the newest of each, and not to those who do not keep up', async () => {
  const test = createTestRoom();
  const people = [await test.join(), await test.join(), await test.join()];
  people[2].waitingBytes = 65 * 1024;
  for (const x of [1, 2, 3]) {
    for (const member of people) test.room.receive(member.id, roomKind.person, personAt(x));
  }
  expect(people.flatMap((member) => member.people)).toEqual([]);
  await test.step(2);
  expect(people.map((member) => member.people.map(({ people: sent }) => sent.map(({ id }) => id)))).toEqual([
    [[2, 3]],
    [[1, 3]],
    [],
  ]);
  people[2].waitingBytes = 0;
  await test.step();
  expect(people[2].people.map(({ people: sent }) => sent.length)).toEqual([2]);
  test.room.receive(people[1].id, roomKind.person, personAt(1).slice(0, 20));
  expect(test.figures.refused).toBe(1);
});

test('[PL4] a message that is under way is not written over', async () => {
  const test = createTestRoom();
  const [slow, other] = [await test.join(), await test.join()];
  slow.holds = true;
  const sent: Uint8Array[] = [];
  // As a socket does it: bytes that have not left stay where they are.
  slow.send = (message, onLeft) => {
    if (message[0] === roomKind.people) sent.push(message);
    if (onLeft) slow.held.push(onLeft);
  };
  const copies: Uint8Array[] = [];
  for (let x = 0; x < 5; x++) {
    test.room.receive(other.id, roomKind.person, personAt(x));
    await test.step();
    copies.push(sent[x].slice());
  }
  expect(sent.map((message, index) => Buffer.compare(message, copies[index]))).toEqual([0, 0, 0, 0, 0]);
  const buffers = new Set(sent.map(({ buffer }) => buffer));
  for (const onLeft of slow.held.splice(0)) onLeft();
  test.room.receive(other.id, roomKind.person, personAt(9));
  await test.step();
  expect([buffers.size, buffers.has(sent[5].buffer)]).toEqual([5, true]);
});

test('[PR3] who comes back within a minute is the same person, and hears what was missed', async () => {
  const test = createTestRoom();
  const [host, guest] = [await test.join(), await test.join()];
  change(test, guest, put('a'));
  await test.step();
  test.room.leave(guest.id, test.clock.nowMs);
  const missed = [change(test, host, put('b')), change(test, host, put('c'))];
  await test.step(10, 5000);
  const back = await test.join({ actor: 'p2', since: 3 });
  expect(back.welcome).toMatchObject({ actor: 'p2', personId: 2, role: 'guest', heard: lastId - 2 });
  expect(back.documents).toEqual([]);
  expect(back.answers.map(({ id }) => id)).toEqual(missed);
  expect((await test.join({ actor: 'p1', since: 99 })).documents).toHaveLength(1);
  // The connection that the host had is over.
  expect(host.refusal).toContain('another connection');
  expect(test.room.peopleCount).toBe(2);
});

test('[PR4] who is gone for longer is taken out; the last of all leaves the room to go', async () => {
  const test = createTestRoom();
  const [host, guest] = [await test.join(), await test.join()];
  test.room.leave(guest.id, test.clock.nowMs);
  await test.step(1, 59_000);
  expect(Object.keys(test.room.doc.actors)).toEqual(['p1', 'p2']);
  await test.step(2, 1500);
  expect(Object.keys(test.room.doc.actors)).toEqual(['p1']);
  expect(host.answers.at(-1)).toMatchObject({ by: 'server', changes: [{ path: ['actors', 'p2'] }] });
  const again = await test.join({ actor: 'p2' });
  expect(again.welcome.actor).toBe('p4');
  test.room.leave(host.id, test.clock.nowMs);
  test.room.leave(again.id, test.clock.nowMs);
  expect(test.room.isOver).toBe(false);
  await test.step(3, 61_000);
  expect(test.room.isOver).toBe(true);
  await test.room.close();
  expect(test.store.isRemoved).toBe(true);
});

test('[PR4] where it cannot be written that somebody is gone, it is tried again', async () => {
  const test = createTestRoom();
  await test.join();
  const guest = await test.join();
  test.room.leave(guest.id, test.clock.nowMs);
  test.store.isFull = true;
  await test.step(3, 61_000);
  expect(Object.keys(test.room.doc.actors)).toEqual(['p1', 'p2']);
  test.store.isFull = false;
  await test.step(2, 1100);
  expect(Object.keys(test.room.doc.actors)).toEqual(['p1']);
});

test('[PR3] who comes back while they are being taken out is somebody new, and no one is removed', async () => {
  const test = createTestRoom();
  await test.join();
  const guest = await test.join();
  test.room.leave(guest.id, test.clock.nowMs);
  test.store.isHeld = true;
  await test.step(1, 61_000);
  const back = await test.join({ actor: 'p2' });
  test.store.isHeld = false;
  test.store.go();
  await test.step(3);
  expect([back.refusal, back.welcome.actor]).toEqual([null, 'p4']);
});

test('[PT2] where the last host is gone for good, the guest who was there first is host; not where rooms are by invite', async () => {
  for (const isOpen of [true, false]) {
    const test = createTestRoom({ isOpen });
    const host = await test.join({ role: 'host' });
    for (const role of ['watcher', 'guest', 'guest'] as const) await test.join({ role });
    test.room.leave(host.id, test.clock.nowMs);
    await test.step(2, 61_000);
    const roles = Object.values(test.room.doc.actors).map(({ settings }) => settings.role);
    expect(roles).toEqual(isOpen ? ['watcher', 'host', 'guest'] : ['watcher', 'guest', 'guest']);
  }
});

test('[PT2] by invite only, nobody comes in without one, and the word of who is long gone is none', async () => {
  const test = createTestRoom({ isOpen: false });
  expect((await test.join()).refusal).toContain('expected an invite');
  expect((await test.join({ actor: 'p9' })).refusal).toContain('expected an invite');
  const guest = await test.join({ role: 'guest' });
  test.room.leave(guest.id, test.clock.nowMs);
  expect((await test.join({ actor: 'p1' })).welcome.role).toBe('guest');
});

test('[PR4] a host removes somebody, who is told and cannot come back by their word', async () => {
  const test = createTestRoom();
  const [host, guest, away] = [await test.join(), await test.join(), await test.join()];
  test.room.leave(away.id, test.clock.nowMs);
  change(test, guest, { path: ['actors', 'p1'] });
  await test.step();
  expect(test.room.peopleCount).toBe(2);
  change(test, host, { path: ['actors', 'p2'] }, { path: ['actors', 'p3'] });
  await test.step();
  expect(guest.refusal).toContain('a host has removed you');
  expect(test.room.peopleCount).toBe(1);
  for (const actor of ['p2', 'p3']) expect((await test.join({ actor })).refusal).toContain('a host has removed you');
});

test('[PR4][PR5] a host makes somebody a watcher: no body and no changes from then on; and a host, who may all', async () => {
  const test = createTestRoom();
  const [host, guest] = [await test.join(), await test.join()];
  const setRole = (role: string) => change(test, host, { path: ['actors', 'p2', 'settings', 'role'], value: role });
  test.room.receive(guest.id, roomKind.person, personAt(1));
  setRole('watcher');
  await test.step();
  host.messages.length = 0;
  test.room.receive(guest.id, roomKind.person, personAt(2));
  const refused = change(test, guest, put('a'));
  await test.step(2);
  expect(host.people).toEqual([]);
  expect(answersTo(guest, refused)).toEqual([{ id: refused, refused: expect.stringContaining('got a watcher') }]);
  setRole('host');
  await test.step();
  change(test, guest, { path: ['ground', 'height'], value: 1 });
  await test.step();
  expect(test.room.doc.ground.height).toBe(1);
  expect([test.room.isHost('p1'), test.room.isHost('p2'), test.room.isHost('p3')]).toEqual([true, true, false]);
});

test('[PR6] who comes and goes again and again fills no room; who is there does', async () => {
  const test = createTestRoom();
  const host = await test.join();
  for (let number = 0; number < 300; number++) test.room.leave((await test.join()).id, test.clock.nowMs);
  expect(Object.keys(test.room.doc.actors)).toHaveLength(256);
  expect((await test.join()).refusal).toBeNull();
  for (let number = 0; number < 254; number++) expect((await test.join()).refusal).toBeNull();
  expect((await test.join()).refusal).toContain('expected at most 256 actors');
  expect([test.room.peopleCount, host.refusal]).toEqual([256, null]);
});

test.each(seeds(10))('[RM4] whatever bytes come, the others go on (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  const test = createTestRoom();
  const [honest, stranger] = [await test.join(), await test.join()];
  const whole = [personAt(1), encodeChange({ id: 1, changes: [put('a', { deep: [{}] })] })];
  for (let number = 0; number < 2000; number++) {
    const bytes = whole[number % 2].slice(0, random() < 0.3 ? 4 + Math.floor(random() * 200) : undefined);
    for (let i = 0; i < 1 + random() * 6; i++) bytes[4 + Math.floor(random() * (bytes.length - 4))] = random() * 256;
    test.room.receive(stranger.id, bytes[0], bytes);
    if (number % 100 === 0) await test.step();
  }
  const id = change(test, honest, put('b'));
  test.room.receive(honest.id, roomKind.person, personAt(1));
  await test.step(20);
  expect(answersTo(honest, id)).toHaveLength(1);
  expect(stranger.people.at(-1)?.people.map((one) => one.id)).toEqual([1]);
  expect(test.figures.refused).toBeGreaterThan(500);
  expect(decodeStageDoc(JSON.stringify(test.room.doc))).toEqual({ ok: true, value: test.room.doc });
});

test('[PD2] a change that is sent again is taken once', async () => {
  const test = createTestRoom();
  const host = await test.join();
  const message = encodeChange({ id: 900, changes: [put('a')] });
  for (let i = 0; i < 2; i++) test.room.receive(host.id, roomKind.change, message);
  await test.step();
  test.room.leave(host.id, test.clock.nowMs);
  const back = await test.join({ actor: 'p1', since: 1 });
  expect(back.welcome.heard).toBe(900);
  test.room.receive(back.id, roomKind.change, message);
  await test.step();
  expect(back.answers.map(({ id }) => id)).toEqual([900]);
});

test('[PD2] what is no change is answered, and the connection stays', async () => {
  const test = createTestRoom();
  const host = await test.join();
  test.room.receive(host.id, roomKind.change, encodeJson(roomKind.change, { id: 1, changes: 'all' }));
  const deep = [{ path: ['view'], value: { a: { __proto__: 1 } } }];
  const text = JSON.stringify({ id: 2, changes: deep }).replace('{}', '{"__proto__":1}');
  test.room.receive(host.id, roomKind.change, new Uint8Array([65, 1, 0, 0, ...Buffer.from(text)]));
  await test.step();
  expect(host.problems[0]).toContain('change, changes: expected a list');
  expect(host.answers).toEqual([{ id: 2, refused: expect.stringContaining('__proto__: expected another name') }]);
  expect(host.refusal).toBeNull();
});

test('[PD5] changes of long ago are not told one by one', async () => {
  const test = createTestRoom();
  const host = await test.join();
  for (let number = 0; number < 1100; number++) {
    change(test, host, { path: ['view', 'number'], value: number });
    if (number % 100 === 0) await test.step();
  }
  await test.step(6);
  expect((await test.join({ actor: 'p1', since: 100 })).documents).toHaveLength(1);
  expect((await test.join({ actor: 'p1', since: 102 })).answers).toHaveLength(1000 - 1);
});

test.each(seeds(20))(
  '[PD4] a room that is killed has everything that was answered, and everybody is back (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const store = new HeldStore();
    let test = createTestRoom({}, store);
    let people = [await test.join(), await test.join({ role: 'host' })];
    const answered = new Map<string, Json>();
    for (let round = 0; round < 6; round++) {
      const sent = new Map<number, [string, number]>();
      for (let i = 0; i < 30; i++) {
        const [key, value] = [`k${Math.floor(random() * 10)}`, Math.floor(random() * 1e6)];
        sent.set(change(test, people[i % 2], { path: ['view', key], value }), [key, value]);
        if (random() < 0.2) store.isLong = true;
        if (random() < 0.5) await test.step();
      }
      // In the order of the room.
      for (const { id } of people[0].answers) {
        const [key, value] = sent.get(id) ?? [];
        if (key !== undefined) answered.set(key, value as number);
      }
      for (const [key, value] of answered) expect(test.room.doc.view[key]).toBe(value);
      const { version } = people[0].answers.reduce((last, one) => ('version' in one ? one : last), { version: 2 });
      test = createTestRoom({}, store, test.clock.nowMs + 5000);
      for (const [key, value] of answered) expect(test.room.doc.view[key]).toBe(value);
      people = [await test.join({ actor: 'p1', since: version }), await test.join({ actor: 'p2' })];
      expect(people.map(({ welcome }) => [welcome.actor, welcome.role])).toEqual([
        ['p1', 'host'],
        ['p2', 'host'],
      ]);
    }
  },
);
