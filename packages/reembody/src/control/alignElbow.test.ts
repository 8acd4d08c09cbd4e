import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import { angleBetween, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { alignElbow } from './setRemoteTarget.js';

test.each(seeds(60))('the forearm stays, the upper arm keeps its way, the bend is about y alone (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const side = seed % 2 === 0 ? 1 : -1;
  const upper = randomQuat(random);
  // Bent about any axis across the bone, by 20 to 140 degrees, and rolled.
  const roll = quat.setAxisAngle(createQuat(), [1, 0, 0], (random() - 0.5) * 2.2);
  const bend = quat.setAxisAngle(createQuat(), [0, 1, 0], -side * (0.35 + 2.1 * random()));
  const unroll = quat.setAxisAngle(createQuat(), [1, 0, 0], (random() - 0.5) * 4);
  const local = quat.multiply(createQuat(), quat.multiply(createQuat(), roll, bend), unroll);
  const lower = quat.multiply(createQuat(), upper, local);
  const rotations = Float64Array.from([...upper, ...lower]);
  alignElbow(rotations, 0, 4, side);
  const after = rotations.subarray(0, 4);
  expect(angleBetween(rotations.subarray(4, 8), lower)).toBeLessThan(1e-12);
  const along = (q: Parameters<typeof vec3.transformQuat>[2]) => vec3.transformQuat(createVec3(), [1, 0, 0], q);
  expect(vec3.distance(along(after), along(upper))).toBeLessThan(1e-9);
  const seen = quat.multiply(createQuat(), quat.invert(createQuat(), after), lower);
  const forearm = along(seen);
  expect(forearm[1]).toBeCloseTo(0, 9);
  expect(forearm[2] * side).toBeGreaterThan(0);
});

test('a straight arm is left alone', () => {
  const rotations = Float64Array.of(0, 0, 0, 1, Math.sin(0.4), 0, 0, Math.cos(0.4));
  const before = rotations.slice();
  alignElbow(rotations, 0, 4, 1);
  expect(rotations).toEqual(before);
});

test('an elbow that is bent backwards by a little does not turn the arm', () => {
  const rotations = Float64Array.of(0, 0, 0, 1, 0, Math.sin(0.1), 0, Math.cos(0.1));
  alignElbow(rotations, 0, 4, 1);
  expect([...rotations.subarray(0, 4)]).toEqual([expect.closeTo(0, 12), 0, 0, expect.closeTo(1, 12)]);
});
