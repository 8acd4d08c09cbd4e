import { expect, test } from 'vitest';
import { initialValues } from '../../files/settings.js';
import { reembodyShape } from '../../rooms/reembody/settings/reembodyShape.js';
import { rooms } from '../../rooms/rooms.js';
import { describeDifferences, planReplay, settingsOfTake } from './takeSettings.js';

const present = initialValues(reembodyShape);

test('what differs is set as it was recorded; how it is looked at stays', () => {
  const recorded = { ...present, latencyMs: 300, smoothing: true, root: 'spring', camera: 'mirror', showMirror: true };
  const { values, differences, unknown } = planReplay(recorded, reembodyShape, present);
  expect(values).toEqual({ latencyMs: 300, smoothing: true, root: 'spring' });
  expect(describeDifferences(differences)).toBe('Delay 300 ms, Hips carried by Spring, Smoothing on');
  expect(unknown).toEqual([]);
});

test('in another room what it has in common is set, and the rest is named', () => {
  const mirror = rooms.find(({ id }) => id === 'mirror');
  if (!mirror) throw new Error('expected a room mirror');
  const recorded = { ...present, latencyMs: 300, smoothing: true };
  const { values, unknown } = planReplay(recorded, mirror.shape, initialValues(mirror.shape));
  expect(values).toEqual({ smoothing: true });
  expect(unknown).toContain('latencyMs');
});

test('values that are refused, and settings without a room, are not taken', () => {
  const { values, unknown } = planReplay({ latencyMs: -5, nothing: 1 }, reembodyShape, present);
  expect([values, unknown]).toEqual([{}, ['latencyMs', 'nothing']]);
  expect(settingsOfTake([])).toBeNull();
  expect(settingsOfTake([{ seconds: 0, doc: { latencyMs: 3 } }])).toBeNull();
  const settings = { room: 'reembody', values: { latencyMs: 3 }, solver: null };
  expect(settingsOfTake([{ seconds: 0, doc: settings }])).toMatchObject({ room: 'reembody', values: { latencyMs: 3 } });
});
