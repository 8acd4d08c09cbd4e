import { quat, vec3 } from '@leib/core';
import { randomPoint, seededRandom, seeds } from '@leib/core/testing';
import { upAxes } from '@leib/formats';
import { expect, test } from 'vitest';
import { bodyBox } from './comparedBody.js';
import { ellipsoidFigure, figureLandmarks } from './figure.testing.js';
import { placeBody } from './placeBody.js';

/** Taller than wide than deep, and its front bulges, so that no two ways of standing look the same. */
const surface = ellipsoidFigure(0.5, 1.8, 0.3);
for (let at = 0; at < surface.positions.length; at += 3)
  if (surface.positions[at + 2] > 0) surface.positions[at + 2] *= 1.3;
const names = { indices: new Map(Object.entries(figureLandmarks())), vertexCount: null };
const upright = placeBody({ name: 'upright', surface, names }, { front: 'BellyButton' });

function expectSamePlace(positions: Float64Array): void {
  const worst = positions.reduce((most, v, i) => Math.max(most, Math.abs(v - upright.surface.positions[i])), 0);
  expect(worst).toBeLessThan(1e-6);
}

test('a body stands on the floor, over the origin', () => {
  const { minX, maxX, minY, maxY, minZ, maxZ } = bodyBox(upright.surface.positions);
  expect(minX).toBeCloseTo(-maxX, 12);
  expect(minZ).toBeCloseTo(-maxZ, 12);
  expect(minY).toBe(0);
  expect(maxY).toBeCloseTo(1.8, 12);
  // And looks along +Z: the navel is as far that way as anything.
  expect(upright.surface.positions[figureLandmarks().BellyButton * 3 + 2]).toBeCloseTo(maxZ, 12);
});

test('whatever axes the file had, the body faces the front: all 24 of them', () => {
  const half = [0, 90, 180, 270].map((degrees) => (degrees / 360) * Math.PI);
  const turns = new Map<string, ReturnType<typeof quat.create>>();
  for (const a of half) {
    for (const b of half) {
      for (const c of half) {
        const turn = quat.create();
        quat.multiply(turn, [Math.sin(a), 0, 0, Math.cos(a)], [0, Math.sin(b), 0, Math.cos(b)]);
        quat.multiply(turn, turn, [0, 0, Math.sin(c), Math.cos(c)]);
        const key = [
          [1, 0, 0],
          [0, 1, 0],
        ]
          .map((axis) =>
            Array.from(vec3.transformQuat(vec3.create(), axis as [number, number, number], turn), Math.round),
          )
          .join();
        turns.set(key, turn);
      }
    }
  }
  expect(turns.size).toBe(24);
  const random = seededRandom(1);
  for (const turn of turns.values()) {
    const shift = randomPoint(random, 5);
    const turned = surface.positions.slice();
    for (let at = 0; at < turned.length; at += 3) {
      const point = vec3.transformQuat(new Float64Array(3), turned.subarray(at, at + 3), turn);
      turned.set(vec3.add(point, point, shift), at);
    }
    const body = { name: 'turned', surface: { ...surface, positions: turned }, names };
    expectSamePlace(placeBody(body, { front: 'BellyButton' }).surface.positions);
  }
});

test.each(seeds(20))('a body that stands askew is turned by what it is askew (seed %i)', (seed) => {
  const random = seededRandom(seed);
  // Farther from any axis than a body that is only uneven.
  const yaw = Math.floor(random() * 4) * (Math.PI / 2) + 0.4 + random() * 0.7;
  const turned = surface.positions.slice();
  for (let at = 0; at < turned.length; at += 3) {
    const [x, z] = [turned[at], turned[at + 2]];
    turned[at] = Math.cos(yaw) * x + Math.sin(yaw) * z;
    turned[at + 2] = Math.cos(yaw) * z - Math.sin(yaw) * x;
  }
  expectSamePlace(
    placeBody({ name: 'askew', surface: { ...surface, positions: turned }, names }, { front: 'BellyButton' }).surface
      .positions,
  );
});

test.each(upAxes)('up may be said to be %s', (up) => {
  const { surface: placed } = placeBody({ name: 'said', surface, names: null }, { up });
  const { minX, maxX, maxY, minZ, maxZ } = bodyBox(placed.positions);
  const sizes = { x: 0.5, y: 1.8, z: 0.345 };
  expect(maxY).toBeCloseTo(sizes[up.at(-1) as 'x' | 'y' | 'z'], 9);
  expect((maxX - minX) * maxY * (maxZ - minZ)).toBeCloseTo(0.5 * 1.8 * 0.345, 9);
});

test('scaling to a stature scales everything alike', () => {
  const scaled = placeBody({ name: 'tall', surface, names }, { front: 'BellyButton', stature: 2.7 });
  expect(scaled.scale).toBeCloseTo(1.5, 12);
  scaled.surface.positions.forEach((value, i) => {
    expect(value).toBeCloseTo(1.5 * upright.surface.positions[i], 9);
  });
});

test('a front vertex that is unknown or on the body’s axis is an error', () => {
  expect(() => placeBody({ name: 'Ann', surface, names }, { front: 'Nose' })).toThrow(
    'Ann: expected a name of the vertices file for the front, got "Nose"',
  );
  const even = { name: 'Ann', surface: ellipsoidFigure(0.5, 1.8, 0.3), names };
  expect(() => placeBody(even, { front: 'HeadTop' })).toThrow(
    'Ann: expected a front vertex off the body’s axis, got "HeadTop" on it',
  );
});
