import { refusalOf } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { decodeProblem, encodeJson, encodeProblem, MAX_JSON_BYTES, readKind, roomKind } from '../room/message.js';
import { defaultWalls } from '../walls/defaultWalls.js';
import {
  AGENT_BYTES,
  AGENT_VALUES,
  type DisplayFrame,
  decodeFrame,
  encodeFrame,
  setFrameNumber,
  streamKind,
} from './frameMessage.js';
import { decodeScene, encodeScene } from './sceneMessage.js';
import { decodeStatus, decodeStep, decodeWalls, encodeStep, encodeWalls } from './wallMessages.js';

function randomFrame(seed: number, agentCount = 3): DisplayFrame {
  const random = seededRandom(seed);
  const int16 = () => Math.floor(random() * 65536) - 32768;
  return {
    number: Math.floor(random() * 2 ** 32),
    timeSeconds: random() * 1e6,
    viewers: [
      { pose: Float64Array.of(0.5, 1.75, -0.25, 0, 1, 0, 0), isTracked: true },
      { pose: Float64Array.of(-2, 1.5, 3, 0, 0, 0, 1), isTracked: false },
    ],
    agentIds: Uint16Array.from({ length: agentCount }, (_, i) => i * 257),
    packed: Int16Array.from({ length: agentCount * AGENT_VALUES }, int16),
    streams: [
      { agentId: 257, kind: streamKind.fingers, values: Int16Array.from({ length: 17 }, int16) },
      { agentId: 0, kind: streamKind.face, values: Int16Array.from({ length: 81 }, int16) },
    ],
  };
}

describe('frames', () => {
  test.each(seeds(20))('[DF1] a frame is the same after the way over the wire (seed %i)', (seed) => {
    const frame = randomFrame(seed);
    expect(decodeFrame(encodeFrame(frame))).toEqual({ ok: true, value: frame });
  });

  test('[DF2] an agent takes 100 bytes: its id and 98 bytes of its own', () => {
    expect(AGENT_BYTES).toBe(100);
    const frame = { ...randomFrame(1), streams: [] };
    const [one, two] = [1, 2].map((count) =>
      encodeFrame({
        ...frame,
        agentIds: frame.agentIds.slice(0, count),
        packed: frame.packed.slice(0, count * AGENT_VALUES),
      }),
    );
    expect(two.length - one.length).toBe(100);
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
    const timeless = encodeFrame({ ...randomFrame(1), timeSeconds: Number.NaN });
    expect(refusalOf(decodeFrame(timeless))).toBe('frame, time: expected a finite number, got NaN');
  });

  test('[DF5] an agent that is there twice is refused', () => {
    const frame = randomFrame(1);
    frame.agentIds[2] = frame.agentIds[0];
    expect(refusalOf(decodeFrame(encodeFrame(frame)))).toBe(
      'frame, agents[2]: expected an id of its own, got 0 as agents[0]',
    );
  });

  test('[DF6] counts beyond the limits are refused before anything is allocated', () => {
    const bytes = encodeFrame({ ...randomFrame(1), streams: [] });
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
});

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
