import { expect, test } from 'vitest';
import { mergeSettings } from './mergeSettings.js';

const defaults = {
  speed: 1,
  isOn: true,
  height: null as number | null,
  curve: [1, 2],
  arm: { reach: 0.5, name: 'left' },
};

test('what a file leaves out is as by default, and the defaults stay as they are', () => {
  const before = JSON.stringify(defaults);
  expect(mergeSettings(defaults, undefined)).toBe(defaults);
  expect(mergeSettings(defaults, {})).toEqual(defaults);
  const given = { isOn: false, height: 1.5, curve: [3], arm: { reach: 2 } };
  expect(mergeSettings(defaults, given)).toEqual({ ...defaults, ...given, arm: { reach: 2, name: 'left' } });
  expect(JSON.stringify(defaults)).toBe(before);
});

test.each([
  [[], 'settings: expected an object, not list.'],
  [{ sped: 2 }, 'settings.sped: there is no such setting; there are speed, isOn, height, curve, arm.'],
  [{ speed: '2' }, 'settings.speed: expected a number, not string.'],
  [{ speed: null }, 'settings.speed: expected a number, not null.'],
  [{ height: 'tall' }, 'settings.height: expected a number, not string.'],
  [{ arm: { reach: [] } }, 'settings.arm.reach: expected a number, not list.'],
  [{ arm: 3 }, 'settings.arm: expected an object, not number.'],
  [{ curve: {} }, 'settings.curve: expected a list, not object.'],
  [{ constructor: 1 }, 'settings.constructor: there is no such setting'],
])('%j is refused', (given, reason) => {
  expect(() => mergeSettings(defaults, given)).toThrow(reason);
});
