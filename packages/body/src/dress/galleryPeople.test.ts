import { decodeValue } from '@leib/core';
import { expect, test } from 'vitest';
import { bodyLooksSchema } from './bodyLooks.js';
import { galleryPeople } from './galleryPeople.js';

test('six to eight people of both sexes, all skins from light to dark, young and old, light and heavy', () => {
  expect(galleryPeople.length).toBeGreaterThanOrEqual(6);
  expect(galleryPeople.length).toBeLessThanOrEqual(8);
  expect(new Set(galleryPeople.map(({ id }) => id)).size).toBe(galleryPeople.length);
  expect(new Set(galleryPeople.map(({ sex }) => sex))).toEqual(new Set(['female', 'male']));
  expect(new Set(galleryPeople.map(({ looks }) => looks.skin)).size).toBe(6);
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  expect(spread(galleryPeople.map(({ looks }) => looks.age))).toBeGreaterThan(40);
  expect(spread(galleryPeople.map(({ betas }) => betas[0]))).toBeGreaterThan(3);
  expect(spread(galleryPeople.map(({ betas }) => betas[1]))).toBeGreaterThan(3);
});

test('their looks are looks that a file may hold', () => {
  for (const { looks } of galleryPeople) expect(decodeValue(looks, bodyLooksSchema).ok).toBe(true);
});
