import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createPriorKernel, multiplyMatrix, type PriorKernel, quantiseValues } from './priorKernel.js';

const int = (random: () => number, size: number) => Math.floor((2 * random() - 1) * (size + 1));

function fill(kernel: PriorKernel, weightAt: (index: number) => number, valueAt: (index: number) => number): void {
  for (let i = 0; i < kernel.weights.length; i++) kernel.weights[i] = weightAt(i);
  for (let i = 0; i < kernel.values.length; i++) kernel.values[i] = valueAt(i);
}

test('there is SIMD here, or the rest of this file compares nothing', () => {
  expect(createPriorKernel(64, 16, 4).isSimd).toBe(true);
  expect(createPriorKernel(64, 16, 4, { simd: false }).isSimd).toBe(false);
});

test.each(seeds(20))('the fast sums are the plain ones, bit for bit (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const rowCount = 4 * (1 + Math.floor(random() * 20));
  const columnCount = 16 * (1 + Math.floor(random() * 16));
  const [weights, values] = [rowCount * columnCount, columnCount].map((count, i) =>
    Array.from({ length: count }, () => int(random, i === 0 ? 127 : 32767)),
  );
  const sums = [true, false].map((simd) => {
    const kernel = createPriorKernel(rowCount * columnCount, columnCount, rowCount, { simd });
    fill(
      kernel,
      (i) => weights[i],
      (i) => values[i],
    );
    kernel.sumRows(0, kernel.valuesAt, kernel.sumsAt, rowCount, columnCount);
    return [...kernel.sums];
  });
  expect(sums[0]).toEqual(sums[1]);
  const exact = weights.slice(0, columnCount).reduce((sum, weight, i) => sum + weight * values[i], 0);
  expect(sums[0][0]).toBe(exact);
});

test.each([127, -127])('the widest matrix with the largest numbers does not overflow (%i)', (weight) => {
  const kernel = createPriorKernel(4 * 512, 512, 4);
  fill(
    kernel,
    () => weight,
    () => 32767,
  );
  kernel.sumRows(0, kernel.valuesAt, kernel.sumsAt, 4, 512);
  expect([...kernel.sums]).toEqual(Array(4).fill(weight * 32767 * 512));
});

test.each(seeds(20))('a product is as exact as 15 bits of the largest value (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [rowCount, columnCount, paddedColumns] = [8, 41, 48];
  const kernel = createPriorKernel(rowCount * paddedColumns, 64, rowCount);
  const matrix = { rowCount, columnCount, paddedColumns, weightsAt: 0, rowScales: new Float64Array(8).fill(0.01) };
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column++)
      kernel.weights[row * paddedColumns + column] = int(random, 127);
  }
  const scale = 10 ** (6 * random() - 3);
  const x = Float64Array.from({ length: columnCount }, () => (2 * random() - 1) * scale);
  const bias = Float64Array.from({ length: rowCount }, random);
  const out = new Float64Array(rowCount);
  quantiseValues(kernel, x, columnCount, paddedColumns);
  multiplyMatrix(kernel, matrix, bias, out);
  for (let row = 0; row < rowCount; row++) {
    let exact = bias[row];
    for (let i = 0; i < columnCount; i++) exact += 0.01 * kernel.weights[row * paddedColumns + i] * x[i];
    expect(Math.abs(out[row] - exact)).toBeLessThan((columnCount * 1.27 * scale) / 32767);
  }
});

test('a vector of zeros is zero', () => {
  const kernel = createPriorKernel(64, 16, 4);
  quantiseValues(kernel, new Float64Array(16), 16, 16);
  expect(kernel.valueStep).toBe(0);
  expect([...kernel.values]).toEqual(Array(16).fill(0));
});
