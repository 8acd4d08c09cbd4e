import { faceParameterNames } from '@leib/core/pack';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { readFaceWeights, writeFaceWeights } from './faceWeights.js';
import { createFaceValues, type FaceValues } from './livingFace.js';

test('a face that is sent is the face that is shown', () => {
  const [weights, values, back] = [new Float64Array(faceParameterNames.length), createFaceValues(), createFaceValues()];
  for (const seed of seeds(20)) {
    const random = seededRandom(seed);
    for (const key of ['closedLeft', 'closedRight', 'aa', 'oh'] as const) values[key] = random();
    for (const key of ['leftYaw', 'rightYaw', 'pitch'] as const) values[key] = random() - 0.5;
    readFaceWeights(writeFaceWeights(values, weights), back);
    for (const key of Object.keys(values) as (keyof FaceValues)[]) expect(back[key]).toBeCloseTo(values[key], 9);
  }
});

test('an eye that looks left leaves nothing of one that looked right', () => {
  const weights = new Float64Array(faceParameterNames.length);
  writeFaceWeights({ ...createFaceValues(), leftYaw: -0.2 }, weights);
  writeFaceWeights({ ...createFaceValues(), leftYaw: 0.2 }, weights);
  expect(weights[faceParameterNames.indexOf('eyeLookInLeft')]).toBe(0);
  expect(weights[faceParameterNames.indexOf('eyeLookOutLeft')]).toBeGreaterThan(0.1);
});
