import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPersonUpdate, encodePerson, fetchFile, sendFile, TIME_SPAN_MS } from '@leib/net';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../common/server.testing.js';
import { OvertakenError } from '../people/roomStore.js';
import { openNatsNodes } from './natsNodes.js';
import { findNats, TestNats, TestNode, TestPage } from './nodes.testing.js';

// A real nats-server and nodes as processes of their own, killed by the system. Only built scripts can be run so.

const path = await findNats();

describe.skipIf(path === null)('rooms over nodes', () => {
  let nats: TestNats;
  beforeAll(async () => {
    const root = join(import.meta.dirname, '../../../..');
    expect(spawnSync(process.execPath, ['scripts/build.mjs', 'apps/server'], { cwd: root }).status).toBe(0);
    nats = await TestNats.start(path ?? '');
  });
  afterAll(() => nats?.dispose());

  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  let rooms = 0;
  /** Nodes and a room that nobody was in before. */
  async function open(count = 2) {
    const nodes = await Promise.all(Array.from({ length: count }, () => TestNode.start(nats.url)));
    for (const node of nodes) ends.push(() => node.kill());
    const name = `lab-${++rooms}`;
    const enter = async (node: TestNode, who: string) => {
      const page = new TestPage(node.url, who, name);
      ends.push(() => page.dispose());
      await until(
        () => page.isIn,
        () => {},
        () => `${page.situation}; node ${node.situation}, nats-server ${nats.situation}`,
      );
      return page;
    };
    return { nodes, name, enter };
  }

  const body = (sequence: number, roomMs: number) => {
    const update = createPersonUpdate();
    Object.assign(update, { sequence: sequence % 256, timeMs: roomMs % TIME_SPAN_MS });
    for (let point = 0; point < 3; point++) update.jointPoses.set([sequence / 100, 1.6, 0, 0, 0, 0, 1], point * 7);
    return encodePerson(update);
  };

  test('[NO1] people of one room at two nodes have one document, and see each other’s bodies', async () => {
    const { nodes, enter } = await open();
    const ada = await enter(nodes[0], 'Ada');
    const bo = await enter(nodes[1], 'Bo');
    expect([ada.room.role, bo.room.role]).toEqual(['host', 'guest']);
    await until(() => ada.room.others.length === 1 && bo.room.others.length === 1);
    for (let i = 0; i < 20; i++) for (const page of [ada, bo]) page.add();
    await until(() => [ada, bo].every(({ room, things }) => room.waitingCount === 0 && things.length === 40));
    expect(ada.things).toEqual(bo.things);
    for (const [from, to] of [
      [ada, bo],
      [bo, ada],
    ]) {
      const [other] = to.room.others;
      expect(other).toBe(from.room.me);
      let [count, sentMs] = [0, 0];
      const send = () => {
        if (performance.now() - sentMs < 15) return;
        sentMs = performance.now();
        from.sendBody(body(count++, from.room.roomMs));
      };
      await until(() => (to.room.feed(other)?.updateCount ?? 0) > 5, send);
    }
  });

  test('[NO9] what is said about voices reaches who is at another node', async () => {
    const { nodes, enter } = await open();
    const ada = await enter(nodes[0], 'Ada');
    const bo = await enter(nodes[1], 'Bo');
    const heard: string[] = [];
    bo.room.hearVoices({ onSignal: (from, { call }) => void heard.push(`${from} ${call}`), onIce: () => {} });
    const other = bo.room.me ?? '';
    await until(() => ada.room.others.includes(other));
    // A node may not know yet who is at the other one: then it is lost.
    let sentMs = 0;
    const send = () => {
      if (performance.now() - sentMs < 100) return;
      sentMs = performance.now();
      ada.room.signal(other, { call: 'a', to: '', hears: true });
    };
    await until(() => heard.length > 0, send);
    expect(heard[0]).toBe(`${ada.room.me} a`);
  });

  test('[NO2] who is taken out at one node is gone at the other, and does not come back by any', async () => {
    const { nodes, enter, name } = await open();
    const ada = await enter(nodes[0], 'Ada');
    const bo = await enter(nodes[1], 'Bo');
    const me = bo.room.me ?? '';
    await until(() => ada.room.others.includes(me));
    expect(ada.room.change([{ path: ['actors', me] }]).ok).toBe(true);
    await until(() => bo.problems.some((reason) => reason.includes('removed')));
    const again = await enter(nodes[0], 'Bo');
    expect(again.room.me).not.toBe(me);
    const back = new TestPage(nodes[0].url, 'Bo', name, bo.room.resume ?? '');
    ends.push(() => back.dispose());
    await until(() => back.problems.some((reason) => reason.includes('removed')));
  });

  test('[NO3][NO4] a node is killed: its people are at another one within 3 s, the same, and nothing acknowledged is lost', async () => {
    const { nodes, enter } = await open();
    const beganMs = performance.now();
    const ada = await enter(nodes[0], 'Ada');
    // A busy machine needs longer for both: to come in, and to come back.
    const enterMs = performance.now() - beganMs;
    const bo = await enter(nodes[1], 'Bo');
    for (let round = 0; round < 3; round++) {
      const [me, role] = [ada.room.me, ada.room.role];
      // Not only of the one that was killed before: it is forgotten after a while.
      const live = nodes.map(({ url }) => new URL(url).href);
      await until(() => ada.room.otherServers.some((url) => live.includes(url) && !ada.isAt(url)));
      await until(
        () => ada.acknowledged.length > 10 * (round + 1),
        () => ada.add(),
      );
      const known = ada.acknowledged;
      const at = nodes.findIndex(({ url }) => ada.isAt(url));
      await nodes[at].kill();
      const killedMs = performance.now();
      await until(() => !ada.isIn);
      await until(() => ada.isIn);
      expect(performance.now() - killedMs).toBeLessThan(3000 + 5 * enterMs);
      expect([ada.room.me, ada.room.role]).toEqual([me, role]);
      await until(() => ada.room.waitingCount === 0);
      await until(() => bo.isIn && bo.room.waitingCount === 0);
      for (const id of known) expect(ada.things).toContain(id);
      await until(() => bo.things.length === ada.put.length);
      expect(new Set(bo.things)).toEqual(new Set(ada.put));
      nodes[at] = await TestNode.start(nats.url);
      ends.push(() => nodes[at].kill());
    }
  });

  test('[NO5] nats-server is killed: nothing is acknowledged meanwhile, and all goes on when it is back', async () => {
    const { nodes, enter } = await open();
    const ada = await enter(nodes[0], 'Ada');
    const bo = await enter(nodes[1], 'Bo');
    for (let i = 0; i < 10; i++) ada.add();
    await until(() => ada.room.waitingCount === 0 && bo.room.waitingCount === 0);
    await nats.kill();
    ends.push(() => nats.start());
    await until(() =>
      [ada, bo].every(({ problems }) => problems.some((reason) => reason.includes('lost its storage'))),
    );
    for (const page of [ada, bo]) for (let i = 0; i < 10; i++) page.add();
    // Bodies at one node go on: the answer to a ping says that it reads on.
    expect([ada.isIn, bo.isIn, ada.room.waitingCount, bo.room.waitingCount]).toEqual([true, true, 10, 10]);
    await nats.start();
    await until(() => [ada, bo].every(({ room, things }) => room.waitingCount === 0 && things.length === 30));
    expect(new Set(ada.things)).toEqual(new Set([...ada.put, ...bo.put]));
    await until(() => [ada, bo].every(({ problems }) => problems.some((reason) => reason.includes('goes on'))));
  });

  test('[NO6] a file that was given to one node is at the other, also after the first one is gone', async () => {
    const { nodes } = await open();
    const file = new Uint8Array(randomBytes(3 << 20));
    const never = new AbortController().signal;
    const hash = await sendFile(nodes[0].url, file, () => {}, never);
    await nodes[0].kill();
    const back = await fetchFile(nodes[1].url, hash, () => {}, never);
    expect(createHash('sha256').update(new Uint8Array(back)).digest('hex')).toBe(hash);
    const none = await fetch(`${nodes[1].url}api/files/${'0'.repeat(64)}`);
    expect(none.status).toBe(404);
  });

  test('[NO7] damaged messages of NATS end no node, and the room goes on', async () => {
    const { nodes, enter, name } = await open();
    const ada = await enter(nodes[0], 'Ada');
    const bo = await enter(nodes[1], 'Bo');
    await until(() => ada.room.others.length === 1);
    const stranger = await connect({ servers: nats.url });
    ends.push(() => stranger.close());
    for (let i = 0; i < 200; i++) {
      const bytes = randomBytes(i);
      for (const kind of ['told', 'here', 'bodies', 'wanted']) stranger.publish(`leib.at.${name}.${kind}.x`, bytes);
      stranger.publish('leib.node.x', bytes);
    }
    const lines = ['{}', '{"version":1e9,"by":"p1","id":1,"changes":[]}', '\0', '{"version":4,"by":3,"id":1}'];
    for (const line of lines) await stranger.request(`leib.room.${name}`, line);
    ada.add();
    bo.add();
    await until(() => [ada, bo].every(({ room, things }) => room.waitingCount === 0 && things.length === 2));
    const cleo = await enter(nodes[1], 'Cleo');
    expect(cleo.things).toEqual(ada.things);
  });

  test('[NO4] what was made before another node’s changes were read is not put in behind them', async () => {
    const [a, b] = [await openNatsNodes({ servers: nats.url }), await openNatsNodes({ servers: nats.url })];
    ends.push(() => Promise.all([a.close(), b.close()]));
    const [one, two] = [(await a.openRoom('race')).store, (await b.openRoom('race')).store];
    const line = (id: number) => Buffer.from(JSON.stringify({ version: 1, by: 'p1', id, changes: [] }));
    await two.append([line(1)]);
    // It is read while the next one waits for its turn.
    const reading = one.catchUp?.();
    await expect(one.append([line(2)])).rejects.toThrow(OvertakenError);
    await reading;
    await one.append([line(3)]);
    const { stored } = await b.openRoom('race');
    expect(stored.changes.map(({ id }) => id)).toEqual([1, 3]);
    const compacting = one.compact('{"version":1}');
    await two.catchUp?.();
    // Whichever of both was first, the other one is tried anew.
    await two.append([line(4)]).catch(() => two.append([line(4)]));
    await compacting;
    expect((await b.openRoom('race')).stored.changes.at(-1)?.id).toBe(4);
  });

  test('[NO4] a long log is replaced by a snapshot, and who comes later has everything', async () => {
    const { nodes, enter } = await open();
    const ada = await enter(nodes[0], 'Ada');
    const bo = await enter(nodes[1], 'Bo');
    // Many small messages of the log: one change at a time.
    for (let i = 0; i < 500; i++) {
      const page = i % 2 === 0 ? ada : bo;
      page.add();
      await until(() => page.room.waitingCount === 0);
    }
    for (const page of [ada, bo]) page.dispose();
    const late = await TestNode.start(nats.url);
    ends.push(() => late.kill());
    const cleo = await enter(late, 'Cleo');
    expect(new Set(cleo.things)).toEqual(new Set([...ada.put, ...bo.put]));
  });
});
