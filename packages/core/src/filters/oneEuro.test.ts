import { expect, test } from 'vitest';
import { createQuat, createVec3, quat } from '../math/index.js';
import { angleBetween, bytesPerCall, CALL_GARBAGE, randomPoint, randomQuat, seededRandom } from '../testing.js';
import {
  createOneEuro,
  createOneEuroQuat,
  createOneEuroVec3,
  defaultOneEuroParams,
  type OneEuroParams,
  stepOneEuro,
  stepOneEuroQuat,
  stepOneEuroVec3,
} from './oneEuro.js';

const params: OneEuroParams = { minCutoffHz: 1.2, beta: 0.8, speedCutoffHz: 1 };

/** Filtered value after one second of a 0.5 Hz swing, 20 cm wide. */
const afterSwing = (hz: number) => {
  const state = createOneEuro();
  for (let frame = 0; frame <= hz; frame++) stepOneEuro(state, params, 0.2 * Math.sin((Math.PI * frame) / hz), 1 / hz);
  return state.value;
};

test('60, 72, 90 and 120 Hz give the same motion, to within the half frame by which samples are late', () => {
  const reference = afterSwing(2000);
  expect(Math.abs(reference)).toBeGreaterThan(0.01); // it does lag
  const speed = 0.2 * Math.PI;
  for (const hz of [60, 72, 90, 120]) expect(Math.abs(afterSwing(hz) - reference)).toBeLessThan(speed / (2 * hz));
});

test('a step at rest, beta 0, is the exact exponential at any rate', () => {
  for (const hz of [30, 60, 90]) {
    const state = createOneEuro();
    stepOneEuro(state, { ...params, beta: 0 }, 0, 1 / hz);
    for (let frame = 0; frame < hz / 5; frame++) stepOneEuro(state, { ...params, beta: 0 }, 1, 1 / hz);
    expect(state.value).toBeCloseTo(1 - Math.exp(-2 * Math.PI * 1.2 * 0.2), 12);
  }
});

test('for small steps the factor is the one printed in the paper', () => {
  const state = createOneEuro();
  const dt = 1e-4;
  stepOneEuro(state, { ...params, beta: 0 }, 0, dt);
  const tau = 1 / (2 * Math.PI * 1.2);
  expect(stepOneEuro(state, { ...params, beta: 0 }, 1, dt)).toBeCloseTo(1 / (1 + tau / dt), 6);
});

test('still hands lose jitter, fast hands lose lag', () => {
  const random = seededRandom(1);
  const still = createOneEuro();
  let worst = 0;
  for (let frame = 0; frame < 900; frame++) {
    const value = stepOneEuro(still, defaultOneEuroParams, 0.004 * (random() - 0.5), 1 / 90);
    if (frame > 90) worst = Math.max(worst, Math.abs(value));
  }
  expect(worst).toBeLessThan(0.001);
  const lag = (beta: number) => {
    const state = createOneEuro();
    for (let frame = 0; frame <= 90; frame++) stepOneEuro(state, { ...params, beta }, (2 * frame) / 90, 1 / 90);
    return 2 - state.value;
  };
  expect(lag(5)).toBeLessThan(lag(0) / 4);
});

test('a point along one axis is the scalar filter, and off-axis it lags along its way only', () => {
  const [scalar, point] = [createOneEuro(), createOneEuroVec3()];
  const direction = [0.6, 0, 0.8];
  for (let frame = 0; frame < 50; frame++) {
    const along = Math.sin(frame / 9);
    stepOneEuro(scalar, params, along, 1 / 72);
    stepOneEuroVec3(point, params, direction.map((d) => d * along) as [number, number, number], 1 / 72);
    for (let k = 0; k < 3; k++) expect(point.value[k]).toBeCloseTo(direction[k] * scalar.value, 12);
  }
});

test('a rotation about one axis is the scalar filter on its angle', () => {
  const [scalar, rotation] = [createOneEuro(), createOneEuroQuat()];
  for (let frame = 0; frame < 60; frame++) {
    const angle = 1.4 * Math.sin(frame / 11);
    stepOneEuro(scalar, params, angle, 1 / 60);
    const input = quat.setAxisAngle(createQuat(), [0, 1, 0], angle);
    // A tracker may send either sign of the same rotation.
    stepOneEuroQuat(rotation, params, frame % 2 ? quat.scale(input, input, -1) : input, 1 / 60);
    expect(angleBetween(rotation.value, quat.setAxisAngle(createQuat(), [0, 1, 0], scalar.value))).toBeLessThan(1e-6);
  }
});

test('the first input passes through, no time changes nothing, a long pause arrives, all finite', () => {
  const random = seededRandom(3);
  const [point, rotation] = [createOneEuroVec3(), createOneEuroQuat()];
  const [start, turn] = [randomPoint(random, 2), randomQuat(random)];
  stepOneEuroVec3(point, params, start, 1 / 90);
  stepOneEuroQuat(rotation, params, turn, 1 / 90);
  expect([...point.value]).toEqual([...start]);
  expect([...rotation.value]).toEqual([...turn]);
  const before = JSON.stringify([point, rotation]);
  stepOneEuroVec3(point, params, createVec3(9, 9, 9), 0);
  stepOneEuroQuat(rotation, params, randomQuat(random), 0);
  expect(JSON.stringify([point, rotation])).toBe(before);
  const [end, goal] = [randomPoint(random, 2), randomQuat(random)];
  stepOneEuroVec3(point, params, end, 1e9);
  stepOneEuroQuat(rotation, params, goal, 1e9);
  for (let k = 0; k < 3; k++) expect(point.value[k]).toBeCloseTo(end[k], 12);
  expect(angleBetween(rotation.value, goal)).toBeLessThan(1e-6);
});

test('leaves hardly any garbage per frame', () => {
  const [point, rotation] = [createOneEuroVec3(), createOneEuroQuat()];
  const [place, turn] = [createVec3(1, 2, 3), createQuat(0, 0.6, 0, 0.8)];
  const stepPoint = () => {
    place[0] += 0.01;
    stepOneEuroVec3(point, params, place, 1 / 90);
  };
  expect(bytesPerCall(stepPoint)).toBeLessThan(CALL_GARBAGE);
  // A number handed to gl-matrix's slerp is boxed where the engine does not inline it: 16 bytes.
  expect(bytesPerCall(() => stepOneEuroQuat(rotation, params, turn, 1 / 90))).toBeLessThan(CALL_GARBAGE);
});
