import { createQuat, createVec3, DEG, quat, type Vec3, vec3 } from '@leib/core';
import { randomPoint, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createBlink, stepBlink } from './blink.js';
import { createGaze, createHandInterest, type GazeTarget, gazeParams, stepGaze, stepHandInterest } from './gaze.js';
import { createLivingFace, createMouth, type LivingFaceInput, stepLivingFace, stepMouth } from './livingFace.js';

const DT = 1 / 60;
const EYES: Vec3 = [0, 1.6, 0];

const target = (pointWorld: Vec3, pull: number): GazeTarget => ({ pointWorld, pull, fixationSeconds: 1, spread: 0 });
const inputOf = (targets: readonly GazeTarget[], headWorld = createQuat()) => ({
  eyesWorld: EYES,
  headWorld,
  eyeDistance: 0.062,
  targets,
});

/** A point in the direction of these angles in a head at rest, 1.5 m away. */
function pointAt(yaw: number, pitch: number): Vec3 {
  const [x, y, z] = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
  return [EYES[0] + 1.5 * x, EYES[1] + 1.5 * y, EYES[2] + 1.5 * z];
}

/** Angle between where the eyes look and a point. */
function errorOf(directionWorld: Vec3, point: Vec3): number {
  return vec3.angle(directionWorld, vec3.subtract(createVec3(), point, EYES));
}

test.each(seeds(5))('ten minutes have a believable number of blinks, each closes and opens fully (seed %i)', (seed) => {
  const blink = createBlink(seed);
  const starts: number[] = [];
  let most = 0;
  let wasClosed = 0;
  for (let step = 0; step < 600 / DT; step++) {
    stepBlink(blink, 0, DT);
    if (blink.closed > 0 && wasClosed === 0) starts.push(step * DT);
    if (blink.closed === 0 && wasClosed > 0) {
      expect(most).toBe(1);
      most = 0;
    }
    most = Math.max(most, blink.closed);
    wasClosed = blink.closed;
  }
  const perMinute = starts.length / 10;
  expect(perMinute).toBeGreaterThan(11);
  expect(perMinute).toBeLessThan(22);
  const pauses = starts.slice(1).map((start, i) => start - starts[i]);
  // Irregular, with a few that follow at once.
  expect(pauses.some((pause) => pause < 0.6)).toBe(true);
  expect(pauses.some((pause) => pause > 8)).toBe(true);
});

test('large gaze shifts bring a blink, small ones do not', () => {
  const blinksAfter = (shift: number) =>
    seeds(100).filter((seed) => {
      const blink = createBlink(seed);
      blink.waitSeconds = 100;
      stepBlink(blink, shift, DT);
      stepBlink(blink, 0, DT);
      return blink.closed > 0;
    }).length;
  expect(blinksAfter(5 * DEG)).toBe(0);
  expect(blinksAfter(35 * DEG)).toBeGreaterThan(90);
});

test.each(seeds(100))(
  'a target that stands out is hit within 3 degrees in 0.3 s, wherever the eyes were (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const anywhere = () => pointAt((random() * 2 - 1) * 20 * DEG, (random() * 2 - 1) * 13 * DEG);
    const before = target(anywhere(), 0.3);
    const after = target(anywhere(), 0);
    const gaze = createGaze(seed);
    for (let step = 0; step < 60; step++) stepGaze(gaze, inputOf([before, after]), DT);
    after.pull = 1;
    before.pull = 0;
    for (let step = 0; step < 0.3 / DT; step++) stepGaze(gaze, inputOf([before, after]), DT);
    expect(gaze.target).toBe(1);
    expect(errorOf(gaze.directionWorld, after.pointWorld)).toBeLessThan(3 * DEG);
  },
);

test('the eyes stay on a thing while the head turns', () => {
  const thing = target(pointAt(0, 0), 1);
  const gaze = createGaze(3);
  const head = createQuat();
  for (let step = 0; step < 60; step++) stepGaze(gaze, inputOf([thing]), DT);
  for (let step = 0; step < 30; step++) {
    quat.setAxisAngle(head, [0, 1, 0], (step / 30) * 20 * DEG);
    stepGaze(gaze, inputOf([thing], head), DT);
    if (gaze.target === 0) expect(errorOf(gaze.directionWorld, thing.pointWorld)).toBeLessThan(1 * DEG);
  }
  // The head went left, the eyes went right.
  expect(gaze.inHead.yaw).toBeLessThan(-15 * DEG);
});

test.each(seeds(20))('eyes stay inside their limits and never cross or part, whatever pulls (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const gaze = createGaze(seed);
  const head = createQuat();
  const targets = [target([0, 0, 0], 0), target([0, 0, 0], 0)];
  const { mostYaw, mostUp, mostDown, mostInwards } = gazeParams;
  for (let step = 0; step < 300; step++) {
    for (const each of targets) {
      each.pull = random();
      if (random() < 0.1) vec3.add(each.pointWorld, EYES, randomPoint(random, 2));
    }
    quat.setAxisAngle(head, [0, 1, 0], Math.sin(step / 10) * 2);
    stepGaze(gaze, inputOf(targets, head), random() * 0.1);
    const { leftYaw, rightYaw, pitch } = gaze.eyes;
    expect(Math.max(Math.abs(leftYaw), Math.abs(rightYaw))).toBeLessThanOrEqual(mostYaw + mostInwards + 1e-9);
    expect(pitch).toBeLessThanOrEqual(mostUp + 1e-9);
    expect(pitch).toBeGreaterThanOrEqual(-mostDown - 1e-9);
    expect(rightYaw).toBeGreaterThanOrEqual(leftYaw);
    expect(rightYaw - leftYaw).toBeLessThanOrEqual(2 * mostInwards + 1e-9);
  }
});

test('nothing behind the head is looked at', () => {
  const gaze = createGaze(1);
  for (let step = 0; step < 600; step++) {
    stepGaze(gaze, inputOf([target([0, 1.6, -1], 1)]), DT);
    expect(gaze.target).toBe(-1);
  }
});

test('the hand that moves is looked at, the one at rest hardly', () => {
  const hands = [createHandInterest(), createHandInterest()];
  const gaze = createGaze(2);
  const watched = [0, 0];
  for (let step = 0; step < 600; step++) {
    const swing = Math.sin(step * DT * 6) * 0.15;
    stepHandInterest(hands[0], [0.2 + swing, 1.4, 0.5], EYES, false, DT);
    stepHandInterest(hands[1], [-0.2, 1.4, 0.5], EYES, false, DT);
    stepGaze(gaze, inputOf([hands[0].target, hands[1].target]), DT);
    if (gaze.target >= 0) watched[gaze.target]++;
  }
  expect(watched[0]).toBeGreaterThan(300);
  expect(watched[1]).toBeLessThan(60);
  stepHandInterest(hands[1], [-0.2, 1.4, 0.5], EYES, true, DT);
  expect(hands[1].target.pull).toBeGreaterThan(0.5);
});

test('a loud voice opens the mouth, silence closes it, and a fan does not keep it open', () => {
  const mouth = createMouth();
  const hear = (rms: number | null, seconds: number) => {
    for (let step = 0; step < seconds / DT; step++) stepMouth(mouth, rms, DT);
    return mouth.aa + mouth.oh;
  };
  expect(hear(0.002, 2)).toBeLessThan(0.05);
  expect(hear(0.2, 0.15)).toBeGreaterThan(0.7);
  expect(hear(0.002, 0.6)).toBeLessThan(0.05);
  expect(hear(0.01, 20)).toBeLessThan(0.05);
  expect(hear(0.3, 0.15)).toBeGreaterThan(0.5);
  expect(hear(null, 1)).toBe(0);
});

test('the same seed gives the same face, another seed another one', () => {
  const input: LivingFaceInput = { ...inputOf([target(pointAt(0.2, 0), 0.3)]), rms: null };
  const record = (seed: number) => {
    const face = createLivingFace(seed);
    return Array.from({ length: 600 }, () => {
      stepLivingFace(face, input, DT);
      return { ...face.values };
    });
  };
  expect(record(7)).toEqual(record(7));
  expect(record(7)).not.toEqual(record(8));
});
