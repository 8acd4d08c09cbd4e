import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { convexHull, createHullScratch, hullPerimeter } from './planeCut.js';

function hullOf(points: readonly (readonly [number, number])[]) {
  const u = Float64Array.from(points, ([x]) => x);
  const v = Float64Array.from(points, ([, y]) => y);
  const scratch = createHullScratch(points.length);
  const cornerCount = convexHull(u, v, points.length, scratch);
  return { corners: [...scratch.corners.subarray(0, cornerCount)], length: hullPerimeter(u, v, cornerCount, scratch) };
}

test.each(seeds(50))('every point lies left of every side, and sides turn left (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const points = Array.from({ length: 3 + Math.floor(random() * 60) }, () => [random(), random()] as const);
  const { corners } = hullOf(points);
  corners.forEach((corner, i) => {
    const [a, b] = [points[corner], points[corners[(i + 1) % corners.length]]];
    for (const point of points) {
      const turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
      expect(turn).toBeGreaterThanOrEqual(-1e-15);
    }
  });
});

test('points inside do not lengthen the tape', () => {
  const square = [[0, 0] as const, [2, 0] as const, [2, 1] as const, [0, 1] as const];
  expect(hullOf([...square, [1, 0.5], [0.3, 0.9], [1, 0]]).length).toBeCloseTo(6, 12);
});

test('a tape around a dented circle bridges the dent', () => {
  const circle = Array.from({ length: 720 }, (_, i) => {
    const angle = (i * Math.PI) / 360;
    const radius = i > 340 && i < 380 ? 0.8 : 1;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
  expect(hullOf(circle).length).toBeGreaterThan(2 * Math.PI - 0.01);
  expect(hullOf(circle).length).toBeLessThan(2 * Math.PI);
});

test.each([0, 1, 2])('%i points are a hull of that many corners', (count) => {
  const { corners, length } = hullOf(
    (
      [
        [0, 0],
        [3, 4],
      ] as const
    ).slice(0, count),
  );
  expect(corners).toHaveLength(count);
  expect(length).toBeCloseTo(count === 2 ? 10 : 0, 12);
});
