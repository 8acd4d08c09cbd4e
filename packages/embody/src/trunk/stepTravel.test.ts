import { createVec3, vec3 } from '@leib/core';
import { createJointFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import { buildTestBody, setPoint } from '../testing.js';
import { createTrunkRun, stepTrunkRun } from './trunk.testing.js';
import { addTravelPoint, createTravelHistory, meanTravelVelocity } from './trunkState.js';

test.each([30, 60, 72, 90, 120, 1000])('at %i Hz the mean velocity is that over the last 100 ms', (hz) => {
  const history = createTravelHistory();
  const velocity = createVec3();
  for (let i = 0; i <= hz; i++) {
    const time = i / hz;
    addTravelPoint(history, [time * time, 0, 2 * time], i === 0 ? 0 : 1 / hz);
  }
  meanTravelVelocity(history, 0.1, velocity);
  // (1 - 0.9^2) / 0.1, up to the chord between two samples.
  expect(velocity[0]).toBeCloseTo(1.9, 1);
  expect(velocity[2]).toBeCloseTo(2, 9);
});

test('a stall counts as the straight way, and a start as no speed', () => {
  const history = createTravelHistory();
  const velocity = createVec3();
  addTravelPoint(history, [0, 0, 0], 0.01);
  meanTravelVelocity(history, 0.1, velocity);
  expect(vec3.length(velocity)).toBe(0);
  addTravelPoint(history, [0.4, 0, 0], 0.2);
  meanTravelVelocity(history, 0.1, velocity);
  expect(velocity[0]).toBeCloseTo(2, 9);
});

test('the way is where the body goes, and where it faces when it hardly moves', () => {
  const run = createTrunkRun(buildTestBody());
  const frame = createJointFrame();
  const walk = (speed: number, seconds: number, from: number) => {
    for (let i = 1; i <= seconds * 60; i++) {
      setPoint(frame, 'head', [from + (speed * i) / 60, 1.525, 0, 0, 0, 0, 1]);
      stepTrunkRun(run, frame, 1 / 60);
    }
    return from + speed * seconds;
  };
  const x = walk(0, 0.5, 0);
  expect(run.body.travel.speed).toBeLessThan(1e-9);
  expect(run.body.travel.directionWorld[2]).toBeCloseTo(Math.cos(run.body.heading.yaw), 3);
  walk(1, 3, x);
  expect(run.body.travel.speed).toBeCloseTo(1, 1);
  expect(run.body.travel.directionWorld[0]).toBeGreaterThan(0.99);
});

test('the centre of mass of a standing person is inside the lower trunk', () => {
  const run = createTrunkRun(buildTestBody());
  const frame = createJointFrame();
  setPoint(frame, 'head', [2, 1.53, 1, 0, 0, 0, 1]);
  for (let i = 0; i < 3; i++) stepTrunkRun(run, frame, 1 / 60);
  const { comWorld } = run.body.travel;
  expect(Math.abs(comWorld[0] - 2)).toBeLessThan(0.02);
  expect(comWorld[1]).toBeGreaterThan(0.85);
  expect(comWorld[1]).toBeLessThan(1.1);
});
