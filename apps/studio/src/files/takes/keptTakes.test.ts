import { defaultSkeleton } from '@leib/body';
import { addTrack, appendMoment, createRecorder, finishRecording, type TrackSpec } from '@leib/core';
import { writeGltfMotion, writeRecording } from '@leib/formats';
import { expect, test, vi } from 'vitest';
import { createRealClock } from '../../time/clock.js';
import { fakeKeptFiles } from '../keptFiles.testing.js';
import { GrowingTake, whileUnlocked } from './growingTake.js';
import { KeptTakes } from './keptTakes.js';
import { recoverTake } from './readTake.js';
import { trimTake } from './take.js';
import { secondTake } from './take.testing.js';

vi.stubGlobal('__LEIB_VERSION__', '0');
/** The page, as far as it can be closed. */
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));

const take = secondTake;
const spec: TrackSpec = {
  name: 'body',
  kind: 'markers',
  hz: 10,
  about: {},
  channels: { x: { kind: 'line', count: 1 } },
};
const recorder = createRecorder();
const track = addTrack(recorder, spec);
for (let i = 0; i <= 10; i++) appendMoment(track, i / 10, { x: [i] });
const files = await writeRecording(finishRecording(recorder));

function openShelf(databases = { list: fakeKeptFiles(), files: fakeKeptFiles() }) {
  const troubles: string[] = [];
  const shelf = new KeptTakes(createRealClock(), (text) => troubles.push(text), databases);
  return { shelf, troubles, databases };
}

test.each(['list', 'files'] as const)(
  'full storage of %s: one sentence, and the take stays in memory',
  async (which) => {
    const { shelf, troubles, databases } = openShelf();
    databases[which].isFull = true;
    shelf.add(take, files);
    expect(await shelf.bytesOf(take)).toEqual(files);
    expect(shelf.store.getState().unkept.has('a')).toBe(true);
    expect(troubles).toEqual([
      'Take 1 is only in memory: the browser’s storage is full or blocked; save it as a file, or delete takes.',
    ]);
    // Nothing is left half.
    expect([...(await databases.files.names()), ...(await databases.list.names())]).toEqual([]);
    // With room again, the next change keeps it.
    databases[which].isFull = false;
    shelf.replace({ ...take, name: 'mine' });
    await shelf.bytesOf(take);
    expect(shelf.store.getState().unkept.has('a')).toBe(false);
    const later = openShelf(databases).shelf;
    await later.load();
    expect(later.takes.map(({ name }) => name)).toEqual(['mine']);
    expect(await later.bytesOf(take)).toEqual(files);
  },
);

test('a change that finds the storage full is said; the take itself stays kept', async () => {
  const { shelf, troubles, databases } = openShelf();
  shelf.add(take, files);
  await shelf.bytesOf(take);
  databases.list.isFull = true;
  shelf.replace({ ...take, name: 'mine' });
  expect(await shelf.bytesOf(take)).toEqual(files);
  expect(shelf.store.getState().unkept.has('a')).toBe(false);
  expect(troubles).toEqual([
    'The change of mine is not kept: the browser’s storage is full or blocked; delete takes or avatars.',
  ]);
});

test('what a closed tab had kept of a recording becomes a take', async () => {
  const { shelf: closed, databases } = openShelf();
  const growing = await GrowingTake.start(closed);
  const writer = growing.writer.track({ ...spec, channels: { x: { kind: 'line', count: 2000 } } });
  for (let i = 0; i < 180; i++) {
    writer.append(i / 30, { x: new Float64Array(2000).fill(i) });
    growing.keep(i / 30);
    // The writer works between frames.
    await new Promise(setImmediate);
  }
  const { shelf } = openShelf(databases);
  expect(await shelf.load()).toEqual([growing.id]);
  const found = await recoverTake(shelf, growing.id);
  expect(found.seconds).toBeGreaterThan(3);
  expect(found.seconds).toBeLessThan(6);
  const again = openShelf(databases).shelf;
  expect(await again.load()).toEqual([]);
  expect((await again.recordingOf(again.takes[0])).tracks[0].kind).toBe('markers');
});

test('a page that goes keeps what was written until then; a recording that is over keeps nothing more', async () => {
  const { shelf, databases } = openShelf();
  const growing = await GrowingTake.start(shelf);
  const writer = growing.writer.track({ ...spec, channels: { x: { kind: 'line', count: 2000 } } });
  for (let i = 0; i < 30; i++) {
    writer.append(i / 30, { x: new Float64Array(2000).fill(i) });
    growing.keep(i / 30);
    await new Promise(setImmediate);
  }
  expect(await databases.files.names()).toEqual([]);
  page.dispatchEvent(new Event('pagehide'));
  expect(await databases.files.names()).toEqual([`${growing.id}.piece.000000`]);
  expect((await recoverTake(openShelf(databases).shelf, growing.id)).seconds).toBeGreaterThan(0.5);
  await growing.finish();
  await growing.end();
  page.dispatchEvent(new Event('pagehide'));
  expect((await databases.files.names()).filter((name) => name.includes('piece'))).toEqual([]);
});

test('what is recorded in another tab is left alone until it is over', async () => {
  const growing = await GrowingTake.start(openShelf().shelf);
  const work = vi.fn(async () => {});
  await whileUnlocked(growing.id, work);
  expect(work).not.toHaveBeenCalled();
  await growing.finish();
  await growing.end();
  await whileUnlocked(growing.id, work);
  expect(work).toHaveBeenCalledOnce();
});

test('a take of an earlier version has its body from the file beside it', async () => {
  const { shelf, databases } = openShelf();
  const { jointCount } = defaultSkeleton;
  const localRotations = Float64Array.from({ length: 3 * jointCount * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const motion = {
    name: 'x',
    skeleton: defaultSkeleton,
    hz: 30,
    frameCount: 3,
    rootPositions: new Float64Array(9),
    localRotations,
  };
  await databases.files.put({ name: `${take.file}.vrma`, bytes: new Uint8Array(await writeGltfMotion(motion)) });
  shelf.add(take, files);
  const { tracks } = await shelf.recordingOf(take);
  expect(tracks.map(({ kind, momentCount }) => [kind, momentCount])).toEqual([
    ['markers', 11],
    ['pose', 3],
  ]);
});

test('a take is read between its ends; trimming is undone as it was done, and said in words', async () => {
  const { shelf } = openShelf();
  shelf.add(take, files);
  const timesOf = async () => Array.from((await shelf.recordingOf(shelf.takes[0])).tracks[0].times);
  expect(await timesOf()).toHaveLength(11);
  shelf.replace(trimTake(take, 0.25, 0.75), { label: 'trim Take 1' });
  expect(await timesOf()).toEqual([0.3, 0.4, 0.5, 0.6, 0.7]);
  expect(shelf.store.getState().undoLabel).toBe('trim Take 1');
  shelf.undo();
  expect(await timesOf()).toHaveLength(11);
  expect(shelf.store.getState()).toMatchObject({ undoLabel: 'new Take 1', redoLabel: 'trim Take 1' });
});

test('a take with another recording keeps the old one for undo, and only one is in the database', async () => {
  const { shelf, databases } = openShelf();
  shelf.add(take, files);
  shelf.replace({ ...take, file: 'b' }, { label: 'sound' }, Uint8Array.of(7));
  expect(await shelf.bytesOf(shelf.takes[0])).toEqual(Uint8Array.of(7));
  expect(await databases.files.names()).toEqual(['b.mcap']);
  shelf.undo();
  expect(await shelf.bytesOf(shelf.takes[0])).toEqual(files);
  expect(await databases.files.names()).toEqual(['a.mcap']);
});
