import { InputError } from '@leib/core';
import { expect, test, vi } from 'vitest';
import { createSettingsStore } from '../../files/settingsStore.js';
import { mirrorRoom } from '../../rooms/mirrorRoom.js';
import type { Studio } from '../studio.js';
import { sharedViewToJson } from './sharedView.js';
import { openSharedFile } from './shareView.js';

function openStudio() {
  const settings = createSettingsStore('mirror', mirrorRoom.shape, { getItem: () => null, setItem() {} });
  const sources = { playClip: vi.fn(), playDemo: vi.fn() };
  const goTo = vi.fn();
  const studio = { room: { id: 'mirror', settings }, sources, goToRoom: async () => {}, world: { rig: { goTo } } };
  return { studio: studio as unknown as Studio, settings, sources, goTo };
}

const camera = { position: [1, 2, 3] as [number, number, number], target: [0, 1, 0] as [number, number, number] };

test('a shared view brings settings, clip and camera', async () => {
  const { studio, settings, sources, goTo } = openStudio();
  const source = { kind: 'clip', id: 'wave' } as const;
  const text = sharedViewToJson({ room: 'mirror', settings: { background: 'green' }, camera, source });
  await openSharedFile(studio, text);
  expect(settings.values().background).toBe('green');
  expect(sources.playClip).toHaveBeenCalledWith('wave');
  expect(goTo).toHaveBeenCalledWith(camera.position, camera.target);
});

test.each([
  ['names a setting that does not exist', { settings: { background: 'green', nonsense: 1 } }],
  ['has a value that a setting does not take', { settings: { background: 'purple' } }],
  ['is of another room', { room: 'nowhere', settings: { background: 'green' } }],
])('a view that %s changes nothing and is refused with the reason', async (_, part) => {
  const { studio, settings, sources, goTo } = openStudio();
  const before = settings.values();
  const view = { room: 'mirror', camera, source: { kind: 'demo' } as const, ...part };
  await expect(openSharedFile(studio, sharedViewToJson(view))).rejects.toThrow();
  expect(settings.values()).toEqual(before);
  expect([sources.playDemo.mock.calls.length, goTo.mock.calls.length]).toEqual([0, 0]);
});

test('a damaged file is refused as input', async () => {
  await expect(openSharedFile(openStudio().studio, '{"format":"leib-view/1"}')).rejects.toThrow(InputError);
});
