import { buildSkeleton } from '@leib/core';
import { expect, test } from 'vitest';
import { segmentParts } from './anthropometry.js';
import { averageBody, priorsOfSkeleton, proportionsOfPriors } from './bodyPriors.js';
import { proportionsOfStature } from './bodyProportions.js';

const skeleton = buildSkeleton([
  { name: 'hips', offset: [0, 0.99, 0], bone: 'hips' },
  { name: 'chest', parent: 'hips', offset: [0, 0.3, 0], bone: 'chest' },
  { name: 'head', parent: 'chest', offset: [0, 0.3, 0], bone: 'head' },
  { name: 'l', parent: 'hips', offset: [0.1, -0.02, 0.01], bone: 'leftUpperLeg' },
  { name: 'r', parent: 'hips', offset: [-0.1, -0.02, 0.01], bone: 'rightUpperLeg' },
  { name: 'lk', parent: 'l', offset: [0, -0.45, 0], bone: 'leftLowerLeg' },
  { name: 'rk', parent: 'r', offset: [0, -0.45, 0], bone: 'rightLowerLeg' },
]);

test('people on average', () => {
  expect(proportionsOfPriors(averageBody, 1.7)).toEqual(proportionsOfStature(1.7));
});

test('a rig is believed about its own joints, and an average person is what it lacks', () => {
  const priors = priorsOfSkeleton(skeleton, 1.8, 0);
  expect(priors.segments.thigh.mean * 1.8).toBeCloseTo(0.45, 12);
  expect(priors.segments.thigh.spread).toBe(segmentParts.thigh.spread);
  expect(priors.segments.forearm).toEqual(segmentParts.forearm);
  expect(priors.hip.up.mean * 1.8).toBeCloseTo(-0.02, 12);
  expect(priors.hip.ahead.mean * 1.8).toBeCloseTo(0.01, 12);
  expect(priors.shoulder).toEqual(averageBody.shoulder);
  expect((priors.hipsHeight ?? 0) * 1.8).toBeCloseTo(0.99, 12);
  expect((priors.chestHeight ?? 0) * 1.8).toBeCloseTo(1.29, 12);
});
