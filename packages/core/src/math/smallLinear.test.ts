import { expect, test } from 'vitest';
import { seededRandom, seeds } from '../testing.js';
import { applyPseudoInverse, decomposeRows, gramOfRows, solveCholesky } from './smallLinear.js';

const ROWS = 6;

function randomMatrix(random: () => number, rowCount: number, columnCount: number): Float64Array {
  return Float64Array.from({ length: rowCount * columnCount }, () => 2 * random() - 1);
}

function times(a: Float64Array, x: ArrayLike<number>, rowCount: number, columnCount: number): Float64Array {
  const out = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    for (let i = 0; i < columnCount; i++) out[row] += a[row * columnCount + i] * x[i];
  }
  return out;
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, digits = 9): void {
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i], digits);
}

test.each(seeds(30))('Cholesky solves (A A^T + damping) x = b (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const columnCount = 1 + Math.floor(random() * 12);
  const a = randomMatrix(random, ROWS, columnCount);
  const gram = new Float64Array(ROWS * ROWS);
  gramOfRows(gram, a, ROWS, columnCount);
  for (let row = 0; row < ROWS; row++) gram[row * ROWS + row] += 0.01;
  const x = randomMatrix(random, ROWS, 1);
  const b = times(gram, x, ROWS, ROWS);
  expect(solveCholesky(gram.slice(), b, ROWS)).toBe(true);
  expectClose(b, x, 8);
});

test('Cholesky refuses what is not positive definite', () => {
  expect(solveCholesky(Float64Array.of(1, 2, 2, 1), Float64Array.of(1, 1), 2)).toBe(false);
  expect(solveCholesky(Float64Array.of(0, 0, 0, 0), Float64Array.of(1, 1), 2)).toBe(false);
});

test.each(seeds(30))('U S V^T is the matrix again, U orthogonal, rows orthogonal (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const columnCount = 1 + Math.floor(random() * 30);
  const a = randomMatrix(random, ROWS, columnCount);
  const rows = a.slice();
  const u = new Float64Array(ROWS * ROWS);
  decomposeRows(rows, u, ROWS, columnCount);
  // A = sum over i of u_i (s_i v_i)^T, and u_i is row i of u
  const again = new Float64Array(a.length);
  for (let i = 0; i < ROWS; i++) {
    for (let row = 0; row < ROWS; row++) {
      for (let c = 0; c < columnCount; c++)
        again[row * columnCount + c] += u[i * ROWS + row] * rows[i * columnCount + c];
    }
  }
  expectClose(again, a);
  const gramU = new Float64Array(ROWS * ROWS);
  gramOfRows(gramU, u, ROWS, ROWS);
  for (let i = 0; i < ROWS * ROWS; i++) expect(gramU[i]).toBeCloseTo(i % (ROWS + 1) === 0 ? 1 : 0, 10);
  const gramRows = new Float64Array(ROWS * ROWS);
  gramOfRows(gramRows, rows, ROWS, columnCount);
  for (let i = 0; i < ROWS * ROWS; i++) if (i % (ROWS + 1) !== 0) expect(gramRows[i]).toBeCloseTo(0, 10);
});

test.each(seeds(30))('the pseudo-inverse satisfies the normal equations, also without full rank (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const columnCount = 2 + Math.floor(random() * 14);
  const a = randomMatrix(random, ROWS, columnCount);
  // Two rows that say the same: rank is lost.
  if (seed % 2 === 0) for (let i = 0; i < columnCount; i++) a[columnCount + i] = -2 * a[i];
  const b = randomMatrix(random, ROWS, 1);
  const rows = a.slice();
  const u = new Float64Array(ROWS * ROWS);
  const x = new Float64Array(columnCount);
  decomposeRows(rows, u, ROWS, columnCount);
  applyPseudoInverse(x, rows, u, b, ROWS, columnCount);
  const left = times(a, x, ROWS, columnCount).map((value, row) => value - b[row]);
  for (let i = 0; i < columnCount; i++) {
    let slope = 0;
    for (let row = 0; row < ROWS; row++) slope += a[row * columnCount + i] * left[row];
    expect(slope).toBeCloseTo(0, 9);
  }
});

test('a matrix of zeros has the pseudo-inverse zero', () => {
  const rows = new Float64Array(6);
  const u = new Float64Array(4);
  const x = new Float64Array(3).fill(7);
  decomposeRows(rows, u, 2, 3);
  applyPseudoInverse(x, rows, u, Float64Array.of(1, 1), 2, 3);
  expect([...x]).toEqual([0, 0, 0]);
});
