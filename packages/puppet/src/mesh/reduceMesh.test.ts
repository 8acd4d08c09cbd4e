import { expect, test } from 'vitest';
import { placeVertices, puppetMeshOf } from '../model/puppetMesh.js';
import { reduceMesh } from './reduceMesh.js';

/** Two bumpy sheets of 60 x 60 points, one a millimetre above the other: lips that nearly touch. */
function lips() {
  const size = 60;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let sheet = 0; sheet < 2; sheet++) {
    const first = positions.length / 3;
    for (let i = 0; i < size * size; i++) {
      const [x, z] = [(i % size) / size, Math.floor(i / size) / size];
      positions.push(x, 0.02 * Math.sin(9 * x) * Math.cos(7 * z) + sheet * 0.001, z);
    }
    for (let row = 0; row < size - 1; row++) {
      for (let column = 0; column < size - 1; column++) {
        const a = first + row * size + column;
        triangles.push(a, a + size, a + 1, a + 1, a + size, a + size + 1);
      }
    }
  }
  return puppetMeshOf(Float64Array.from(positions), Uint32Array.from(triangles));
}

const fine = lips();
const coarse = await reduceMesh(fine, 600);
const out = new Float64Array(fine.vertexPositions.length);

function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

test('a mesh is reduced to as many places as asked for, and one that has fewer stays', async () => {
  expect(coarse.placeCount).toBeGreaterThan(200);
  expect(coarse.placeCount).toBeLessThanOrEqual(600);
  expect(await reduceMesh(fine, 1e6)).toBe(fine);
  expect(coarse.triangles.every((place) => place < coarse.placeCount)).toBe(true);
  expect(coarse.placeOf.every((place) => place < coarse.placeCount)).toBe(true);
});

test('at rest, moved and turned, the fine surface is where it belongs', () => {
  placeVertices(coarse, coarse.positions, out);
  expect(largestDifference(out, fine.vertexPositions)).toBeLessThan(1e-6);
  // A turn about y by 0.3 rad and a step.
  const turned = (points: Float64Array) =>
    points.map((value, i) => {
      const [x, z] = [points[i - (i % 3)], points[i - (i % 3) + 2]];
      if (i % 3 === 1) return value + 1;
      return i % 3 === 0 ? Math.cos(0.3) * x + Math.sin(0.3) * z : Math.cos(0.3) * z - Math.sin(0.3) * x;
    });
  placeVertices(coarse, turned(coarse.positions), out);
  expect(largestDifference(out, turned(fine.vertexPositions))).toBeLessThan(1e-6);
});

test('a lip rides on itself: when the upper one opens, the lower one stays', () => {
  const isUpper = (y: number, x: number, z: number) => y - 0.02 * Math.sin(9 * x) * Math.cos(7 * z) > 0.0005;
  const opened = coarse.positions.slice();
  for (let at = 0; at < opened.length; at += 3)
    if (isUpper(opened[at + 1], opened[at], opened[at + 2])) opened[at + 1] += 1;
  placeVertices(coarse, opened, out);
  const wanted = fine.vertexPositions.map((y, i) => (i % 3 === 1 && i >= fine.vertexPositions.length / 2 ? y + 1 : y));
  expect(largestDifference(out, wanted)).toBeLessThan(1e-6);
});

test('a cloud of loose pieces is reduced, too', async () => {
  const positions = Float64Array.from({ length: 900 * 9 }, (_, i) => {
    const piece = Math.floor(i / 9);
    return (
      [piece % 10, Math.floor(piece / 10) % 10, Math.floor(piece / 100)][i % 3] + (i % 9 === 3 || i % 9 === 7 ? 0.2 : 0)
    );
  });
  const pieces = puppetMeshOf(
    positions,
    Uint32Array.from({ length: 2700 }, (_, i) => i),
  );
  const reduced = await reduceMesh(pieces, 300);
  expect(reduced.placeCount).toBeLessThanOrEqual(300);
  const moved = new Float64Array(positions.length);
  placeVertices(reduced, reduced.positions, moved);
  expect(largestDifference(moved, positions)).toBeLessThan(1e-6);
});
