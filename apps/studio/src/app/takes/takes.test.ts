import {
  createPose,
  createTimeline,
  findTrack,
  type PackedActor,
  recordingOf,
  type StageEvent,
  seekTimeline,
  updateWorldPose,
} from '@leib/core';
import { trackOfFeed } from '@leib/feeds';
import { readGlb, writeGltfMotion, writeRecording } from '@leib/formats';
import { recordingOfTake } from '@leib/puppet';
import { createFaceValues, loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { createDeviceFrame, createJointReader, type FeedDevice, quality } from '@leib/tracking';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { createSettingsStore } from '../../files/settingsStore.js';
import { KeptTakes } from '../../files/takes/keptTakes.js';
import { encodeTakeAs } from '../../files/takes/takeFormats.js';
import { reembodyShape } from '../../rooms/reembody/settings/reembodyShape.js';
import { rooms } from '../../rooms/rooms.js';
import { ManualClock } from '../../time/manualClock.js';
import { usePage } from '../../ui/pageStore.js';
import type { StageSource } from '../../world/stageSource.js';
import { useStudioStore } from '../studioStore.js';
import type { TakeSettings } from './takeSettings.js';
import { Takes, type TakesHost } from './takes.js';
import { useTakes } from './takesStore.js';

beforeEach(() => {
  vi.stubGlobal('__LEIB_VERSION__', '0');
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  useTakes.setState({ countdownSeconds: 0, mode: 'idle' });
  usePage.setState({ notices: [] });
});

const FRAME = 1 / 30;

async function openTakes() {
  const clock = new ManualClock();
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid' }));
  const pose = createPose(avatar.skeleton);
  updateWorldPose(avatar.skeleton, pose);
  const things = { devices: [] as FeedDevice[] };
  const face = { values: { ...createFaceValues(), closedLeft: 0.25, aa: 0.5 } };
  const release = vi.fn();
  const loop = { keepGoing: vi.fn(() => release) };
  const stage = { actors: new Map<string, unknown>(), act: vi.fn() };
  const world = {
    clock,
    loop,
    stage,
    body: { avatar, person: {}, pose },
    reader: createJointReader(null),
    face,
    things,
  };
  const sources = {
    current: null as unknown,
    playRecorded(stage: unknown) {
      this.current = stage;
    },
    playDemo: vi.fn(() => {
      sources.current = null;
    }),
    openFile(stage: unknown) {
      this.current = stage;
    },
  };
  // The licence of the test's own rig is against changed copies.
  const wornFile = async () => ({ bytes: buildTestRig({ format: 'vrm1' }), bones: {} });
  const open = createSettingsStore('reembody', reembodyShape, { getItem: () => null, setItem() {} });
  const room = () => ({ id: 'reembody', label: 'Re-embody', isStill: false, settings: open, solver: null });
  const labelOfRoom = (id: string) => rooms.find((each) => each.id === id)?.label ?? null;
  const goToRoom = async () => {};
  const host = { world, sources, wornFile, room, labelOfRoom, goToRoom };
  const databases = { list: fakeKeptFiles(), files: fakeKeptFiles() };
  const older = { mocap: fakeKeptFiles(), puppet: fakeKeptFiles() };
  const takes = new Takes(host as unknown as TakesHost, new KeptTakes(clock, () => {}, databases), older);
  let seconds = 0;
  /** Frames of the studio, and whatever they have begun. */
  const run = async (duration: number, events: readonly StageEvent[] = []) => {
    for (let i = 0; i < Math.round(duration / FRAME); i++) {
      seconds += FRAME;
      const actors = [...stage.actors.keys()].map((id) => ({ id, kind: id }) as PackedActor);
      takes.take({ seconds, events, actors });
      await clock.advance(0);
    }
  };
  return { takes, run, databases, older, sources, settings: open, avatar, world, host };
}

test('without a countdown a recording begins at once; stopped, it is in the list and kept', async () => {
  const { takes, run, databases } = await openTakes();
  await takes.toggle();
  expect(useTakes.getState().mode).toBe('recording');
  expect(useStudioStore.getState().isRecording).toBe(true);
  await run(1);
  expect(takes.seconds).toBeCloseTo(1 - FRAME, 6);
  await takes.toggle();
  expect(takes.list().map(({ seconds, room }) => [seconds.toFixed(2), room])).toEqual([['0.97', 'Re-embody']]);
  await takes.kept.bytesOf(takes.list()[0]);
  expect(await databases.list.names()).toEqual([takes.list()[0].id]);
});

test('a countdown goes before the recording, and what is done during it is not recorded', async () => {
  const { takes, run } = await openTakes();
  useTakes.setState({ countdownSeconds: 3 });
  await takes.start();
  expect([useTakes.getState().mode, takes.isRecording, takes.countdownLeft]).toEqual(['countdown', false, 3]);
  await run(2);
  expect([useTakes.getState().mode, takes.isRecording]).toEqual(['countdown', false]);
  expect(takes.countdownLeft).toBeCloseTo(1, 6);
  // Pressed again, it is not started again.
  await takes.start();
  expect(takes.countdownLeft).toBeCloseTo(1, 6);
  await run(1.1);
  expect([useTakes.getState().mode, takes.isRecording, takes.countdownLeft]).toEqual(['recording', true, 0]);
  await run(0.5);
  await takes.stop();
  expect(takes.list()[0].seconds).toBeGreaterThan(0.4);
  expect(takes.list()[0].seconds).toBeLessThan(0.7);
});

test('a countdown that is stopped records nothing', async () => {
  const { takes, run } = await openTakes();
  useTakes.setState({ countdownSeconds: 3 });
  await takes.toggle();
  await run(1);
  await takes.toggle();
  await run(5);
  expect([useTakes.getState().mode, takes.isRecording, takes.list()]).toEqual(['idle', false, []]);
});

test('a take that plays and is deleted gives the body back to the demo; the notice brings it back', async () => {
  const { takes, run, sources } = await openTakes();
  await takes.start();
  await run(0.5);
  await takes.stop();
  const [{ id, name }] = takes.list();
  await takes.play(id);
  expect(takes.playedId).toBe(id);
  takes.remove(id);
  expect([takes.list(), takes.playedId]).toEqual([[], null]);
  expect(sources.playDemo).toHaveBeenCalledOnce();
  const notice = usePage.getState().notices.at(-1);
  expect([notice?.text, notice?.action?.label]).toEqual([`${name} is deleted.`, 'Undo']);
  notice?.action?.run();
  expect(takes.list().map((take) => take.id)).toEqual([id]);
});

test('a take that is trimmed while it plays, plays as trimmed, and undo plays the whole again', async () => {
  const { takes, run, sources } = await openTakes();
  await takes.start();
  await run(1);
  await takes.stop();
  const [{ id, seconds }] = takes.list();
  await takes.play(id);
  const length = () => (sources.current as StageSource).source.timeline?.durationSeconds;
  expect(length()).toBeCloseTo(seconds, 3);
  await takes.trim(id, 0.25, 0.75);
  expect(length()).toBeCloseTo(0.5, 1);
  await takes.undo();
  expect(length()).toBeCloseTo(seconds, 3);
});

test('a take replays with the settings it was recorded with, says which, and one click keeps those of now', async () => {
  const { takes, run, settings } = await openTakes();
  settings.set('latencyMs', 300);
  await takes.start();
  await run(1);
  await takes.stop();
  settings.endGesture();
  settings.set('latencyMs', 0);
  settings.set('camera', 'mirror');
  const [{ id, name }] = takes.list();
  await takes.trim(id, 0.4, 0.8);
  await takes.play(id);
  expect(settings.values()).toMatchObject({ latencyMs: 300, camera: 'mirror' });
  const notice = usePage.getState().notices.at(-1);
  expect(notice?.text).toBe(`${name} replays with its settings: Delay 300 ms.`);
  notice?.action?.run();
  expect(settings.values().latencyMs).toBe(0);
});

test('a replay says what differs: another avatar, another room, and settings that this room does not know', async () => {
  const { takes, run, settings, world, host, avatar } = await openTakes();
  const last = () => takes.list()[takes.list().length - 1];
  const recordedIn = async (id: string, values: object) => {
    host.room = () => ({
      id,
      label: id,
      isStill: false,
      settings: { ...settings, values: () => values } as typeof settings,
      solver: null,
    });
    await takes.start();
    await run(0.5);
    await takes.stop();
    host.room = () => ({ id: 'reembody', label: 'Re-embody', isStill: false, settings, solver: null });
    usePage.setState({ notices: [] });
    await takes.play(last().id);
    return usePage.getState().notices;
  };
  expect(await recordedIn('reembody', settings.values())).toEqual([]);
  const [unknown] = await recordedIn('reembody', { ...settings.values(), wings: 2, latencyMs: -5 });
  expect(unknown.text).toMatch(/has settings that are unknown here: latencyMs, wings|wings, latencyMs/);
  const [other] = await recordedIn('embody', { swing: false });
  expect([other.text, other.action?.label]).toEqual([
    expect.stringContaining('was recorded in Embody, whose settings are not of this room'),
    'Open Embody',
  ]);
  Object.assign(world.body, { avatar: { ...avatar, report: { ...avatar.report, name: 'Bob' } } });
  await takes.play(last().id);
  expect(usePage.getState().notices.at(-1)?.text).toContain(`was recorded with ${avatar.report.name}`);
});

test('settings that change while it is recorded are in the take, and a replay says that it has the first', async () => {
  const { takes, run, settings } = await openTakes();
  await takes.start();
  await run(0.5);
  settings.set('latencyMs', 125);
  await run(0.5);
  await takes.stop();
  settings.set('latencyMs', 0);
  const [take] = takes.list();
  const recorded = (await takes.kept.recordingOf(take)).documents;
  expect(recorded.map(({ doc }) => (doc as TakeSettings).values.latencyMs)).toEqual([0, 125]);
  expect(recorded[1].seconds).toBeGreaterThan(0.4);
  await takes.play(take.id);
  expect(usePage.getState().notices.at(-1)?.text).toContain('changed while it was recorded');
});

test('a body that follows by forces is in the take: what it reached and how late it was, beside what was wished', async () => {
  const { takes, run, avatar, world } = await openTakes();
  const pose = createPose(avatar.skeleton);
  pose.rootPosition[2] += 0.5;
  updateWorldPose(avatar.skeleton, pose);
  await takes.start();
  await run(0.5);
  world.stage.actors.set('simulated', { skeleton: avatar.skeleton, pose, delaySeconds: 0.125 });
  await run(3 * FRAME);
  await takes.stop();
  const [take] = takes.list();
  const recording = await takes.kept.recordingOf(take);
  const [joints, reached] = ['joints', 'reached'].map((name) => findTrack(recording, 'joints', name));
  if (!joints || !reached) throw new Error('expected both poses');
  expect([...reached.channels.delay.values]).toEqual([0.125, 0.125, 0.125]);
  expect(reached.times.at(-1)).toBeCloseTo(joints.times[joints.momentCount - 1], 6);
  expect(reached.channels.positions.values[2] - joints.channels.positions.values[2]).toBeCloseTo(0.5, 5);
});

test('acts on the stage are in the take, at their moments, also after it was opened as a file', async () => {
  const { takes, run } = await openTakes();
  const teleport = { seconds: 99, kind: 'act', data: { kind: 'teleport', actor: 'me', data: [1, 0, 2] } };
  await run(FRAME, [teleport]);
  await takes.start();
  await run(0.5);
  await run(FRAME, [teleport]);
  await run(0.5);
  await takes.stop();
  const [take] = takes.list();
  const { events } = await takes.kept.recordingOf(take);
  expect(events).toEqual([{ ...teleport, seconds: expect.closeTo(0.5, 5) }]);
  await takes.open(await dropped(await takes.kept.recordingOf(take)), 'again.mcap');
  expect((await takes.kept.recordingOf(takes.list()[1])).events).toEqual(events);
});

test('to begin and to end a recording are acts; a countdown that is cancelled is none', async () => {
  const { takes, run, world } = await openTakes();
  useTakes.setState({ countdownSeconds: 3 });
  await takes.start();
  await takes.stop();
  expect(world.stage.act).not.toHaveBeenCalled();
  useTakes.setState({ countdownSeconds: 0 });
  await takes.start();
  await run(0.5);
  await takes.stop();
  expect(world.stage.act.mock.calls).toEqual([[{ kind: 'record', data: true }], [{ kind: 'record', data: false }]]);
});

test('every joint, the face and devices as they were are in the take; devices are replayed as a feed', async () => {
  const { takes, run, world, sources } = await openTakes();
  const pose = Float64Array.of(0, 1, 0, 0, 0, 0, 1);
  const said = {
    feed: 'json',
    name: 'a',
    kind: 'tracker',
    suggestedPoint: null,
    rateHz: 60,
    latencyMs: 1,
    lastSeenMs: 0,
  } as const;
  const device: FeedDevice = { id: 'json/a', ...said, pose, quality: quality.tracked };
  const { localRotations } = world.body.pose;
  for (let at = 0; at < localRotations.length; at += 4)
    localRotations.set([Math.sin(at / 50), 0, 0, Math.cos(at / 50)], at);
  await takes.start();
  for (let i = 0; i < 20; i++) {
    pose[0] = i / 10;
    world.face.values.closedRight = i / 20;
    Object.assign(world.face.values, { leftYaw: i / 50, rightYaw: -i / 60, pitch: -i / 70 });
    if (i === 10) world.things.devices.push(device);
    await run(FRAME);
  }
  await takes.stop();
  const [take] = takes.list();
  const recording = await takes.kept.recordingOf(take);
  expect(findTrack(recording, 'face')).toMatchObject({ about: { names: ['blinkLeft', 'blinkRight', 'aa', 'oh'] } });
  expect(Array.from(findTrack(recording, 'face')?.channels.weights.values.slice(0, 4) ?? [])).toEqual([
    0.25, 0, 0.5, 0,
  ]);
  expect(findTrack(recording, 'devices')?.momentCount).toBe(20);
  // It is shown again at its time, and goes along where a format can have it.
  await takes.play(take.id);
  const played = sources.current as StageSource;
  for (const time of [0, 10, 15]) {
    seekTimeline(played.source.timeline ?? createTimeline(0), time * FRAME);
    expect(played.face?.()).toMatchObject({ closedLeft: 0.25, aa: 0.5 });
    expect(played.face?.().closedRight).toBeCloseTo(time / 20, 5);
    expect(played.face?.()).toMatchObject({
      leftYaw: expect.closeTo(time / 50, 5),
      rightYaw: expect.closeTo(-time / 60, 5),
      pitch: expect.closeTo(-time / 70, 5),
    });
  }
  const vrma = readGlb(await encodeTakeAs(takes.kept, take, 'vrma')).json.extensions?.VRMC_vrm_animation;
  expect(Object.keys((vrma as { expressions: { preset: object } }).expressions.preset)).toContain('blinkLeft');
  const joints = findTrack(recording, 'pose')?.channels.joints.values.slice(0, localRotations.length);
  expect(joints?.length).toBe(localRotations.length);
  joints?.forEach((value, i) => {
    expect(value).toBeCloseTo(localRotations[i], 5);
  });
  await takes.playDevices(take.id);
  const stage = sources.current as StageSource;
  stage.source.step(0.01, createDeviceFrame());
  expect(stage.things.devices.map(({ id }) => id)).toEqual(['json/a']);
  expect(stage.things.devices[0].pose[0]).toBeCloseTo(1, 1);
  expect(stage.things.recorded).not.toBeNull();
});

test('an avatar whose licence is against it is exported only when the visitor has decided so', async () => {
  const { takes, run } = await openTakes();
  await takes.start();
  await run(0.5);
  await takes.stop();
  await takes.exportTake(takes.list()[0].id, { id: 'avatar', label: 'GLB', help: '' });
  const notice = usePage.getState().notices.at(-1);
  expect(notice?.text).toContain('licence does not allow changed copies');
  expect([notice?.kind, notice?.action?.label]).toEqual(['info', 'Export all the same']);
});

test('the video of a take that does not play, plays it first', async () => {
  const { takes, run } = await openTakes();
  await takes.start();
  await run(0.5);
  await takes.stop();
  const [{ id }] = takes.list();
  await takes.exportTake(id, { id: 'video', label: 'Video', help: '' });
  expect(takes.playedId).toBe(id);
});

test('a recording is written into the database every two seconds, and its parts go when it is a take', async () => {
  const { takes, run, databases } = await openTakes();
  await takes.start();
  await run(1.9);
  expect(await databases.files.names()).toEqual([]);
  await run(2.5);
  expect((await databases.files.names()).length).toBeGreaterThan(0);
  await takes.stop();
  const [{ id }] = takes.list();
  await takes.kept.bytesOf(takes.list()[0]);
  expect(await databases.files.names()).toEqual([`${id}.mcap`]);
});

test.each(rooms)('a recording goes on in $label where a person moves there, else it ends and is kept', async (room) => {
  const { takes, run } = await openTakes();
  await takes.start();
  await run(0.5);
  await takes.onRoom(room);
  const isStill = ['body', 'mocap', 'puppet', 'results'].includes(room.id);
  expect(takes.isRecording).toBe(!isStill);
  expect(takes.list()).toHaveLength(isStill ? 1 : 0);
  expect(usePage.getState().notices.filter(({ kind }) => kind === 'error')).toEqual([]);
});

test('takes of earlier versions are in the list once it is read', async () => {
  const { takes, older, avatar } = await openTakes();
  const { jointCount } = avatar.skeleton;
  const localRotations = Float64Array.from({ length: 2 * jointCount * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const { skeleton } = avatar;
  const motion = { name: 'x', skeleton, hz: 30, frameCount: 2, rootPositions: new Float64Array(6), localRotations };
  await older.mocap.put({ name: 'Take 7', bytes: new Uint8Array(await writeGltfMotion(motion)) });
  await takes.load();
  expect(takes.list().map(({ name, kind }) => [name, kind])).toEqual([['Take 7', 'body']]);
});

test('where nobody moves nothing is recorded, and a take plays in the Mirror', async () => {
  const { takes, run, host, sources } = await openTakes();
  await takes.start();
  await run(0.5);
  await takes.stop();
  const open = host.room();
  host.room = () => ({ ...open, isStill: true });
  const goToRoom = vi.spyOn(host, 'goToRoom').mockImplementation(async () => {
    host.room = () => open;
  });
  await takes.start();
  expect([takes.isRecording, useTakes.getState().mode]).toEqual([false, 'idle']);
  await takes.play(takes.list()[0].id);
  expect(goToRoom).toHaveBeenCalledExactlyOnceWith('mirror');
  expect(takes.playedId).toBe(takes.list()[0].id);
  expect(sources.current).not.toBeNull();
});

/** A file of a recording, as it is opened from a drop. */
const dropped = async (recording: Parameters<typeof writeRecording>[0]) => ({
  recording,
  bytes: await writeRecording(recording),
});

test('a file of a puppet’s take is kept for its puppet, and says where it is listed', async () => {
  const { takes, host, sources } = await openTakes();
  const goToRoom = vi.spyOn(host, 'goToRoom');
  const take = { name: 'jump', hz: 30, frameCount: 1, parts: ['jaw'], joints: new Float64Array(14).fill(0.5) };
  const recording = recordingOfTake({ ...take, spreadParts: [], spreads: new Float64Array(), hands: [] });
  const tracks = recording.tracks.map((track) => ({ ...track, about: { ...track.about, puppet: 'Frog' } }));
  await takes.open(await dropped({ ...recording, tracks }), 'jump.mcap');
  expect(takes.list().map(({ kind, avatar, name }) => [kind, avatar, name])).toEqual([['puppet', 'Frog', 'jump']]);
  expect(sources.current).toBeNull();
  const notice = usePage.getState().notices.at(-1);
  expect(notice?.text).toBe('jump is a take of the puppet Frog, which lists it in the room Puppet.');
  notice?.action?.run();
  expect(goToRoom).toHaveBeenCalledWith('puppet');
});

test('a file with nothing but raw devices plays them as a feed', async () => {
  const { takes, sources } = await openTakes();
  const device = { id: 'json/a', name: 'a', kind: 'tracker', suggestedPoint: null } as const;
  const poses = Float64Array.from({ length: 70 }, (_, i) => (i % 7 === 6 ? 1 : i % 7 === 0 ? i / 7 : 0));
  const feed = {
    floorY: 0,
    chapters: [],
    devices: [device],
    frameCount: 10,
    poses,
    quality: new Uint8Array(10).fill(2),
  };
  const times = Float64Array.from({ length: 10 }, (_, i) => i / 10);
  await takes.open(await dropped(recordingOf([trackOfFeed({ ...feed, times })])), 'raw.mcap');
  const { source, things } = sources.current as StageSource;
  source.step(0.3, createDeviceFrame());
  expect(things.devices.map(({ name }) => name)).toEqual(['a']);
  expect(things.devices[0].pose[0]).toBeCloseTo(3, 6);
});
