import { InputError } from '@leib/core';
import { expect, test } from 'vitest';
import { defaultBaselineParams } from './baseline/baselineParams.js';
import {
  defaultEmbodySettings,
  parseBaselineParams,
  parseEmbodySettings,
  thesisEmbodySettings,
} from './embodySettings.js';

test.each([
  ['ours', defaultEmbodySettings],
  ['the thesis', thesisEmbodySettings],
])('settings read back as they were written: %s', (_, settings) => {
  expect(parseEmbodySettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  expect(parseEmbodySettings(undefined, settings)).toBe(settings);
});

test('the baseline takes its defaults where nothing is given', () => {
  expect(parseBaselineParams({})).toEqual(defaultBaselineParams);
});

test.each([
  [{ targets: { lockMode: 'knees' } }, 'settings.targets.lockMode: expected one of head, hips, both, got "knees"'],
  [{ arms: { solver: 'magic' } }, 'settings.arms.solver: expected one of circle, fabrik, got "magic"'],
  [{ arms: { elbow: { source: 1 } } }, 'settings.arms.elbow.source: expected a string, got 1'],
  [{ trunk: { heading: 'north' } }, 'settings.trunk.heading: expected one of fitted, deadZone, got "north"'],
  [{ legs: {} }, 'settings.legs: there is no such setting'],
])('%j is refused', (given, reason) => {
  expect(() => parseEmbodySettings(given)).toThrow(InputError);
  expect(() => parseEmbodySettings(given)).toThrow(reason);
});
