import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { usePage } from '../../ui/pageStore.js';
import { useStudioStore } from '../studioStore.js';
import { PlayedFile } from './playedFile.js';

const before = useStudioStore.getState();
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useStudioStore.setState(before, true);
  usePage.setState({ notices: [] });
});

const play = (label: string) => useStudioStore.setState({ source: { kind: 'file', label } });

test('a reload goes on with the file that played last, and with nothing where something else moved the body', async () => {
  const kept = fakeKeptFiles();
  const played = new PlayedFile(kept);
  for (const name of ['walk.bvh', 'run.bvh']) {
    play(name);
    await played.keep(new File([name], name));
  }
  // A headset that is put on and off is no other choice.
  useStudioStore.setState({ source: { kind: 'headset', label: 'Headset' } });
  play('run.bvh');
  expect(await (await new PlayedFile(kept).read())?.text()).toBe('run.bvh');
  expect(await kept.names()).toEqual(['run.bvh']);
  useStudioStore.setState({ source: { kind: 'demo', label: 'Demo' } });
  expect(await new PlayedFile(kept).read()).toBeNull();
});

test('a file that the browser has no room for plays, and it is said that it is not kept', async () => {
  const kept = fakeKeptFiles();
  kept.isFull = true;
  play('walk.bvh');
  const played = new PlayedFile(kept);
  await played.keep(new File(['x'], 'walk.bvh'));
  expect(usePage.getState().notices.map(({ text }) => text)).toEqual([
    'walk.bvh plays, but the browser has no room to keep it: open it again next time.',
  ]);
  expect(await played.read()).toBeNull();
});
