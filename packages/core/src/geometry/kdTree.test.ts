import { expect, test } from 'vitest';
import { seededRandom, seeds } from '../testing.js';
import { closestOnTriangle, createClosestPoint } from './closestOnTriangle.js';
import { buildKdTree, forEachWithin, nearestInTree } from './kdTree.js';

const cloud = (random: () => number, count: number) => Float64Array.from({ length: count * 3 }, random);

test.each(seeds(20))('the nearest point is the nearest of all (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const points = cloud(random, 1 + Math.floor(random() * 400));
  // Many points in one plane, and some twice.
  if (seed % 3 === 0) for (let i = 1; i < points.length; i += 3) points[i] = Math.round(points[i] * 2);
  if (seed % 4 === 0) points.copyWithin(0, Math.floor(points.length / 6) * 3, Math.floor(points.length / 6) * 6);
  const tree = buildKdTree(points);
  for (let round = 0; round < 60; round++) {
    const [x, y, z] = [random() * 2 - 0.5, random() * 2 - 0.5, random() * 2 - 0.5];
    const distance = (point: number) =>
      Math.hypot(points[point * 3] - x, points[point * 3 + 1] - y, points[point * 3 + 2] - z);
    const all = Array.from({ length: points.length / 3 }, (_, point) => distance(point));
    expect(distance(nearestInTree(tree, x, y, z))).toBe(Math.min(...all));
    const found: number[] = [];
    forEachWithin(tree, x, y, z, 0.3, (point) => found.push(point));
    const expected = all.flatMap((d, point) => (d <= 0.3 ? [point] : []));
    expect(found.sort((a, b) => a - b)).toEqual(expected);
  }
});

test('an empty tree has no nearest point', () => {
  expect(nearestInTree(buildKdTree(new Float64Array()), 0, 0, 0)).toBe(-1);
});

test.each(seeds(50))('no point of a triangle is nearer than the closest one (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const p = cloud(random, 3);
  const [x, y, z] = [random() * 3 - 1, random() * 3 - 1, random() * 3 - 1];
  const out = createClosestPoint();
  closestOnTriangle(p, 0, 3, 6, { x, y, z }, out);
  expect(out.a + out.b + out.c).toBeCloseTo(1, 12);
  expect(Math.min(out.a, out.b, out.c)).toBeGreaterThanOrEqual(-1e-12);
  const distanceSq = (a: number, b: number, c: number) =>
    [x, y, z].reduce((sum, value, k) => sum + (a * p[k] + b * p[3 + k] + c * p[6 + k] - value) ** 2, 0);
  expect(out.distanceSq).toBeCloseTo(distanceSq(out.a, out.b, out.c), 10);
  let leastSq = Number.POSITIVE_INFINITY;
  for (let i = 0; i <= 40; i++) {
    for (let k = 0; k <= 40 - i; k++) leastSq = Math.min(leastSq, distanceSq(i / 40, k / 40, 1 - i / 40 - k / 40));
  }
  expect(leastSq).toBeGreaterThanOrEqual(out.distanceSq - 1e-12);
});
