import { expect, test } from 'vitest';
import { createFigurePlaces, followPerson, stepFigurePlaces } from './figurePlaces.js';

test('figures stand in a row from left to right, or in one place', () => {
  const places = createFigurePlaces();
  stepFigurePlaces(places, 'side', 0, 1);
  expect([...places.x]).toEqual([...places.x].sort((a, b) => a - b));
  expect(places.x[1] - places.x[0]).toBeGreaterThan(1);
  expect(places.x[0]).toBeCloseTo(-places.x[3]);
  stepFigurePlaces(places, 'over', 0.5, 1);
  expect([...places.x]).toEqual([0, 0, 0, 0]);
});

test('a person who walks away is followed, one who moves about is not', () => {
  const places = createFigurePlaces();
  followPerson(places, 0.4, -0.2);
  expect(places.middle).toEqual({ x: 0, z: 0 });
  followPerson(places, 3, 4);
  expect(Math.hypot(3 - places.middle.x, 4 - places.middle.z)).toBeCloseTo(0.55);
});
