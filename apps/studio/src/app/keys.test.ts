import { emulatorKeys } from '@leib/tracking';
import { mouseHandKeys } from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import { mocapKeys } from '../rooms/mocap/panel/useMocapKeys.js';
import { stageKeys, takeKeys } from '../rooms/puppet/puppetKeys.js';
import { rooms } from '../rooms/rooms.js';
import { voiceKeys } from '../rooms/together/voice/talkKeys.js';
import { cameraKeys } from '../world/cameraKeys.js';
import { keyName } from './Help.js';
import { type KeyGroup, type KeySituation, keyGroups, keyOfEvent, keyRows } from './keys.js';

const sources = ['demo', 'emulator', 'headset', 'file', 'feed'] as const;
const tabs = ['play', 'build', 'skin', 'takes', 'file'] as const;

/** All that the page can be in. */
const situations: readonly KeySituation[] = rooms.flatMap(({ id, still }) =>
  sources.flatMap((source) =>
    [false, true].flatMap((isEmulatedVr) =>
      (id === 'puppet' ? tabs : tabs.slice(0, 1)).flatMap((puppetTab) =>
        [false, true].map((isOutput) => ({
          roomId: id,
          isStill: still !== undefined,
          source,
          hasTimeline: source === 'demo' || source === 'file',
          isEmulatedVr,
          puppetTab,
          isOutput,
        })),
      ),
    ),
  ),
);

test('no two keys of one situation are the same', () => {
  for (const now of situations) {
    const keys = keyRows.filter(({ when }) => when(now)).flatMap((row) => row.keys);
    const doubled = keys.filter((key, i) => keys.indexOf(key) !== i);
    expect(doubled, JSON.stringify(now)).toEqual([]);
  }
});

test('a key that moves the emulated person is no key of the page', () => {
  const ofPage = keyRows.filter(({ group }) => ['page', 'play', 'record'].includes(group)).flatMap(({ keys }) => keys);
  // The arrows wind what plays, and walk where nothing can be wound; Home is home whoever hears it.
  const both = ofPage.filter((key) => key in emulatorKeys && !key.startsWith('Arrow') && key !== 'Home');
  expect(both).toEqual([]);
});

test.each<[KeyGroup[], object]>([
  [['person', 'hands'], emulatorKeys],
  [['camera'], cameraKeys],
  [['mocap'], mocapKeys],
  [['together'], voiceKeys],
  [['puppetTakes'], takeKeys],
])('%s: what is documented is what is heard', (groups, heard) => {
  const documented = keyRows.filter(({ group }) => groups.includes(group)).flatMap(({ keys }) => keys);
  expect(documented.toSorted()).toEqual(Object.keys(heard).toSorted());
});

test('the fingers and the toolbar of Puppet are documented', () => {
  const documented = keyRows.filter(({ group }) => group === 'puppet').flatMap(({ keys }) => keys);
  for (const key of [...Object.keys(mouseHandKeys), ...Object.keys(stageKeys)]) expect(documented).toContain(key);
});

test('every row is heard in some situation and stands below a heading', () => {
  for (const row of keyRows) {
    expect(situations.some(row.when), row.does).toBe(true);
    expect(keyGroups[row.group]).toBeTruthy();
  }
});

test('keys go by their place, commands by their letter, the question mark by its character', () => {
  const event = (init: Partial<KeyboardEvent>) =>
    ({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...init }) as KeyboardEvent;
  expect(keyOfEvent(event({ code: 'KeyR', key: 'p' }))).toBe('KeyR');
  expect(keyOfEvent(event({ code: 'KeyY', key: 'z', ctrlKey: true }))).toBe('Ctrl+KeyZ');
  expect(keyOfEvent(event({ code: 'KeyZ', key: 'Z', metaKey: true, shiftKey: true }))).toBe('Ctrl+Shift+KeyZ');
  expect(keyOfEvent(event({ code: 'Minus', key: '?', shiftKey: true }))).toBe('?');
  expect(keyName('Ctrl+Shift+KeyZ')).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(keyName('ArrowLeft')).toEqual(['←']);
});
