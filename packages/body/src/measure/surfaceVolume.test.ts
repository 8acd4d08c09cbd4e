import { expect, test } from 'vitest';
import { makeBox, makeTube } from './solids.testing.js';
import { findSurfaceFaults, surfaceVolume } from './surfaceVolume.js';

test('a box has its volume, wherever it stands', () => {
  for (const shift of [0, 1000]) {
    const { positions, triangles } = makeBox([shift, shift, shift], [shift + 0.3, shift + 1.8, shift + 0.2]);
    expect(surfaceVolume(positions, triangles)).toBeCloseTo(0.108, 10);
  }
});

test('a surface inside out has a negative volume', () => {
  const { positions, triangles } = makeBox([0, 0, 0], [1, 1, 1]);
  expect(surfaceVolume(positions, triangles.slice().reverse())).toBeCloseTo(-1, 12);
});

test('a tube of many sides comes close to the cylinder', () => {
  const { positions, triangles } = makeTube(0, 1, () => 0.1, 512);
  expect(surfaceVolume(positions, triangles)).toBeCloseTo(Math.PI * 0.01, 5);
});

test('faults: none on closed surfaces, three rims where a triangle is missing, a flipped neighbour is bad', () => {
  const tube = makeTube(0, 1, () => 0.1, 12, 4);
  expect(findSurfaceFaults(tube)).toEqual({ openEdgeCount: 0, badEdgeCount: 0 });
  const holed = { ...tube, triangles: tube.triangles.slice(3) };
  expect(findSurfaceFaults(holed)).toEqual({ openEdgeCount: 3, badEdgeCount: 0 });
  const flipped = tube.triangles.slice();
  [flipped[0], flipped[1]] = [flipped[1], flipped[0]];
  expect(findSurfaceFaults({ ...tube, triangles: flipped }).badEdgeCount).toBeGreaterThan(0);
});
