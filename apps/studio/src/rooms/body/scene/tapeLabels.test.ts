import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { spreadLabels, topOfColumn } from './tapeLabels.js';

test.each(seeds(20))('labels keep their order, their distance and the frame (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const labels = Array.from({ length: 12 }, () => ({ anchorY: 400 * random(), y: 0 }));
  spreadLabels(labels, 20, 50, 350);
  for (let i = 0; i < labels.length; i++) {
    expect(labels[i].y).toBeGreaterThanOrEqual(50);
    expect(labels[i].y).toBeLessThanOrEqual(350);
    if (i === 0) continue;
    expect(labels[i].anchorY).toBeGreaterThanOrEqual(labels[i - 1].anchorY);
    expect(labels[i].y - labels[i - 1].y).toBeGreaterThanOrEqual(20 - 1e-9);
  }
});

test('where there is room a label stands at its anchor', () => {
  const labels = [100, 200, 300].map((anchorY) => ({ anchorY, y: 0 }));
  spreadLabels(labels, 20, 50, 350);
  expect(labels.map(({ y }) => y)).toEqual([100, 200, 300]);
});

test('a column begins below the card that reaches into it', () => {
  const space = {
    frame: { left: 14, top: 60, right: 880, bottom: 780 },
    cards: [{ left: 14, top: 60, right: 318, bottom: 200 }],
  };
  expect(topOfColumn(space, 220, 340)).toBe(200);
  expect(topOfColumn(space, 560, 680)).toBe(60);
});
