import { describe, expect, test } from 'vitest';
import {
  findingText,
  measureHint,
  measureLabel,
  measureText,
  readMeasure,
  showDifference,
  showMeasure,
} from './measureWords.js';

test('labels of measures and betas', () => {
  expect(measureLabel('waistHeight')).toBe('Waist height');
  expect(measureLabel('hip')).toBe('Hip');
  expect(measureLabel('residual3')).toBe('Residual 3');
  expect(measureLabel('cervicaleHeight')).toBe('Nape height');
  expect(measureHint('cervicaleHeight')).toMatch(/Experts say cervicale height/);
});

describe('text of a field', () => {
  test.each([
    ['82.5', 'metric', 0.825],
    [' 82,5 ', 'metric', 0.825],
    ['.5', 'metric', 0.005],
    ['33', 'imperial', 0.8382],
    ['5\'11"', 'imperial', 1.8034],
    ['6 ft', 'imperial', 1.8288],
    ['-4', 'metric', -0.04],
  ] as const)('%s (%s) is %f m', (text, units, metres) => {
    expect(readMeasure('waist', text, units)).toBeCloseTo(metres, 9);
  });

  test.each(['abc', '8 2', '1e3', '5\'11"', '--2', '8.2.1'])('%s is not a number of centimetres', (text) => {
    expect(readMeasure('waist', text, 'metric')).toBeNaN();
  });

  test('an empty field is null', () => expect(readMeasure('waist', '  ', 'metric')).toBeNull());

  test.each(['metric', 'imperial'] as const)('the text of a field parses to its value (%s)', (units) => {
    for (const value of [0.7, 0.8254, 1.7]) {
      expect(readMeasure('hip', measureText('hip', value, units), units)).toBeCloseTo(value, 3);
    }
    expect(readMeasure('weight', measureText('weight', 71.3, units), units)).toBeCloseTo(71.3, 1);
  });
});

test('differences have a sign; a tenth of a millimetre is shown as 0', () => {
  expect(showDifference('waist', 0.0123, 'metric')).toBe('+12 mm');
  expect(showDifference('waist', -0.0123, 'metric')).toBe('−12 mm');
  expect(showDifference('waist', 0.0001, 'metric')).toBe('0 mm');
  expect(showDifference('weight', 1.26, 'metric')).toBe('+1.3 kg');
  expect(showMeasure('weight', 70, 'imperial')).toBe('154.3');
});

test('findings use labels and units of the panel', () => {
  const message = 'waistHeight 8.0 cm is implausible; 91.0 cm to 110.0 cm is usual.';
  expect(findingText(message, 'metric')).toBe('Waist height 8.0 cm is implausible; 91.0 cm to 110.0 cm is usual.');
  expect(findingText(message, 'imperial')).toBe('Waist height 3.1 in is implausible; 35.8 in to 43.3 in is usual.');
});
