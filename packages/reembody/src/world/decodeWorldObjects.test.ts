import { expect, test } from 'vitest';
import { decodeWorldObjects } from './decodeWorldObjects.js';
import { defaultRoom, type WorldObject } from './worldObject.js';

const box: WorldObject = { kind: 'box', name: 'a', size: [1, 1, 1], position: [0, 0, 0], mass: 1 };

test('the default room is sound', () => {
  expect(decodeWorldObjects(defaultRoom)).toEqual({ ok: true, value: defaultRoom });
});

test.each<[unknown, string, string]>([
  [[{ ...box, name: 'a"/><body' }], '[0].name', 'expected up to 40 letters'],
  [[{ ...box, name: '' }], '[0].name', 'expected up to 40 letters'],
  [[{ ...box, name: 'a'.repeat(41) }], '[0].name', 'expected up to 40 letters'],
  [[box, box], '', 'expected names that differ, got "a" twice'],
  [[{ ...box, size: [1, 0, 1] }], '[0].size[1]', 'got 0'],
  [[{ ...box, position: [0, Number.NaN, 0] }], '[0].position[1]', 'got NaN'],
  [[{ ...box, mass: -1 }], '[0].mass', 'got -1'],
  [[{ ...box, rotation: [0, 0, 0] }], '[0].rotation[3]', ''],
  [[{ ...box, colour: 'red' }], '[0].colour', 'there is no such key'],
  [[{ kind: 'cat', name: 'a' }], '[0].kind', 'expected one of "floor", "box", "ball", "door", "button"'],
  [[{ kind: 'ball', name: 'b', radius: 0, position: [0, 0, 0], mass: 1 }], '[0].radius', 'got 0'],
  [[{ kind: 'floor', name: 'f', height: Number.POSITIVE_INFINITY }], '[0].height', 'got Infinity'],
  [[{ kind: 'floor', name: 'f', height: '0" pos="1' }], '[0].height', 'expected a number'],
  [Array(5).fill(box), '', 'expected at most 4 things, got 5'],
])('%j is refused', (objects, path, reason) => {
  const decoded = decodeWorldObjects(objects, { count: 4, metres: 100 });
  expect(decoded).toMatchObject({ ok: false, path, reason: expect.stringContaining(reason) });
});
