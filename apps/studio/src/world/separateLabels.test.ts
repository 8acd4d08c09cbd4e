import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { type LabelBox, separateLabels } from './separateLabels.js';

const isOverlapping = (a: LabelBox, b: LabelBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 1e-3 && b.y < a.y + a.height - 1e-3;

test('no two labels overlap, wherever they are, and none moves sideways', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 50; round++) {
    const boxes = Array.from({ length: 12 }, () => ({ x: 200 * random(), y: 120 * random(), width: 70, height: 18 }));
    const xs = boxes.map(({ x }) => x);
    separateLabels(boxes);
    for (const [i, a] of boxes.entries()) for (const b of boxes.slice(i + 1)) expect(isOverlapping(a, b)).toBe(false);
    expect(boxes.map(({ x }) => x)).toEqual(xs);
  }
});

test('labels that are apart stay where they are', () => {
  const boxes = [
    { x: 0, y: 0, width: 50, height: 18 },
    { x: 60, y: 0, width: 50, height: 18 },
    { x: 0, y: 40, width: 50, height: 18 },
  ];
  separateLabels(boxes);
  expect(boxes.map(({ y }) => y)).toEqual([0, 0, 40]);
});
