import { createPose, updateWorldPose } from '@leib/core';
import { loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { createJointFrame } from '@leib/tracking';
import { expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { createRealClock } from '../../time/clock.js';
import { recoverTake } from './recoverTake.js';
import { secondTake } from './take.testing.js';
import { startTakeRecording } from './takeRecording.js';
import { TakeShelf } from './takeShelf.js';

vi.stubGlobal('__LEIB_VERSION__', '0');

const take = secondTake;
const files = { session: Uint8Array.of(1, 2), body: Uint8Array.of(3) };

function openShelf(databases = { list: fakeKeptFiles(), files: fakeKeptFiles() }) {
  const shelf = new TakeShelf(createRealClock(), databases);
  const troubles: string[] = [];
  shelf.onTrouble = (text) => troubles.push(text);
  return { shelf, troubles, databases };
}

test.each(['list', 'files'] as const)(
  'full storage of %s: one sentence, and the take stays in memory',
  async (which) => {
    const { shelf, troubles, databases } = openShelf();
    databases[which].isFull = true;
    shelf.add(take, files);
    expect(await shelf.filesOf(take)).toEqual(files);
    expect(shelf.isKept('a')).toBe(false);
    expect(troubles).toEqual([
      'Take 1 is only in memory: the browser’s storage is full or blocked; save it as a file, or delete takes.',
    ]);
    // Nothing is left half.
    expect([...(await databases.files.names()), ...(await databases.list.names())]).toEqual([]);
    // With room again, the next change keeps it.
    databases[which].isFull = false;
    shelf.replace({ ...take, name: 'mine' });
    await shelf.filesOf(take);
    expect(shelf.isKept('a')).toBe(true);
    const later = openShelf(databases).shelf;
    await later.load();
    expect(later.takes.map(({ name }) => name)).toEqual(['mine']);
    expect(await later.filesOf(take)).toEqual(files);
  },
);

test('a change that finds the storage full is said; the take itself stays kept', async () => {
  const { shelf, troubles, databases } = openShelf();
  shelf.add(take, files);
  await shelf.filesOf(take);
  databases.list.isFull = true;
  shelf.replace({ ...take, name: 'mine' });
  expect(await shelf.filesOf(take)).toEqual(files);
  expect(shelf.isKept('a')).toBe(true);
  expect(troubles).toEqual([
    'The change of mine is not kept: the browser’s storage is full or blocked; delete takes or avatars.',
  ]);
});

test('what a closed tab had kept of a recording becomes a take', async () => {
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid' }));
  const pose = createPose(avatar.skeleton);
  updateWorldPose(avatar.skeleton, pose);
  const recording = await startTakeRecording({ room: 'mirror', values: {}, solver: null }, avatar);
  const { shelf: closed, databases } = openShelf();
  for (let piece = 0; piece < 3; piece++) {
    for (let i = 0; i < 60; i++) recording.append(createJointFrame(), { avatar, pose }, 1 / 30);
    // The writer works between frames.
    await new Promise(setImmediate);
    const bytes = await recording.nextPiece()?.arrayBuffer();
    if (bytes) await closed.keepPiece('b', piece, new Uint8Array(bytes));
  }
  const { shelf } = openShelf(databases);
  expect(await shelf.load()).toEqual(['b']);
  const found = await recoverTake(shelf, 'b');
  expect(found.seconds).toBeGreaterThan(3);
  expect(found.seconds).toBeLessThan(6);
  expect((await shelf.filesOf(found)).session.length).toBeGreaterThan(1000);
  const again = openShelf(databases).shelf;
  expect(await again.load()).toEqual([]);
  expect(again.takes).toHaveLength(1);
  avatar.dispose();
});
