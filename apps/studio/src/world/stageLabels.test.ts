import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import type { PictureSpace } from './pictureSpace.js';
import { type LabelBox, separateLabels } from './stageLabels.js';

const isOverlapping = (a: LabelBox, b: LabelBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 1e-3 && b.y < a.y + a.height - 1e-3;

test('no two labels overlap, wherever they are', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 50; round++) {
    const boxes = Array.from({ length: 12 }, () => ({ x: 200 * random(), y: 120 * random(), width: 70, height: 18 }));
    separateLabels(boxes, null);
    for (const [i, a] of boxes.entries()) for (const b of boxes.slice(i + 1)) expect(isOverlapping(a, b)).toBe(false);
  }
});

test('two names beside each other step apart; what has no room there, or is nearly free of the other, goes down', () => {
  const pair = (dx: number, dy: number) => [
    { x: 100, y: 100, width: 80, height: 20 },
    { x: 100 + dx, y: 100 + dy, width: 120, height: 20 },
  ];
  const placesOf = (boxes: LabelBox[], within: PictureSpace | null) => {
    separateLabels(boxes, within);
    return boxes.map(({ x, y }) => [x, y]);
  };
  const beside = [
    [80, 100],
    [160, 102],
  ];
  expect(placesOf(pair(40, 2), null)).toEqual(beside);
  expect(placesOf(pair(20, 2), null)[1]).toEqual([120, 120]);
  expect(placesOf(pair(40, 19), null)[1]).toEqual([140, 120]);
  const wall = { frame: { left: 90, top: 0, right: 900, bottom: 900 }, cards: [] };
  expect(placesOf(pair(40, 2), wall)[1]).toEqual([140, 120]);
});

test('labels that are apart stay where they are', () => {
  const boxes = [
    { x: 0, y: 0, width: 50, height: 18 },
    { x: 60, y: 0, width: 50, height: 18 },
    { x: 0, y: 40, width: 50, height: 18 },
  ];
  separateLabels(boxes, null);
  expect(boxes.map(({ y }) => y)).toEqual([0, 0, 40]);
});

const space: PictureSpace = {
  frame: { left: 10, top: 60, right: 380, bottom: 600 },
  cards: [
    { left: 10, top: 60, right: 326, bottom: 200 },
    { left: 10, top: 210, right: 150, bottom: 254 },
  ],
};

test('a label below a card goes down, or to the side where that is nearer, and stays in the frame', () => {
  const under = { x: 180, y: 150, width: 120, height: 23 };
  const beside = { x: 130, y: 215, width: 120, height: 23 };
  const outside = { x: 350, y: 400, width: 90, height: 23 };
  separateLabels([under, beside, outside], space);
  expect(under).toMatchObject({ x: 180, y: 200 });
  expect(beside).toMatchObject({ x: 150 });
  expect(outside).toMatchObject({ x: 290, y: 400 });
});
