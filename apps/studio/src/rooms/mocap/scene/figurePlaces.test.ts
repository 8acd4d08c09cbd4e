import { expect, test } from 'vitest';
import { apartIn, createFigurePlaces, followPerson, stepFigurePlaces } from './figurePlaces.js';

test('figures stand in a row from left to right, or in one place', () => {
  const places = createFigurePlaces();
  stepFigurePlaces(places, 'side', { apart: apartIn({ width: 800, height: 600 }), extra: 0 }, 1);
  expect([...places.x]).toEqual([...places.x].sort((a, b) => a - b));
  expect(places.x[1] - places.x[0]).toBeGreaterThan(1);
  expect(places.x[0]).toBeCloseTo(-places.x[3]);
  stepFigurePlaces(places, 'over', { apart: 1, extra: 0.5 }, 1);
  expect([...places.x]).toEqual([0, 0, 0, 0]);
});

test('in an upright picture they stand closer, so that they are drawn larger', () => {
  expect(apartIn({ width: 370, height: 560 })).toBeLessThan(0.9);
  expect(apartIn({ width: 500, height: 620 })).toBeGreaterThan(0.9);
  expect(apartIn({ width: 844, height: 300 })).toBe(1.15);
});

test('a person who walks away is followed, one who moves about is not', () => {
  const places = createFigurePlaces();
  followPerson(places, 0.4, -0.2);
  expect(places.middle).toEqual({ x: 0, z: 0 });
  followPerson(places, 3, 4);
  expect(Math.hypot(3 - places.middle.x, 4 - places.middle.z)).toBeCloseTo(0.55);
});
