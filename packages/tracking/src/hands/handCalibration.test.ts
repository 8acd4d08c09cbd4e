import { createQuat, quat } from '@leib/core';
import { expect, test } from 'vitest';
import { createHandCalibration, startHandCapture, stepHandCalibration } from './handCalibration.js';
import { createHandSignal, type HandSignal } from './handSignal.js';
import { type RestHand, relateToRest } from './restHand.js';

const even = (value: number) => ({ thumb: value, index: value, middle: value, ring: value, little: value });

type HandCalibration = ReturnType<typeof createHandCalibration>;

function hold(calibration: HandCalibration, change: (signal: HandSignal, frame: number) => void, frames = 70): void {
  const signal = createHandSignal();
  signal.confidence = 1;
  for (let frame = 0; frame < frames; frame++) {
    change(signal, frame);
    stepHandCalibration(calibration, signal, 1 / 60);
  }
}

function calibrated(): RestHand {
  const calibration = createHandCalibration();
  startHandCapture(calibration, 'rest');
  hold(calibration, (signal, frame) => {
    signal.bends.fill(0.2 + (frame % 2 ? 0.01 : -0.01));
    signal.position.set([0.1, 1.2, -0.3]);
    signal.rotation.set(quat.setAxisAngle(createQuat(), [0, 1, 0], frame % 2 ? 0.52 : 0.48));
    // The same rotation, written the other way.
    if (frame % 3 === 0) for (let k = 0; k < 4; k++) signal.rotation[k] *= -1;
  });
  expect(calibration.refusal).toBe(null);
  startHandCapture(calibration, 'fist');
  hold(calibration, (signal, frame) => {
    signal.bends.fill(0.8);
    signal.bends[4] = 0.05; // reads less when it closes
    signal.position[0] = frame;
  });
  if (calibration.rest === null) throw new Error('expected a rest hand');
  return calibration.rest;
}

test('rest is the mean of a second, and a fist may be made anywhere', () => {
  const rest = calibrated();
  expect(rest.bends.index).toBeCloseTo(0.2, 3);
  expect(rest.position).toEqual([expect.closeTo(0.1, 9), expect.closeTo(1.2, 9), expect.closeTo(-0.3, 9)]);
  expect(2 * Math.asin(Math.abs(rest.rotation[1]))).toBeCloseTo(0.5, 3);
  expect(rest.fist).toMatchObject({ thumb: expect.closeTo(0.8, 9), little: expect.closeTo(0.05, 9) });
});

test('seen from rest: nothing at rest, 1 in the fist, the way and the turn in the axes of the room', () => {
  const rest = calibrated();
  const signal = createHandSignal();
  const seen = createHandSignal();
  signal.bends.fill(0.21);
  signal.position.set(rest.position);
  signal.rotation.set(rest.rotation);
  relateToRest(rest, signal, seen);
  expect(Array.from(seen.bends)).toEqual([0, 0, 0, 0, 0]);
  expect(Math.hypot(...seen.position)).toBe(0);
  expect(Math.abs(seen.rotation[3])).toBeCloseTo(1, 12);

  signal.bends.set([0.8, 0.5, 0.9, 0.2, 0.05]);
  signal.position[0] += 0.25;
  const tilt = quat.setAxisAngle(createQuat(), [0, 0, 1], 0.3);
  signal.rotation.set(quat.multiply(createQuat(), tilt, [...rest.rotation]));
  relateToRest(rest, signal, seen);
  expect(Array.from(seen.bends, (bend) => Math.round(bend * 100))).toEqual([100, 48, 100, 0, 100]);
  expect(seen.position[0]).toBeCloseTo(0.25, 12);
  for (let k = 0; k < 4; k++) expect(seen.rotation[k]).toBeCloseTo(tilt[k], 9);
});

test('a sensor that did not see the fist keeps its range up to 1', () => {
  const rest: RestHand = { bends: even(0.2), fist: even(0.22), position: [0, 0, 0], rotation: [0, 0, 0, 1] };
  const signal = createHandSignal();
  signal.bends.fill(0.6);
  relateToRest(rest, signal, signal);
  expect(signal.bends[0]).toBeGreaterThan(0.4);
  expect(signal.bends[0]).toBeLessThan(0.55);
});

test.each([
  ['a finger that moves', 'rest', (s: HandSignal, f: number) => s.bends.fill(f / 100), /thumb: .*still.*try again/],
  ['a hand that moves', 'rest', (s: HandSignal, f: number) => s.position.fill(f / 100), /hand: .*still.*try again/],
  [
    'a hand that turns',
    'rest',
    (s: HandSignal, f: number) => s.rotation.set([0, Math.sin(f / 50), 0, Math.cos(f / 50)]),
    /hand: .*still/,
  ],
  [
    'no hand',
    'rest',
    (s: HandSignal) => Object.assign(s, { confidence: 0 }),
    /expected to see it for a second, got none/,
  ],
] as const)('refused, in one sentence: %s', (_, posture, change, why) => {
  const calibration = createHandCalibration();
  startHandCapture(calibration, posture);
  hold(calibration, change);
  expect(calibration).toMatchObject({ capturing: null, rest: null });
  expect(calibration.refusal).toMatch(why);
});

test('a fist before the rest hand is refused', () => {
  const calibration = createHandCalibration();
  startHandCapture(calibration, 'fist');
  expect(calibration.refusal).toMatch(/capture the rest hand first/);
});
