import { describe, expect, test } from 'vitest';
import { type MeasureName, measureNames } from '../measure/measureNames.js';
import { shippedBodies } from './bodySpace.testing.js';
import { checkMeasures } from './checkMeasures.js';
import type { GivenMeasures } from './conditionalMeasures.js';
import { thesisPeople } from './thesisPeople.js';

const space = await shippedBodies();
const statistics = space.male.measureStatistics;
const average: GivenMeasures = Object.fromEntries(
  measureNames
    .slice(0, 12)
    .map((name, k) => [name, name === 'weight' ? statistics.means[k] ** 3 : statistics.means[k]]),
);
const mean = (name: MeasureName) => average[name] ?? 0;

describe('no finding for', () => {
  test('an average man, in any take', () => {
    expect(checkMeasures(statistics, average)).toEqual([]);
    expect(checkMeasures(statistics, { stature: mean('stature') })).toEqual([]);
    expect(checkMeasures(statistics, {})).toEqual([]);
  });
});

describe('refused, with the field and a usual range', () => {
  const wrong: readonly [string, GivenMeasures, MeasureName, RegExp][] = [
    ['a waist of 8 cm', { waist: 0.08 }, 'waist', /cm to .* cm is usual/],
    ['a stature in inches', { stature: 0.7 }, 'stature', /inches/],
    ['a chest in inches', { chest: 0.42 }, 'chest', /inches/],
    ['a stature in millimetres', { stature: 17.6 }, 'stature', /millimetres/],
    ['a stature in metres', { stature: 0.0176 }, 'stature', /metres/],
    ['a weight in pounds', { weight: mean('weight') * 2.2046 }, 'weight', /pounds/],
    ['a negative weight', { weight: -70 }, 'weight', /expected a positive number, got -70/],
    ['no number', { hip: Number.NaN }, 'hip', /expected a positive number, got NaN/],
    [
      'stature and weight swapped',
      { stature: mean('weight') / 100, weight: mean('stature') * 100 },
      'stature',
      /swapped with weight/,
    ],
    [
      'arm and crotch swapped',
      { armLength: mean('crotchHeight'), crotchHeight: mean('armLength') },
      'armLength',
      /swapped with crotchHeight/,
    ],
    [
      'waist and hip height swapped',
      { waistHeight: mean('hipHeight'), hipHeight: mean('waistHeight') },
      'hipHeight',
      /swapped/,
    ],
    ['a crotch above the waist', { crotchHeight: 1.07, waistHeight: 1.05 }, 'crotchHeight', /not below waistHeight/],
    ['a thigh thicker than the hip', { thigh: 1.03 }, 'thigh', /not below hip/],
  ];
  test.each(wrong)('%s', (_what, change, name, message) => {
    const findings = checkMeasures(statistics, { ...average, ...change });
    const found = findings.find((each) => each.name === name);
    expect(found?.severity).toBe('impossible');
    expect(found?.message).toMatch(message);
  });

  test('one wrong number is the only finding, though it makes all others look odd', () => {
    const findings = checkMeasures(statistics, { ...average, weight: mean('weight') * 2.2046 });
    expect(findings.map(({ name }) => name)).toEqual(['weight']);
  });
});

describe('built, with a warning', () => {
  test.each(thesisPeople.map(({ id }) => id))('%s of the thesis', (id) => {
    const person = thesisPeople.find((each) => each.id === id);
    if (!person) throw new Error(id);
    const { underBust: _, ...measures } = person.measures;
    const findings = checkMeasures(space[person.sex].measureStatistics, measures);
    expect(findings.filter(({ severity }) => severity === 'impossible')).toEqual([]);
  });

  test('a waist height that is 14 cm off (2-W1) and an ankle of 29.5 cm (2-M4) are named', () => {
    const namesOf = (id: string) => {
      const person = thesisPeople.find((each) => each.id === id);
      if (!person) throw new Error(id);
      const { underBust: _, ...measures } = person.measures;
      return checkMeasures(space[person.sex].measureStatistics, measures).map(({ name }) => name);
    };
    expect(namesOf('2-W1')).toContain('waistHeight');
    expect(namesOf('2-M4')).toContain('ankle');
  });
});
