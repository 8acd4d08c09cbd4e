import { seededRandom, seeds } from '@leib/core/testing';
import type { Signal } from '@leib/net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeConnection, Later } from './fakeConnection.testing.js';
import { VoiceMesh } from './voiceMesh.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** People whose words take any time; a server passes them on, in order from each to each. */
function createRoom(seed: number, ids: readonly string[]) {
  const random = seededRandom(seed);
  const later = new Later(random);
  const connections: FakeConnection[] = [];
  const sent: { from: string; to: string; signal: Signal }[] = [];
  const meshes = new Map<string, VoiceMesh>();
  const lines = new Map<string, (work: () => void) => void>();
  const clock = { nowMs: 0, isCut: false };
  let calls = 0;
  const open = (id: string) => {
    const mesh = new VoiceMesh({
      createConnection() {
        const connection = new FakeConnection(`c${connections.length}-`, later);
        connections.push(connection);
        return connection as unknown as RTCPeerConnection;
      },
      nameCall: () => `call${++calls}`,
      isPolite: (other) => id > other,
      send(to, signal) {
        if (clock.isCut) return false;
        sent.push({ from: id, to, signal });
        const key = `${id} ${to}`;
        const line = lines.get(key) ?? later.line();
        lines.set(key, line);
        line(() => meshes.get(to)?.hear(id, JSON.parse(JSON.stringify(signal)) as Signal, clock.nowMs));
        return true;
      },
      onVoice() {},
    });
    mesh.setVoice({ maySpeak: true, track: {} as MediaStreamTrack });
    meshes.set(id, mesh);
    return mesh;
  };
  const run = async (seconds: number) => {
    for (let i = 0; i < seconds * 5; i++) {
      clock.nowMs += 200;
      vi.advanceTimersByTime(200);
      for (const mesh of meshes.values()) mesh.step(clock.nowMs);
      while (await later.step());
    }
  };
  for (const id of ids) open(id);
  const of = (id: string) => meshes.get(id) as VoiceMesh;
  const openCount = () => connections.filter(({ signalingState }) => signalingState !== 'closed').length;
  return { random, later, connections, sent, clock, open, run, of, openCount, ids };
}

test.each(seeds(40))(
  'whoever wants to hear somebody is connected to them by one connection (seed %i)',
  async (seed) => {
    const room = createRoom(seed, ['a', 'b', 'c', 'd', 'e']);
    const wanted = new Map<string, Set<string>>();
    const choose = () => {
      for (const id of room.ids) {
        const others = new Set(room.ids.filter((other) => other !== id && room.random() < 0.5));
        wanted.set(id, others);
        room.of(id).setWanted(others);
      }
    };
    for (let round = 0; round < 4; round++) {
      choose();
      for (let i = 0; i < 30; i++) {
        room.clock.nowMs += 10;
        for (const id of room.ids) room.of(id).step(room.clock.nowMs);
        vi.advanceTimersByTime(10);
        await room.later.step();
      }
    }
    await room.run(8);
    const isWanted = (a: string, b: string) => wanted.get(a)?.has(b) || wanted.get(b)?.has(a);
    for (const id of room.ids) {
      const expected = room.ids.filter((other) => other !== id && isWanted(id, other));
      expect([...room.of(id).connected].toSorted(), id).toEqual(expected);
      expect(room.of(id).unreachable).toEqual([]);
    }
    const pairs = room.ids.flatMap((a, i) => room.ids.slice(i + 1).filter((b) => isWanted(a, b)));
    expect(room.openCount()).toBe(2 * pairs.length);
  },
);

test.each(['a', 'b'])('when the page of %s is opened anew, it is heard again by a new connection', async (id) => {
  const room = createRoom(3, ['a', 'b']);
  const hear = (who: string) => room.of(who).setWanted(new Set([who === 'a' ? 'b' : 'a']));
  for (const who of ['a', 'b']) hear(who);
  await room.run(1);
  expect(room.connections).toHaveLength(2);
  // Nothing is said: the page is just gone.
  room.open(id);
  hear(id);
  await room.run(4);
  expect([room.of('a').connected, room.of('b').connected]).toEqual([['b'], ['a']]);
  expect(room.openCount()).toBeLessThanOrEqual(3);
});

test('a connection that finds no way is given up, counted, tried again ever later, and mended', async () => {
  const room = createRoom(4, ['a', 'b']);
  const state = vi.spyOn(FakeConnection.prototype, 'connectionState', 'get').mockReturnValue('failed');
  room.of('a').setWanted(new Set(['b']));
  await room.run(40);
  expect(room.of('a').unreachable).toEqual(['b']);
  const tried = room.connections.length;
  await room.run(60);
  expect(room.connections.length - tried).toBeLessThan(8);
  state.mockRestore();
  await room.run(60);
  expect([room.of('a').unreachable, room.of('a').connected]).toEqual([[], ['b']]);
});

test('[PV5] old, repeated, foreign and senseless words change nothing and are not answered without end', async () => {
  const room = createRoom(5, ['a', 'b']);
  for (const who of ['a', 'b']) room.of(who).setWanted(new Set([who === 'a' ? 'b' : 'a']));
  await room.run(1);
  const old = room.sent.slice();
  const connections = room.connections.length;
  // Everything that was ever said, again and again, in any order, and with other names.
  for (let i = 0; i < 2000; i++) {
    const { from, to, signal } = old[Math.floor(room.random() * old.length)];
    const changed = room.random() < 0.5 ? { ...signal, to: 'elsewhere' } : { ...signal, call: `${i % 3}` };
    if (signal.call !== '' && !signal.isOver) room.of(to).hear(from, changed, room.clock.nowMs);
    while (await room.later.step());
  }
  await room.run(20);
  expect(room.sent.length - old.length).toBeLessThan(400);
  expect(room.connections.length - connections).toBeLessThan(2100);
  expect([room.of('a').connected, room.of('b').connected]).toEqual([['b'], ['a']]);
});

test.each(['a', 'z'])(
  '%s, whom sixty want to hear, has forty connections, and nobody takes that for a bad network',
  async (id) => {
    const others = Array.from({ length: 60 }, (_, i) => `p${i + 10}`);
    const room = createRoom(6, [id, ...others]);
    for (const other of others) room.of(other).setWanted(new Set([id]));
    await room.run(3);
    expect(room.of(id).connected).toHaveLength(40);
    expect(others.flatMap((other) => room.of(other).unreachable)).toEqual([]);
  },
);

test('whose microphone is off is connected with those alone whom they hear', async () => {
  const room = createRoom(7, ['a', 'm', 'z']);
  room.of('m').setVoice({ maySpeak: true, track: null });
  // Both ends of a connection may be asked for it: the one that begins, and the one that waits.
  for (const id of ['a', 'z']) room.of(id).setWanted(new Set(['m']));
  await room.run(3);
  expect([room.of('m').connected, room.of('a').unreachable, room.of('z').unreachable]).toEqual([[], [], []]);
  room.of('m').setWanted(new Set(['z']));
  await room.run(5);
  expect(room.of('m').connected).toEqual(['z']);
  room.of('m').setVoice({ maySpeak: true, track: {} as MediaStreamTrack });
  await room.run(5);
  expect([...room.of('m').connected].toSorted()).toEqual(['a', 'z']);
});
