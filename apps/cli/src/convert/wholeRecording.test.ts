import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSkeleton } from '@leib/body';
import {
  addTrack,
  appendMoment,
  createPose,
  createRecorder,
  findTrack,
  finishRecording,
  poseTrackSpec,
  type Recording,
  type Track,
  type TrackSpec,
  valuesOfPose,
} from '@leib/core';
import { feedTrackSpec } from '@leib/feeds';
import {
  jointsTrackSpec,
  readC3d,
  readGlb,
  readGltfMotion,
  readJointsLines,
  readRecording,
  recordingFormats,
  trackOfMarkers,
  writeRecording,
} from '@leib/formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standingPerson } from '../mocap/markedPerson.testing.js';
import { callLeib } from '../testing.js';
import { trackingFixture } from '../trackingFixture.testing.js';
import { fileKinds } from '../words.js';
import { formatOfKind, kindToWrite } from './encodeContent.js';

let folder: string;
const at = (name: string) => join(folder, name);
const read = async (name: string) => (await readRecording(readFileSync(at(name)))).recording;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-whole-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A recording with a track of every kind, documents, events and a sound. */
function everything(): Recording {
  const recorder = createRecorder();
  const pose = createPose(defaultSkeleton);
  const still: Record<string, ArrayLike<number>> = { ...valuesOfPose(pose) };
  const lines = (name: string, kind: TrackSpec['kind']): TrackSpec => ({
    name,
    kind,
    hz: 50,
    about: { of: kind },
    channels: { weights: { kind: 'line', count: 3 } },
  });
  for (const spec of [
    poseTrackSpec('body', defaultSkeleton, 50),
    jointsTrackSpec('joints', 50),
    jointsTrackSpec('reached', 50),
    lines('left hand', 'hand'),
    lines('frog', 'parts'),
    lines('face', 'face'),
    { ...feedTrackSpec(50), about: { floorY: 0, chapters: [], devices: [] } },
  ]) {
    const track = addTrack(recorder, spec);
    for (let i = 0; i < 5; i++) appendMoment(track, i / 50, spec.kind === 'pose' ? still : {});
  }
  const markers = trackOfMarkers({ rate: 50, labels: ['A'], frameCount: 5, positions: new Float64Array(15) });
  const sound: Track = {
    name: 'voice',
    kind: 'sound',
    hz: 1,
    about: {},
    momentCount: 1,
    times: Float64Array.of(0),
    channels: {},
    bytes: Uint8Array.of(1, 2, 3),
  };
  const { tracks } = finishRecording(recorder);
  return {
    tracks: [...tracks, markers, sound],
    documents: [{ seconds: 0.02, doc: { swing: true } }],
    events: [{ seconds: 0.04, kind: 'act', data: { kind: 'teleport' } }],
    versions: {},
  };
}

test('leib info names every track of a recording, and leib convert keeps all of it', async () => {
  const recording = everything();
  writeFileSync(at('all.mcap'), await writeRecording(recording));
  const info = await callLeib(['info', at('all.mcap')]);
  for (const { name, kind } of recording.tracks) expect(info.stdout).toContain(`${name} (${kind}): `);
  expect(info.stdout).toContain('settings: 1 times');
  expect(info.stdout).toContain('events: 1');
  const { code } = await callLeib(['convert', at('all.mcap'), at('again.mcap')]);
  expect(code).toBe(0);
  const again = await read('again.mcap');
  expect(again.documents).toEqual(recording.documents);
  expect(again.events).toEqual(recording.events);
  for (const { name, kind, momentCount, bytes } of recording.tracks)
    expect(findTrack(again, kind, name), name).toMatchObject({ momentCount, ...(bytes && { bytes }) });
});

test('the command writes every format that the studio offers for a take, by the name that the studio gives it', async () => {
  expect(new Set(fileKinds.map((kind) => formatOfKind(kind)))).toEqual(new Set(recordingFormats));
  for (const format of recordingFormats)
    expect(formatOfKind(kindToWrite(`take.${format.ending}`, undefined))).toBe(format);
});

test('bones alone are a valid file of the same movement', async () => {
  writeFileSync(at('all.mcap'), await writeRecording(everything()));
  const { code } = await callLeib(['convert', at('all.mcap'), at('walk.bones.glb')]);
  expect(code).toBe(0);
  const { json } = readGlb(readFileSync(at('walk.bones.glb')));
  expect(json.extensionsUsed ?? []).not.toContain('VRMC_vrm_animation');
  expect((await readGltfMotion(readFileSync(at('walk.bones.glb')))).motion.frameCount).toBe(5);
});

test('what reads tracking or a movement reads it from a recording as from its own file', async () => {
  writeFileSync(at('walk.tracking.jsonl'), trackingFixture({ frameCount: 90 }));
  await callLeib(['convert', at('walk.tracking.jsonl'), at('walked.mcap')]);
  const text = (name: string) => readFileSync(at(name), 'utf8');
  for (const name of ['walk.tracking.jsonl', 'walked.mcap'])
    expect((await callLeib(['embody', '--in', at(name), '--out', at(`${name}.joints.jsonl`)])).code, name).toBe(0);
  const [lines, whole] = ['walk.tracking.jsonl', 'walked.mcap'].map((name) =>
    readJointsLines(text(`${name}.joints.jsonl`)),
  );
  expect(whole.frameCount).toBe(90);
  for (const [i, value] of whole.positions.entries()) expect(Math.abs(value - lines.positions[i])).toBeLessThan(1e-4);

  writeFileSync(at('everything.mcap'), await writeRecording(everything()));
  const track = await callLeib([
    'reembody',
    'track',
    '--in',
    at('everything.mcap'),
    '--untuned',
    '--hz',
    '60',
    '--json',
  ]);
  expect(JSON.parse(track.stdout)).toMatchObject({ resets: 0, nan: 0 });
  for (const command of [
    ['embody', '--in', at('everything.mcap'), '--out', at('none.joints.jsonl')],
    ['calibrate', 'roles', '--in', at('everything.mcap')],
  ])
    expect((await callLeib(command)).stderr).toContain(
      'everything.mcap: expected what was tracked, got a recording without it',
    );
});

test('the markers of a C3D file are in the recording that it becomes, and come back from it', async () => {
  writeFileSync(
    at('walk.c3d'),
    standingPerson((label) => label),
  );
  await callLeib(['convert', at('walk.c3d'), at('walk.mcap')]);
  expect((await read('walk.mcap')).tracks.map(({ kind }) => kind)).toContain('markers');
  await callLeib(['convert', at('walk.mcap'), at('back.c3d')]);
  const [first, back] = await Promise.all(['walk.c3d', 'back.c3d'].map((name) => readC3d(readFileSync(at(name)))));
  expect([back.rate, back.frameCount]).toEqual([first.rate, first.frameCount]);
  const [from, to] = ['LTOE', 'RSHO'].map((label) => [first, back].map((file) => file.labels.indexOf(label)));
  // A distance between two markers is the same whichever axis is up.
  const apart = ({ positions, labels }: typeof first, file: 0 | 1) => {
    const [a, b] = [from[file], to[file]].map((marker) => marker * 3 + labels.length * 3);
    return Math.hypot(...[0, 1, 2].map((k) => positions[a + k] - positions[b + k]));
  };
  expect(apart(back, 1)).toBeCloseTo(apart(first, 0), 4);
  expect(apart(first, 0)).toBeGreaterThan(0.5);
});

test('what a killed recording has left, under its name of a part, is read as far as it goes', async () => {
  writeFileSync(at('long.jsonl'), trackingFixture({ frameCount: 1200 }));
  await callLeib(['convert', at('long.jsonl'), at('long.mcap')]);
  const whole = readFileSync(at('long.mcap'));
  // In the middle of a chunk, of a line of it, and of the index.
  for (const share of [0.4, 0.7, 0.999]) {
    const part = at('long.mcap.5f3a9c01d2e4.part');
    writeFileSync(part, whole.subarray(0, Math.floor(whole.length * share)));
    const { code, stdout } = await callLeib(['info', part, '--json']);
    expect(code).toBe(0);
    const { frames, note } = JSON.parse(stdout);
    expect(frames).toBeGreaterThan((share - 0.15) * 1200);
    expect(note.join()).toContain('the file is cut off');
    expect((await callLeib(['convert', part, at('rest.tracking.jsonl')])).code).toBe(0);
    expect(readFileSync(at('rest.tracking.jsonl'), 'utf8').trim().split('\n')).toHaveLength(frames + 1);
  }
});
