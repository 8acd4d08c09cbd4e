import {
  buildRemoteFrameLayout,
  defaultRemoteBodySettings,
  inputAt,
  outputAt,
  RemoteSession,
  RemoteWorld,
} from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { describe, expect, test } from 'vitest';
import { ManualClock, until } from '../common/server.testing.js';
import { floor, openingOf, standingAt } from './remote.testing.js';
import { endAfterEachTest, serve, visit } from './remoteServers.testing.js';

// Everything on loopback, on ports that the system chooses. Where time matters the test advances the server's clock.

endAfterEachTest();

describe('alone', () => {
  test('a body on the server does what it does here, to the seven digits of the wire', async () => {
    const { url } = await serve();
    const visitor = await visit(url);
    const session = new RemoteSession(await loadMujoco(), { bodies: [openingOf().body], objects: floor });
    const input = new Float64Array(session.layout.inputLength);
    const output = new Float64Array(session.layout.outputLength);
    for (let frame = 0; frame < 40; frame++) {
      const x = Math.fround(frame / 90);
      await visitor.stand(x);
      const pose = standingAt(x);
      input[inputAt.dtSeconds] = Math.fround(1 / 90);
      input.set(Float32Array.from(pose.rootPosition), inputAt.targetRootPosition);
      input.set(Float32Array.from(pose.localRotations), inputAt.targetRotations);
      session.step(input, output);
    }
    expect(visitor.answers).toBe(40);
    const { contacts } = session.layout;
    for (let i = 0; i < contacts; i++) {
      if (i !== outputAt.stepSeconds) expect(visitor.output[i]).toBe(Math.fround(output[i]));
    }
    expect(visitor.output[outputAt.stepSeconds]).toBeGreaterThan(0);
    session.dispose();
  });

  test('settings, more bodies and things put back: as in the page', async () => {
    const { url } = await serve();
    const visitor = await visit(url);
    await visitor.stand(0);
    visitor.client.setSettings({ ...defaultRemoteBodySettings, totalMass: 55 });
    await until(() => visitor.builtCount === 2);
    expect(visitor.built?.bodies[0].settings.totalMass).toBe(55);
    visitor.client.setCount(3);
    await until(() => visitor.builtCount === 3);
    expect(visitor.built).toMatchObject({ ownCount: 3, clientCount: 1, seat: 0 });
    await visitor.stand(0, 2, 4);
    const layout = buildRemoteFrameLayout(visitor.built?.bodies ?? [], 1);
    expect(visitor.output[layout.bodies[2].places]).toBeCloseTo(4, 3);
    visitor.client.setCount(1);
    await until(() => visitor.builtCount === 4);
    visitor.client.resetObjects();
    await visitor.stand(0.1);
    expect(visitor.failures).toEqual([]);
  });

  test('wrong settings and counts are refused, and everything goes on', async () => {
    const { url } = await serve();
    const visitor = await visit(url);
    visitor.client.setSettings({ ...defaultRemoteBodySettings, totalMass: -1 });
    visitor.client.setCount(99);
    await until(() => visitor.failures.length === 2);
    expect(visitor.failures.map(({ isOver }) => isOver)).toEqual([false, false]);
    expect(visitor.failures[0].reason).toContain('totalMass');
    expect(visitor.failures[1].reason).toContain('count');
    await visitor.stand(0);
    expect(visitor.answers).toBe(1);
  });
});

/** Period of a shared world's own steps. */
const TICK_MS = 1000 / 90;

describe('in one room', () => {
  test('two see and touch each other; who leaves is removed, and who stays is answered', async () => {
    const clock = new ManualClock();
    const tick = () => clock.advance(TICK_MS);
    const { url, remote } = await serve({ clock });
    const first = await visit(url, 'a', openingOf(), tick);
    await first.stand(0);
    const second = await visit(url, 'a', openingOf(), tick);
    await until(() => first.built?.clientCount === 2);
    expect(remote).toMatchObject({ clientCount: 2, worldCount: 1 });
    expect([first.built?.seat, second.built?.seat]).toEqual([0, 1]);
    expect([first.built?.ownCount, first.built?.bodies.length]).toEqual([1, 2]);
    // Arms stretched out, hands in each other's way.
    const apart = 1.3;
    for (let frame = 0; frame < 30; frame++) await Promise.all([first.stand(0), second.stand(apart)]);
    const layout = buildRemoteFrameLayout(first.built?.bodies ?? [], 1);
    expect(first.output[layout.bodies[0].places]).toBeCloseTo(0, 2);
    expect(first.output[layout.bodies[1].places]).toBeCloseTo(apart, 2);
    // The other counts the other way round.
    expect(second.output[layout.bodies[0].places]).toBeCloseTo(apart, 2);
    expect(second.output[layout.bodies[1].places]).toBeCloseTo(0, 2);
    expect(first.output[outputAt.contactCount]).toBeGreaterThan(0);
    // The world goes on by itself when clients send nothing.
    const before = first.frames;
    await until(() => first.frames > before + 5, tick);

    const waiting = first.stand(0);
    second.client.dispose();
    await waiting;
    await until(() => first.built?.clientCount === 1);
    expect(first.built?.bodies).toHaveLength(1);
    await first.stand(0.1);
    expect(first.output[0]).toBeGreaterThan(0);
    expect(first.failures).toEqual([]);
    await until(() => remote.clientCount === 1);
  });

  test('a place that was left is taken by the next', async () => {
    // By the test's clock: on a busy machine a step takes as long as one that is refused for it.
    const clock = new ManualClock();
    const tick = () => clock.advance(TICK_MS);
    const { url } = await serve({ clock });
    const first = await visit(url, 'b', openingOf(), tick);
    const second = await visit(url, 'b', openingOf(), tick);
    first.client.dispose();
    await until(() => second.built?.clientCount === 1, tick);
    const third = await visit(url, 'b', openingOf(), tick);
    expect([third.failures, third.built?.seat]).toEqual([[], 0]);
    await until(() => second.built?.clientCount === 2, tick);
    expect(second.built?.seat).toBe(1);
  });

  test('a client with other things is refused, and so is one that does not fit into a full world', async () => {
    const { url } = await serve();
    const first = await visit(url, 'c', openingOf(5));
    const other = await visit(url, 'c', openingOf(1, []));
    expect(other.failures[0]).toMatchObject({ isOver: true });
    expect(other.failures[0].reason).toContain('expected the same things');
    const many = await visit(url, 'c', openingOf(4));
    expect(many.failures[0].reason).toContain('1 to 8');
    await first.stand(0, 1, 2, 3, 4);
    expect(first.failures).toEqual([]);
  });
});

test('clients leave nothing behind: the engine’s memory does not grow with them', async () => {
  // Worlds come one after the other, at a rate that the clock of the test allows.
  const clock = new ManualClock();
  const { url, remote } = await serve({ clock });
  const mujoco = await loadMujoco();
  const sizes: number[] = [];
  for (let round = 0; round < 10; round++) {
    const visitor = await visit(url, null, openingOf(3));
    await visitor.stand(0, 2, 4);
    const probe = new RemoteWorld(mujoco, []);
    sizes.push(probe.data.qpos.buffer.byteLength);
    probe.dispose();
    visitor.client.dispose();
    await until(() => remote.worldCount === 0);
    clock.advance(2000);
  }
  expect(sizes[9]).toBe(sizes[2]);
});

test('a thread that cannot run is a reason, not the end of the server', async () => {
  const { url, remote } = await serve({ threadScript: new URL('file:///nowhere/there-is-no-such-script.js') });
  const visitor = await visit(url);
  expect(visitor.failures[0]).toMatchObject({ isOver: true });
  expect(visitor.failures[0].reason).toContain('broke down');
  await until(() => remote.worldCount === 0 && remote.clientCount === 0);
});
