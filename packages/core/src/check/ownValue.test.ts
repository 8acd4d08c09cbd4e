import { expect, test } from 'vitest';
import { ownValue } from './inputError.js';

test('names that every object inherits are in no table', () => {
  const table: Record<string, number> = { left: 1 };
  expect(ownValue(table, 'left')).toBe(1);
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'right']) {
    expect(ownValue(table, name)).toBeUndefined();
  }
  expect(ownValue(JSON.parse('{"__proto__": 2}'), '__proto__')).toBe(2);
});
