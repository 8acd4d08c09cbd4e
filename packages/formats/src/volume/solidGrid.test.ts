import { expect, test } from 'vitest';
import { buildSolidGrid } from './solidGrid.js';

/** A tetrahedron, and its first side so many times more. */
function tetrahedron(copies: number) {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const triangles = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, ...Array.from({ length: copies }, () => [0, 2, 1]).flat()];
  return { positions, triangles: Uint32Array.from(triangles) };
}

test('large triangles over each other: some are drawn, hundreds of layers are refused before any work', () => {
  const { inside } = buildSolidGrid(tetrahedron(20));
  expect(inside.filter((cell) => cell === 1).length / inside.length).toBeGreaterThan(0.1);
  expect(() => buildSolidGrid(tetrahedron(10_000))).toThrow('lie over each other in hundreds of layers');
});
