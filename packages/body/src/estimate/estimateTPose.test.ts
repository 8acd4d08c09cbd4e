import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { MEASURE_COUNT, measureIndex } from '../measure/measureNames.js';
import { createShapedBody, shapeBody } from '../shape/shapeBody.js';
import { shippedBodies } from './bodySpace.testing.js';
import { buildBodyEstimator } from './estimateBody.js';
import { estimateTPose } from './estimateTPose.js';

const { female } = await shippedBodies();
const estimator = buildBodyEstimator(female);
const shaped = createShapedBody(female);
const jointAt = (bone: (typeof female.jointNames)[number], axis: 0 | 1) =>
  shaped.joints[female.jointNames.indexOf(bone) * 3 + axis];

function measure(betas: Float64Array): Float64Array {
  const out = new Float64Array(MEASURE_COUNT);
  estimator.measure(betas, shaped, out);
  return out;
}

test.each(seeds(8))('the stature, arms and legs of a person are found from trackers in a T-pose (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const betas = Float64Array.from({ length: 12 }, () => 3 * (random() - 0.5));
  const truth = measure(betas);
  const lengths = {
    headHeight: jointAt('head', 1),
    wristSpan: 2 * jointAt('leftHand', 0),
    hipsHeight: jointAt('hips', 1),
    kneeHeight: jointAt('leftLowerLeg', 1),
  };
  const usual = measure(new Float64Array(12));
  const found = measure(estimateTPose(female, lengths));
  const error = (name: 'stature' | 'armLength' | 'crotchHeight', measures: Float64Array) =>
    Math.abs(measures[measureIndex(name)] - truth[measureIndex(name)]);
  expect(error('stature', found)).toBeLessThan(0.025);
  expect(error('armLength', found)).toBeLessThan(0.035);
  expect(error('crotchHeight', found)).toBeLessThan(0.035);
  // Where the person differs from the average, the trackers tell.
  if (error('stature', usual) > 0.04) expect(error('stature', found)).toBeLessThan(0.5 * error('stature', usual));
  shapeBody(female, [], shaped);
});

test('nothing seen: the average', () => {
  expect([...estimateTPose(female, {})].every((beta) => beta === 0)).toBe(true);
});
