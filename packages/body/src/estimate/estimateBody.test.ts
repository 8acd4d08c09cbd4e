import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { MEASURE_COUNT, type MeasureName, measureIndex, measureNames, takeSizes } from '../measure/measureNames.js';
import { createMeasureScratch, measureShape } from '../measure/measureShape.js';
import { createShapedBody, shapeBody } from '../shape/shapeBody.js';
import { shippedBodies } from './bodySpace.testing.js';
import { conditionalMeasures, type GivenMeasures } from './conditionalMeasures.js';
import { type BodyEstimator, buildBodyEstimator, estimateBody } from './estimateBody.js';
import { thesisPeople } from './thesisPeople.js';

const space = await shippedBodies();
const estimators = {
  female: buildBodyEstimator(space.female),
  male: buildBodyEstimator(space.male),
  neutral: buildBodyEstimator(space.neutral),
};
const sexes = ['female', 'male', 'neutral'] as const;

/** A random person of the space's own distribution: measures and betas. */
function drawPerson({ model, plan }: BodyEstimator, seed: number) {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const betas = Float64Array.from({ length: model.betaCount }, (_, k) => (k < 12 ? normal() : 0));
  const shaped = createShapedBody(model);
  const measures = new Float64Array(MEASURE_COUNT);
  shapeBody(model, betas, shaped);
  measureShape(plan, createMeasureScratch(plan, model.vertexCount), shaped.positions, shaped.joints, measures);
  return { betas, measures };
}

function pick(measures: Float64Array, names: readonly MeasureName[]): GivenMeasures {
  return Object.fromEntries(names.map((name) => [name, measures[measureIndex(name)]]));
}

describe.each(sexes)('a %s body built from measures', (sex) => {
  const estimator = estimators[sex];

  test.each([1, 2, 3, 4] as const)('take %i, measured again, gives back what was put in', (take) => {
    for (const seed of seeds(4)) {
      const names = measureNames.slice(0, takeSizes[take]);
      const given = pick(drawPerson(estimator, seed).measures, names);
      const { measured } = estimateBody(estimator, given);
      for (const name of names) {
        const wanted = given[name] ?? Number.NaN;
        const miss = Math.abs(measured[measureIndex(name)] - wanted);
        expect({ name, isMet: miss < (name === 'weight' ? 0.1 : 0.001) }).toEqual({ name, isMet: true });
      }
    }
  });

  test('the measures of an average body give the average body', () => {
    const mean = drawPerson(estimator, 1).measures;
    const shaped = createShapedBody(estimator.model);
    shapeBody(estimator.model, [], shaped);
    measureShape(
      estimator.plan,
      createMeasureScratch(estimator.plan, estimator.model.vertexCount),
      shaped.positions,
      shaped.joints,
      mean,
    );
    const { betas } = estimateBody(estimator, pick(mean, measureNames.slice(0, 12)));
    for (const beta of betas) expect(Math.abs(beta)).toBeLessThan(0.05);
  });

  test('nothing given: the average body; any one measure given: that measure', () => {
    expect([...estimateBody(estimator, {}).betas].every((beta) => beta === 0)).toBe(true);
    for (const name of ['stature', 'calf', 'neck', 'acromialHeight'] as const) {
      const wanted = drawPerson(estimator, 7).measures[measureIndex(name)];
      const { measured } = estimateBody(estimator, { [name]: wanted });
      expect(Math.abs(measured[measureIndex(name)] - wanted)).toBeLessThan(0.002);
    }
  });

  test('what was not given is what people like that mostly have', () => {
    for (const seed of seeds(3)) {
      const given = pick(drawPerson(estimator, seed).measures, ['stature', 'weight']);
      const { measured } = estimateBody(estimator, given);
      for (const { name, mean, deviation } of conditionalMeasures(estimator.model.measureStatistics, given)) {
        if (measureIndex(name) >= 12 || deviation === 0) continue;
        expect(Math.abs(measured[measureIndex(name)] - mean)).toBeLessThan(0.35 * deviation);
      }
    }
  });
});

describe('the people of the thesis', () => {
  test.each(thesisPeople.map(({ id }) => id))('%s: stature within a millimetre in every take', (id) => {
    const person = thesisPeople.find((each) => each.id === id);
    if (!person) throw new Error(id);
    for (const take of [1, 2, 3, 4] as const) {
      const given = Object.fromEntries(
        measureNames.slice(0, takeSizes[take]).map((name) => [name, person.measures[name]]),
      );
      const { measured, betas } = estimateBody(estimators[person.sex], given);
      expect(Math.abs(measured[0] - (person.measures.stature ?? 0))).toBeLessThan(0.001);
      expect(betas.every(Number.isFinite)).toBe(true);
    }
  });
});
