import { expect, test } from 'vitest';
import { createFileNames } from './fileNames.js';

test('ids have different names, also where their characters cannot be in one', () => {
  const ids = [
    'a/b',
    'a_b',
    'a:b',
    'A_B',
    '..',
    '../..',
    'con',
    '',
    'x'.repeat(300),
    'x'.repeat(301),
    'Zoë',
    '__proto__',
  ];
  const nameOf = createFileNames();
  const names = ids.map(nameOf);
  expect(names.slice(0, 4)).toEqual(['a_b', 'a_b-2', 'a_b-3', 'A_B-4']);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length);
  for (const name of names) expect(name).toMatch(/^[\p{L}\p{N}._ -]{1,104}$/u);
  expect(names).not.toContain('..');
  expect(names.slice(-2)).toEqual(['Zoë', '__proto__']);
});
