import { expect, test } from 'vitest';
import { slicePlane } from './slicePlane.js';
import { makeBox, makeTube } from './solids.testing.js';
import { tapeAround } from './tapeAround.js';

test('a cut tube is a circle of its radius at that height', () => {
  const tube = makeTube(0, 1, (y) => 0.1 + 0.05 * y, 256);
  for (const height of [0.1, 0.413, 0.9]) {
    const loops = slicePlane(tube, [0, 1, 0], height);
    expect(loops).toHaveLength(1);
    expect(loops[0].isClosed).toBe(true);
    expect(tapeAround(loops[0].points, [0, 1, 0]).length).toBeCloseTo(2 * Math.PI * (0.1 + 0.05 * height), 4);
  }
});

test('a slanting plane through a box gives the slanting outline', () => {
  const normal = [0, Math.SQRT1_2, Math.SQRT1_2];
  const [loop] = slicePlane(makeBox([0, 0, 0], [1, 1, 1]), normal, Math.SQRT1_2);
  expect(tapeAround(loop.points, normal).length).toBeCloseTo(2 + 2 * Math.SQRT2, 10);
});

test('two bodies are two outlines, and a missing triangle opens one of them', () => {
  const left = makeTube(0, 1, () => 0.1, 16, 6);
  const shifted = left.positions.map((value, i) => (i % 3 === 0 ? value + 0.5 : value));
  const count = left.positions.length / 3;
  const both = {
    positions: Float64Array.from([...left.positions, ...shifted]),
    triangles: Uint32Array.from([...left.triangles, ...left.triangles.map((vertex) => vertex + count)]),
  };
  expect(slicePlane(both, [0, 1, 0], 0.52).map(({ isClosed }) => isClosed)).toEqual([true, true]);
  const crossing = left.triangles.findIndex((_, at) => {
    if (at % 3 !== 0) return false;
    const heights = [0, 1, 2].map((k) => left.positions[left.triangles[at + k] * 3 + 1]);
    return Math.min(...heights) < 0.52 && Math.max(...heights) > 0.52;
  });
  const triangles = both.triangles.filter((_, at) => at < crossing || at >= crossing + 3);
  const loops = slicePlane({ ...both, triangles }, [0, 1, 0], 0.52);
  expect(loops.map(({ isClosed }) => isClosed).sort()).toEqual([false, true]);
});

test('a plane that misses the surface cuts nothing', () => {
  expect(slicePlane(makeBox([0, 0, 0], [1, 1, 1]), [0, 1, 0], 2)).toEqual([]);
});
