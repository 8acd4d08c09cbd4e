import { expect, test } from 'vitest';
import { measureIndex } from '../measure/measureNames.js';
import { bodyModelOfSmpl } from '../smpl/bodyModelOfSmpl.js';
import { readSmpl } from '../smpl/readSmpl.js';
import { npzOfBody } from '../smpl/smplBody.testing.js';
import { shippedBodies } from './bodySpace.testing.js';
import { estimateBody } from './estimateBody.js';
import { buildMeshEstimator } from './meshEstimator.js';

const { male } = await shippedBodies();
const model = bodyModelOfSmpl(await readSmpl(npzOfBody(male, 4)), 'male');
const progress: number[] = [];
const estimator = buildMeshEstimator(model, (share) => progress.push(share));

test('a body of an SMPL file is built from measures: measured again, it gives back what was put in', () => {
  const given = { stature: 1.86, weight: 74, crotchHeight: 0.89 };
  const { measured, betas, worstMiss } = estimateBody(estimator, given);
  expect(Math.abs(measured[measureIndex('stature')] - 1.86)).toBeLessThan(0.004);
  expect(Math.abs(measured[measureIndex('weight')] - 74)).toBeLessThan(1);
  expect(Math.abs(measured[measureIndex('crotchHeight')] - 0.89)).toBeLessThan(0.01);
  expect(worstMiss).toBeLessThan(3);
  expect(Math.max(...betas.map(Math.abs))).toBeLessThan(3.5);
});

test('it says which measures can be given, and how far it is', () => {
  for (const name of ['stature', 'weight', 'crotchHeight', 'waist', 'hip'] as const) {
    expect(estimator.measurable).toContain(name);
  }
  expect(progress).toHaveLength(2 * model.betaCount);
  expect(progress.at(-1)).toBe(1);
});
