import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSkeleton } from '@leib/body';
import {
  findTrack,
  type HumanoidBone,
  jointOfBone,
  type Pose,
  type Skeleton,
  seekTimeline,
  skeletonOfTrack,
} from '@leib/core';
import { createPerson } from '@leib/embody';
import { motionOfRecording, readRecording } from '@leib/formats';
import { sendFile } from '@leib/net';
import { startServer } from '@leib/server';
import type { Json } from '@leib/stage';
import {
  createRemoteKind,
  type RemoteActor,
  RoomReplay,
  replayedId,
  SharedRoom,
  scaledSkeleton,
  writeFileBody,
} from '@leib/together';
import { createEmulatedSource, setMoveWish } from '@leib/tracking';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { callLeib } from '../testing.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-record-room-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function placeOf({ skeleton, pose }: { readonly skeleton: Skeleton; readonly pose: Pose }, bone: HumanoidBone) {
  const at = jointOfBone(skeleton, bone) * 3;
  return pose.worldPositions.slice(at, at + 3);
}
/** Where somebody was nearest to a place on their way, and their hand then. */
function nearestOnWay(
  way: readonly { readonly hips: Float64Array; readonly hand: Float64Array }[],
  hips: Float64Array,
) {
  let best = { metres: Number.POSITIVE_INFINITY, handThen: hips };
  for (const [i, from] of way.slice(0, -1).entries()) {
    const to = way[i + 1];
    const [along, gone] = [to.hips.map((v, k) => v - from.hips[k]), hips.map((v, k) => v - from.hips[k])];
    const dot = (a: Float64Array, b: Float64Array) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const share = Math.min(1, Math.max(0, dot(along, gone) / Math.max(1e-12, dot(along, along))));
    const between = (a: Float64Array, b: Float64Array) => a.map((v, k) => v + (b[k] - v) * share);
    const metres = apart(between(from.hips, to.hips), hips);
    if (metres < best.metres) best = { metres, handThen: between(from.hand, to.hand) };
  }
  return best;
}
const apart = (a: Float64Array, b: Float64Array) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

test('two people of a room into one file: their bodies by name, the document, and both are read again', async () => {
  const server = await startServer({ port: 0, studioDir: null });
  const enter = async (name: string) => {
    const room = new SharedRoom(server.url, 'museum', {
      name,
      createSocket: (url) => new NodeSocket(url) as unknown as WebSocket,
    });
    await expect.poll(() => room.me !== null && room.doc?.actors[room.me]?.settings.name).toBe(name);
    const source = createEmulatedSource({ startYaw: 0 });
    setMoveWish(source.state, name === 'Ada' ? 0.9 : 0, 0, 0, 0);
    return { room, person: createPerson({ skeleton: defaultSkeleton, source }) };
  };
  const people = [await enter('Ada'), await enter('Bo')];
  const walked: { readonly hips: Float64Array; readonly hand: Float64Array }[] = [];
  let steppedMs = performance.now();
  let longestSeconds = 0;
  const moving = setInterval(() => {
    // As far as in this time, however busy the machine is.
    const dtSeconds = Math.min(0.1, (performance.now() - steppedMs) / 1000);
    longestSeconds = Math.max(longestSeconds, dtSeconds);
    steppedMs = performance.now();
    for (const { room, person } of people) {
      person.step(dtSeconds);
      if (person === people[0].person)
        walked.push({ hips: placeOf(person, 'hips'), hand: placeOf(person, 'rightHand') });
      room.send(person);
    }
  }, 16);
  const [ada] = people;
  await expect.poll(() => ada.room.others.length).toBe(1);
  const out = join(folder, 'room.mcap');
  const call = callLeib(['record-room', `${server.url}?people=museum`, out, '--seconds', '3', '--json']);
  await expect.poll(() => ada.room.others.length, { timeout: 30_000 }).toBe(2);
  const tape = {
    what: 'distance',
    points: [
      [0, 0, 0],
      [3, 0, 4],
    ],
    name: 'Door',
    authorName: 'Ada',
    atMs: 0,
  };
  const measure = { id: 'm1', kind: 'measure', pose: [0, 0, 0, 0, 0, 0, 1], settings: { ...tape, author: 'p1' } };
  expect(ada.room.change([{ path: ['things', 'm1'], value: measure }]).ok).toBe(true);
  const value = { id: 'chair', kind: 'model', pose: [0, 0, 0, 0, 0, 0, 1], settings: { author: ada.room.me ?? '' } };
  expect(ada.room.change([{ path: ['things', 'chair'], value }]).ok).toBe(true);
  const { code, stdout, stderr } = await call;
  clearInterval(moving);
  for (const { room } of people) room.dispose();
  await server.close();
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).people).toEqual(['Ada', 'Bo']);

  const { recording } = await readRecording(new Uint8Array(readFileSync(out)));
  expect(recording.tracks.map(({ kind, name }) => [kind, name])).toEqual([
    ['pose', 'Ada'],
    ['pose', 'Bo'],
  ]);
  expect(findTrack(recording, 'pose', 'Ada')?.momentCount).toBeGreaterThan(30);
  const last = recording.documents.at(-1)?.doc as { readonly things: readonly unknown[]; readonly actors: object };
  expect(last.things).toHaveLength(2);
  expect(Object.keys(last.actors)).toHaveLength(3);
  // Ada walks ahead; Bo stands.
  const { rootPositions, frameCount } = motionOfRecording(recording) ?? { rootPositions: [], frameCount: 0 };
  const from = Math.floor(frameCount / 2) * 3;
  expect(Math.abs(rootPositions[(frameCount - 1) * 3 + 2] - rootPositions[from + 2])).toBeGreaterThan(0.3);
  // The same as a room to be in.
  const replay = new RoomReplay(recording);
  const adaId = replayedId(ada.room.me ?? '');
  const kind = createRemoteKind({
    ...{ feed: () => null, nowMs: () => 0, recorded: (id) => replay.moment(id) },
    body: () => ({ skeleton: defaultSkeleton }),
  });
  const shown = kind.create(replay.doc.actors[adaId], adaId) as RemoteActor;
  const at = (seconds: number) => {
    seekTimeline(replay.timeline, seconds);
    shown.step({} as never, 0);
    return { hips: placeOf(shown, 'hips'), hand: placeOf(shown, 'rightHand'), things: replay.doc.things.length };
  };
  const { durationSeconds } = replay.timeline;
  // Between two updates a hand turns back once, at up to 1 m/s: the more so, the busier the machine was.
  const unseen = longestSeconds;
  const errors: number[] = [];
  for (let seconds = 1; seconds < durationSeconds; seconds += 0.1) {
    const { hips, hand } = at(seconds);
    const { metres, handThen } = nearestOnWay(walked, hips);
    errors.push(metres);
    expect(apart(handThen, hand)).toBeLessThan(0.05 + unseen);
  }
  // What was lost or late is bridged; the wire rounds to millimetres.
  expect(errors.toSorted((a, b) => a - b)[errors.length >> 1]).toBeLessThan(0.012 + unseen / 10);
  expect(Math.max(...errors)).toBeLessThan(0.03 + unseen);
  expect(replay.others.map((id) => replay.doc.actors[id].settings.name)).toEqual(['Ada', 'Bo']);
  expect(at(durationSeconds).things).toBe(2);
  const first = at(1.234);
  at(durationSeconds);
  at(0.1);
  expect(at(1.234)).toEqual(first);
  expect(at(0).things).toBe(0);
  const info = await callLeib(['info', out, '--json']);
  expect(info.code).toBe(0);
  expect(JSON.parse(info.stdout).room).toBe('a room of people, with Ada, Bo');
  const table = join(folder, 'room.csv');
  expect((await callLeib(['measures', out, table])).stdout).toContain('1 measurements');
  expect(readFileSync(table, 'utf8').split('\r\n')[1]).toMatch(/^m1,distance,Door,5,m,Ada,/);
});

test('a body of somebody’s own goes into the file, what stands there and pictures of notes, and its proportions into the poses', async () => {
  const server = await startServer({ port: 0, studioDir: null });
  const file = new Uint8Array(3000).fill(5);
  const hash = await sendFile(server.url, file, () => {}, AbortSignal.timeout(10_000));
  const tall = scaledSkeleton(defaultSkeleton, 1.2);
  const room = new SharedRoom(server.url, 'wear', {
    ...{ name: 'Ada', body: writeFileBody({ hash, bones: { jaw: null }, skeleton: tall }) },
    createSocket: (url) => new NodeSocket(url) as unknown as WebSocket,
  });
  const person = createPerson({ skeleton: tall, source: createEmulatedSource({ startYaw: 0 }) });
  await expect.poll(() => room.doc?.actors[room.me ?? '']?.body.kind).toBe('file');
  const [chair, picture] = [6, 7].map((value) => new Uint8Array(500).fill(value));
  const given = await Promise.all(
    [chair, picture].map((bytes) => sendFile(server.url, bytes, () => {}, AbortSignal.timeout(10_000))),
  );
  const things: readonly [string, object][] = [
    ['scene-1', { kind: 'model', settings: { from: 'file', hash: given[0] } }],
    ['n1', { kind: 'note', settings: { author: room.me, picture: given[1] } }],
  ];
  for (const [id, thing] of things) {
    const value = { id, pose: [0, 0, 0, 0, 0, 0, 1], ...thing } as Json;
    expect(room.change([{ path: ['things', id], value }]).ok).toBe(true);
  }
  const moving = setInterval(() => {
    person.step(1 / 60);
    room.send(person);
  }, 16);
  const out = join(folder, 'wear.mcap');
  const { code, stderr } = await callLeib(['record-room', `${server.url}?people=wear`, out, '--seconds', '2']);
  clearInterval(moving);
  room.dispose();
  await server.close();
  expect([code, stderr]).toEqual([0, '']);
  const { recording } = await readRecording(new Uint8Array(readFileSync(out)));
  expect([hash, ...given].map((one) => recording.files?.get(one))).toEqual([file, chair, picture]);
  const track = findTrack(recording, 'pose', 'Ada');
  const skeleton = track && skeletonOfTrack(track);
  const heightOf = (one: typeof tall) => one.restWorldPositions[jointOfBone(one, 'head') * 3 + 1];
  expect(skeleton && heightOf(skeleton)).toBeCloseTo(heightOf(tall), 2);
});

test.each([
  [['http://127.0.0.1:1/', 'a.mcap'], 'link: expected http'],
  [['http://127.0.0.1:1/?people=lab', 'a.bvh'], 'out: expected a name that ends with .mcap'],
])('%j is a wrong call', async (words, reason) => {
  const { code, stderr } = await callLeib(['record-room', ...words]);
  expect(code).toBe(2);
  expect(stderr).toContain(reason);
});
