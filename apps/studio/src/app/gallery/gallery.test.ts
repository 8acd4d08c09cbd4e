import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { usePage } from '../../ui/pageStore.js';
import { useStudioStore } from '../studioStore.js';
import { Gallery } from './gallery.js';
import { recentLimits } from './recentAvatar.js';

beforeEach(() => {
  // Every avatar is worn a second after the one before.
  let seconds = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => 1000 * ++seconds);
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  useStudioStore.setState({ recentAvatars: [], wornTile: null });
  usePage.setState({ notices: [] });
});

function openGallery(databases = { cards: fakeKeptFiles(), files: fakeKeptFiles() }) {
  const opened: string[] = [];
  const wardrobe = {
    openAvatar: async (file: File) => void opened.push(`${file.name} ${await file.text()}`),
    wearBody: async () => true,
    wearDefaultFirst: async () => void opened.push('default'),
  };
  const world = { body: null, takePortrait: async () => 'data:image/png;base64,AAAA' };
  const gallery = new Gallery(world, wardrobe, databases);
  /** Wears a file; the list is as it is then. */
  const wear = async (name: string) => {
    gallery.onWorn({ kind: 'file', file: new File([name], `${name}.vrm`), name });
    // What is worn again waits for what is being kept.
    await gallery.wearRecent('');
  };
  return { gallery, wear, opened, databases };
}

const names = () => useStudioStore.getState().recentAvatars.map(({ name }) => name);
const said = () => usePage.getState().notices.map(({ text }) => text);

test('worn files are listed with pictures, and worn again from what the browser has kept', async () => {
  const { wear, databases } = openGallery();
  await wear('fox');
  await wear('owl');
  expect(names()).toEqual(['owl', 'fox']);
  expect(useStudioStore.getState().recentAvatars.every(({ picture }) => picture !== '')).toBe(true);
  useStudioStore.setState({ recentAvatars: [], wornTile: null });
  const next = openGallery(databases);
  await next.gallery.load();
  expect(names()).toEqual(['owl', 'fox']);
  await next.gallery.wearRecent(useStudioStore.getState().recentAvatars[1].id);
  expect(next.opened).toEqual(['fox.vrm fox']);
});

test.each(['cards', 'files'] as const)(
  'full storage of %s: one sentence; the avatar is worn, and none of the others is lost',
  async (which) => {
    const { wear, databases } = openGallery();
    for (let i = 0; i < recentLimits.count; i++) await wear(`avatar ${i}`);
    const [listed, files] = [names(), await databases.files.names()];
    databases[which].isFull = true;
    await wear('fox');
    expect(said()).toEqual([
      'fox is worn, but the browser has no room to keep it: delete recent avatars, or load its file again next time.',
    ]);
    expect(names()).toEqual(listed);
    expect(await databases.files.names()).toEqual(files);
    expect(await databases.cards.names()).toHaveLength(recentLimits.count);
    databases[which].isFull = false;
    await wear('fox');
    expect(names()).toEqual(['fox', ...listed.slice(0, -1)]);
    expect(await databases.files.names()).toHaveLength(recentLimits.count);
  },
);

test('a visit begins with the file that was worn last, or with the default person where none is kept', async () => {
  const { wear, databases } = openGallery();
  await wear('fox');
  const next = openGallery(databases);
  await next.gallery.wearFirst();
  expect(next.opened[0]).toBe('fox.vrm fox');
  databases.files.isFull = true;
  await wear('bear');
  const last = openGallery(databases);
  await last.gallery.wearFirst();
  expect(last.opened).toEqual(['default']);
});
