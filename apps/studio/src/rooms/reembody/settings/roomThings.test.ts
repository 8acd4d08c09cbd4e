import { defaultRoom } from '@leib/reembody';
import { expect, test } from 'vitest';
import { createSettingsStore } from '../../../files/settingsStore.js';
import { reembodyShape } from './reembodyShape.js';
import {
  checkThings,
  movedThing,
  newThing,
  thingKinds,
  thingsOf,
  turnedBox,
  turnOfBox,
  withThing,
} from './roomThings.js';

test.each(thingKinds)('a new %s has a name of its own and is accepted, however many there are', (kind) => {
  let things = thingsOf(null);
  for (let i = 0; i < 3; i++) things = [...things, newThing(kind, things)];
  expect(new Set(things.map(({ name }) => name)).size).toBe(defaultRoom.length + 3);
  expect(checkThings(things)).toBeNull();
});

test('a box that is turned and tilted has the same turn and tilt again', () => {
  const box = newThing('step', []);
  if (box.kind !== 'box') throw new Error('expected a box');
  for (const turn of [-2.5, -0.3, 0, 1, 3])
    for (const tilt of [-1.2, 0, 0.4, 1.5]) {
      const found = turnOfBox(turnedBox(box, { turn, tilt }));
      expect(found.turn).toBeCloseTo(turn, 9);
      expect(found.tilt).toBeCloseTo(tilt, 9);
    }
});

test('things are set, saved and undone with the room’s settings; a room that is none is refused', () => {
  const settings = createSettingsStore('reembody', reembodyShape, { getItem: () => null, setItem() {} });
  const things = [...defaultRoom, newThing('ball', defaultRoom)];
  settings.set('things', things);
  settings.endGesture();
  settings.set('things', withThing(things, 1, movedThing(things[1], [1, 0.85, 0.75])));
  expect(thingsOf(settings.values().things)[1]).toMatchObject({ name: 'table', position: [1, 0.85, 0.75] });
  const other = createSettingsStore('reembody', reembodyShape, { getItem: () => null, setItem() {} });
  other.load(settings.toJson());
  expect(other.values().things).toEqual(settings.values().things);
  settings.undo();
  expect(settings.values().things).toEqual(things);
  settings.undo();
  expect(settings.values().things).toBeNull();
  settings.set('things', [things[1], things[1]]);
  expect(settings.values().things).toBeNull();
});
