import { expect, test } from 'vitest';
import { createQuat, quat } from '../math/index.js';
import { angleBetween, bytesPerCall, CALL_GARBAGE, randomQuat, seededRandom, seeds } from '../testing.js';
import { easeAngle, easeQuat, easeScalar, easingShare } from './easing.js';

test('half of the way is left after a half-life, a quarter after two', () => {
  expect(easeScalar(10, 20, 0.3, 0.3)).toBeCloseTo(15, 12);
  expect(easeScalar(10, 20, 0.3, 0.6)).toBeCloseTo(17.5, 12);
});

test.each(seeds(50))('two steps of dt/2 are one step of dt (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [halfLife, dt] = [0.01 + random(), random()];
  const [start, target] = [6 * random() - 3, 6 * random() - 3];
  const half = easeScalar(start, target, halfLife, dt / 2);
  expect(easeScalar(half, target, halfLife, dt / 2)).toBeCloseTo(easeScalar(start, target, halfLife, dt), 12);

  const goal = randomQuat(random);
  const turnOnce = randomQuat(random);
  const turnTwice = createQuat(...turnOnce);
  easeQuat(turnOnce, goal, halfLife, dt);
  easeQuat(turnTwice, goal, halfLife, dt / 2);
  easeQuat(turnTwice, goal, halfLife, dt / 2);
  expect(angleBetween(turnOnce, turnTwice)).toBeLessThan(1e-6);
});

test('60, 72, 90 and 120 Hz arrive at the same value', () => {
  const ends = [60, 72, 90, 120].map((hz) => {
    let value = 0;
    for (let frame = 0; frame < hz / 2; frame++) value = easeScalar(value, 1, 0.2, 1 / hz);
    return value;
  });
  for (const end of ends) expect(end).toBeCloseTo(1 - 2 ** -2.5, 12);
});

test('no time changes nothing, endless time arrives, both stay finite', () => {
  const rotation = randomQuat(seededRandom(1));
  const before = [...rotation];
  easeQuat(rotation, randomQuat(seededRandom(2)), 0.1, 0);
  expect([...rotation]).toEqual(before);
  expect(easeScalar(3, 7, 0.1, 0)).toBe(3);
  expect(easeScalar(3, 7, 0, 0)).toBe(3);
  expect(easeScalar(3, 7, 0.1, 1e300)).toBe(7);
  expect(easeScalar(3, 7, 0.1, Number.POSITIVE_INFINITY)).toBe(7);
  expect(easeScalar(3, 7, 0, 0.01)).toBe(7);
  expect(easeScalar(3, 7, 0.1, -1)).toBe(3);
  expect(easingShare(1, 1e-12)).toBeCloseTo(Math.LN2 * 1e-12, 24);
});

test.each(seeds(20))('rotations take the short way, also to -q (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [start, target] = [randomQuat(random), randomQuat(random)];
  const angle = angleBetween(start, target);
  for (const sign of [1, -1]) {
    const value = createQuat(...start);
    easeQuat(value, quat.scale(createQuat(), target, sign), 0.1, 0.1);
    expect(angleBetween(value, target)).toBeCloseTo(angle / 2, 6);
    expect(quat.length(value)).toBeCloseTo(1, 12);
  }
});

test('angles take the short way across +-180 degrees', () => {
  expect(easeAngle(3, -3, 1, 1)).toBeCloseTo(Math.PI, 12);
  expect(easeAngle(-3, 3, 1, 1)).toBeCloseTo(-Math.PI, 12);
  expect(easeAngle(0.2, 0.4 + 20 * Math.PI, 1, 1)).toBeCloseTo(0.3, 12);
});

test('leaves hardly any garbage per frame', () => {
  const turn = createQuat(0, 0.6, 0, 0.8);
  const heading = createQuat();
  expect(bytesPerCall(() => easeQuat(turn, heading, 0.2, 1 / 90))).toBeLessThan(CALL_GARBAGE);
});
