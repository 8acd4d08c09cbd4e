import { expect, test } from 'vitest';
import { placeAround } from './placesAround.js';

const numbers = [0, 1, 2, 3, 4, 5, 6];

test.each(numbers)('place %i looks at the middle, whatever the distance', (number) => {
  for (const distance of [0.5, 2]) {
    const { x, z, yaw } = placeAround(number, distance, false);
    const away = Math.sqrt(x * x + z * z);
    // Yaw 0 looks along +z.
    expect(Math.sin(yaw)).toBeCloseTo(-x / away, 9);
    expect(Math.cos(yaw)).toBeCloseTo(-z / away, 9);
    expect(away).toBeGreaterThan(0.9 * distance);
  }
});

test('no two stand in the same place', () => {
  const places = numbers.map((number) => placeAround(number, 0.9, false));
  for (const [i, a] of places.entries()) {
    for (const b of places.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.z - b.z)).toBeGreaterThan(0.6);
  }
});
