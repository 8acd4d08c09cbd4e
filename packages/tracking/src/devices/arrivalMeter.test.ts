import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createArrivalMeter, meterArrival, meterSilence } from './arrivalMeter.js';

test.each([10, 60, 240, 1000])('%i a second are %i a second, jitter or not', (hz) => {
  const random = seededRandom(hz);
  const meter = createArrivalMeter();
  for (let i = 0; i < hz * 4; i++) meterArrival(meter, ((i + random() * 0.8) * 1000) / hz, 3);
  expect(Math.abs(meter.rateHz / hz - 1)).toBeLessThan(hz > 20 ? 0.02 : 0.2);
  expect(meter.latencyMs).toBe(3);
});

test('silence has no rate, and what begins again is not counted with what was', () => {
  const meter = createArrivalMeter();
  for (let t = 0; t < 2000; t += 10) meterArrival(meter, t, 1);
  expect(meter.rateHz).toBeGreaterThan(90);
  meterSilence(meter, 2500);
  expect(meter.rateHz).toBeGreaterThan(90);
  meterSilence(meter, 3500);
  expect(meter.rateHz).toBe(0);
  for (let t = 9000; t < 10_000; t += 20) meterArrival(meter, t, 1);
  expect(meter.rateHz).toBeCloseTo(50, 0);
});

test('a latency that is not known is not shown, and one that is follows slowly', () => {
  const meter = createArrivalMeter();
  meterArrival(meter, 0, Number.NaN);
  expect(meter.latencyMs).toBeNaN();
  meterArrival(meter, 1, 4);
  expect(meter.latencyMs).toBe(4);
  meterArrival(meter, 2, 14);
  expect(meter.latencyMs).toBe(5);
});

test.each([1e300, Number.POSITIVE_INFINITY, 10_001, -1])('one latency of %d ms is left out', (latencyMs) => {
  const meter = createArrivalMeter();
  meterArrival(meter, 0, latencyMs);
  expect(meter.latencyMs).toBeNaN();
  meterArrival(meter, 1, 4);
  meterArrival(meter, 2, latencyMs);
  expect(meter.latencyMs).toBe(4);
});
