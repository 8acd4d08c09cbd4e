import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { labelCells } from './labelCells.js';
import { waysFromLine } from './lineWays.js';
import type { SolidGrid } from './solidGrid.js';

const side = 20;

/** A block with random holes and thin walls of air, and air all around. */
function spongeOf(random: () => number): SolidGrid {
  const count = side ** 3;
  const isBorder = (index: number) =>
    [1, side, side * side].some((stride) => [0, side - 1].includes(Math.floor(index / stride) % side));
  return {
    origin: [0, 0, 0],
    cell: 0.01,
    counts: [side, side, side],
    inside: Uint8Array.from({ length: count }, (_, index) => (!isBorder(index) && random() < 0.7 ? 1 : 0)),
    walls: Uint8Array.from({ length: count }, () => (random() < 0.2 ? Math.floor(random() * 8) : 0)),
  };
}

test.each(seeds(10))('ways from one line are those that all lines together would find (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const grid = spongeOf(random);
  const ends = Float64Array.from({ length: 6 }, () => side * grid.cell * random());
  const most = seed % 2 === 0 ? Infinity : 0.06;
  expect(waysFromLine(grid, ends, most)).toEqual(labelCells(grid, ends, most).distances);
});
