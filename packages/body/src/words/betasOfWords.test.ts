import { expect, test } from 'vitest';
import { shippedBodies } from '../estimate/bodySpace.testing.js';
import { buildBodyEstimator } from '../estimate/estimateBody.js';
import { MEASURE_COUNT, type MeasureName, measureIndex } from '../measure/measureNames.js';
import { createMeasureScratch, measureShape } from '../measure/measureShape.js';
import { createShapedBody, shapeBody } from '../shape/shapeBody.js';
import { betasOfWords, ratingsOfBetas, wordDirection } from './betasOfWords.js';
import { bodyWords, type WordRatings } from './bodyWords.js';

const { female } = await shippedBodies();
const { measureStatistics: statistics } = female;
const { plan } = buildBodyEstimator(female);

function measure(ratings: WordRatings): (name: MeasureName) => number {
  const shaped = createShapedBody(female);
  shapeBody(female, betasOfWords(statistics, ratings), shaped);
  const out = new Float64Array(MEASURE_COUNT);
  measureShape(plan, createMeasureScratch(plan, female.vertexCount), shaped.positions, shaped.joints, out);
  return (name) => out[measureIndex(name)];
}

test.each(bodyWords.map((word) => [word.id, word] as const))(
  '%s: the body that it asks for is described by it',
  (id) => {
    const ratings = ratingsOfBetas(statistics, betasOfWords(statistics, { [id]: 2 }));
    // One word alone: 1 / (1 + 0.5²) of its rating; no other word fits better, save for one that says nearly the same.
    expect(ratings[id]).toBeCloseTo(1.6, 9);
    for (const other of bodyWords) expect(Math.abs(ratings[other.id])).toBeLessThanOrEqual(1.6 + 1e-9);
  },
);

test('words change the measures that they name, and not those that they compare with', () => {
  const average = measure({});
  const legs = measure({ longLegs: 2 });
  expect(legs('crotchHeight') - average('crotchHeight')).toBeGreaterThan(0.02);
  expect(Math.abs(legs('stature') - average('stature'))).toBeLessThan(0.004);
  const tall = measure({ tall: 2 });
  expect(tall('stature') - average('stature')).toBeGreaterThan(0.08);
  expect(tall('crotchHeight')).toBeGreaterThan(average('crotchHeight') + 0.03);
  const belly = measure({ roundBelly: 2 });
  expect(belly('waist') - average('waist')).toBeGreaterThan(0.04);
  expect(Math.abs(belly('weight') - average('weight'))).toBeLessThan(2.5);
  const slim = measure({ slim: 2 });
  expect(slim('hip')).toBeLessThan(average('hip') - 0.05);
});

test('without ratings it is the average body; opposite words cancel out', () => {
  expect([...betasOfWords(statistics, {})]).toEqual(Array(12).fill(0));
  const mixed = ratingsOfBetas(statistics, betasOfWords(statistics, { heavy: 2, slim: 2 }));
  expect(Math.abs(mixed.heavy)).toBeLessThan(0.8);
});

test('every word is a direction of length 1 in the betas that its peers do not share', () => {
  for (const word of bodyWords) {
    const direction = wordDirection(statistics, word);
    expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
    if (word.peers !== 'all') expect(direction[0]).toBe(0);
    if (word.peers === 'sameStatureAndWeight') expect(direction[1]).toBe(0);
  }
});
