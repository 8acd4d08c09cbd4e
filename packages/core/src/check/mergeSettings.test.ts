import { expect, test } from 'vitest';
import { InputError } from './inputError.js';
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
  [[], 'settings: expected an object, got a list'],
  [{ sped: 2 }, 'settings.sped: there is no such setting; there are speed, isOn, height, curve, arm'],
  [{ speed: '2' }, 'settings.speed: expected a number, got "2"'],
  [{ speed: null }, 'settings.speed: expected a number, got null'],
  [{ height: 'tall' }, 'settings.height: expected a number, a list of numbers or null, got "tall"'],
  [{ arm: { reach: [] } }, 'settings.arm.reach: expected a number, got a list'],
  [{ arm: 3 }, 'settings.arm: expected an object, got 3'],
  [{ curve: {} }, 'settings.curve: expected a list, got an object'],
  [{ speed: Number.POSITIVE_INFINITY }, 'settings.speed: expected a number, got Infinity'],
  [{ constructor: 1 }, 'settings.constructor: there is no such setting'],
])('%j is refused', (given, reason) => {
  expect(() => mergeSettings(defaults, given)).toThrow(InputError);
  expect(() => mergeSettings(defaults, given)).toThrow(reason);
});

test('a package adds its own rules: keys that may be null, and reasons to refuse a value', () => {
  const rules = {
    nullableKeys: new Set(['reach']),
    refusal: (value: unknown) => (typeof value === 'number' && value < 0 ? 'expected 0 or more' : null),
  };
  expect(mergeSettings(defaults, { arm: { reach: null } }, 'settings', rules).arm.reach).toBe(null);
  expect(() => mergeSettings(defaults, { arm: { reach: -1 } }, 'file', rules)).toThrow(
    'file.arm.reach: expected 0 or more, got -1',
  );
});
