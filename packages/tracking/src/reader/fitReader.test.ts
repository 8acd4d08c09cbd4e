import { buildSkeleton, type Skeleton } from '@leib/core';
import { expect, test } from 'vitest';
import { fitWearer } from './fitReader.js';
import { eyeHeightOfStature, headHeightOfStature } from './standing.js';

function body(hips: number, head: number): Skeleton {
  return buildSkeleton([
    { name: 'hips', offset: [0, hips, 0], bone: 'hips' },
    { name: 'head', parent: 'hips', offset: [0, head - hips, 0], bone: 'head' },
  ]);
}

test.each([0.5, 0.9, 1.55, 2.6])(
  'a body like a person is shown head to head with its wearer (head at %d m)',
  (head) => {
    for (const stature of [1.2, 1.7, 2]) {
      const fit = fitWearer({ skeleton: body(0.58 * head, head), stature });
      expect(fit.shownScale * head).toBeCloseTo(headHeightOfStature(stature), 9);
      expect(fit.wearerScale).toBe(fit.shownScale);
    }
  },
);

test('a big head on short legs is shown eye to eye, and its wearer fits by the head joint', () => {
  const fit = fitWearer({ skeleton: body(0.4, 1.2), eyeHeight: 1.6, stature: 1.7 });
  expect(fit.shownScale * 1.6).toBeCloseTo(eyeHeightOfStature(1.7), 9);
  expect(fit.wearerScale * 1.2).toBeCloseTo(headHeightOfStature(1.7), 9);
  expect(fit.heights).not.toBeNull();
});

test('its own size is kept where it is wanted', () => {
  expect(fitWearer({ skeleton: body(0.9, 1.5), stature: 1.2, size: 'own' }).shownScale).toBe(1);
});
