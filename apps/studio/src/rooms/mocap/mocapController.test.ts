import { defaultSkeleton } from '@leib/body';
import {
  addTrack,
  appendMoment,
  createRecorder,
  findTrack,
  finishTrack,
  InputError,
  type Motion,
  recordingOf,
  trackOfMotion,
} from '@leib/core';
import { faceParameterNames, faceTrackSpec, PACKED_FACE_SIZE } from '@leib/core/pack';
import { faceOfRecording, writeRecording } from '@leib/formats';
import { combinationText, defaultDhSkeleton, dhSkeletonText, mocapBodyNames, offsetsText } from '@leib/mocap';
import { devicesOfTrack } from '@leib/tracking';
import { beforeEach, expect, test, vi } from 'vitest';
import { KeptTakes } from '../../files/takes/keptTakes.js';
import { recoverTake } from '../../files/takes/readTake.js';
import type { MocapController } from './mocapController.js';
import { MocapOnStage } from './mocapStage.testing.js';
import { loadSettingFile } from './settings/loadSettingFile.js';
import { solveBodiesOf } from './sources/openMocapFile.js';
import { combinationOf } from './takes/combineDraft.js';

let room: MocapOnStage;
let controller: MocapController;

beforeEach(() => {
  vi.stubGlobal('__LEIB_VERSION__', '0');
  vi.stubGlobal('addEventListener', () => {});
  room = new MocapOnStage({ motion: 'walk' });
  controller = room.controller;
  return () => room.dispose();
});

const play = (frames: number) => room.play(frames);
const fileOf = (text: string, name: string) => new File([text], name);
const restMotion: Motion = {
  name: 'rest',
  skeleton: defaultSkeleton,
  hz: 30,
  frameCount: 2,
  rootPositions: new Float64Array(6),
  localRotations: Float64Array.from({ length: 8 * defaultSkeleton.jointCount }, (_, i) => (i % 4 === 3 ? 1 : 0)),
};

test('the place for offsets takes offsets only; another file is refused by name and changes nothing', async () => {
  const { label } = controller.shown;
  for (const [text, name] of [
    ['HIERARCHY\nROOT hips', 'walk.bvh'],
    ['{"format":"leib-tracking/1"}\n{"t":0}', 'bodies.jsonl'],
    ['{"format":"leib-bodies/1","bodies":{}}', 'ids.json'],
  ]) {
    const loading = loadSettingFile(controller, 'offsets', fileOf(text, name));
    await expect(loading).rejects.toThrow(InputError);
    await expect(loading).rejects.toThrow(name);
  }
  expect([controller.shown.kind, controller.shown.label, controller.offsets.own]).toEqual(['simulated', label, null]);
  const { offsets } = controller.offsets;
  if (!offsets) throw new Error('expected found offsets');
  await loadSettingFile(controller, 'offsets', fileOf(offsetsText(offsets), 'o.json'));
  expect(Object.keys(controller.offsets.own?.bodies ?? {})).toHaveLength(10);
  await expect(loadSettingFile(controller, 'bodyIds', fileOf(offsetsText(offsets), 'o.json'))).rejects.toThrow(
    /o\.json/,
  );
});

test('offsets that miss a body, and a tracker that sees none, are said', async () => {
  const { file } = controller.offsets;
  if (!file) throw new Error('expected found offsets');
  const { leftElbow: _missing, ...bodies } = file.bodies;
  await loadSettingFile(controller, 'offsets', fileOf(JSON.stringify({ ...file, bodies }), 'o.json'));
  play(3);
  expect(controller.remarks()).toEqual(['offsets: expected body "leftElbow", got none; it is not used']);
  for (const name of controller.shown.names) controller.toggleHidden(name);
  play(1);
  expect(controller.remarks().at(-1)).toMatch(/^No body is seen now/);
});

test('what was measured of a source is forgotten with it, and a take says that it is solved already', async () => {
  play(20);
  expect([controller.meters.residualMm.count, controller.meters.solve.count]).toEqual([20, 20]);
  expect(controller.solvesNothing).toBeNull();
  controller.settings.set('noiseMm', 2);
  expect([controller.meters.residualMm.count, controller.meters.solve.count]).toEqual([0, 0]);
  await controller.playTake(await controller.takes.add(restMotion, 'test'));
  expect(controller.solvesNothing).toMatch(/^A take is played/);
});

test('the cost of a transfer is that of the present way', () => {
  play(5);
  expect(controller.transferCost.count).toBe(5);
  controller.settings.set('crowd', 50);
  expect(controller.transferCost.count).toBe(5);
  controller.settings.set('transfer', 'angles');
  expect(controller.transferCost.count).toBe(0);
});

test.each([
  ['method', 'dh'],
  ['smoothingMs', 60],
  ['transfer', 'angles'],
] as const)('another %s goes to the same performer, who moves otherwise from then on', (key, value) => {
  const plain = new MocapOnStage({ motion: 'walk' });
  for (const one of [room, plain]) one.play(60);
  const before = controller.captured;
  controller.settings.set(key, value);
  for (const one of [room, plain]) one.play(40);
  expect(controller.captured).toBe(before);
  const most = (a: Float64Array, b: Float64Array) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
  const [own, other] = [controller, plain.controller].map(({ captured }) => captured?.pose.worldPositions);
  if (!own || !other) throw new Error('expected performers');
  expect(most(own, other)).toBeGreaterThan(1e-4);
  expect(most(own, other)).toBeLessThan(0.3);
  plain.dispose();
});

test('the visitor’s own motion is there once a file was chosen', async () => {
  expect(controller.hasOwnMotion).toBe(false);
  await controller.simulateOn(await controller.takes.add(restMotion, 'test'));
  expect(controller.hasOwnMotion).toBe(true);
  expect(controller.shown.label).toBe('Simulated: rest');
});

test('a DTrack log is read with the up axis that is chosen', async () => {
  const lines = 'fr 1\r\n6d 1 [1 1.000][100 200 1500 0 0 0][1 0 0 0 1 0 0 0 1]\r\n';
  await controller.openFile(fileOf(lines.repeat(3), 'x.log'));
  const height = () => {
    play(1);
    return controller.frame.poses[controller.frame.names.indexOf('back') * 7 + 1];
  };
  expect(controller.hasLog).toBe(true);
  expect(height()).toBeCloseTo(1.5);
  controller.settings.set('upAxis', 'y');
  expect(height()).toBeCloseTo(0.2);
  expect(controller.hasLog).toBe(true);
});

test('a skeleton of links is solved instead of the default one', async () => {
  const file = JSON.parse(dhSkeletonText(defaultDhSkeleton)) as { links: { name: string; turns?: boolean }[] };
  const links = file.links.map(({ turns, ...link }) => (/Foot\.tilt/.test(link.name) ? link : { ...link, turns }));
  await controller.openFile(fileOf(JSON.stringify({ ...file, name: 'stiff', links }), 'stiff.json'));
  expect(controller.settings.values().skeleton?.name).toBe('stiff');
  play(5);
  expect(controller.solver?.model.dh.layout.dofs).toHaveLength(44);
  expect(controller.actor).not.toBeNull();
  controller.setSkeleton(null);
  room.tell();
  expect(controller.solver?.model.dh.layout.dofs).toHaveLength(46);
});

test('a combination needs its takes on the shelf; a list of markers needs a C3D file', async () => {
  const combination = combinationOf({
    first: 'a',
    second: 'rest',
    way: 'after',
    groups: [],
    at: 0,
    blend: 0,
    alignBy: null,
  });
  const file = () => fileOf(combinationText({ ...combination, name: 'both' }), 'c.json');
  await controller.takes.add(restMotion, 'a.bvh');
  await controller.openFile(file());
  expect(controller.takes.kept.find(controller.playedTakeId)?.name).toBe('both');
  const other = fileOf(combinationText(combination).replaceAll('a.bvh', 'b.bvh'), 'c.json');
  await expect(controller.openFile(other)).rejects.toThrow(/c\.json: takes\.a: expected .*b\.bvh.*leib mocap combine/);
  const map = fileOf('{"format": "leib-markers/1", "markers": {"M1": null}}', 'map.json');
  await expect(controller.openFile(map)).rejects.toThrow(/map\.json: expected a C3D file.*leib mocap fit --markers/);
});

/** Frames with time for what is written behind them. */
async function playSlowly(frames: number) {
  for (let i = 0; i < frames; i++) {
    play(1);
    await new Promise(setImmediate);
  }
}

test('a take has the bodies that it was solved from; opened as a file it is kept whole, and they are solved again', async () => {
  play(5);
  await controller.toggleRecording();
  const heads: number[] = [];
  for (let i = 0; i < 60; i++) {
    await playSlowly(1);
    heads.push(controller.frame.poses[controller.frame.names.indexOf('head') * 7 + 2]);
  }
  await controller.toggleRecording();
  const [take] = controller.takes.list;
  const recording = await controller.takes.kept.recordingOf(take);
  const track = findTrack(recording, 'devices', 'bodies');
  if (!track) throw new Error('expected bodies');
  const { extras, poses, frameCount } = devicesOfTrack(track);
  expect([frameCount, [...extras.keys()]]).toEqual([60, mocapBodyNames.filter((name) => name === 'back')]);
  for (const [i, head] of heads.entries()) expect(poses[i * 77 + 2]).toBeCloseTo(head, 5);
  expect(findTrack(recording, 'pose')?.momentCount).toBe(60);
  await solveBodiesOf(controller, take);
  expect([controller.shown.label, controller.shown.names.length]).toEqual([take.name, 10]);
  await controller.openFile(new File([await writeRecording(recording)], 'again.mcap'));
  expect(controller.takes.list.map(({ name }) => name)).toEqual([take.name, 'again']);
  expect([controller.shown.kind, controller.shown.names.length]).toEqual(['file', 10]);
});

test('a take with a face shows it while it plays, and a take of that has it again', async () => {
  const aa = faceParameterNames.indexOf('aa');
  const face = addTrack(createRecorder(), faceTrackSpec('face', 30));
  for (let i = 0; i <= 30; i++) {
    const weights = new Float64Array(PACKED_FACE_SIZE);
    weights[aa] = i / 30;
    appendMoment(face, i / 30, { weights });
  }
  const { localRotations, rootPositions } = restMotion;
  const repeated = (values: Float64Array) =>
    Float64Array.from({ length: (values.length / 2) * 31 }, (_, i) => values[i % (values.length / 2)]);
  const motion = {
    ...restMotion,
    frameCount: 31,
    localRotations: repeated(localRotations),
    rootPositions: repeated(rootPositions),
  };
  const bytes = await writeRecording(recordingOf([trackOfMotion(motion), finishTrack(face)]));
  await controller.openFile(new File([bytes], 'speaks.mcap'));
  expect(controller.shown.label).toBe('speaks');
  room.tell();
  await room.stage.settled();
  await controller.toggleRecording();
  await playSlowly(30);
  expect(controller.actor?.face?.[aa]).toBeCloseTo(0.5, 6);
  await controller.toggleRecording();
  const recording = await controller.takes.kept.recordingOf(controller.takes.list[1]);
  expect(recording.tracks.map(({ kind }) => kind)).toEqual(['pose', 'face']);
  expect(findTrack(recording, 'face')?.momentCount).toBe(30);
  expect(faceOfRecording(recording)?.(29 / 60)[aa]).toBeCloseTo(0.5, 1);
});

test('a tab that is closed while it records loses about two seconds', async () => {
  play(5);
  await controller.toggleRecording();
  await playSlowly(300);
  const later = new KeptTakes(controller.takes.kept.clock, () => {}, room.databases);
  const [id] = await later.load();
  const { seconds, kind } = await recoverTake(later, id);
  expect(kind).toBe('body');
  expect(seconds).toBeGreaterThan(2.5);
});
