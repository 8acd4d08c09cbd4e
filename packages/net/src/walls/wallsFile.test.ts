import { refusalOf } from '@leib/core';
import { expect, test } from 'vitest';
import { defaultWalls, parseWalls, WALLS_FORMAT } from './wallsFile.js';

const front = { name: 'front', lowerLeft: [-1, 0, -1], lowerRight: [1, 0, -1], upperLeft: [-1, 2, -1] };

function refusalFor(...walls: readonly object[]): string | null {
  return refusalOf(parseWalls(JSON.stringify({ format: WALLS_FORMAT, walls })));
}

test('the default is a file like any other: three walls of 2.65 x 2.12 m, two displays each', () => {
  const parsed = parseWalls(JSON.stringify(defaultWalls));
  expect(parsed).toEqual({ ok: true, value: defaultWalls });
  expect(defaultWalls.walls).toHaveLength(6);
  for (const { lowerLeft, lowerRight, upperLeft, eye } of defaultWalls.walls) {
    expect(Math.hypot(...lowerRight.map((value, i) => value - lowerLeft[i]))).toBeCloseTo(2.65, 12);
    expect(Math.hypot(...upperLeft.map((value, i) => value - lowerLeft[i]))).toBeCloseTo(2.12, 12);
    expect(eye).not.toBe('centre');
  }
});

test('what a file leaves out is filled in', () => {
  const parsed = parseWalls(JSON.stringify({ format: WALLS_FORMAT, walls: [front] }));
  expect(parsed.ok && parsed.value.walls[0]).toMatchObject({ stereo: 'mono', eye: 'centre', head: 'head' });
});

test.each([
  [[], 'walls: expected a length of 1 or more, got 0'],
  [[front, front], 'walls[1].name: expected a name of its own, got "front" as in walls[0]'],
  [[{ ...front, name: 'a b' }], 'walls[0].name: expected 1 to 32 letters, digits, "-" or "_", got "a b"'],
  [[{ ...front, lowerRight: [-1, 0, -1] }], 'walls[0].lowerRight: expected at least 1 cm from lowerLeft, got 0.0000 m'],
  [[{ ...front, upperLeft: [-1, 0, -1] }], 'walls[0].upperLeft: expected at least 1 cm from lowerLeft, got 0.0000 m'],
  [
    [front, { ...front, name: 'b', upperLeft: [3, 0, -1] }],
    'walls[1].upperLeft: expected a corner above lowerLeft, got one on the line through lowerLeft and lowerRight; measure it again',
  ],
  [
    [{ ...front, upperLeft: [0, 2, -1] }],
    'walls[0].upperLeft: expected a right angle at lowerLeft, got 63.4 degrees; measure the three corners again',
  ],
  [[{ ...front, lowerLeft: [-1, 0] }], 'walls[0].lowerLeft[2]: expected a number, got nothing'],
  [[{ ...front, upperLeft: [-1, 1e9, -1] }], 'walls[0].upperLeft[1]: expected at most 100, got 1000000000'],
  [
    [{ ...front, stereo: '3d' }],
    'walls[0].stereo: expected one of "mono", "side-by-side", "top-bottom", "anaglyph", got "3d"',
  ],
  [[{ ...front, resolution: [0, 600] }], 'walls[0].resolution[0]: expected 1 or more, got 0'],
  [[{ ...front, colour: 'red' }], 'walls[0].colour: there is no such key'],
])('wall file %# is refused in one sentence with its place', (walls, sentence) => {
  expect(refusalFor(...walls)).toBe(sentence);
});

test('another format is refused', () => {
  expect(refusalOf(parseWalls('{"format":"leib-walls/2","walls":[]}'))).toBe(
    'format: expected "leib-walls/1", got "leib-walls/2"',
  );
  expect(refusalOf(parseWalls('{'))).toMatch(/^expected JSON/);
});
