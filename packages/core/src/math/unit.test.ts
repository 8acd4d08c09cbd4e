import { expect, test } from 'vitest';
import { randomPoint, randomUnit, seededRandom, seeds } from '../testing.js';
import { createVec3, unitAcross, unitTowards, vec3 } from './index.js';

test.each(seeds(50))('unitTowards has length 1 and leads there (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [from, to] = [randomPoint(random, 3), randomPoint(random, 3)];
  const towards = unitTowards(createVec3(), from, to);
  expect(vec3.length(towards)).toBeCloseTo(1, 12);
  const arrived = vec3.scaleAndAdd(createVec3(), from, towards, vec3.distance(from, to));
  expect(vec3.distance(arrived, to)).toBeLessThan(1e-12);
});

test('towards itself there is no way; it answers up', () => {
  expect([...unitTowards(createVec3(), [1, 2, 3], [1, 2, 3])]).toEqual([0, 1, 0]);
});

test.each(seeds(50))('unitAcross is a unit vector across the axis, nearest to the wish (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [axis, wish] = [randomUnit(random), randomPoint(random, 5)];
  const across = unitAcross(createVec3(), axis, wish);
  expect(vec3.length(across)).toBeCloseTo(1, 12);
  expect(vec3.dot(across, axis)).toBeCloseTo(0, 12);
  // Nearest: no other direction across the axis has a larger share of the wish.
  for (let i = 0; i < 20; i++) {
    const other = unitAcross(createVec3(), axis, randomUnit(random));
    expect(vec3.dot(other, wish)).toBeLessThanOrEqual(vec3.dot(across, wish) + 1e-12);
  }
});

test.each(seeds(20))('a wish along the axis, or none, gets a fixed answer (seed %i)', (seed) => {
  const axis = randomUnit(seededRandom(seed));
  const answer = unitAcross(createVec3(), axis, axis);
  for (const scale of [0, 3, -2, 1e-12, 1e9]) {
    const wish = vec3.scale(createVec3(), axis, scale);
    expect([...unitAcross(createVec3(), axis, wish)]).toEqual([...answer]);
  }
  expect(vec3.length(answer)).toBeCloseTo(1, 12);
  expect(vec3.dot(answer, axis)).toBeCloseTo(0, 12);
});

test('the output may be one of the inputs', () => {
  const wish = createVec3(1, 1, 0);
  unitAcross(wish, [0, 1, 0], wish);
  expect([...wish]).toEqual([1, 0, 0]);
  const to = createVec3(0, 0, 5);
  unitTowards(to, [0, 0, 2], to);
  expect([...to]).toEqual([0, 0, 1]);
});
