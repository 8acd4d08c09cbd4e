import {
  decodeSignal,
  encodeChange,
  encodeSignal,
  type PeopleMessage,
  peopleLevels,
  personOfSignal,
  roomKind,
  type Signal,
} from '@leib/net';
import { expect, test } from 'vitest';
import { FakeMember, HeldStore, newcomer, personAt, settle } from './people.testing.js';
import { createPeopleFigures } from './peopleFigures.js';
import { type PeopleEntry, PeopleRoom } from './peopleRoom.js';
import type { LinkKind, LinkListener, RoomLink } from './roomLink.js';
import { OvertakenError, parseLine, type RoomStore, type StoreListener } from './roomStore.js';
import { packPassed } from './voiceSignals.js';

// One room at several nodes: the log and what nodes tell each other are in memory, time passes where the test says so.

/** What nodes share. */
class Hub {
  isConnected = true;
  readonly lines: string[] = [];
  readonly listeners = new Map<string, LinkListener>();
  readonly told: { readonly kind: LinkKind; readonly from: string; readonly to?: string; readonly bytes: number }[] =
    [];
}

/** A log that takes lines from whoever has read all before. */
class SharedStore extends HeldStore implements RoomStore {
  readonly #hub: Hub;
  #read = 0;
  #listener: StoreListener | null = null;

  constructor(hub: Hub) {
    super();
    this.#hub = hub;
    this.#read = hub.lines.length;
  }

  listen(listener: StoreListener): void {
    this.#listener = listener;
  }

  async catchUp(): Promise<void> {
    this.#readOn();
  }

  #readOn(): boolean {
    const { lines } = this.#hub;
    const isBehind = this.#read < lines.length;
    while (this.#read < lines.length) {
      const change = parseLine(lines[this.#read++]);
      if (change) this.#listener?.onChange(change);
    }
    return isBehind;
  }

  override async append(lines: readonly Uint8Array[]): Promise<void> {
    await settle();
    if (this.#readOn()) throw new OvertakenError('', 'another was first');
    this.#hub.lines.push(...lines.map((line) => Buffer.from(line).toString()));
    this.#read = this.#hub.lines.length;
  }
}

function open(names: readonly string[], nowMs = 100_000) {
  const hub = new Hub();
  const clock = { nowMs };
  let lastId = 0;
  const nodes = names.map((name) => {
    const store = new SharedStore(hub);
    const link: RoomLink = {
      get isConnected() {
        return hub.isConnected;
      },
      tell(kind, bytes, to) {
        hub.told.push({ kind, from: name, bytes: bytes.length, ...(to !== undefined && { to }) });
        for (const [other, listener] of hub.listeners)
          if (other !== name && (to ?? other) === other) listener.onMessage(kind, name, bytes.slice());
      },
      listen: (listener) => void hub.listeners.set(name, listener),
    };
    const stored = { snapshot: null, changes: hub.lines.map((line) => JSON.parse(line)) };
    const settings = {
      name: 'lab',
      isOpen: true,
      resumeWord: (actor: string) => actor,
      figures: createPeopleFigures(),
    };
    return { name, store, isKilled: false, room: new PeopleRoom(settings, { stored, store, link }, clock.nowMs) };
  });
  type Node = (typeof nodes)[number];
  const step = async (seconds = 0.1) => {
    for (let tick = 0; tick < seconds * 60; tick++) {
      clock.nowMs += 1000 / 60;
      for (const { room, isKilled } of nodes) if (!isKilled) room.step(clock.nowMs);
      await settle();
      await settle();
      for (const { store, isKilled } of nodes) if (!isKilled) await store.catchUp();
    }
  };
  const enter = async ({ room }: Node, entry: Partial<PeopleEntry> = {}) => {
    const member = new FakeMember(++lastId);
    room.join(member, { ...newcomer, ...entry }, clock.nowMs);
    await step();
    return member;
  };
  const kill = (node: Node) => {
    node.isKilled = true;
    hub.listeners.delete(node.name);
  };
  return { hub, nodes, clock, step, enter, kill };
}

const put = (id: number, thing: string) => {
  const value = { id: thing, kind: 'measurement', pose: [0, 0, 0, 0, 0, 0, 1], settings: {} };
  return encodeChange({ id, changes: [{ path: ['things', thing], value }] });
};
const numbersIn = (messages: readonly PeopleMessage[]) => messages.flatMap(({ people }) => people.map(({ id }) => id));
const removals = (lines: readonly string[], actor: string) =>
  lines.filter((line) => line.includes(`{"path":["actors","${actor}"]}`));

test('[NO1] bodies go once a tick from node to node, and only where somebody is', async () => {
  const { hub, nodes, step, enter } = open(['a', 'b']);
  const [ada, bo] = [await enter(nodes[0]), await enter(nodes[0])];
  for (const { id } of [ada, bo]) nodes[0].room.receive(id, roomKind.person, personAt(id));
  await step();
  expect(hub.told.filter(({ kind }) => kind === 'bodies')).toEqual([]);
  const cleo = await enter(nodes[1]);
  await step();
  hub.told.length = 0;
  for (const { id } of [ada, bo]) nodes[0].room.receive(id, roomKind.person, personAt(id));
  await step(1 / 60);
  expect(hub.told.filter(({ kind }) => kind === 'bodies')).toHaveLength(1);
  await step();
  const numbers = [ada, bo].map(({ welcome }) => welcome.personId);
  expect(new Set(numbersIn(cleo.people))).toEqual(new Set(numbers));
  expect(numbersIn(ada.people)).toContain(bo.welcome.personId);
});

test('[NO1] from afar a node sends as little as those who see it need', async () => {
  const bytesAt = async (x: number) => {
    const { hub, nodes, step, enter } = open(['a', 'b']);
    const [ada, bo] = [await enter(nodes[0]), await enter(nodes[1])];
    let bytes = 0;
    for (let tick = 0; tick < 120; tick++) {
      nodes[0].room.receive(ada.id, roomKind.person, personAt(0, 0, { hasFace: true }));
      nodes[1].room.receive(bo.id, roomKind.person, personAt(x));
      hub.told.length = 0;
      await step(1 / 60);
      const sent = hub.told.filter(({ kind, from }) => kind === 'bodies' && from === 'a');
      if (tick >= 60) bytes += sent.reduce((sum, one) => sum + one.bytes, 0);
    }
    return bytes;
  };
  const [near, far] = [await bytesAt(1), await bytesAt(30)];
  expect(far).toBeLessThan((near / peopleLevels[3].ticks) * 1.2);
  expect(far).toBeGreaterThan(0);
});

test('[NO4] changes that two nodes make at the same moment have one order, and each is taken once', async () => {
  const { nodes, step, enter } = open(['a', 'b', 'c']);
  const members = [];
  for (const node of nodes) members.push(await enter(node));
  for (let round = 0; round < 20; round++) {
    for (const [index, { id }] of members.entries())
      nodes[index].room.receive(id, roomKind.change, put(round + 1, `${index}-${round}`));
    await step(1 / 60);
  }
  await step(2);
  const [first, ...others] = nodes.map(({ room }) => room.doc);
  expect(first.things).toHaveLength(60);
  for (const other of others) expect(other).toEqual(first);
});

test('[NO8] people of a node that was killed are away; who does not come back is taken out once, after 60 s', async () => {
  const { hub, nodes, step, enter, kill } = open(['a', 'b', 'c']);
  await enter(nodes[0]);
  const [bo, cleo] = [await enter(nodes[1]), await enter(nodes[1])];
  await enter(nodes[2]);
  kill(nodes[1]);
  // One of them comes back at another node at once, as the same.
  const back = await enter(nodes[2], { actor: cleo.welcome.actor, since: 0 });
  expect(back.welcome.personId).toBe(cleo.welcome.personId);
  await step(58);
  expect(Object.keys(nodes[0].room.doc.actors)).toHaveLength(4);
  await step(8);
  for (const node of [nodes[0], nodes[2]]) {
    expect(Object.keys(node.room.doc.actors)).toHaveLength(3);
    expect(node.room.doc.actors[bo.welcome.actor]).toBeUndefined();
  }
  expect(removals(hub.lines, bo.welcome.actor)).toHaveLength(1);
  expect(removals(hub.lines, cleo.welcome.actor)).toHaveLength(0);
});

test('[NO8] who comes back at another node while the old connection stands has it ended, and stays', async () => {
  const { nodes, step, enter } = open(['a', 'b']);
  await enter(nodes[0]);
  const bo = await enter(nodes[0]);
  const back = await enter(nodes[1], { actor: bo.welcome.actor, since: 0 });
  await step(3);
  expect(bo.refusal).toContain('another connection');
  expect(back.refusal).toBeNull();
  expect([nodes[0].room.peopleCount, nodes[1].room.peopleCount]).toEqual([1, 1]);
  await step(70);
  expect(Object.keys(nodes[1].room.doc.actors)).toHaveLength(2);
});

test('[NO8] nobody is taken out because nodes could not hear each other', async () => {
  const { hub, nodes, step, enter } = open(['a', 'b']);
  await enter(nodes[0]);
  await enter(nodes[1]);
  await step(2);
  hub.isConnected = false;
  await step(130);
  hub.isConnected = true;
  await step(70);
  expect(Object.keys(nodes[0].room.doc.actors)).toHaveLength(2);
});

const voice = (direction: string): Signal => ({
  ...{ call: 'a', to: '' },
  description: { type: 'offer', sdp: `v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=${direction}\r\n` },
});
const signalsOf = ({ messages }: FakeMember) => messages.filter(([kind]) => kind === roomKind.signal);

async function threeNodes() {
  const test = open(['a', 'b', 'c']);
  const { nodes, step, enter } = test;
  const members = [await enter(nodes[0]), await enter(nodes[1]), await enter(nodes[2])];
  await step();
  const signal = (from: number, to: number, value: Signal) =>
    nodes[from].room.receive(members[from].id, roomKind.signal, encodeSignal(members[to].welcome.personId, value));
  const heard = () => members.map((member) => signalsOf(member).length);
  return { ...test, members, signal, heard };
}

test('[NO9] a signal goes to the node of whom it is for, says whom it is from, and goes to nobody else', async () => {
  const { hub, nodes, members, signal, heard, step, enter, kill } = await threeNodes();
  const beside = await enter(nodes[2]);
  hub.told.length = 0;
  signal(0, 2, voice('sendrecv'));
  signal(2, 0, voice('recvonly'));
  expect(heard()).toEqual([1, 0, 1]);
  expect(signalsOf(beside)).toEqual([]);
  const directed = hub.told.filter(({ kind }) => kind === 'signal');
  expect(directed.map(({ from, to }) => [from, to])).toEqual([
    ['a', 'c'],
    ['c', 'a'],
  ]);
  const [message] = signalsOf(members[2]);
  expect(personOfSignal(message)).toBe(members[0].welcome.personId);
  expect(decodeSignal(message)).toEqual({ ok: true, value: voice('sendrecv') });
  // After them, where they come back at another node.
  kill(nodes[2]);
  const back = await enter(nodes[1], { actor: members[2].welcome.actor, since: 0 });
  await step();
  signal(0, 2, voice('sendrecv'));
  expect([heard(), signalsOf(back).length]).toEqual([[1, 0, 1], 1]);
});

test('[NO9] nothing is passed on to who is at no node, and nothing while the nodes cannot hear each other', async () => {
  const { hub, nodes, clock, members, signal, heard, step } = await threeNodes();
  hub.isConnected = false;
  signal(0, 2, voice('sendrecv'));
  hub.isConnected = true;
  nodes[2].room.leave(members[2].id, clock.nowMs);
  await step();
  hub.told.length = 0;
  signal(0, 2, voice('sendrecv'));
  expect(heard()).toEqual([0, 0, 0]);
  expect(hub.told).toEqual([]);
});

test('[NO9][NO7] a node takes signals of people elsewhere alone, and no voice of who is muted', async () => {
  const { hub, nodes, members, heard, step } = await threeNodes();
  const tell = (bytes: Uint8Array) => hub.listeners.get('a')?.onMessage('signal', 'b', bytes);
  const pass = (from: number, value: Signal) =>
    tell(packPassed(members[0].welcome.personId, encodeSignal(members[from].welcome.personId, value)));
  pass(1, voice('sendrecv'));
  expect(heard()).toEqual([1, 0, 0]);
  const change = { path: ['actors', members[1].welcome.actor, 'settings', 'muted'], value: true };
  nodes[0].room.receive(members[0].id, roomKind.change, encodeChange({ id: 1, changes: [change] }));
  await step();
  pass(1, voice('sendrecv'));
  // As from somebody who is at this very node, from nobody, of another kind, cut off.
  pass(0, voice('recvonly'));
  tell(packPassed(members[0].welcome.personId, encodeSignal(60_000, voice('recvonly'))));
  const whole = packPassed(members[0].welcome.personId, encodeSignal(members[1].welcome.personId, voice('recvonly')));
  const otherKind = whole.slice();
  otherKind[2] = roomKind.welcome;
  for (const bytes of [otherKind, ...Array.from({ length: 20 }, (_, size) => whole.slice(0, size))]) tell(bytes);
  expect(heard()).toEqual([1, 0, 0]);
  tell(whole);
  expect(heard()).toEqual([2, 0, 0]);
});
