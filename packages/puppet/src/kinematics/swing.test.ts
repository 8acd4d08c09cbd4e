import { describe, expect, test } from 'vitest';
import { createSwingStep, updateSwingStep } from './swing.js';

/** Value and velocity after so many steps over one second. */
function swingFor(frequency: number, damping: number, steps: number): [number, number] {
  const step = updateSwingStep(createSwingStep(), frequency, damping, 1 / steps);
  let [x, v] = [0.7, -2];
  for (let i = 0; i < steps; i++) [x, v] = [step.keep * x + step.rise * v, step.pull * x + step.carry * v];
  return [x, v];
}

describe.each([
  [1.5, 0],
  [1.5, 0.2],
  [0.7, 0.99],
  [2, 1],
  [1, 1.8],
])('%f Hz, damping %f', (frequency, damping) => {
  test('steps compose', () => {
    const [x, v] = swingFor(frequency, damping, 1);
    for (const steps of [7, 60]) {
      const [otherX, otherV] = swingFor(frequency, damping, steps);
      expect(otherX).toBeCloseTo(x, 10);
      expect(otherV).toBeCloseTo(v, 9);
    }
  });

  test("follows x'' = -2 d w x' - w^2 x, by small steps of another kind", () => {
    const w = 2 * Math.PI * frequency;
    let [x, v] = [0.7, -2];
    const count = 200_000;
    for (let i = 0; i < count; i++) {
      v += ((-2 * damping * w * v - w * w * x) * 1) / count;
      x += v / count;
    }
    expect(swingFor(frequency, damping, 1)[0]).toBeCloseTo(x, 3);
  });
});

test('no time, no change; a pause of an hour ends at rest', () => {
  expect(updateSwingStep(createSwingStep(), 2, 0.3, 0)).toEqual({ keep: 1, rise: 0, pull: -0, carry: 1 });
  const { keep, rise, pull, carry } = updateSwingStep(createSwingStep(), 2, 0.3, 3600);
  expect([keep, rise, pull, carry].map(Math.abs)).toEqual([0, 0, 0, 0]);
});
