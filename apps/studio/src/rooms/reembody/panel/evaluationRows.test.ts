import type { HumanoidBone } from '@leib/core';
import type { GainEvaluation, JointEvaluation } from '@leib/reembody/measure';
import { expect, test } from 'vitest';
import { evaluationMeans, evaluationRows } from './evaluationRows.js';

const joint = (bone: HumanoidBone, meanDeg: number, settlingSeconds: number | null): JointEvaluation => ({
  bone,
  meanDeg,
  rmsDeg: meanDeg,
  maxDeg: 2 * meanDeg,
  projectionLossDeg: 0,
  overshoot: 0.1,
  settlingSeconds,
  responseSeconds: 0.05,
});
const evaluation = (...joints: JointEvaluation[]) => ({ joints }) as unknown as GainEvaluation;
const pair = {
  before: evaluation(joint('head', 3, 0.4), joint('neck', 1, 0.2), joint('spine', 2, 0.3)),
  after: evaluation(joint('head', 1, 0.2), joint('neck', 2, null), joint('spine', 0.5, 0.1)),
};
const order = (by: Parameters<typeof evaluationRows>[1]) => evaluationRows(pair, by).map(({ bone }) => bone);

test('rows have both evaluations of a joint, the worst of now first', () => {
  expect(order('mean')).toEqual(['neck', 'head', 'spine']);
  expect(order('settling')).toEqual(['neck', 'head', 'spine']);
  expect(order('joint')).toEqual(['head', 'neck', 'spine']);
  const [head] = evaluationRows(pair, 'joint');
  expect(head).toMatchObject({ before: { mean: 3, settling: 400 }, after: { mean: 1, overshoot: 10, response: 50 } });
});

test('equals keep their order, those that never settle too', () => {
  expect(order('overshoot')).toEqual(['head', 'neck', 'spine']);
  const never = evaluation(joint('head', 1, null), joint('neck', 1, null));
  expect(evaluationRows({ before: never, after: never }, 'settling').map(({ bone }) => bone)).toEqual(['head', 'neck']);
});

test('means leave out what never got there', () => {
  expect(evaluationMeans(pair.after)).toMatchObject({ mean: 3.5 / 3, settling: 150 });
  expect(evaluationMeans(evaluation(joint('head', 1, null))).settling).toBeNull();
});
