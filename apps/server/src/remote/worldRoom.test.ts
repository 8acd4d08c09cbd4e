import { roomKind } from '@leib/net';
import { inputAt, type MujocoModule, outputAt, PUSH_BODY } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { decodeNumbers, encodeNumbers, encodeOpening } from '@leib/reembody/wire';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../common/server.testing.js';
import { openingOf, skeleton, standingAt } from './remote.testing.js';
import { WorldRoom } from './worldRoom.js';

test('who makes a shared world too slow leaves it, and the others stay', async () => {
  const clock = new ManualClock();
  const refused: { client: number; reason: string; costMs: number }[] = [];
  // Each step takes as long as the test says.
  let [workedMs, stepMs] = [0, 4];
  const events = {
    send: () => {},
    refuse(client: number, reason: string, costMs = 0) {
      refused.push({ client, reason, costMs });
      stepMs = 4;
    },
  };
  const room = new WorldRoom(await loadMujoco(), events, {
    clock,
    workedMs: () => {
      workedMs += stepMs;
      return workedMs;
    },
  });
  for (const client of [1, 2, 3]) await room.receive(client, encodeOpening(openingOf()), clock.nowMs());
  clock.advance(2000);
  expect(refused).toEqual([]);
  stepMs = 200;
  clock.advance(1000);
  expect(refused.map(({ client }) => client)).toEqual([3]);
  expect(refused[0].reason).toContain('expected at most 11 ms a step');
  // After two steps of 200 ms instead of 11, which its address is held to account for.
  expect(refused[0].costMs).toBeCloseTo(2 * (200 - 1000 / 90), 6);
  room.dispose();
});

/** A client's frame: it stands at x, and pushes another's body where it is told to. */
function frameOf(x: number, sequence: number, push?: { readonly point: number[]; readonly force: number[] }) {
  const input = new Float64Array(inputAt.targetRotations + skeleton.jointCount * 4);
  const pose = standingAt(x);
  input[inputAt.dtSeconds] = 1 / 90;
  input.set(pose.rootPosition, inputAt.targetRootPosition);
  input.set(pose.localRotations, inputAt.targetRotations);
  if (push) {
    input.set([PUSH_BODY + 1, 5, ...push.point, ...push.force], inputAt.pushKind);
  }
  return encodeNumbers(input, input.length, sequence);
}

test('a push with a lever of a kilometre from 30 m away does not throw the engine off', async () => {
  const clock = new ManualClock();
  const output = new Float64Array(1000);
  const events = {
    send: (client: number, bytes: Uint8Array) =>
      void (client === 1 && bytes[0] === roomKind.bodies && decodeNumbers(bytes, output)),
    refuse(_: number, reason: string) {
      throw new Error(reason);
    },
  };
  const room = new WorldRoom(await loadMujoco(), events, { clock });
  for (const client of [1, 2]) await room.receive(client, encodeOpening(openingOf()), clock.nowMs());
  let farthest = 0;
  for (let frame = 1; frame <= 270; frame++) {
    await room.receive(1, frameOf(0, frame), clock.nowMs());
    const push = { point: [1000, 1, 0], force: [0, 4900, 0] };
    await room.receive(2, frameOf(30, frame, frame <= 180 ? push : undefined), clock.nowMs());
    clock.advance(1000 / 90);
    if (frame > 250) farthest = Math.max(farthest, output[outputAt.maxError]);
  }
  expect(output[outputAt.resets]).toBe(0);
  // A second after the last of it the body is where it should be.
  expect(farthest).toBeLessThan(0.2);
  room.dispose();
});

/** An engine that sets its time back in the next step, as one does that meets invalid numbers. */
function faultyEngine(mujoco: MujocoModule) {
  let isOff = false;
  const faulty = new Proxy(mujoco, {
    get(target, name) {
      if (name !== 'mj_step') return Reflect.get(target, name);
      return (...[model, data]: Parameters<MujocoModule['mj_step']>) => {
        target.mj_step(model, data);
        if (isOff) data.time = 0;
        isOff = false;
      };
    },
  });
  const meetInvalid = () => {
    isOff = true;
  };
  return { faulty, meetInvalid };
}

test('who makes the engine reset twice leaves the world, and the others go on', async () => {
  const clock = new ManualClock();
  const mujoco = await loadMujoco();
  const { faulty, meetInvalid } = faultyEngine(mujoco);
  const refused: string[] = [];
  const answers = new Map<number, number>();
  const events = {
    send: (client: number, bytes: Uint8Array) =>
      void (bytes[0] === roomKind.bodies && answers.set(client, (answers.get(client) ?? 0) + 1)),
    refuse: (client: number, reason: string) => void refused.push(`${client}: ${reason}`),
  };
  const room = new WorldRoom(faulty, events, { clock });
  for (const client of [1, 2, 3]) await room.receive(client, encodeOpening(openingOf()), clock.nowMs());
  const play = async () => {
    for (const client of [1, 2, 3]) {
      const push = client === 2 ? { point: [0, 1, 0], force: [0, 4900, 0] } : undefined;
      await room.receive(client, frameOf(client * 2, 1, push), clock.nowMs());
    }
    clock.advance(100);
  };
  await play();
  meetInvalid();
  await play();
  expect(refused).toEqual([]);
  meetInvalid();
  await play();
  expect(refused).toEqual([expect.stringMatching(/^2: the engine was reset twice/)]);
  answers.clear();
  clock.advance(1000);
  expect([...answers.keys()]).toEqual([1, 3]);
  expect(answers.get(1)).toBeGreaterThan(80);
  room.dispose();
});

test('who jumps into others again and again leaves the world, also where another has come after them', async () => {
  const clock = new ManualClock();
  const mujoco = await loadMujoco();
  const { faulty, meetInvalid } = faultyEngine(mujoco);
  const refused: number[] = [];
  const events = { send: () => {}, refuse: (client: number) => void refused.push(client) };
  const room = new WorldRoom(faulty, events, { clock });
  for (const client of [1, 2, 3]) await room.receive(client, encodeOpening(openingOf()), clock.nowMs());
  for (let frame = 1; frame <= 60; frame++) {
    await room.receive(1, frameOf(frame % 2, frame), clock.nowMs());
    // One walks, one teleports once.
    await room.receive(2, frameOf(2 + frame / 60, frame), clock.nowMs());
    await room.receive(3, frameOf(frame < 20 ? 4 : 9, frame), clock.nowMs());
    // Now and then an invalid number: nobody pushes, and the others came later.
    if (frame % 10 === 9) meetInvalid();
    clock.advance(1000 / 90);
  }
  expect(refused).toEqual([1]);
  room.dispose();
});

describe('in a world that steps by itself, a person whose page is slower', () => {
  const WORLD_HZ = 90;
  const SPEED = 1.1;

  /** Places of the hips, step by step, while the page sends `hz` frames a second of somebody at `x(seconds)`, for a second. */
  async function watchHips(hz: number, x: (seconds: number) => number): Promise<number[]> {
    const clock = new ManualClock();
    const hips: number[] = [];
    const output = new Float64Array(1000);
    const events = {
      send(client: number, bytes: Uint8Array) {
        if (client !== 1 || bytes[0] !== roomKind.bodies) return;
        decodeNumbers(bytes, output);
        hips.push(output[outputAt.rootPosition]);
      },
      refuse(_: number, reason: string) {
        throw new Error(reason);
      },
    };
    const room = new WorldRoom(await loadMujoco(), events, { clock });
    for (const client of [1, 2]) await room.receive(client, encodeOpening(openingOf()), clock.nowMs());
    const input = new Float64Array(inputAt.targetRotations + skeleton.jointCount * 4);
    for (let frame = 0; frame < hz; frame++) {
      const pose = standingAt(x(frame / hz));
      input[inputAt.dtSeconds] = 1 / hz;
      input.set(pose.rootPosition, inputAt.targetRootPosition);
      input.set(pose.localRotations, inputAt.targetRotations);
      await room.receive(1, encodeNumbers(input, input.length, frame + 1), clock.nowMs());
      clock.advance(1000 / hz);
    }
    room.dispose();
    return hips;
  }

  test.each([60, 30, 20])('goes evenly at %i frames a second', async (hz) => {
    const hips = await watchHips(hz, (seconds) => SPEED * seconds);
    const speeds = hips.slice(1).map((place, i) => (place - hips[i]) * WORLD_HZ);
    // From the second frame on, whose way is known.
    const walking = speeds.slice(Math.ceil((2 * WORLD_HZ) / hz), 80);
    expect(Math.min(...walking)).toBeGreaterThan(0.9 * SPEED);
    expect(Math.max(...walking)).toBeLessThan(1.1 * SPEED);
  });

  test('does not travel a teleport', async () => {
    const hips = await watchHips(20, (seconds) => (seconds < 0.5 ? 0 : 2));
    expect(hips.filter((place) => place > 0.01 && place < 1.99)).toEqual([]);
    expect(hips.at(-1)).toBeCloseTo(2, 3);
  });
});
