import { expect, test } from 'vitest';
import { randomUnit, seededRandom, seeds } from '../testing.js';
import { buildSkeleton } from './buildSkeleton.js';
import { createSkeletonStretch, stretchAlong, stretchAlongAxes, stretchSkeleton } from './stretchSkeleton.js';

const skeleton = buildSkeleton([
  { name: 'a', offset: [0.1, 1, 0] },
  { name: 'b', parent: 'a', offset: [0.2, 0.3, -0.1] },
  { name: 'c', parent: 'b', offset: [0, 0.4, 0.05] },
]);

test('without a stretch the skeleton is the same', () => {
  const same = stretchSkeleton(skeleton, createSkeletonStretch(skeleton));
  expect(same.restOffsets).toEqual(skeleton.restOffsets);
  same.restWorldPositions.forEach((value, i) => {
    expect(value).toBeCloseTo(skeleton.restWorldPositions[i], 15);
  });
});

test.each(seeds(20))('a bone is longer along itself, and only that bone (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const ratio = 0.8 + 0.4 * random();
  const stretch = createSkeletonStretch(skeleton);
  const offset = skeleton.restOffsets.subarray(3, 6);
  const length = Math.hypot(...offset);
  stretchAlong(
    stretch,
    0,
    offset.map((part) => part / length),
    ratio,
  );
  const longer = stretchSkeleton(skeleton, stretch);
  for (let k = 0; k < 3; k++) expect(longer.restOffsets[3 + k]).toBeCloseTo(ratio * offset[k], 12);
  expect(longer.restOffsets.subarray(6)).toEqual(skeleton.restOffsets.subarray(6));
  // Across the direction nothing changes.
  const d = randomUnit(random);
  stretchAlong(stretch, 1, d, ratio);
  const c = skeleton.restOffsets.subarray(6, 9);
  const along = c[0] * d[0] + c[1] * d[1] + c[2] * d[2];
  const got = stretchSkeleton(skeleton, stretch).restOffsets.subarray(6, 9);
  for (let k = 0; k < 3; k++) expect(got[k]).toBeCloseTo(c[k] + (ratio - 1) * along * d[k], 12);
});

test('axes and moves', () => {
  const stretch = createSkeletonStretch(skeleton);
  stretchAlongAxes(stretch, 1, 2, 3, 4);
  stretch.moves.set([0, 0.5, 0]);
  const other = stretchSkeleton(skeleton, stretch);
  expect([...other.restOffsets.subarray(6)]).toEqual([0, 0.4 * 3, 0.05 * 4]);
  expect(other.restWorldPositions[1]).toBeCloseTo(1.5, 12);
  expect(other.names).toBe(skeleton.names);
});
