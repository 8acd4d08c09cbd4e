import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { assignCheapest } from './assignCheapest.js';

/** All ways, tried one by one. */
function cheapestByTrial(costs: Float64Array, rows: number, columns: number, row = 0, used = 0): number {
  if (row === rows) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (let column = 0; column < columns; column++) {
    if (used & (1 << column)) continue;
    const rest = cheapestByTrial(costs, rows, columns, row + 1, used | (1 << column));
    least = Math.min(least, costs[row * columns + column] + rest);
  }
  return least;
}

test.each(seeds(60))('has the least cost of all assignments, and no column twice (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const rows = 1 + Math.floor(random() * 5);
  const columns = rows + Math.floor(random() * 3);
  const costs = Float64Array.from({ length: rows * columns }, () => Math.floor(random() * 20) - 5);
  const out = new Int8Array(rows);
  const sum = assignCheapest(costs, rows, columns, out);
  expect(sum).toBeCloseTo(cheapestByTrial(costs, rows, columns), 9);
  expect(new Set(out).size).toBe(rows);
  expect([...out].reduce((total, column, row) => total + costs[row * columns + column], 0)).toBeCloseTo(sum, 9);
});
