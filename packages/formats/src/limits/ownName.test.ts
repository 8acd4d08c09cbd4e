import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createNameList, ownName } from './fileLimits.js';

test('the first keeps its name, the others get the next free number', () => {
  const names = createNameList();
  expect(['a', 'a', 'a.2', 'a', 'b', 'a.2'].map((name) => ownName(names, name))).toEqual([
    'a',
    'a.2',
    'a.2.2',
    'a.3',
    'b',
    'a.2.3',
  ]);
});

test.each(seeds(20))('no two are the same (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const names = createNameList();
  const given = Array.from({ length: 60 }, () => ownName(names, ['a', 'a.2', 'a.3', 'b'][Math.floor(random() * 4)]));
  expect(new Set(given).size).toBe(given.length);
});

test('names that all objects have are names like others', () => {
  const names = createNameList();
  expect(['__proto__', 'constructor', '__proto__'].map((name) => ownName(names, name))).toEqual([
    '__proto__',
    'constructor',
    '__proto__.2',
  ]);
});
