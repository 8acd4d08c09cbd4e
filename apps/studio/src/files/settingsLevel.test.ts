import { expect, test } from 'vitest';
import { expert, initialValues, number, toggle } from './settings.js';
import { changedExpertCount, shownSections } from './settingsLevel.js';

const shape = {
  view: { title: 'View', controls: { mirror: toggle('Mirror', true, 'x'), grid: expert(toggle('Grid', false, 'x')) } },
  solver: { title: 'Solver', isExpert: true, controls: { gain: number('Gain', 1, [0, 2, 0.1], '', 'x') } },
} as const;

const keysOf = (isExpert: boolean) =>
  shownSections(shape, isExpert).flatMap(({ controls }) => controls.map(([key]) => key));

test('the simple level leaves out expert controls and whole expert sections', () => {
  expect(keysOf(false)).toEqual(['mirror']);
  expect(keysOf(true)).toEqual(['mirror', 'grid', 'gain']);
  expect(shownSections(shape, false).map(({ title }) => title)).toEqual(['View']);
});

test('changed settings that are hidden are counted, shown ones are not', () => {
  const values = initialValues(shape);
  expect(changedExpertCount(shape, values)).toBe(0);
  expect(changedExpertCount(shape, { ...values, mirror: false })).toBe(0);
  expect(changedExpertCount(shape, { ...values, mirror: false, grid: true, gain: 0.5 })).toBe(2);
});
