import { createVec3 } from '@leib/core';
import { expect, test } from 'vitest';
import { boxGround } from './boxGround.js';
import { createGroundHit, createSphereContact, scaledGround } from './ground.js';

test('a person half as large finds the same ground twice as far away and twice as high', () => {
  const world = boxGround([{ min: [1, 0, -1], max: [2, 0.8, 1] }]);
  const own = scaledGround(
    () => world,
    () => 0.5,
  );
  const hit = createGroundHit();
  expect(own.query(3, 0, 2, hit)).toBe(true);
  expect(hit.height).toBeCloseTo(1.6, 12);
  expect(own.query(3, 0, 1, hit)).toBe(true);
  expect(hit.height).toBe(0);
  const contact = createSphereContact();
  expect(own.sphereContact?.({ centre: createVec3(1.8, 0.4, 0), radius: 0.4, stepY: 0.7 }, contact)).toBe(true);
  expect(contact.depth).toBeCloseTo(0.2, 12);
  expect(own.sphereContact?.({ centre: createVec3(0, 0.4, 0), radius: 0.4, stepY: 0.7 }, contact)).toBe(false);
  expect(contact.depth).toBe(0);
});
