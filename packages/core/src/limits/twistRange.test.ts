import { expect, test } from 'vitest';
import { createQuat, createVec3, DEG, quat, twistAngle, vec3 } from '../math/index.js';
import { angleBetween, bytesPerCall, CALL_GARBAGE, randomQuat, randomUnit, seededRandom, seeds } from '../testing.js';
import { buildTwistRange, clampTwistRange, isInsideTwistRange } from './twistRange.js';

test.each(seeds(50))('inside stays; outside keeps its swing and takes the nearest twist (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const axis = randomUnit(random);
  const min = (random() - 0.5) * 2 * Math.PI;
  const limit = buildTwistRange(axis, { min, max: min + random() * 2 * Math.PI });
  const rotation = randomQuat(random);
  const wasInside = isInsideTwistRange(limit, rotation);
  const out = createQuat();
  expect(clampTwistRange(limit, rotation, out)).toBe(!wasInside);
  expect(isInsideTwistRange(limit, out)).toBe(true);
  if (wasInside) expect([...out]).toEqual([...rotation]);
  expect(clampTwistRange(limit, out, createQuat())).toBe(false);

  const before = vec3.transformQuat(createVec3(), axis, rotation);
  expect(vec3.distance(vec3.transformQuat(createVec3(), axis, out), before)).toBeLessThan(1e-7);
  // Any other allowed twist of the same swing is no nearer.
  const own = createQuat();
  const candidate = createQuat();
  for (let i = 0; i <= 200; i++) {
    const twist = limit.range.min + (i / 200) * (limit.range.max - limit.range.min);
    quat.setAxisAngle(own, axis, twist - twistAngle(rotation, axis));
    quat.multiply(candidate, rotation, own);
    expect(angleBetween(rotation, out)).toBeLessThanOrEqual(angleBetween(rotation, candidate) + 1e-7);
  }
});

test.each([
  [-20, 50, 80, 50],
  [-20, 50, -100, -20],
  [-170, 170, 176, 170],
  [160, 200, -165, -165],
  [160, 200, 10, 160],
])('%i .. %i takes a twist of %i to %i degrees', (min, max, angle, answer) => {
  const limit = buildTwistRange([0, 2, 0], { min: min * DEG, max: max * DEG });
  const out = createQuat();
  clampTwistRange(limit, quat.setAxisAngle(createQuat(), [0, 1, 0], angle * DEG), out);
  expect(angleBetween(out, quat.setAxisAngle(createQuat(), [0, 1, 0], answer * DEG))).toBeLessThan(1e-7);
});

test('both signs of a quaternion are one rotation; a half-turn swing stays finite', () => {
  const limit = buildTwistRange([0, 0, 1], { min: -0.5, max: 0.5 });
  const rotation = randomQuat(seededRandom(3));
  const [a, b] = [createQuat(), createQuat()];
  clampTwistRange(limit, rotation, a);
  clampTwistRange(limit, quat.scale(createQuat(), rotation, -1), b);
  expect(angleBetween(a, b)).toBeLessThan(1e-7);
  clampTwistRange(limit, createQuat(1, 0, 0, 0), a);
  expect(quat.length(a)).toBeCloseTo(1, 12);
  expect(isInsideTwistRange(limit, a)).toBe(true);
});

test('refuses an axis without direction', () => {
  expect(() => buildTwistRange([0, 0, 0], { min: -1, max: 1 })).toThrow(/axis: expected a direction/);
  expect(() => buildTwistRange([0, 0, 1], { min: 1, max: -1 })).toThrow(/expected min <= max/);
});

test('leaves hardly any garbage', () => {
  const limit = buildTwistRange([0, 0, 1], { min: -0.5, max: 0.7 });
  const rotations = seeds(64).map((seed) => randomQuat(seededRandom(seed)));
  const out = createQuat();
  let next = 0;
  expect(bytesPerCall(() => clampTwistRange(limit, rotations[next++ % 64], out))).toBeLessThan(CALL_GARBAGE);
});
