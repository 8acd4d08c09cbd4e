import { expect, test } from 'vitest';
import { BodyFigure, boxLines } from './bodyFigure.js';
import { placePoint } from './tapeLines.js';

const triangles = Uint32Array.of(0, 1, 2);
const small = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const large = small.map((value) => value * 2);
const normals = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1);

function morphFor(seconds: number, hz: number): number {
  const figure = new BodyFigure('test');
  figure.show(triangles, small, normals);
  figure.show(triangles, large, normals);
  for (let i = 0; i < Math.round(seconds * hz); i++) figure.step(1 / hz);
  return figure.positions[3];
}

test('the first surface is there at once, the next within a quarter of a second', () => {
  const figure = new BodyFigure('test');
  figure.show(triangles, small, normals);
  expect([...figure.positions]).toEqual([...small]);
  figure.show(triangles, large, normals);
  expect([...figure.positions]).toEqual([...small]);
  for (let i = 0; i < 30; i++) figure.step(0.01);
  expect([...figure.positions]).toEqual([...large]);
  expect(figure.isMorphing).toBe(false);
});

test('the way is the same at any frame rate', () => {
  expect(morphFor(0.1, 120)).toBeCloseTo(morphFor(0.1, 60), 5);
  expect(morphFor(0.1, 60)).toBeGreaterThan(1);
  expect(morphFor(0.1, 60)).toBeLessThan(2);
});

test('another topology replaces the surface without a way', () => {
  const figure = new BodyFigure('test');
  figure.show(triangles, small, normals);
  figure.show(Uint32Array.of(0, 2, 1), large, normals);
  expect([...figure.positions]).toEqual([...large]);
});

test('an anchored point of a tape lies on its edge, wherever the skin is', () => {
  const anchors = { vertices: Uint32Array.of(0, 1), shares: Float32Array.of(0.25) };
  const line = { name: 'waist', isClosed: true, points: new Float32Array(), anchors } as const;
  const out = new Float32Array(3);
  placePoint(line, 0, small, out, 0);
  expect([...out]).toEqual([0.25, 0, 0]);
  placePoint(line, 0, large, out, 0);
  expect([...out]).toEqual([0.5, 0, 0]);
});

test('a box has twelve edges around all points', () => {
  const lines = boxLines(Float32Array.from([0, 0, 0, 1, 2, 3, 0.5, -1, 1]));
  expect(lines).toHaveLength(72);
  const corners = new Set(Array.from({ length: 24 }, (_, i) => lines.slice(i * 3, i * 3 + 3).join()));
  expect(corners.size).toBe(8);
  expect(corners).toContain('1,2,3');
  expect(corners).toContain('0,-1,0');
});
