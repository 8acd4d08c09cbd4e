import { defaultMidiMap } from '@leib/tracking/hands';
import { expect, test, vi } from 'vitest';
import { keepMidiMap, loadMidiMap } from './handKinds.js';

test('what was learned comes back; nonsense is the default', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(loadMidiMap(storage)).toEqual(defaultMidiMap);
  keepMidiMap({ thumb: 'cc 70', yaw: 'pitch bend' }, storage);
  expect(loadMidiMap(storage)).toEqual({ thumb: 'cc 70', yaw: 'pitch bend' });
  for (const text of ['{', '["cc 1"]', 'null', '{"thumb":{}}', '{"thumb":"cc x"}', '{"toe":"cc 1"}', '5']) {
    kept.set([...kept.keys()][0], text);
    expect(loadMidiMap(storage)).toEqual(defaultMidiMap);
  }
});

test('a browser that keeps nothing has the default', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
  keepMidiMap({ thumb: 'cc 70' });
  expect(loadMidiMap()).toEqual(defaultMidiMap);
  vi.unstubAllGlobals();
});
