import { expect, test } from 'vitest';
import { addSample, createMeter, medianOf, quantileOf } from './meter.js';

test('an empty meter reads zero', () => {
  expect(medianOf(createMeter())).toBe(0);
});

test('the median ignores one slow frame', () => {
  const meter = createMeter(5);
  for (const milliseconds of [2, 1, 900, 3, 2]) addSample(meter, milliseconds);
  expect(medianOf(meter)).toBe(2);
});

test('old samples leave when the ring is full', () => {
  const meter = createMeter(3);
  for (const milliseconds of [50, 50, 50, 1, 1, 1]) addSample(meter, milliseconds);
  expect(medianOf(meter)).toBe(1);
});

test('a quantile has its share below it', () => {
  const meter = createMeter(100);
  expect(quantileOf(meter, 0.95)).toBe(0);
  for (let i = 0; i < 100; i++) addSample(meter, (i * 37) % 100);
  expect(quantileOf(meter, 0.95)).toBe(95);
  expect(quantileOf(meter, 1)).toBe(99);
});
