import { addTrack, appendMoment, createRecorder, finishRecording } from '@leib/core';
import { jointsTrackSpec, writeGlb, writeRecording } from '@leib/formats';
import { expect, test } from 'vitest';
import { readDroppedFile } from './droppedFile.js';

const glb = (json: object) => writeGlb({ json: { asset: { version: '2.0' }, ...json }, binary: null });

test.each<[string, File]>([
  ['an FBX', new File(['Kaydara FBX Binary  \0...'], 'a.fbx')],
  ['an FBX as text', new File(['; FBX 7.4.0 project file\n'], 'a.fbx')],
  [
    'a model of rigid parts',
    new File([glb({ nodes: [{ name: 'head', mesh: 0 }], meshes: [{ primitives: [] }] })], 'a.glb'),
  ],
  ['a skinned model', new File([glb({ skins: [{ joints: [0] }], nodes: [{}] })], 'a.glb')],
  // Refused by the avatar's loader, which says why.
  ['an OBJ', new File(['v 0 0 0'], 'a.obj')],
])('%s goes to the avatar loader', async (_, file) => {
  expect(await readDroppedFile(file)).toEqual({ kind: 'avatar' });
});

test('an MCAP file without devices is a take with all its tracks: a body, what followed it, how late it was', async () => {
  const positions = new Float64Array(66);
  const rotations = Float64Array.from({ length: 88 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const recorder = createRecorder();
  for (const name of ['joints', 'reached'] as const)
    appendMoment(addTrack(recorder, jointsTrackSpec(name, 60)), 0, { positions, rotations, delay: [0.125] });
  const bytes = await writeRecording(finishRecording(recorder));
  const dropped = await readDroppedFile(new File([bytes], 'poses.mcap'));
  if (dropped.kind !== 'take') throw new Error(`expected a take, got ${dropped.kind}`);
  expect(dropped.recording.tracks.map(({ name }) => name)).toEqual(['joints', 'reached']);
  expect(dropped.recording.tracks[1].channels.delay.values[0]).toBe(0.125);
});

test('what a killed recording has left is a take as far as it goes, and says that it is cut off', async () => {
  const positions = new Float64Array(66);
  const rotations = Float64Array.from({ length: 88 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const recorder = createRecorder();
  const track = addTrack(recorder, jointsTrackSpec('joints', 60));
  for (let i = 0; i < 600; i++) appendMoment(track, i / 60, { positions: positions.fill(i), rotations, delay: [0] });
  const bytes = await writeRecording(finishRecording(recorder));
  const cut = new File([bytes.slice(0, Math.floor(0.6 * bytes.length))], 'poses.mcap.5f3a9c01d2e4.part');
  const dropped = await readDroppedFile(cut);
  if (dropped.kind !== 'take') throw new Error(`expected a take, got ${dropped.kind}`);
  expect(dropped.recording.tracks[0].times.length).toBeGreaterThan(200);
  expect(dropped.recording.tracks[0].times.length).toBeLessThan(600);
  expect(dropped.remarks.join()).toContain('the file is cut off');
});

test('a file of no known kind is refused', async () => {
  await expect(readDroppedFile(new File(['hello'], 'a.txt'))).rejects.toThrow(
    /expected a motion .* FBX\) or settings, got another/,
  );
});
