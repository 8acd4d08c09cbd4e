import { expect, test } from 'vitest';
import { checkObjects } from './checkObjects.js';
import { defaultRoom, type WorldObject } from './worldObject.js';

const box: WorldObject = { kind: 'box', name: 'a', size: [1, 1, 1], position: [0, 0, 0], mass: 1 };

test('the default room is sound', () => {
  expect(() => checkObjects(defaultRoom)).not.toThrow();
});

test.each<[readonly WorldObject[], string]>([
  [[{ ...box, name: 'a"/><body' }], 'a name is made of letters'],
  [[{ ...box, name: '' }], 'a name is made of letters'],
  [[box, box], 'objects[1] "a": the name is used twice'],
  [[{ ...box, size: [1, 0, 1] }], 'size is 0; it must be a positive number.'],
  [[{ ...box, position: [0, Number.NaN, 0] }], 'position is NaN; it must be a number.'],
  [[{ ...box, mass: -1 }], 'mass is -1'],
  [[{ kind: 'ball', name: 'b', radius: 0, position: [0, 0, 0], mass: 1 }], 'radius is 0'],
  [[{ kind: 'floor', name: 'f', height: Number.POSITIVE_INFINITY }], 'height is Infinity'],
])('%j is refused', (objects, reason) => {
  expect(() => checkObjects(objects)).toThrow(reason);
});
