import { describe, expect, test } from 'vitest';
import {
  changedExpertCount,
  choice,
  expert,
  initialValues,
  number,
  type SettingsOf,
  shownSections,
  toggle,
} from './settings.js';
import { SettingsError } from './settingsFile.js';
import { createSettingsStore } from './settingsStore.js';

const shape = {
  view: {
    title: 'View',
    controls: {
      showSkeleton: toggle('Skeleton', false, ''),
      camera: choice('Camera', 'orbit', { orbit: 'Orbit', eyes: 'Eyes' }, ''),
    },
  },
  body: { title: 'Body', controls: { stature: number('Stature', 1.7, [1.2, 2.2, 0.01], 'm', '') } },
} as const;

function memoryStorage() {
  const data = new Map<string, string>();
  return {
    getItem: (key: string) => data.get(key) ?? null,
    setItem: (key: string, text: string) => void data.set(key, text),
  };
}

const createRoom = (storage = memoryStorage()) => createSettingsStore('test', shape, storage);

describe('settings', () => {
  test('values are typed and begin with what the shape says', () => {
    const values: SettingsOf<typeof shape> = createRoom().values();
    expect(values).toEqual({ showSkeleton: false, camera: 'orbit', stature: 1.7 });
  });

  test('undo takes back one gesture, not one mouse move; redo brings it again', () => {
    const room = createRoom();
    room.set('stature', 1.71);
    room.set('stature', 1.72);
    room.set('stature', 1.8);
    room.endGesture();
    room.set('stature', 1.9);
    room.undo();
    expect(room.values().stature).toBe(1.8);
    room.undo();
    expect(room.values().stature).toBe(1.7);
    room.redo();
    room.redo();
    expect(room.values().stature).toBe(1.9);
  });

  test('undo and redo at their ends change nothing', () => {
    const room = createRoom();
    room.undo();
    room.redo();
    expect(room.values()).toEqual({ showSkeleton: false, camera: 'orbit', stature: 1.7 });
  });

  test('a value the control cannot take is not taken', () => {
    const room = createRoom();
    room.set('stature', 9);
    room.set('stature', Number.NaN);
    room.set('camera', 'nowhere');
    room.set('nothing', 1);
    expect(room.values()).toEqual({ showSkeleton: false, camera: 'orbit', stature: 1.7 });
    expect(room.store.getState().past).toHaveLength(0);
  });

  test('reset is a step that can be undone', () => {
    const room = createRoom();
    room.set('showSkeleton', true);
    room.reset();
    expect(room.values().showSkeleton).toBe(false);
    room.undo();
    expect(room.values().showSkeleton).toBe(true);
  });

  test('what was saved loads again, in the file and between visits', () => {
    const storage = memoryStorage();
    const room = createRoom(storage);
    room.set('camera', 'eyes');
    room.set('stature', 1.85);
    const other = createRoom();
    other.load(room.toJson());
    expect(other.values()).toEqual(room.values());
    expect(createRoom(storage).values()).toEqual(room.values());
  });

  test.each([
    ['{', /expected JSON/],
    ['{"room":"test","values":{}}', /format: expected a value/],
    ['{"format":"x/1","room":"test","values":{}}', /format: expected "leib-settings\/1"/],
    ['{"format":"leib-settings/1","room":"other","values":{}}', /room: expected settings for "test", got "other"/],
    [
      '{"format":"leib-settings/1","room":"test","values":{"stature":"tall"}}',
      /values\.stature: expected a number from 1\.2 to 2\.2, got /,
    ],
    [
      '{"format":"leib-settings/1","room":"test","values":{"stature":3}}',
      /values\.stature: expected a number from 1\.2 to 2\.2, got 3$/,
    ],
    ['{"format":"leib-settings/1","room":"test","values":{"prototype":1}}', /values\.prototype: there is no such/],
    ['{"format":"leib-settings/1","room":"test","values":{"__proto__":1}}', /values\.__proto__: there is no such/],
    ['{"format":"leib-settings/1","room":"test","values":[1]}', /values: expected an object, got a list/],
    ['{"format":"leib-settings/1","room":"test","values":{"colour":1}}', /values\.colour: there is no such setting/],
  ])('a bad file says where and why, and changes nothing: %s', (text, reason) => {
    const room = createRoom();
    room.set('showSkeleton', true);
    expect(() => room.load(text)).toThrow(SettingsError);
    expect(() => room.load(text)).toThrow(reason);
    expect(room.values().showSkeleton).toBe(true);
  });
});

const twoLevels = {
  view: { title: 'View', controls: { mirror: toggle('Mirror', true, 'x'), grid: expert(toggle('Grid', false, 'x')) } },
  solver: { title: 'Solver', isExpert: true, controls: { gain: number('Gain', 1, [0, 2, 0.1], '', 'x') } },
} as const;

const keysOf = (isExpert: boolean) =>
  shownSections(twoLevels, isExpert, initialValues(twoLevels)).flatMap(({ controls }) => controls.map(([key]) => key));

test('the simple level leaves out expert controls and whole expert sections', () => {
  expect(keysOf(false)).toEqual(['mirror']);
  expect(keysOf(true)).toEqual(['mirror', 'grid', 'gain']);
  expect(shownSections(twoLevels, false, initialValues(twoLevels)).map(({ title }) => title)).toEqual(['View']);
});

test('what changes nothing with the other settings as they are is not shown, whole sections neither', () => {
  const isOn = (values: object) => (values as { readonly mirror: boolean }).mirror;
  const shape = {
    view: {
      title: 'View',
      controls: { mirror: toggle('Mirror', true, 'x'), size: { ...toggle('Size', true, 'x'), counts: isOn } },
    },
    glass: { title: 'Glass', counts: isOn, controls: { tint: toggle('Tint', true, 'x') } },
  } as const;
  const shown = (mirror: boolean) =>
    shownSections(shape, true, { ...initialValues(shape), mirror }).map(({ controls }) => controls.map(([key]) => key));
  expect(shown(true)).toEqual([['mirror', 'size'], ['tint']]);
  expect(shown(false)).toEqual([['mirror']]);
});

test('changed settings that are hidden are counted, shown ones are not', () => {
  const values = initialValues(twoLevels);
  expect(changedExpertCount(twoLevels, values)).toBe(0);
  expect(changedExpertCount(twoLevels, { ...values, mirror: false })).toBe(0);
  expect(changedExpertCount(twoLevels, { ...values, mirror: false, grid: true, gain: 0.5 })).toBe(2);
});
