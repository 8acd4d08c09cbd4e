import { placesUnderBrush, puppetMeshOf } from '@leib/puppet';
import { expect, test } from 'vitest';
import { hitSurface, middleOfHits } from './hitSurface.js';

/** Two squares of side 2, one above the other, which do not touch. */
const positions = Float64Array.of(
  -1,
  0,
  -1,
  1,
  0,
  -1,
  1,
  0,
  1,
  -1,
  0,
  1,
  -1,
  0.1,
  -1,
  1,
  0.1,
  -1,
  1,
  0.1,
  1,
  -1,
  0.1,
  1,
);
const triangles = Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7);
const mesh = puppetMeshOf(positions, triangles);

test('a ray meets the nearest surface first, and the place nearest to it', () => {
  const hits = hitSurface(mesh, [0.8, 5, 0.7], [0, -1, 0]);
  expect(hits.map(({ point }) => Number(point[1].toFixed(6)))).toEqual([0.1, 0]);
  const { place } = hits[0];
  expect([...mesh.positions.subarray(place * 3, place * 3 + 3)]).toEqual([1, 0.1, 1]);
  expect(middleOfHits(hits)?.point[1]).toBeCloseTo(0.05, 9);
  expect(middleOfHits(hits)?.thickness).toBeCloseTo(0.1, 9);
  expect(hitSurface(mesh, [3, 5, 0], [0, -1, 0])).toEqual([]);
  expect(hitSurface(mesh, [0, 5, 0], [0, 1, 0])).toEqual([]);
});

test('a brush paints what is joined to the place under it, and not what lies behind', () => {
  const [hit] = hitSurface(mesh, [0.2, 5, 0.1], [0, -1, 0]);
  const painted = placesUnderBrush(mesh, mesh.positions, hit.place, hit.point, 3);
  expect(painted).toHaveLength(4);
  expect(painted.every((place) => mesh.positions[place * 3 + 1] === 0.1)).toBe(true);
});
