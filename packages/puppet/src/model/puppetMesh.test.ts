import { expect, test } from 'vitest';
import { placeVertices, puppetMeshOf } from './puppetMesh.js';

/** A square of two triangles whose diagonal is a seam: six vertices at four places, and two triangles without area. */
const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0);
const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5, 0, 3, 1, 0, 6, 2);

test('vertices at the same place are one place; triangles without area are left out of the places only', () => {
  const mesh = puppetMeshOf(positions, triangles);
  expect(mesh.placeCount).toBe(5);
  expect(mesh.placeOf[0]).toBe(mesh.placeOf[3]);
  expect(mesh.placeOf[2]).toBe(mesh.placeOf[4]);
  expect(mesh.triangles).toHaveLength(6);
  expect(mesh.vertexTriangles).toBe(triangles);
});

test('vertices go where their places go', () => {
  const mesh = puppetMeshOf(positions, triangles);
  const moved = mesh.positions.map((value, i) => value + (i % 3 === 1 ? 2 : 0));
  const out = new Float64Array(positions.length);
  placeVertices(mesh, moved, out);
  expect(out).toEqual(positions.map((value, i) => value + (i % 3 === 1 ? 2 : 0)));
});
