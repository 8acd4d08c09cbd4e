import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSkeleton } from '@leib/body';
import {
  addTrack,
  appendMoment,
  createRecorder,
  findTrack,
  finishTrack,
  jointOfBone,
  type Motion,
  quat,
  type Recording,
  recordingOf,
  type Track,
  type TrackKind,
} from '@leib/core';
import { FACE_STEP, faceParameterNames, faceTrackSpec, PACKED_FACE_SIZE, PACKED_FINGERS_SIZE } from '@leib/core/pack';
import {
  createFeedDecoder,
  createVmcEncoder,
  encodeDTrackFrame,
  encodeVmcTracker,
  flushVmcTrackers,
} from '@leib/feeds';
import { natNetFrame } from '@leib/feeds/testing';
import {
  faceOfRecording,
  jointsOfTrack,
  readJointsLines,
  readRecording,
  readTrackingLines,
  writeBvh,
  writeRecording,
  writeTrackingLines,
} from '@leib/formats';
import {
  createBodyFrame,
  defaultBodyMap,
  encodeDTrackBodies,
  isViewer,
  mocapBodyNames,
  offsetsText,
  readRecordedBodies,
  simulateBodies,
} from '@leib/mocap';
import { type DisplayFrame, type DisplayScene, DisplaysClient } from '@leib/net';
import { startServer } from '@leib/server';
import { createFeedPacket, trackOfDevices } from '@leib/tracking';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../command.js';
import { callLeib, freePort } from '../testing.js';
import { trackingFixture } from '../trackingFixture.testing.js';
import type { RunClock } from './runLoop.js';
import { openRun, type RunOptions } from './runStage.js';

const HZ = 60;
let folder: string;
const at = (name: string) => join(folder, name);

/** The arms go up and down, and the body sways. */
function waving(frameCount: number): Motion {
  const { jointCount, restWorldPositions } = defaultSkeleton;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * jointCount * 4);
  for (let w = 3; w < localRotations.length; w += 4) localRotations[w] = 1;
  for (let frame = 0; frame < frameCount; frame++) {
    rootPositions.set(restWorldPositions.subarray(0, 3), frame * 3);
    rootPositions[frame * 3] += 0.2 * Math.sin(frame / 20);
    for (const [side, bone] of (['leftUpperArm', 'rightUpperArm'] as const).entries()) {
      const turn = quat.setAxisAngle(
        quat.create(),
        [0, 0, 1],
        (side === 0 ? -1 : 1) * (0.6 + 0.4 * Math.sin(frame / 15)),
      );
      localRotations.set(turn, (frame * jointCount + jointOfBone(defaultSkeleton, bone)) * 4);
    }
  }
  return { name: 'waving', skeleton: defaultSkeleton, hz: HZ, frameCount, rootPositions, localRotations };
}

const simulated = simulateBodies(waving(180), { lostShare: 0 }, 3);
/** A DTrack packet of a moment; the room's up axis is Y. */
const bodies = createBodyFrame(mocapBodyNames);
function packetAt(frame: number): Uint8Array {
  readRecordedBodies(simulated.recording, frame, bodies);
  return encodeDTrackBodies(defaultBodyMap, bodies, frame + 1);
}

/** Time that the test advances. */
class TestClock implements RunClock {
  ms = 1000;
  readonly #works = new Set<() => void>();
  nowMs = () => this.ms;
  every(_periodMs: number, work: () => void): () => void {
    this.#works.add(work);
    return () => this.#works.delete(work);
  }
  /** One frame passes. */
  tick(): void {
    this.ms += 1000 / HZ;
    for (const work of [...this.#works]) work();
  }
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-run-'));
  writeFileSync(at('offsets.json'), offsetsText(simulated.offsets));
  writeFileSync(at('bodies.jsonl'), writeTrackingLines(simulated.recording));
  writeFileSync(at('walk.jsonl'), trackingFixture({ frameCount: 90 }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const performer = (source: object, rest: object = {}) => ({
  kind: 'captured',
  source,
  profile: { kind: 'file', path: 'offsets.json' },
  ...rest,
});
const person = (rest: object = {}) => ({ kind: 'person', source: { kind: 'file', path: 'walk.jsonl' }, ...rest });

function writeDoc(actors: object, sinks: readonly object[] = [], name = 'stage.json'): string {
  writeFileSync(at(name), JSON.stringify({ format: 'leib-stage/1', actors, sinks }));
  return at(name);
}

/** A run that goes by the clock of the test. */
async function open(path: string, options: Partial<RunOptions> = {}) {
  const clock = new TestClock();
  const [printed, notes]: [string[], string[]] = [[], []];
  const output = {
    print: (text: string) => printed.push(text),
    note: (text: string) => notes.push(text),
    progress() {},
  };
  const run = await openRun(path, {
    hz: HZ,
    seconds: undefined,
    record: undefined,
    isJson: false,
    clock,
    output,
    ...options,
  });
  ends.push(async () => {
    run.stop();
    await run.ended.catch(() => {});
  });
  const portOf = (protocol: string) =>
    Number(new RegExp(`${protocol}: listening on UDP [\\d.]+:(\\d+)`).exec(notes.join('\n'))?.[1]);
  return { ...run, clock, printed, notes, portOf };
}

/** Sends datagrams to a port, each in its frame, and lets a frame pass when it has arrived. */
function createTracker(port: number, run: Awaited<ReturnType<typeof open>>) {
  const socket = createSocket('udp4');
  ends.push(() => socket.close());
  return async (datagram: Uint8Array) => {
    await new Promise((resolve) => socket.send(datagram, port, '127.0.0.1', resolve));
    // The packet is there when the system has handed it over.
    await new Promise((resolve) => setTimeout(resolve, 2));
    run.clock.tick();
  };
}

test('live bodies of a tracker: solved, moved to another body, recorded; the file is whole after a stop', async () => {
  const path = writeDoc({
    dancer: performer({ kind: 'dtrack', port: 0, up: 'y' }, { body: { kind: 'default', proportions: 'giant' } }),
  });
  const run = await open(path, { record: at('live.mcap') });
  const send = createTracker(run.portOf('dtrack'), run);
  for (let frame = 0; frame < 60; frame++) {
    if (frame === 30) run.stage.act({ kind: 'teleport', data: [1, 0] });
    await send(packetAt(frame));
  }
  expect(existsSync(at('live.mcap'))).toBe(false);
  run.stop();
  const summary = await run.ended;
  expect(summary).toMatchObject({ frames: 60, actors: { dancer: { kind: 'captured', bodiesSeen: 10, bodies: 10 } } });
  expect(summary.actors.dancer.residualMm).toBeLessThan(30);
  const { recording } = await readRecording(new Uint8Array(readFileSync(at('live.mcap'))));
  const joints = jointsOfTrack(requireTrack(recording, 'joints'));
  expect(joints.frameCount).toBeGreaterThan(50);
  expect(requireTrack(recording, 'pose', 'dancer').momentCount).toBe(joints.frameCount);
  // The head of a giant.
  expect(joints.positions[15 * 3 + 1]).toBeGreaterThan(2.5);
  expect(recording.documents[0].doc).toMatchObject({
    format: 'leib-stage/1',
    actors: { dancer: { kind: 'captured' } },
  });
  expect(recording.events).toMatchObject([{ kind: 'act', data: { kind: 'teleport', data: [1, 0] } }]);
  expect(recording.events[0].seconds).toBeCloseTo(30 / HZ, 6);
  // Devices as they were: the recording is a source of the same bodies.
  expect(requireTrack(recording, 'bodies').momentCount).toBeGreaterThan(50);
  const again = await open(writeDoc({ dancer: performer({ kind: 'file', path: 'live.mcap' }) }, [], 'again.json'));
  for (let frame = 0; frame < 70; frame++) again.clock.tick();
  const { actors } = await again.ended;
  expect(actors.dancer).toMatchObject({ bodies: 10 });
  expect(actors.dancer.residualMm).toBeLessThan(30);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

function requireTrack(recording: Recording, kind: TrackKind, name?: string): Track {
  const track = findTrack(recording, kind, name);
  if (track === null) throw new Error(`no track of kind ${kind}`);
  return track;
}

/** All bodies of a moment as trackers of the VMC protocol: OSC, a name each. */
function vmcTrackersAt(frame: number): Uint8Array {
  readRecordedBodies(simulated.recording, frame, bodies);
  const datagrams: Uint8Array[] = [];
  const encoder = createVmcEncoder(defaultSkeleton, (datagram) => datagrams.push(datagram.slice()));
  for (const [body, name] of bodies.names.entries()) encodeVmcTracker(encoder, name, bodies.poses, body * 7);
  flushVmcTrackers(encoder);
  expect(datagrams).toHaveLength(1);
  return datagrams[0];
}

function natNetAt(frame: number): Uint8Array {
  readRecordedBodies(simulated.recording, frame, bodies);
  const toWrite = bodies.names.map((_, id) => ({
    id,
    pose: [...bodies.poses.subarray(id * 7, id * 7 + 7)],
    isTracked: true,
  }));
  return natNetFrame({ version: 400, frameNumber: frame + 1, bodies: toWrite });
}

test.each([
  ['natnet', natNetAt],
  ['vmc', vmcTrackersAt],
] as const)('live bodies over %s are solved as well', async (protocol, datagramAt) => {
  const run = await open(writeDoc({ dancer: performer({ kind: protocol, port: 0 }) }));
  const send = createTracker(run.portOf(protocol), run);
  for (let frame = 0; frame < 40; frame++) await send(datagramAt(frame));
  run.stop();
  const { actors } = await run.ended;
  expect(actors.dancer).toMatchObject({ bodiesSeen: 10 });
  expect(actors.dancer.residualMm).toBeLessThan(30);
});

test('walls of a real server get performer and viewer; the viewer of the same port is tracked only while it is', async () => {
  writeFileSync(at('index.html'), '<title>Leib</title>');
  const server = await startServer({ port: 0, studioDir: folder });
  ends.push(() => server.close());
  const feed = { kind: 'dtrack', port: 0, up: 'y' };
  const path = writeDoc(
    {
      dancer: performer(feed),
      viewer: { kind: 'viewer', source: { ...feed, roles: { 'dtrack:PORT/body/0': 'head' } } },
    },
    [{ kind: 'walls', server: server.url }],
  );
  // The id of a device has the port in it: it has to be known.
  const port = await freePort();
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll('"port":0', `"port":${port}`).replaceAll('PORT', String(port)),
  );
  const run = await open(path);
  const frames: DisplayFrame[] = [];
  let scene: DisplayScene | null = null;
  const wall = new DisplaysClient(
    server.url,
    { walls: 'display', wall: 'front-left-eye' },
    {
      onScene: (received) => {
        scene = received;
      },
      onFrame(frame) {
        frames.push(frame);
        wall.sendReady(frame.number, 0);
      },
    },
  );
  ends.push(() => wall.dispose());
  const send = createTracker(port, run);
  let number = 0;
  const isShown = (isRight: (frame: DisplayFrame) => boolean) =>
    frames.length > 0 && isRight(frames[frames.length - 1]);
  await expect
    .poll(
      async () => {
        await send(packetAt(number++ % 180));
        return isShown(({ actors, viewers }) => actors.length === 1 && viewers[0].isTracked);
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBe(true);
  expect(scene).toMatchObject({
    viewers: ['viewer'],
    kinds: [{ name: 'dancer', mesh: 'default', fingers: false, face: false }],
    agents: [{ id: 0, kind: 0 }],
  });
  readRecordedBodies(simulated.recording, 0, bodies);
  const head = mocapBodyNames.indexOf('head') * 7;
  expect(frames.at(-1)?.viewers[0].pose[1]).toBeCloseTo(bodies.poses[head + 1], 0);
  // The tracker still sends, and sees nobody.
  await expect
    .poll(
      async () => {
        run.clock.ms += 300;
        await send(encodeDTrackFrame({ frameNumber: ++number, epochSeconds: 1, calibratedBodyCount: 10, bodies: [] }));
        return isShown(({ viewers }) => !viewers[0].isTracked);
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBe(true);
});

test('a live head looks at an agent that is recorded: a solved motion in another body', async () => {
  writeFileSync(at('waving.bvh'), writeBvh(waving(30)));
  const port = await freePort();
  const dancer = {
    kind: 'captured',
    source: { kind: 'file', path: 'waving.bvh', loop: true },
    body: { kind: 'default', proportions: 'child' },
  };
  const glasses = { kind: 'dtrack', port, up: 'y', roles: { [`dtrack:${port}/body/0`]: 'head' } };
  const run = await open(writeDoc({ dancer, viewer: { kind: 'viewer', source: glasses } }, []));
  const send = createTracker(port, run);
  const viewer = run.stage.actors.get('viewer');
  if (!viewer || !isViewer(viewer)) throw new Error('expected a viewer');
  await expect
    .poll(
      async () => {
        await send(packetAt(0));
        return viewer.isTracked;
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBe(true);
  const hips = run.stage.actors.get('dancer')?.pose.rootPosition ?? [];
  // A child's legs are shorter.
  expect(hips[1]).toBeGreaterThan(0.3);
  expect(hips[1]).toBeLessThan(0.75);
  const { actors } = run.stage.step(1 / HZ);
  expect(actors.map(({ id }) => id)).toEqual(['dancer']);
});

test('walls whose server is not there are said once; the run goes on', async () => {
  const port = await freePort();
  const sink = { kind: 'walls', server: `http://127.0.0.1:${port}/` };
  const run = await open(
    writeDoc({ me: person({ source: { kind: 'file', path: 'walk.jsonl', loop: true } }) }, [sink]),
  );
  await expect
    .poll(
      () => {
        run.clock.tick();
        return run.notes.filter((note) => note.includes('no answer'));
      },
      { timeout: 60_000, interval: 5 },
    )
    .toEqual([`${sink.server}: no answer from a leib serve; it is tried again`]);
  run.stop();
  expect((await run.ended).sinks).toEqual([{ kind: 'walls', to: sink.server, frames: 0 }]);
});

test('a recorded person brings fingers and face to walls and into a recording, which is a source of the same person', async () => {
  const tracking = readTrackingLines(trackingFixture({ frameCount: 90 }));
  const face = addTrack(createRecorder(), faceTrackSpec('face', 60));
  const aa = faceParameterNames.indexOf('aa');
  for (let frame = 0; frame < 90; frame++) {
    const weights = new Float64Array(PACKED_FACE_SIZE);
    weights[aa] = frame / 90;
    appendMoment(face, frame / 60, { weights });
  }
  const recorded = recordingOf([trackOfDevices(tracking), finishTrack(face)]);
  writeFileSync(at('speaks.mcap'), await writeRecording(recorded));
  writeFileSync(at('index.html'), '<title>Leib</title>');
  const server = await startServer({ port: 0, studioDir: folder });
  ends.push(() => server.close());
  const speaker = person({ source: { kind: 'file', path: 'speaks.mcap' } });
  const path = writeDoc({ me: speaker }, [
    { kind: 'walls', server: server.url },
    { kind: 'record', path: 'spoken.mcap' },
  ]);
  const run = await open(path);
  const frames: DisplayFrame[] = [];
  let scene: DisplayScene | null = null;
  const wall = new DisplaysClient(
    server.url,
    { walls: 'display', wall: 'front-left-eye' },
    {
      onScene: (received) => {
        scene = received;
      },
      onFrame(frame) {
        frames.push(frame);
        wall.sendReady(frame.number, 0);
      },
    },
  );
  ends.push(() => wall.dispose());
  await expect
    .poll(
      async () => {
        if (run.stage.seconds < 1.4) run.clock.tick();
        // What was sent is there when the system has handed it over.
        await new Promise((resolve) => setTimeout(resolve, 5));
        return frames.at(-1)?.actors[0]?.face?.[aa] ?? 0;
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBeGreaterThan(0.2 / FACE_STEP);
  expect(frames.at(-1)?.actors[0].fingers).toHaveLength(PACKED_FINGERS_SIZE);
  await expect.poll(() => scene, { timeout: 20_000 }).toMatchObject({ kinds: [{ fingers: true, face: true }] });
  for (let frame = 0; frame < 100; frame++) run.clock.tick();
  await run.ended;
  const { recording } = await readRecording(new Uint8Array(readFileSync(at('spoken.mcap'))));
  const spoken = faceOfRecording(recording);
  expect(spoken?.(0.5)[aa]).toBeCloseTo(0.5 / 1.5, 1);
  expect(spoken?.(1)[aa]).toBeCloseTo(1 / 1.5, 1);
  const again = await open(
    writeDoc({ me: person({ source: { kind: 'file', path: 'spoken.mcap' } }) }, [], 'again.json'),
  );
  for (let frame = 0; frame < 60; frame++) again.clock.tick();
  const joints = jointsOfTrack(requireTrack(recording, 'joints'));
  const { positions } = joints;
  const head = jointOfBone(defaultSkeleton, 'head') * 3;
  const shown = again.stage.actors.get('me')?.pose.worldPositions.subarray(head, head + 3) ?? [];
  // The solver begins anew: the head is where it was, to the centimetre.
  for (let k = 0; k < 3; k++) expect(Math.abs(shown[k] - positions[59 * 66 + 15 * 3 + k])).toBeLessThan(0.01);
});

test('a recorded person becomes VMC, VRChat and lines of joints, and the run ends with the recording', async () => {
  const receivers = await Promise.all(
    ['vmc', 'vrchat'].map(async () => {
      const socket = createSocket('udp4').bind(0, '127.0.0.1');
      ends.push(() => socket.close());
      await once(socket, 'listening');
      const received: Uint8Array[] = [];
      socket.on('message', (datagram) => received.push(new Uint8Array(datagram)));
      return { to: `127.0.0.1:${(socket.address() as AddressInfo).port}`, received };
    }),
  );
  const [vmc, vrChat] = receivers;
  const path = writeDoc({ me: person() }, [
    { kind: 'vmc', to: vmc.to },
    { kind: 'vrchat', to: vrChat.to },
    { kind: 'joints', path: 'joints.jsonl' },
  ]);
  const run = await open(path);
  for (let i = 0; i < 120; i++) run.clock.tick();
  const summary = await run.ended;
  expect(summary.seconds).toBeCloseTo(89 / 60, 1);
  expect(summary.sinks.map(({ kind, frames }) => [kind, frames > 80])).toEqual([
    ['vmc', true],
    ['vrchat', true],
    ['joints', true],
  ]);
  const joints = readJointsLines(readFileSync(at('joints.jsonl'), 'utf8'));
  expect(joints.frameCount).toBe(summary.frames);
  // The head is where it was tracked.
  expect(joints.positions[15 * 3 + 1]).toBeGreaterThan(1.3);
  for (const [protocol, { received }] of [
    ['vmc', vmc],
    ['vrchat', vrChat],
  ] as const) {
    await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(20);
    expect(createFeedDecoder(protocol).decode(received[0], createFeedPacket())).toBe(true);
  }
});

test('the same recordings give the same lines, bit for bit', async () => {
  const linesOf = async (name: string) => {
    const path = writeDoc({ me: person(), dancer: performer({ kind: 'file', path: 'bodies.jsonl' }) }, [
      { kind: 'joints', path: `${name}-me.jsonl`, actor: 'me' },
      { kind: 'joints', path: `${name}-dancer.jsonl`, actor: 'dancer' },
    ]);
    const run = await open(path, { seconds: 1 });
    for (let i = 0; i < 70; i++) run.clock.tick();
    await run.ended;
    return ['me', 'dancer'].map((id) => readFileSync(at(`${name}-${id}.jsonl`), 'utf8'));
  };
  const [one, two] = [await linesOf('one'), await linesOf('two')];
  expect(one[1].length).toBeGreaterThan(1000);
  expect(two).toEqual(one);
});

const second = (rest: object = {}) => ({ kind: 'simulated', source: { kind: 'pose', of: 'me' }, ...rest });
const robot = (rest: object = {}) => ({ kind: 'robot', source: { kind: 'pose', of: 'second' }, ...rest });

test('a recorded person leads a body that forces move, which leads a robot; twice it is the same bits', async () => {
  const filesOf = async (name: string) => {
    const sinks = [
      { kind: 'joints', path: `${name}.jsonl`, actor: 'second' },
      { kind: 'record', path: `${name}.mcap`, actor: 'second' },
      { kind: 'angles', path: `${name}-angles.jsonl` },
    ];
    const actors = {
      me: person(),
      second: second({ settings: { latencyMs: 100, body: { totalMass: 60 } } }),
      robot: robot({ settings: { maxSpeed: 2 } }),
    };
    const run = await open(writeDoc(actors, sinks, `${name}.json`));
    for (let i = 0; i < 120; i++) run.clock.tick();
    const summary = await run.ended;
    return {
      name,
      summary,
      texts: [`${name}.jsonl`, `${name}-angles.jsonl`].map((file) => readFileSync(at(file), 'utf8')),
    };
  };
  const [one, two] = [await filesOf('forces-one'), await filesOf('forces-two')];
  expect(two.texts).toEqual(one.texts);
  const { actors } = one.summary;
  expect(actors.second).toMatchObject({ kind: 'simulated', contacts: expect.any(Number) });
  expect(actors.second.delayMs).toBeCloseTo(100, 3);
  expect(actors.second.errorDeg).toBeLessThan(3);
  expect(actors.robot).toMatchObject({ kind: 'robot', hinges: 25 });
  const joints = readJointsLines(one.texts[0]);
  expect(joints.frameCount).toBeGreaterThan(80);
  expect(joints.positions[15 * 3 + 1]).toBeGreaterThan(1.3);
  const { recording } = await readRecording(new Uint8Array(readFileSync(at('forces-one.mcap'))));
  expect(requireTrack(recording, 'pose', 'second').momentCount).toBe(joints.frameCount);
  // What forces do to it is recorded beside it.
  const forces = requireTrack(recording, 'forces', 'second forces');
  expect(forces.momentCount).toBe(joints.frameCount);
  const largest = (channel: string) => Math.max(...forces.channels[channel].values.map(Math.abs));
  expect(largest('torques')).toBeGreaterThan(0.1);
  expect(largest('errors')).toBeGreaterThan(0.001);
  expect(largest('delay')).toBeCloseTo(0.1, 6);
  const [header, ...lines] = one.texts[1]
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({ format: 'leib-robot-joints/1', maxSpeed: 2 });
  expect(lines.length).toBeGreaterThan(80);
  const fastest = lines.flatMap(({ velocities }) => Object.values<number>(velocities).map(Math.abs));
  expect(Math.max(...fastest)).toBeLessThanOrEqual(2);
  expect(Math.max(...fastest)).toBeGreaterThan(0.05);
});

test('--seconds ends by the clock, and a stall is not caught up with', async () => {
  const run = await open(writeDoc({ me: person({ source: { kind: 'file', path: 'walk.jsonl', loop: true } }) }), {
    seconds: 2,
  });
  for (let i = 0; i < 30; i++) run.clock.tick();
  run.clock.ms += 1000;
  for (let i = 0; i < 60; i++) run.clock.tick();
  const { seconds, frames } = await run.ended;
  expect(frames).toBeGreaterThan(50);
  expect(seconds).toBeLessThan(1.2);
});

test.each<[string, object, object[], string]>([
  [
    'an unknown kind',
    { a: { kind: 'dancer' } },
    [],
    'actors.a.kind: expected one of "captured", "person", "viewer", "simulated", "robot", got "dancer"',
  ],
  ['a source of no kind we know', { a: performer({ kind: 'kinect' }) }, [], 'actors.a.source.kind: expected one of'],
  [
    'a port out of range',
    { a: performer({ kind: 'dtrack', port: 70000 }) },
    [],
    'actors.a.source.port: expected a port',
  ],
  [
    'a key that does not exist',
    { a: performer({ kind: 'file', path: 'bodies.jsonl', speed: 2 }) },
    [],
    'actors.a.source.speed: there is no such key',
  ],
  ['a missing file', { a: performer({ kind: 'file', path: 'none.jsonl' }) }, [], 'actors.a.source.path: '],
  [
    'offsets that are missing',
    { a: { kind: 'captured', source: { kind: 'file', path: 'bodies.jsonl' } } },
    [],
    'actors.a.profile: expected',
  ],
  [
    'a wrong setting',
    { a: person({ settings: { solver: { gait: 3 } } }) },
    [],
    'actors.a.settings.solver.gait: expected an object, got 3',
  ],
  ['a sink of no kind we know', { a: person() }, [{ kind: 'smoke' }], 'sinks[0].kind: expected one of'],
  ['an address that is none', { a: person() }, [{ kind: 'vmc', to: 'there' }], 'sinks[0].to: expected a port'],
  [
    'a sink of nobody',
    { a: person() },
    [{ kind: 'joints', path: 'x.jsonl', actor: 'b' }],
    'sinks[0].actor: expected one of a, got b',
  ],
  [
    'a simulated body in a place of no kind we know',
    { me: person(), second: second({ settings: { place: { kind: 'moon' } } }) },
    [],
    'actors.second.settings.place.kind: expected',
  ],
  [
    'a robot that is none',
    { me: person(), robot: robot({ body: { kind: 'file', path: 'walk.jsonl' } }) },
    [],
    'actors.robot.body.path',
  ],
  [
    'angles without a robot',
    { a: person() },
    [{ kind: 'angles', path: 'x.jsonl' }],
    'sinks[0].actor: expected one of a robot, got none',
  ],
  ['nobody', {}, [], 'actors: expected at least one, got none'],
])('%s is refused with its place', async (_name, actors, sinks, reason) => {
  const opening = open(writeDoc(actors, sinks));
  await expect(opening).rejects.toThrow(UsageError);
  await expect(opening).rejects.toThrow(reason);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('one port cannot be read in two ways', async () => {
  const port = await freePort();
  const feed = { kind: 'dtrack', port };
  const opening = open(writeDoc({ a: performer(feed), b: performer({ ...feed, up: 'y' }) }));
  await expect(opening).rejects.toThrow(`source: expected the same settings as another actor that reads port ${port}`);
  await expect(opening).rejects.toThrow(UsageError);
});

test('a port that is taken is a failed run, not a wrong document', async () => {
  const taken = createSocket('udp4').bind(0, '127.0.0.1');
  ends.push(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, stderr } = await callLeib(['run', writeDoc({ a: performer({ kind: 'dtrack', port }) })]);
  expect(stderr).toContain(`UDP port ${port} is taken by another program`);
  expect(code).toBe(1);
});

test('leib run prints what was done; a wrong document is exit code 2', async () => {
  const good = await callLeib([
    'run',
    writeDoc({ me: person() }),
    '--seconds',
    '0.3',
    '--record',
    at('said.mcap'),
    '--json',
  ]);
  expect(good.code).toBe(0);
  const summary = JSON.parse(good.stdout);
  expect(summary).toMatchObject({ actors: { me: { kind: 'person', pointsTracked: 3 } }, sinks: [{ kind: 'record' }] });
  const said = await readRecording(new Uint8Array(readFileSync(at('said.mcap'))));
  expect(requireTrack(said.recording, 'joints').momentCount).toBe(summary.sinks[0].frames);
  writeFileSync(at('wrong.json'), '{"format":"leib-stage/1","actors":{"a":{}}}');
  const wrong = await callLeib(['run', at('wrong.json')]);
  expect(wrong.stderr).toContain('wrong.json, actors.a.kind: expected a value, got nothing');
  expect(wrong.code).toBe(2);
  expect((await callLeib(['run', at('wrong.json'), '--record', 'x.bvh'])).code).toBe(2);
});

test('nothing to record is a failed run', async () => {
  const run = await open(writeDoc({ a: performer({ kind: 'dtrack', port: 0 }) }), {
    record: at('empty.mcap'),
    seconds: 0.2,
  });
  for (let i = 0; i < 20; i++) run.clock.tick();
  await expect(run.ended).rejects.toThrow('expected a pose of "a" to record, got none');
  expect(existsSync(at('empty.mcap'))).toBe(false);
});

/** The examples of the repository, copied to where they may write, on ports that are free. */
test.each(['performer-on-walls', 'recorded-person', 'live-person', 'second-body-and-robot'])(
  'the example %s runs',
  async (name) => {
    const examples = join(import.meta.dirname, '../../../../examples/run-a-stage');
    cpSync(examples, at('examples'), { recursive: true });
    const path = join(at('examples'), `${name}.json`);
    // Walls are sought on a port where nobody answers: the run goes on, and looks for them again and again.
    const text = readFileSync(path, 'utf8')
      .replace(/"port": \d+/g, '"port": 0')
      .replace(':8080', ':9');
    writeFileSync(path, text);
    const run = await open(path, { seconds: 0.5 });
    const isLive = name === 'live-person' || name === 'performer-on-walls';
    const send = isLive ? createTracker(run.portOf(name === 'live-person' ? 'vmc' : 'dtrack'), run) : null;
    for (let frame = 0; frame < 40; frame++) {
      if (name === 'live-person') await send?.(vmcTrackersAt(frame));
      else if (send) await send(packetAt(frame));
      else run.clock.tick();
    }
    const summary = await run.ended;
    expect(summary.frames).toBeGreaterThan(20);
    if (name === 'recorded-person') expect(summary.sinks.map(({ frames }) => frames > 20)).toEqual([true, true, true]);
    if (name === 'second-body-and-robot') expect(summary.sinks.map(({ frames }) => frames > 20)).toEqual([true, true]);
    if (name === 'performer-on-walls') expect(summary.actors.performer).toMatchObject({ bodiesSeen: 10 });
  },
);
