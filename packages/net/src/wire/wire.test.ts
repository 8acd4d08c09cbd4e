import { refusalOf } from '@leib/core';
import { createPackedActor, PACKED_FINGERS_SIZE } from '@leib/core/pack';
import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { decodeProblem, encodeJson, encodeProblem, MAX_JSON_BYTES, readKind, roomKind } from '../room/message.js';
import { defaultWalls } from '../walls/wallsFile.js';
import { AGENT_BYTES, type DisplayFrame, decodeFrame, encodeFrame, setFrameNumber } from './frameMessage.js';
import { decodeScene, encodeScene } from './sceneMessage.js';
import { decodeStatus, decodeStep, decodeWalls, encodeStep, encodeWalls } from './wallMessages.js';

function randomFrame(seed: number, agentCount = 4): DisplayFrame {
  const random = seededRandom(seed);
  const int16 = () => Math.floor(random() * 65536) - 32768;
  return {
    number: Math.floor(random() * 2 ** 32),
    seconds: random() * 1e6,
    viewers: [
      { pose: Float64Array.of(0.5, 1.75, -0.25, 0, 1, 0, 0), isTracked: true },
      { pose: Float64Array.of(-2, 1.5, 3, 0, 0, 0, 1), isTracked: false },
    ],
    actors: Array.from({ length: agentCount }, (_, i) => {
      // Body alone, with fingers, with a face, with both.
      const actor = createPackedActor(String(i * 257), 'remote', { fingers: i % 2 === 1, face: i % 4 >= 2 });
      for (const values of [actor.body, actor.fingers, actor.face]) values?.set(values.map(int16));
      return actor;
    }),
  };
}

describe('frames', () => {
  test.each(seeds(20))('[DF1] a frame is the same after the way over the wire (seed %i)', (seed) => {
    const frame = randomFrame(seed);
    expect(decodeFrame(encodeFrame(frame))).toEqual({ ok: true, value: frame });
  });

  test('[DF2] an agent takes 100 bytes: its id and the 98 bytes that packActor writes', () => {
    expect(AGENT_BYTES).toBe(100);
    const frame = randomFrame(1);
    const [one, two] = [1, 2].map((count) => {
      const actors = frame.actors.slice(0, count).map((actor) => ({ ...actor, fingers: null, face: null }));
      return encodeFrame({ ...frame, actors });
    });
    expect(two.length - one.length).toBe(100);
    expect(frame.actors[0].body.byteLength).toBe(98);
  });

  test('[DF3] the server puts its own number into a frame', () => {
    const bytes = encodeFrame(randomFrame(1));
    setFrameNumber(bytes, 4_000_000_001);
    const decoded = decodeFrame(bytes);
    expect(decoded.ok && decoded.value.number).toBe(4_000_000_001);
  });

  test('[DF4] NaN, a number out of range and a rotation of no length are refused with their place', () => {
    const withPose = (i: number, value: number) => {
      const frame = randomFrame(1);
      frame.viewers[1].pose[i] = value;
      return refusalOf(decodeFrame(encodeFrame(frame)));
    };
    expect(withPose(2, Number.NaN)).toBe('frame, viewers[1][2]: expected a number within 1000, got NaN');
    expect(withPose(0, 1e6)).toBe('frame, viewers[1][0]: expected a number within 1000, got 1000000');
    expect(withPose(6, 0)).toBe('frame, viewers[1]: expected a rotation, got length 0');
    const timeless = encodeFrame({ ...randomFrame(1), seconds: Number.NaN });
    expect(refusalOf(decodeFrame(timeless))).toBe('frame, time: expected a finite number, got NaN');
  });

  test('[DF5] an agent that is there twice is refused', () => {
    const frame = randomFrame(1);
    const actors = frame.actors.with(2, frame.actors[0]);
    expect(refusalOf(decodeFrame(encodeFrame({ ...frame, actors })))).toBe(
      'frame, agents[2]: expected an id of its own, got 0 as agents[0]',
    );
  });

  test('[DF6] counts beyond the limits are refused before anything is allocated', () => {
    const bytes = encodeFrame(randomFrame(1, 1));
    new DataView(bytes.buffer).setUint16(16, 0xffff, true);
    expect(refusalOf(decodeFrame(bytes))).toBe('frame, agents: expected at most 256, got 65535');
  });

  test.each(seeds(30))('[DF7] a cut or lengthened frame is refused, and random bytes never throw (seed %i)', (seed) => {
    const bytes = encodeFrame(randomFrame(seed));
    const random = seededRandom(seed);
    const cut = bytes.slice(0, Math.floor(random() * bytes.length));
    expect(decodeFrame(cut).ok).toBe(false);
    const longer = new Uint8Array(bytes.length + 1 + Math.floor(random() * 9));
    longer.set(bytes);
    expect(decodeFrame(longer).ok).toBe(false);
    const noise = Uint8Array.from({ length: 200 }, () => Math.floor(random() * 256));
    for (const decode of [decodeFrame, decodeScene, decodeStep, decodeWalls, decodeStatus, decodeProblem]) {
      expect(typeof decode(noise).ok).toBe('boolean');
    }
  });

  test('[DF8] a stream of another length, twice or of an agent that is not in the frame is refused', () => {
    const actor = createPackedActor('7', 'remote', { fingers: true, face: true });
    const bytes = () => encodeFrame({ ...randomFrame(1), viewers: [], actors: [actor] });
    const streamsAt = 24 + AGENT_BYTES;
    const refusal = (change: (view: DataView) => void) => {
      const changed = bytes();
      change(new DataView(changed.buffer));
      return refusalOf(decodeFrame(changed));
    };
    expect(refusal(() => {})).toBe(null);
    expect(refusal((view) => view.setUint8(streamsAt + 3, 33))).toBe(
      'frame, streams[0]: expected 34 numbers of fingers, got 33',
    );
    expect(refusal((view) => view.setUint16(streamsAt, 8, true))).toBe(
      'frame, streams[0]: expected an agent of the frame, got 8',
    );
    expect(refusal((view) => view.setUint8(streamsAt + 2, 3))).toBe(
      'frame, streams[0]: expected kind 1 (fingers) or 2 (face), got kind 3',
    );
    const twice = new Uint8Array(bytes().length + 4 + 2 * PACKED_FINGERS_SIZE);
    twice.set(bytes());
    twice.set(bytes().subarray(streamsAt, streamsAt + 4 + 2 * PACKED_FINGERS_SIZE), bytes().length);
    new DataView(twice.buffer).setUint16(20, 3, true);
    expect(refusalOf(decodeFrame(twice))).toBe('frame, streams[2]: expected fingers of agent 7 once, got them again');
  });

  test('an actor whose id is no number of an agent is not sent', () => {
    const named = createPackedActor('walker', 'captured', { fingers: false, face: false });
    expect(() => encodeFrame({ ...randomFrame(1), actors: [named] })).toThrow(
      'frame, actors[0].id: expected the number of an agent, "0" to "65535", got "walker"',
    );
  });

  test('[DF6] a full frame is read in steps that grow with its size, not with its square', () => {
    const stepsOf = (agentCount: number) => countSteps(() => decodeFrame(encoded.get(agentCount) as Uint8Array));
    const encoded = new Map([64, 256].map((count) => [count, encodeFrame(randomFrame(1, count))]));
    expect(decodeFrame(encoded.get(256) as Uint8Array).ok).toBe(true);
    expect(stepsOf(256)).toBeGreaterThan(256 * 50);
    expect(stepsOf(256) / stepsOf(64)).toBeLessThan(4.1);
  });

  test('[DF6] so is a full scene', () => {
    const sceneOf = (count: number) => {
      const agents = Array.from({ length: count }, (_, id) => ({ id, kind: 0 }));
      return encodeScene({ kinds: [{ name: 'a', mesh: 'default', scale: 1 }], agents, viewers: [] });
    };
    const encoded = new Map([64, 256].map((count) => [count, sceneOf(count)]));
    const stepsOf = (count: number) => countSteps(() => decodeScene(encoded.get(count) as Uint8Array));
    expect(decodeScene(encoded.get(256) as Uint8Array).ok).toBe(true);
    expect(stepsOf(256) / stepsOf(64)).toBeLessThan(4.1);
  });
});

/** Numbers read, and elements that a search in a list may look at, while something runs. */
function countSteps(work: () => void): number {
  const searches = [
    'indexOf',
    'lastIndexOf',
    'includes',
    'find',
    'findIndex',
    'some',
    'every',
    'filter',
    'map',
    'slice',
  ];
  const typed = Object.getPrototypeOf(Int16Array.prototype) as object;
  let steps = 0;
  const undo: (() => void)[] = [];
  const watch = (prototype: object, names: readonly string[], cost: (self: { readonly length: number }) => number) => {
    for (const name of names) {
      const before = Object.getOwnPropertyDescriptor(prototype, name);
      if (before === undefined) continue;
      const original = before.value as (...given: unknown[]) => unknown;
      const counted = function (this: { readonly length: number }, ...given: unknown[]) {
        steps += cost(this);
        return original.apply(this, given);
      };
      Object.defineProperty(prototype, name, { ...before, value: counted });
      undo.push(() => Object.defineProperty(prototype, name, before));
    }
  };
  watch(DataView.prototype, ['getInt16', 'getUint16', 'getUint8', 'getFloat32'], () => 1);
  for (const prototype of [Array.prototype, typed]) watch(prototype, searches, ({ length }) => length);
  for (const prototype of [Map.prototype, Set.prototype]) watch(prototype, ['get', 'has', 'set', 'add'], () => 1);
  try {
    work();
  } finally {
    for (const restore of undo) restore();
  }
  return steps;
}

describe('everything else', () => {
  test('[DM1] another version and a message without a header are refused', () => {
    const bytes = encodeStep(roomKind.ready, 7);
    expect(readKind(bytes)).toEqual({ ok: true, value: roomKind.ready });
    bytes[1] = 9;
    expect(refusalOf(readKind(bytes))).toBe('message: expected version 1, got version 9; reload the page');
    expect(readKind(bytes.slice(0, 3)).ok).toBe(false);
  });

  test('[DM2] ready, shown and show carry a frame and a time', () => {
    expect(decodeStep(encodeStep(roomKind.ready, 4e9, 2.5))).toEqual({
      ok: true,
      value: { frame: 4e9, milliseconds: 2.5 },
    });
    expect(decodeStep(encodeStep(roomKind.ready, 1, Number.NaN)).ok).toBe(false);
  });

  test('[DS1] a scene comes back; a kind that is not there and an id that is there twice are refused', () => {
    const proportions = { legs: 1.1, feet: 1, trunk: 1.2, width: 1.3, arms: 1.1, hands: 1, head: 0.9 };
    const scene = {
      kinds: [{ name: 'giant', mesh: 'default' as const, scale: 1.6, fingers: true, proportions }],
      agents: [{ id: 3, kind: 0, origin: [1, 0, -2] as const }],
      viewers: ['head'],
    };
    expect(decodeScene(encodeScene(scene))).toEqual({ ok: true, value: scene });
    expect(refusalOf(decodeScene(encodeScene({ ...scene, agents: [{ id: 1, kind: 1 }] })))).toBe(
      'scene, agents[0].kind: expected a kind below 1, got 1',
    );
    const twice = [...scene.agents, ...scene.agents];
    expect(refusalOf(decodeScene(encodeScene({ ...scene, agents: twice })))).toBe(
      'scene, agents[1].id: expected an id of its own, got 3 as in agents[0]',
    );
  });

  test('[DS2] a kind has the default body or names a file by its hash, and nothing else', () => {
    const sceneWith = (mesh: string) => ({ kinds: [{ name: 'a', mesh, scale: 1 }], agents: [], viewers: [] });
    const own = sceneWith('0123456789abcdef'.repeat(4));
    expect(decodeScene(encodeScene(own))).toEqual({ ok: true, value: own });
    for (const mesh of ['sent', '../../secret', 'A'.repeat(64), 'a'.repeat(63), '']) {
      expect(refusalOf(decodeScene(encodeScene(sceneWith(mesh))))).toMatch(/^scene, kinds\[0\].mesh: /);
    }
  });

  test('[DW1] a wall file comes back checked; the place of an error is that in the file', () => {
    expect(decodeWalls(encodeWalls(defaultWalls))).toEqual({ ok: true, value: defaultWalls });
    expect(refusalOf(decodeWalls(encodeWalls('{"format":"leib-walls/1"}')))).toBe(
      'walls: expected a value, got nothing',
    );
  });

  test('[DM3] JSON beyond its limit is refused unread, and so is what is no UTF-8', () => {
    const broken = encodeJson(roomKind.problem, { reason: 'xx', isOver: true });
    broken.fill(0xff, 6);
    expect(refusalOf(decodeProblem(broken))).toMatch(/^problem: expected JSON in UTF-8/);
    const long = encodeJson(roomKind.problem, { reason: 'x'.repeat(MAX_JSON_BYTES), isOver: false });
    expect(refusalOf(decodeProblem(long))).toMatch(/^problem: expected at most 262144 bytes/);
    expect(decodeProblem(encodeProblem({ reason: 'why', isOver: true }))).toMatchObject({ ok: true });
  });
});
