import { expect, test } from 'vitest';
import { shippedBodies } from './bodySpace.testing.js';
import { conditionalMeasures, expectFromOthers } from './conditionalMeasures.js';

const { male } = await shippedBodies();
const { measureStatistics: statistics } = male;
const find = (expected: ReturnType<typeof conditionalMeasures>, name: string) => {
  const found = expected.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
};

test('nothing given: means and deviations of the population', () => {
  const { mean, deviation } = find(conditionalMeasures(statistics, {}), 'stature');
  expect(mean).toBeCloseTo(statistics.means[0], 12);
  expect(deviation).toBeCloseTo(Math.sqrt(statistics.covariance[0]), 12);
});

test('every given measure lowers the deviations of the others', () => {
  const two = conditionalMeasures(statistics, { stature: 1.8, weight: 80 });
  const three = conditionalMeasures(statistics, { stature: 1.8, weight: 80, chest: 1.02 });
  for (const { name, deviation } of three) expect(deviation).toBeLessThanOrEqual(find(two, name).deviation + 1e-12);
});

test('given means, the expected values of the others are their means', () => {
  const given = { stature: statistics.means[0], weight: statistics.means[1] ** 3 };
  for (const { name, mean } of conditionalMeasures(statistics, given)) {
    if (name === 'weight' || name === 'stature') continue;
    expect(mean).toBeCloseTo(statistics.means[statistics.names.indexOf(name)], 9);
  }
});

test('heavier people are expected to be wider, not taller', () => {
  const light = conditionalMeasures(statistics, { stature: 1.8, weight: 65 });
  const heavy = conditionalMeasures(statistics, { stature: 1.8, weight: 110 });
  expect(find(heavy, 'waist').mean - find(light, 'waist').mean).toBeGreaterThan(0.2);
  expect(Math.abs(find(heavy, 'waistHeight').mean - find(light, 'waistHeight').mean)).toBeLessThan(0.03);
});

test('the value expected from others does not depend on the measure itself', () => {
  const others = { weight: 80, chest: 1.02 };
  const low = expectFromOthers(statistics, { ...others, stature: 1.5 }, 'stature');
  expect(expectFromOthers(statistics, { ...others, stature: 2 }, 'stature')).toEqual(low);
});
