import { seededRandom } from '@leib/core/testing';
import { createHandSignal, type HandSignal, type RestHand } from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import { handAt } from '../play/testPuppet.testing.js';
import { createHandReading, defaultHandReadingParams, type HandReading, stepHandReading } from './handReading.js';

const rest: RestHand = {
  bends: { thumb: 0.2, index: 0.1, middle: 0.1, ring: 0.1, little: 0.3 },
  fist: null,
  position: [0.3, 1.2, -0.4],
  rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
};

function step(
  reading: HandReading,
  signal: HandSignal | null,
  seconds: number,
  hz = 90,
  fileRest: RestHand | null = null,
) {
  for (let i = 0; i < Math.round(seconds * hz); i++) {
    stepHandReading(defaultHandReadingParams, fileRest, reading, signal, 1 / hz);
  }
}

/** All that a reading says, in one list. */
function valuesOf({ bends, position, rotation, presence }: HandReading): number[] {
  return [...bends, ...position, ...rotation.subarray(0, 3), presence.value];
}

test('the rest hand reads as nothing, wherever it is', () => {
  const reading = createHandReading();
  step(reading, handAt([0.2, 0.1, 0.1, 0.1, 0.3], rest.position, rest.rotation), 2, 90, rest);
  for (const value of valuesOf(reading).slice(0, -1)) expect(value).toBeCloseTo(0, 9);
  expect(reading.presence.value).toBe(1);
});

test("without a calibration bends are the device's, and place and turn count from where the hand was seen first", () => {
  const reading = createHandReading();
  step(reading, handAt([0, 0.5, 0, 0, 1], rest.position, rest.rotation), 3);
  expect(Array.from(reading.bends)).toEqual([0, 0.5, 0, 0, 1]);
  for (const value of [...reading.position, ...reading.rotation.subarray(0, 3)]) expect(value).toBeCloseTo(0, 9);
});

test('fingers up are up, and left is left in the picture of a puppet that faces the performer', () => {
  const angle = 0.3;
  const face = (turn: readonly number[]) => {
    const reading = createHandReading();
    step(reading, handAt(), 0.1);
    step(reading, handAt(undefined, undefined, turn), 3);
    const [x, y, z, w] = reading.rotation;
    // +Z of the puppet, turned.
    return [2 * (x * z + w * y), 2 * (y * z - w * x)];
  };
  // About +x the fingers (-Z) go up, about +y they go to -x.
  expect(face([Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)])[1]).toBeCloseTo(Math.sin(angle), 6);
  expect(face([0, Math.sin(angle / 2), 0, Math.cos(angle / 2)])[0]).toBeCloseTo(-Math.sin(angle), 6);
});

test('a finger that closes in 0.3 s is at most 7 ms late; a trembling one trembles a third as much', () => {
  const hz = 90;
  const late = createHandReading();
  step(late, handAt(), 0.5, hz);
  let worst = 0;
  for (let i = 1; i <= 0.3 * hz; i++) {
    const bend = i / (0.3 * hz);
    step(late, handAt([0, bend, 0, 0, 0]), 1 / hz, hz);
    worst = Math.max(worst, (bend - late.bends[1]) * 0.3);
  }
  expect(worst).toBeLessThan(0.007);
  expect(worst).toBeGreaterThan(0.001);

  const still = createHandReading();
  const random = seededRandom(1);
  let [given, left] = [0, 0];
  for (let i = 0; i < 900; i++) {
    // A sensor of six bits between two of its steps.
    const noise = (random() < 0.5 ? -0.5 : 0.5) / 63;
    step(still, handAt([0, 0.4 + noise, 0, 0, 0]), 1 / hz, hz);
    if (i < 90) continue;
    given += noise ** 2;
    left += (still.bends[1] - 0.4) ** 2;
  }
  expect(Math.sqrt(left / given)).toBeLessThan(1 / 3);
});

test.each([
  ['no signal', () => null],
  ['confidence 0', () => Object.assign(handAt([1, 1, 1, 1, 1], [9, 9, 9]), { confidence: 0 })],
  ['NaN', () => handAt([Number.NaN, 0, 0, 0, 0])],
  ['a rotation without length', () => handAt(undefined, undefined, [0, 0, 0, 0])],
])('%s: everything goes to rest without a jump and is there exactly', (_, lost) => {
  const reading = createHandReading();
  step(reading, handAt(), 0.5);
  step(reading, handAt([1, 0.8, 0.6, 0.4, 0.2], [0.2, -0.1, 0.3], [0, 0.6, 0, 0.8]), 1);
  let before = valuesOf(reading);
  for (let i = 0; i < 900; i++) {
    step(reading, lost(), 1 / 90);
    const now = valuesOf(reading);
    // At a half-life of 0.25 s the way of 1 is covered with at most 2.5 per second.
    for (const [k, value] of now.entries()) expect(Math.abs(value - before[k])).toBeLessThan(2.6 / 90);
    before = now;
  }
  expect(before.map(Math.abs)).toEqual(before.map(() => 0));
});

test('half of the way is gone after the half-life', () => {
  const reading = createHandReading();
  step(reading, handAt(), 0.5);
  step(reading, handAt([1, 0, 0, 0, 0]), 2, 1000);
  step(reading, null, 0.251, 1000);
  expect(reading.bends[0]).toBeCloseTo(0.5, 1);
});

test.each([0.05, 0.3, 5])('a hand that comes back after %f s elsewhere takes over without a jump', (seconds) => {
  const reading = createHandReading();
  step(reading, handAt(), 0.5);
  step(reading, handAt([0.2, 0.2, 0.2, 0.2, 0.2]), 1);
  step(reading, null, seconds);
  let before = valuesOf(reading);
  const back = handAt([1, 1, 1, 1, 1], [0.5, 0, 0], [0, 0.6, 0, 0.8]);
  for (let i = 0; i < 180; i++) {
    step(reading, back, 1 / 90);
    const now = valuesOf(reading);
    for (const [k, value] of now.entries()) expect(Math.abs(value - before[k])).toBeLessThan(0.08);
    before = now;
  }
  expect(reading.bends[0]).toBeCloseTo(1, 4);
  expect(reading.position[0]).toBeCloseTo(0.5, 4);
  expect(reading.rotation[1]).toBeCloseTo(-0.6, 4);
});

test('a new rest hand in the middle of the play makes no jump', () => {
  const reading = createHandReading();
  step(reading, handAt([0.5, 0.5, 0.5, 0.5, 0.5], [1, 1, 1]), 1);
  const before = valuesOf(reading);
  step(reading, handAt([0.5, 0.5, 0.5, 0.5, 0.5], [1, 1, 1]), 1 / 90, 90, rest);
  for (const [k, value] of valuesOf(reading).entries()) expect(value).toBeCloseTo(before[k], 2);
  step(reading, handAt([0.5, 0.5, 0.5, 0.5, 0.5], [1, 1, 1]), 2, 90, rest);
  expect(reading.position[0]).toBeCloseTo(0.7, 4);
});

test('a doubtful hand is followed more slowly than a certain one', () => {
  const [sure, doubtful] = [createHandReading(), createHandReading()];
  for (const [reading, confidence] of [
    [sure, 1],
    [doubtful, 0.3],
  ] as const) {
    step(reading, handAt(), 2);
    step(reading, Object.assign(handAt([0.1, 0, 0, 0, 0]), { confidence }), 0.02);
  }
  expect(doubtful.bends[0]).toBeLessThan(0.8 * sure.bends[0]);
});

test('the same hand at 60 and 120 Hz reads the same', () => {
  const at = (t: number) => handAt([Math.sin(3 * t) ** 2, 0, 0, 0, 0], [0.2 * Math.sin(2 * t), 0, 0]);
  const [slow, fast] = [createHandReading(), createHandReading()];
  for (let i = 1; i <= 120; i++) step(slow, at(i / 60), 1 / 60, 60);
  for (let i = 1; i <= 240; i++) step(fast, at(i / 120), 1 / 120, 120);
  for (const [k, value] of valuesOf(slow).entries()) expect(value).toBeCloseTo(valuesOf(fast)[k], 1.5);
});

test.each([
  ['0.6 m off', (signal: HandSignal) => signal.position.set([signal.position[0] + 0.6], 0)],
  ['1e12 m off', (signal: HandSignal) => signal.position.set([1e12], 1)],
  ['turned by 90 degrees', (signal: HandSignal) => signal.rotation.set([0, Math.SQRT1_2, 0, Math.SQRT1_2])],
  ['no number', (signal: HandSignal) => signal.bends.fill(Number.NaN)],
])('one sample that is %s does not reach the puppet', (_, spoil) => {
  const [clean, spoilt] = [createHandReading(), createHandReading()];
  for (let i = 0; i < 120; i++) {
    const signal = createHandSignal();
    signal.confidence = 1;
    signal.position.set([0.2 * Math.sin(i / 20), 1 + 0.1 * Math.cos(i / 15), 0]);
    stepHandReading(defaultHandReadingParams, null, clean, signal, 1 / 60);
    if (i === 60) spoil(signal);
    stepHandReading(defaultHandReadingParams, null, spoilt, signal, 1 / 60);
    // The hand stands still for one frame: 1 cm at its speed.
    for (let k = 0; k < 3; k++) expect(Math.abs(spoilt.position[k] - clean.position[k])).toBeLessThan(0.012);
    for (let k = 0; k < 4; k++) expect(spoilt.rotation[k]).toBeCloseTo(clean.rotation[k], 3);
    expect(spoilt.presence.value).toBe(clean.presence.value);
  }
});
