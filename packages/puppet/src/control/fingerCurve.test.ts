import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { applyMagnets, magnetForce } from './fingerCurve.js';

function randomMagnets(seed: number) {
  const random = seededRandom(seed);
  const low = -2 * random();
  return { low, high: low + 0.2 + 2 * random(), softness: 0.02 + random() * 0.5 };
}

test.each(seeds(20))(
  'a stopper is never reached, and more of the finger is always more of the part (seed %i)',
  (seed) => {
    const magnets = randomMagnets(seed);
    let before = -Infinity;
    for (let angle = -50; angle <= 50; angle += 0.13) {
      const turned = applyMagnets(magnets, angle);
      expect(turned).toBeGreaterThan(Math.max(before, magnets.low));
      expect(turned).toBeLessThan(magnets.high);
      before = turned;
    }
  },
);

test.each(seeds(20))(
  'the middle is left alone, and the slope falls towards each stopper without a kink (seed %i)',
  (seed) => {
    const magnets = randomMagnets(seed);
    const soft = Math.min(magnets.softness, (magnets.high - magnets.low) / 2);
    const middle = (magnets.low + magnets.high) / 2;
    expect(applyMagnets(magnets, middle)).toBeCloseTo(middle, 12);
    const step = 1e-6;
    const slopeAt = (x: number) => (applyMagnets(magnets, x + step) - applyMagnets(magnets, x - step)) / (2 * step);
    for (const side of [1, -1]) {
      const edge = side > 0 ? magnets.high - soft : magnets.low + soft;
      let slope = 1;
      for (let past = 0.01; past < 5; past += 0.05) {
        const next = slopeAt(edge + side * past * soft);
        expect(next).toBeLessThan(slope);
        slope = next;
      }
      expect(slopeAt(edge + side * 1e-4 * soft)).toBeCloseTo(1, 3);
    }
  },
);

test.each(seeds(20))('the force on the finger is the share of its motion that the magnets take (seed %i)', (seed) => {
  const magnets = randomMagnets(seed);
  const step = 1e-6;
  for (let angle = magnets.low - 1; angle < magnets.high + 1; angle += 0.037) {
    const slope = (applyMagnets(magnets, angle + step) - applyMagnets(magnets, angle - step)) / (2 * step);
    const [up, down] = [magnetForce(magnets, angle, true), magnetForce(magnets, angle, false)];
    expect(Math.max(up, down)).toBeCloseTo(1 - slope, 4);
    // Only the stopper ahead holds back: one of the two is free.
    expect(Math.min(up, down)).toBe(0);
  }
});

test('two stoppers at the same place leave no motion', () => {
  expect(applyMagnets({ low: 0.3, high: 0.3, softness: 1 }, 5)).toBe(0.3);
  expect(magnetForce({ low: 0.3, high: 0.3, softness: 1 }, 5, true)).toBe(1);
});
