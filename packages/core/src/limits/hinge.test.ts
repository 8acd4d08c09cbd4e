import { expect, test } from 'vitest';
import { createQuat, DEG, quat } from '../math/index.js';
import { angleBetween, bytesPerCall, CALL_GARBAGE, randomQuat, randomUnit, seededRandom, seeds } from '../testing.js';
import { buildHinge, clampHinge, isInsideHinge } from './hinge.js';

test.each(seeds(50))('the answer is allowed, nearest, and stays (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const axis = randomUnit(random);
  const min = (random() - 0.5) * 2 * Math.PI;
  const hinge = buildHinge(axis, { min, max: min + random() * 2 * Math.PI });
  const rotation = randomQuat(random);
  const out = createQuat();
  expect(clampHinge(hinge, rotation, out)).toBe(true);
  expect(isInsideHinge(hinge, out)).toBe(true);
  expect(clampHinge(hinge, out, createQuat())).toBe(false);
  const candidate = createQuat();
  for (let i = 0; i <= 300; i++) {
    quat.setAxisAngle(candidate, axis, hinge.range.min + (i / 300) * (hinge.range.max - hinge.range.min));
    expect(isInsideHinge(hinge, candidate)).toBe(true);
    expect(angleBetween(rotation, out)).toBeLessThanOrEqual(angleBetween(rotation, candidate) + 1e-7);
  }
  // Inside is left alone, to the bit.
  clampHinge(hinge, candidate, out);
  expect([...out]).toEqual([...candidate]);
});

test.each([
  [0, 145, 160, 145],
  [0, 145, -10, 0],
  [0, 145, -110, 145],
  [-200, -20, 170, 170],
])('an elbow of %i .. %i takes %i to %i degrees', (min, max, angle, answer) => {
  const hinge = buildHinge([0, 0, 3], { min: min * DEG, max: max * DEG });
  const out = createQuat();
  clampHinge(hinge, quat.setAxisAngle(createQuat(), [0, 0, 1], angle * DEG), out);
  expect(angleBetween(out, quat.setAxisAngle(createQuat(), [0, 0, 1], answer * DEG))).toBeLessThan(1e-7);
});

test('off the axis is outside however near; a half turn across it stays finite', () => {
  const hinge = buildHinge([1, 0, 0], { min: -1, max: 2 });
  expect(isInsideHinge(hinge, quat.setAxisAngle(createQuat(), [0, 1, 0], 1e-6))).toBe(false);
  const out = createQuat();
  clampHinge(hinge, createQuat(0, 1, 0, 0), out);
  expect(isInsideHinge(hinge, out)).toBe(true);
});

test('leaves hardly any garbage', () => {
  const limit = buildHinge([0, 0, 1], { min: -0.5, max: 0.7 });
  const rotations = seeds(64).map((seed) => randomQuat(seededRandom(seed)));
  const out = createQuat();
  let next = 0;
  expect(bytesPerCall(() => clampHinge(limit, rotations[next++ % 64], out))).toBeLessThan(CALL_GARBAGE);
});
