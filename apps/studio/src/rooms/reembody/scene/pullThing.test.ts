import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { pullThing } from './pullThing.js';

const MASS = 0.4;
const LIMIT = MASS * 40;

/** A thing under gravity that is pulled to a place, seen two steps late; every step is one frame of the page. */
function drag(stepSeconds: number, seconds: number): { places: number[]; heights: number[] } {
  const goal = new Vector3(1, 0.5, 0);
  const [at, velocity] = [new Vector3(), new Vector3()];
  const seen = [at.clone(), at.clone(), at.clone()];
  const [places, heights]: number[][] = [[], []];
  for (let time = 0; time < seconds; time += stepSeconds) {
    const way = goal.clone().sub(seen[1]);
    const force = pullThing(way, seen[1].clone().sub(seen[0]), MASS, stepSeconds, LIMIT);
    const count = Math.max(1, Math.round(stepSeconds * 180));
    for (let i = 0; i < count; i++) {
      velocity.addScaledVector(force, stepSeconds / count / MASS);
      velocity.y -= (9.81 * stepSeconds) / count;
      at.addScaledVector(velocity, stepSeconds / count);
    }
    seen.shift();
    seen.push(at.clone());
    places.push(at.x);
    heights.push(at.y);
  }
  return { places, heights };
}

test.each([1 / 120, 1 / 60, 1 / 30, 0.1, 0.3])('a thing comes to the pointer and stays, with steps of %f s', (step) => {
  const { places, heights } = drag(step, 40 * step + 8);
  expect(Math.max(...places)).toBeLessThan(1.5);
  for (const place of places.slice(-5)) expect(place).toBeCloseTo(1, 1);
  for (const height of heights.slice(-5)) expect(height).toBeCloseTo(0.5, 1);
});

test('is no stronger than it may be, beside the weight it carries', () => {
  const force = pullThing(new Vector3(50, 0, 0), new Vector3(), MASS, 1 / 60, LIMIT);
  expect(force.x).toBeCloseTo(LIMIT, 9);
  expect(force.y).toBeCloseTo(MASS * 9.81, 9);
});
