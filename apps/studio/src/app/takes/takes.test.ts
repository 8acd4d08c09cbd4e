import { createPose, updateWorldPose } from '@leib/core';
import { loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { createJointReader } from '@leib/tracking';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { rooms } from '../../rooms/rooms.js';
import { ManualClock } from '../../time/manualClock.js';
import { useNotices } from '../../ui/noticesStore.js';
import { useStudioStore } from '../studioStore.js';
import { TakeShelf } from './takeShelf.js';
import { Takes, type TakesHost } from './takes.js';
import { useTakes } from './takesStore.js';

beforeEach(() => {
  vi.stubGlobal('__LEIB_VERSION__', '0');
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  useTakes.setState({ countdownSeconds: 0, mode: 'idle' });
  useNotices.setState({ notices: [] });
});

const FRAME = 1 / 30;

async function openTakes() {
  const clock = new ManualClock();
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid' }));
  const pose = createPose(avatar.skeleton);
  updateWorldPose(avatar.skeleton, pose);
  const world = { clock, body: { avatar, pose }, reader: createJointReader(null) };
  const host = { world, sources: { current: null }, room: () => ({ label: 'Mirror', settings: {} }) };
  const databases = { list: fakeKeptFiles(), files: fakeKeptFiles() };
  const takes = new Takes(host as unknown as TakesHost, new TakeShelf(clock, databases));
  /** Frames of the studio, and whatever they have begun. */
  const run = async (seconds: number) => {
    for (let i = 0; i < Math.round(seconds / FRAME); i++) {
      takes.onPose(FRAME);
      await clock.advance(0);
    }
  };
  return { takes, run, databases };
}

test('without a countdown a recording begins at once; stopped, it is in the list and kept', async () => {
  const { takes, run, databases } = await openTakes();
  await takes.toggle();
  expect(useTakes.getState().mode).toBe('recording');
  expect(useStudioStore.getState().isRecording).toBe(true);
  await run(1);
  expect(takes.seconds).toBeCloseTo(1 - FRAME, 6);
  await takes.toggle();
  expect(takes.list().map(({ seconds, room }) => [seconds.toFixed(2), room])).toEqual([['0.97', 'Mirror']]);
  await takes.shelf.filesOf(takes.list()[0]);
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

test('a recording is written into the database every two seconds, and its parts go when it is a take', async () => {
  const { takes, run, databases } = await openTakes();
  await takes.start();
  await run(1.9);
  expect(await databases.files.names()).toEqual([]);
  await run(2.5);
  expect((await databases.files.names()).length).toBeGreaterThan(0);
  await takes.stop();
  const [{ id }] = takes.list();
  await takes.shelf.filesOf(takes.list()[0]);
  expect(await databases.files.names()).toEqual([`${id}.mcap`, `${id}.vrma`]);
});

test.each(rooms)('a recording goes on in $label where a person moves there, else it ends and is kept', async (room) => {
  const { takes, run } = await openTakes();
  await takes.start();
  await run(0.5);
  await takes.onRoom(room);
  const isStill = ['body', 'mocap', 'puppet'].includes(room.id);
  expect(takes.isRecording).toBe(!isStill);
  expect(takes.list()).toHaveLength(isStill ? 1 : 0);
  expect(useNotices.getState().notices.filter(({ kind }) => kind === 'error')).toEqual([]);
});
