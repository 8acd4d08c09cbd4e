import { galleryPeople } from '@leib/body';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSettingsStore } from '../../files/settingsStore.js';
import { mirrorRoom } from '../../rooms/mirrorRoom.js';
import { rooms } from '../../rooms/rooms.js';
import type { Studio } from '../studio.js';
import { useStudioStore } from '../studioStore.js';
import { type PanelPage, type PanelState, panelBar, panelPages, recordingBadge, sheetOf, slots } from './panelPages.js';

const before = useStudioStore.getState();
beforeEach(() => vi.stubGlobal('location', { hash: '#/mirror' }));
afterEach(() => {
  vi.unstubAllGlobals();
  useStudioStore.setState(before, true);
});

/** A studio that notes what it was asked for. */
function openStudio({ isStill = false } = {}) {
  const asked: string[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void asked.push([name, ...args.map((arg) => (typeof arg === 'object' ? 'person' : arg))].join(' '));
  const settings = createSettingsStore('mirror', mirrorRoom.shape, { getItem: () => null, setItem() {} });
  const studio = {
    takes: { isRecording: false, countdownLeft: 0, seconds: 0, toggle: note('record') },
    room: { isStill, settings },
    sources: {
      hasJoinedFeed: false,
      leaveVr: note('leave'),
      playHeadset: note('headset'),
      watch: note('watch'),
      joinTrackers: note('trackers'),
    },
    wardrobe: { wearDefaultAvatar: note('default'), wearBody: note('wear') },
    gallery: { wearRecent: note('recent') },
    world: { room: { acts: { actions: () => [{ id: 'own', label: 'Own action', run: note('own') }] } } },
  } as unknown as Studio;
  const panel: PanelState = {
    isPlaced: false,
    isGazeChosen: false,
    goTo: note('goTo'),
    hide: note('hide'),
    recentre: note('recentre'),
    togglePlaced: note('place'),
    toggleGaze: note('gaze'),
  };
  const items = () => [...panelPages(studio, panel).flatMap((page) => page.items), ...panelBar(studio, panel)];
  const press = (label: string) =>
    items()
      .find((item) => item.label === label && !item.isDisabled)
      ?.run();
  return { studio, settings, asked, items, press };
}

test.each([
  ['Recentre', 'recentre'],
  ['Record', 'record'],
  ['Hide', 'hide'],
  ['Leave', 'leave'],
  ['Me: headset', 'headset'],
  ['Demo', 'watch demo'],
  ['Join trackers', 'trackers'],
  ['Default', 'default'],
  [galleryPeople[0].name, 'wear person'],
  ['Panel: stay here', 'place'],
  ['Press by looking', 'gaze'],
  ['Own action', 'own'],
])('“%s” does what it says', (label, what) => {
  const { asked, press } = openStudio();
  press(label);
  expect(asked).toEqual([what]);
});

test('every room is there, and leads to it', () => {
  const { asked, press } = openStudio();
  for (const { id, label } of rooms) {
    press(label);
    expect(location.hash).toBe(`#/${id}`);
  }
  expect(asked).toEqual(rooms.map(() => 'goTo room'));
});

test('recent avatars and the last file are there once there are some', () => {
  const { asked, items, press } = openStudio();
  expect(items().find(({ label }) => label === 'No file opened')?.isDisabled).toBe(true);
  useStudioStore.setState({ fileLabel: 'walk.bvh' });
  const fox = { id: 'f', name: 'Fox', fileName: 'fox.vrm', body: null, byteCount: 1, wornAtMs: 0, picture: '' };
  useStudioStore.setState({ recentAvatars: [fox] });
  press('walk.bvh');
  press('Fox');
  expect(asked).toEqual(['watch file', 'recent f']);
});

test('mirror, its distance, stature and theme are changed in steps that can be undone', () => {
  const { settings, press } = openStudio();
  press('Mirror at 1.80 m');
  press('I am 1.72 m');
  press('Show mirror');
  expect(settings.values()).toMatchObject({ mirrorDistance: 1.8, stature: 1.72, showMirror: false });
  // Without a mirror there is none to move.
  press('Mirror at 2.00 m');
  expect(settings.values().mirrorDistance).toBe(1.8);
  settings.undo();
  expect(settings.values()).toMatchObject({ showMirror: true, stature: 1.72 });
  const { theme } = useStudioStore.getState();
  press(theme === 'dark' ? 'Light theme' : 'Dark theme');
  expect(useStudioStore.getState().theme).not.toBe(theme);
});

test('a room without a person records nothing and has no mirror to set', () => {
  const { items } = openStudio({ isStill: true });
  const labels = items().map(({ label }) => label);
  expect(labels).not.toContain('Show mirror');
  expect(items().find(({ label }) => label === 'Record')?.isDisabled).toBe(true);
});

test('the badge counts down, then up', () => {
  const takes = (isRecording: boolean, seconds: number, countdownLeft: number) =>
    recordingBadge({ isRecording, seconds, countdownLeft } as Studio['takes']);
  expect([takes(false, 0, 0), takes(false, 0, 2.2), takes(true, 65.9, 0)]).toEqual(['', 'in 3', 'REC 1:05']);
});

const page = (count: number, note = ''): PanelPage => ({
  id: 'page',
  label: 'Page',
  card: null,
  note,
  items: Array.from({ length: count }, (_, i) => ({ id: `${i}`, label: `${i}`, run: () => {} })),
});

test.each([0, 1, 6, 7, 8, 9, 15, 40])(
  '%i buttons are all reached, sheet by sheet, and never more than fit',
  (count) => {
    for (const note of ['', 'A sentence.']) {
      const most = note ? slots.withNote : slots.alone;
      const seen = new Set<string>();
      for (let sheet = 0; sheet < 20; sheet++) {
        const items = sheetOf(page(count, note), sheet, () => {});
        expect(items.length).toBeLessThanOrEqual(most);
        for (const { id } of items) if (id !== 'more') seen.add(id);
      }
      expect(seen.size).toBe(count);
    }
  },
);
