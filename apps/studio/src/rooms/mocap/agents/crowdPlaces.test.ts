import { expect, test } from 'vitest';
import { crowdPlace } from './crowdPlaces.js';

test('no two agents of a crowd stand on each other, and all stand behind the first', () => {
  const places = Array.from({ length: 200 }, (_, i) => crowdPlace(i, 1));
  for (const [i, [x, z]] of places.entries()) {
    if (i > 0) expect(z).toBeLessThan(-1);
    for (const [otherX, otherZ] of places.slice(0, i)) {
      expect(Math.hypot(x - otherX, z - otherZ)).toBeGreaterThan(0.9);
    }
  }
});
