import { bytesPerCall, CALL_GARBAGE, randomPoint, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createSpring, createVec3Spring, stepSpring, stepVec3Spring } from './spring.js';

test('let go at rest, it is half-way after a half-life', () => {
  const spring = createSpring(2);
  stepSpring(spring, 4, 0.25, 0.25);
  expect(spring.value).toBeCloseTo(3, 12);
});

test('it obeys its differential equation: x" = -2 w x\' - w^2 x', () => {
  const at = (t: number) => {
    const spring = { value: 1.5, velocity: -2 };
    stepSpring(spring, 0, 0.3, t);
    return spring;
  };
  const frequency = 1.678346990016661 / 0.3;
  const [h, t] = [1e-4, 0.2];
  const velocity = (at(t + h).value - at(t - h).value) / (2 * h);
  const acceleration = (at(t + h).velocity - at(t - h).velocity) / (2 * h);
  expect(at(t).velocity).toBeCloseTo(velocity, 5);
  expect(acceleration).toBeCloseTo(-2 * frequency * at(t).velocity - frequency ** 2 * at(t).value, 4);
});

test.each(seeds(50))('two steps of dt/2 are one step of dt (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [halfLife, dt] = [0.01 + random(), random()];
  const target = randomPoint(random, 3);
  const start = randomPoint(random, 3);
  const velocity = randomPoint(random, 5);
  const springs = [0, 1].map(() => {
    const spring = createVec3Spring(start[0], start[1], start[2]);
    for (let k = 0; k < 3; k++) spring.velocity[k] = velocity[k];
    return spring;
  });
  stepVec3Spring(springs[0], target, halfLife, dt);
  stepVec3Spring(springs[1], target, halfLife, dt / 2);
  stepVec3Spring(springs[1], target, halfLife, dt / 2);
  for (let k = 0; k < 3; k++) {
    expect(springs[1].position[k]).toBeCloseTo(springs[0].position[k], 10);
    expect(springs[1].velocity[k]).toBeCloseTo(springs[0].velocity[k], 9);
  }
});

test('a point moves as three scalars do', () => {
  const point = createVec3Spring(1, 2, 3);
  point.velocity[1] = 4;
  stepVec3Spring(point, [0, -1, 5], 0.2, 0.07);
  [1, 2, 3].forEach((value, k) => {
    const scalar = { value, velocity: k === 1 ? 4 : 0 };
    stepSpring(scalar, [0, -1, 5][k], 0.2, 0.07);
    expect(point.position[k]).toBe(scalar.value);
    expect(point.velocity[k]).toBe(scalar.velocity);
  });
});

test('at rest it never swings past the target', () => {
  const spring = createSpring(1);
  for (let frame = 0; frame < 600; frame++) {
    const before = spring.value;
    stepSpring(spring, 0, 0.1, 1 / 90);
    expect(spring.value).toBeGreaterThanOrEqual(0);
    expect(spring.value).toBeLessThanOrEqual(before);
  }
});

test('no time changes nothing; a pause of any length, and a half-life of 0, arrive', () => {
  const spring = { value: 3, velocity: 1 };
  stepSpring(spring, 7, 0.1, 0);
  expect(spring).toEqual({ value: 3, velocity: 1 });
  stepSpring(spring, 7, 0, 0);
  expect(spring).toEqual({ value: 3, velocity: 1 });
  for (const dt of [1e3, 1e300, Number.POSITIVE_INFINITY]) {
    const late = { value: 3, velocity: 1e200 };
    stepSpring(late, 7, 0.1, dt);
    expect(late).toEqual({ value: 7, velocity: 0 });
    const point = createVec3Spring(3, 3, 3);
    stepVec3Spring(point, [7, 7, 7], 0.1, dt);
    expect([...point.position]).toEqual([7, 7, 7]);
  }
  stepSpring(spring, 7, 0, 0.01);
  expect(spring).toEqual({ value: 7, velocity: 0 });
});

test('leaves hardly any garbage per frame', () => {
  const point = createVec3Spring(1, 2, 3);
  expect(bytesPerCall(() => stepVec3Spring(point, point.velocity, 0.2, 1 / 90))).toBeLessThan(CALL_GARBAGE);
});
