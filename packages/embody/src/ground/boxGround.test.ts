import { createVec3 } from '@leib/core';
import { expect, test } from 'vitest';
import { boxGround } from './boxGround.js';
import { createGroundHit, createSphereContact, flatGround, heightGround } from './ground.js';

const hit = createGroundHit();
const contact = createSphereContact();
const table = boxGround([{ min: [1, 0, -1], max: [2, 0.8, 1] }]);

test('the top of a box is ground where it is below the asking height, the floor elsewhere', () => {
  expect(table.query(1.5, 0, 1, hit)).toBe(true);
  expect(hit.height).toBe(0.8);
  expect(table.query(1.5, 0, 0.5, hit)).toBe(true);
  expect(hit.height).toBe(0);
  expect(table.query(3, 0, 1, hit)).toBe(true);
  expect(hit.height).toBe(0);
});

test('a sphere is pushed out of the side of a box by as much as it is in, and not by a low one', () => {
  const centre = createVec3(0.9, 0.2, 0);
  expect(table.sphereContact?.({ centre: centre, radius: 0.2, stepY: 0.35 }, contact)).toBe(true);
  expect(contact.depth).toBeCloseTo(0.1, 12);
  expect([...contact.normal]).toEqual([-1, 0, 0]);
  expect(table.sphereContact?.({ centre: centre, radius: 0.2, stepY: 0.9 }, contact)).toBe(false);
  expect(table.sphereContact?.({ centre: createVec3(0.5, 0.2, 0), radius: 0.2, stepY: 0.35 }, contact)).toBe(false);
});

test('a sphere whose middle is inside leaves through the nearest side', () => {
  expect(table.sphereContact?.({ centre: createVec3(1.9, 0.2, 0), radius: 0.2, stepY: 0.35 }, contact)).toBe(true);
  expect([...contact.normal]).toEqual([1, 0, 0]);
  expect(contact.depth).toBeCloseTo(0.3, 12);
});

test('a height function has walls where it rises above a step', () => {
  const cliff = heightGround((x) => (x > 1 ? 2 : 0));
  expect(cliff.sphereContact?.({ centre: createVec3(0.9, 0.2, 0), radius: 0.2, stepY: 0.35 }, contact)).toBe(true);
  expect(contact.normal[0]).toBeLessThan(-0.9);
  expect(cliff.sphereContact?.({ centre: createVec3(0.5, 0.2, 0), radius: 0.2, stepY: 0.35 }, contact)).toBe(false);
});

test('no ground where a height function says NaN', () => {
  expect(heightGround(() => Number.NaN).query(0, 0, 1, hit)).toBe(false);
  expect(flatGround(0.3).query(5, 5, 1, hit)).toBe(true);
  expect(hit.height).toBe(0.3);
});
