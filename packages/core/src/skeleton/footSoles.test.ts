import { expect, test } from 'vitest';
import { seededRandom, seeds } from '../testing.js';
import { buildSkeleton, jointOfBone } from './buildSkeleton.js';
import { footShape, restFloorY, standOnSoles } from './footSoles.js';
import type { Skeleton } from './skeleton.js';
import { createSkeletonStretch, stretchAlongAxes, stretchSkeleton } from './stretchSkeleton.js';

/** Hips, head and one leg; the ankle is at `ankleY`. */
function body(ankleY: number): Skeleton {
  return buildSkeleton([
    { name: 'hips', offset: [0, 0.95, 0], bone: 'hips' },
    { name: 'head', parent: 'hips', offset: [0, 0.6, 0], bone: 'head' },
    { name: 'thigh', parent: 'hips', offset: [0.1, -0.05, 0], bone: 'leftUpperLeg' },
    { name: 'shank', parent: 'thigh', offset: [0, -0.42, 0.02], bone: 'leftLowerLeg' },
    { name: 'foot', parent: 'shank', offset: [0, ankleY - 0.48, -0.03], bone: 'leftFoot' },
  ]);
}

test.each(seeds(20))('a body stands on its sole, whichever joint carries it (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const bare = body(0.4 * random() - 0.1);
  const joint = jointOfBone(bare, random() < 0.5 ? 'leftFoot' : 'leftLowerLeg');
  const ankle = jointOfBone(bare, 'leftFoot') * 3;
  const [below, ahead, behind] = [0.6 * random(), 0.3 * random(), 0.1 * random()];
  const stands = standOnSoles(bare, [{ joint, below, ahead, behind }, null]);
  expect(restFloorY(stands)).toBeCloseTo(0, 12);
  expect(stands.restWorldPositions[joint * 3 + 1]).toBeCloseTo(below, 12);
  expect(stands.restOffsets.subarray(3)).toEqual(bare.restOffsets.subarray(3));
  const shape = footShape(stands, 'left');
  expect(shape?.ankleHeight).toBeCloseTo(stands.restWorldPositions[ankle + 1], 12);
  // Tip and heel are where they were, seen from the ankle.
  const jointZ = stands.restWorldPositions[joint * 3 + 2] - stands.restWorldPositions[ankle + 2];
  expect(shape?.toeAhead).toBeCloseTo(jointZ + ahead, 12);
  expect(shape?.heelBehind).toBeCloseTo(behind - jointZ, 12);
  expect(footShape(stands, 'right')).toBeNull();
});

test('a stretched foot has a stretched sole', () => {
  const bare = body(0.1);
  const foot = jointOfBone(bare, 'leftFoot');
  const stands = standOnSoles(bare, [{ joint: foot, below: 0.1, ahead: 0.2, behind: 0.05 }, null]);
  const stretch = createSkeletonStretch(stands);
  stretchAlongAxes(stretch, foot, 1, 1.5, 0.5);
  expect(footShape(stretchSkeleton(stands, stretch), 'left')).toEqual({
    ankleHeight: expect.closeTo(0.15, 12),
    toeAhead: expect.closeTo(0.1, 12),
    heelBehind: expect.closeTo(0.025, 12),
  });
});

test.each([
  ['on y = 0', 0.06, 0],
  ['in high boots', 0.28, 0],
  ['with joints a little below it', -0.02, 0],
  // 1.1 % of the head's height over the joint.
  ['hung on its hips', -0.9, -0.9 - 0.011 * 2.45],
])('the floor of a bare skeleton is guessed: %s', (_, ankleY, floorY) => {
  expect(restFloorY(body(ankleY))).toBeCloseTo(floorY, 9);
});
