import { createVec3, type Vec3 } from '@leib/core';
import { expect, test } from 'vitest';
import { reflectEyes } from './stageFace.js';

const glass = { yaw: Math.PI / 2, distance: 2, width: 1.6, height: 2.1 };

test('eyes see themselves as far behind the glass as they are before it', () => {
  const out = createVec3();
  expect(reflectEyes(out, [0.5, 1.6, 0.3], glass)).toBe(true);
  [3.5, 1.6, 0.3].forEach((value, k) => {
    expect(out[k]).toBeCloseTo(value);
  });
});

test.each<[string, Vec3]>([
  ['beside the glass', [0, 1.6, 0.9]],
  ['above the glass', [0, 2.2, 0]],
  ['behind the glass', [2.3, 1.6, 0]],
])('eyes %s do not', (_, eyes) => {
  expect(reflectEyes(createVec3(), eyes, glass)).toBe(false);
});
