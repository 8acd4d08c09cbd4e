import { seededRandom, seeds } from '@leib/core/testing';
import { expect, describe as group, test } from 'vitest';
import { describe, quantile } from './describe.js';
import { friedmanTest } from './friedman.js';
import { holm } from './holm.js';
import { correlateRanks } from './spearman.js';
import { comparePairs } from './wilcoxon.js';

// Against what is printed elsewhere; each source is named.

/** Hollander & Wolfe, "Nonparametric statistical methods", 1973, p. 140: times of 22 players round first base, three methods. */
const roundingTimes = [
  [5.4, 5.5, 5.55],
  [5.85, 5.7, 5.75],
  [5.2, 5.6, 5.5],
  [5.55, 5.5, 5.4],
  [5.9, 5.85, 5.7],
  [5.45, 5.55, 5.6],
  [5.4, 5.4, 5.35],
  [5.45, 5.5, 5.35],
  [5.25, 5.15, 5.0],
  [5.85, 5.8, 5.7],
  [5.25, 5.2, 5.1],
  [5.65, 5.55, 5.45],
  [5.6, 5.35, 5.45],
  [5.05, 5.0, 4.95],
  [5.5, 5.5, 5.4],
  [5.45, 5.55, 5.5],
  [5.55, 5.55, 5.35],
  [5.45, 5.5, 5.55],
  [5.5, 5.45, 5.25],
  [5.65, 5.6, 5.4],
  [5.7, 5.65, 5.55],
  [6.3, 6.3, 6.25],
];

/** Hollander & Wolfe, p. 29: a depression scale of nine patients at the first and second visit after a therapy began. */
const firstVisit = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
const secondVisit = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];

test('Friedman: the times round first base, as in the manual of R (friedman.test)', () => {
  const found = friedmanTest(roundingTimes);
  expect(found?.count).toBe(22);
  expect(found?.chiSquare).toBeCloseTo(11.1429, 4);
  expect(found?.freedom).toBe(2);
  expect(found?.p).toBeCloseTo(0.003805, 6);
  expect(found?.agreement).toBeCloseTo(11.1429 / 44, 5);
});

test('Wilcoxon: the depression scale, as in the manual of R (wilcox.test, V = 40, p = 0.03906)', () => {
  const found = comparePairs(secondVisit, firstVisit);
  expect(found?.rankSum).toBe(40);
  expect(found?.p).toBeCloseTo(0.03906, 5);
  expect(found?.isExact).toBe(true);
  expect(comparePairs(firstVisit, secondVisit)?.p).toBe(found?.p);
});

test("Wilcoxon: Darwin's maize, with tied ranks; the sum of ranks of Fisher, The design of experiments, 1935, is 96", () => {
  const crossed = [23.5, 12, 21, 22, 19.125, 21.5, 22.125, 20.375, 18.25, 21.625, 23.25, 21, 22.125, 23, 12];
  const own = [17.375, 20.375, 20, 20, 18.375, 18.625, 18.625, 15.25, 16.5, 18, 16.25, 18, 12.75, 15.5, 18];
  const found = comparePairs(own, crossed);
  expect(found?.rankSum).toBe(96);
  // R: wilcox.test(crossed, own, paired = TRUE) gives V = 96, and 0.04126 without ties; t = 2.148 there, which is d_z sqrt(15).
  expect(found?.p).toBeCloseTo(0.0413, 3);
  expect((found?.standardized ?? 0) * Math.sqrt(15)).toBeCloseTo(2.148, 3);
});

test('Holm: the four tests of the worked example in its article on Wikipedia (Holm–Bonferroni method)', () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holm([0.5, Number.NaN, 0.01])).toEqual([0.5, Number.NaN, 0.02]);
});

test("Spearman: IQ and hours of television, the worked example of Wikipedia (Spearman's rank correlation, rho = -29/165, p = 0.627188)", () => {
  const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
  const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
  const found = correlateRanks(iq, hours);
  expect(found?.rho).toBeCloseTo(-29 / 165, 12);
  expect(found?.p).toBeCloseTo(0.627188, 6);
});

test('quartiles and the interval of a mean: numbers of R (quantile, t.test) for the speeds of mtcars$mpg', () => {
  const mpg = [
    21, 21, 22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 32.4, 30.4, 33.9,
    21.5, 15.5, 15.2, 13.3, 19.2, 27.3, 26, 30.4, 15.8, 19.7, 15, 21.4,
  ];
  const found = describe(mpg);
  expect([found.lowerQuartile, found.median, found.upperQuartile].map((v) => Number(v.toFixed(3)))).toEqual([
    15.425, 19.2, 22.8,
  ]);
  expect(found.mean).toBeCloseTo(20.09062, 5);
  expect(found.deviation).toBeCloseTo(6.026948, 6);
  expect(found.meanInterval[0]).toBeCloseTo(17.91768, 4);
  expect(found.meanInterval[1]).toBeCloseTo(22.26357, 4);
});

group('laws', () => {
  const sample = (random: () => number, n: number) => Array.from({ length: n }, () => Math.round(random() * 8));

  test.each(seeds(40))('p of few pairs is what counting all signs gives, with ties and zeros (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const n = 4 + Math.floor(random() * 7);
    const [first, second] = [sample(random, n), sample(random, n)];
    const found = comparePairs(first, second);
    const differences = second.map((value, i) => value - first[i]).filter((value) => value !== 0);
    const sorted = [...differences].map(Math.abs).sort((a, b) => a - b);
    const rankOf = (value: number) =>
      (sorted.indexOf(Math.abs(value)) + 1 + sorted.lastIndexOf(Math.abs(value)) + 1) / 2;
    const ranks = differences.map(rankOf);
    const middle = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
    const away = Math.abs((found?.rankSum ?? 0) - middle);
    let count = 0;
    for (let signs = 0; signs < 1 << ranks.length; signs++) {
      const sum = ranks.reduce((total, rank, i) => total + ((signs >> i) & 1 ? rank : 0), 0);
      if (Math.abs(sum - middle) >= away - 1e-9) count++;
    }
    expect(found?.p).toBeCloseTo(count / (1 << ranks.length), 12);
  });

  test.each(seeds(20))('for many pairs the normal distribution is near to counting (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const first = Array.from({ length: 51 }, () => random());
    const second = first.map((value) => value + random() - 0.42);
    const many = comparePairs(first, second);
    const few = comparePairs(first.slice(1), second.slice(1));
    expect([many?.isExact, few?.isExact]).toEqual([false, true]);
    expect(Math.abs((many?.rankBiserial ?? 0) - (few?.rankBiserial ?? 0))).toBeLessThan(0.1);
    // A pair more or less changes p as well; both stand on the same side of what matters.
    expect(Math.abs(Math.log10(many?.p ?? 0) - Math.log10(few?.p ?? 0))).toBeLessThan(0.6);
  });

  test('the intervals of the median hold 95 % of the time or more', () => {
    const random = seededRandom(4);
    for (const n of [6, 12, 40]) {
      let hits = 0;
      for (let round = 0; round < 400; round++) {
        const second = Array.from({ length: n }, () => random() - 0.5);
        const interval = comparePairs(
          second.map(() => 0),
          second,
        )?.medianInterval ?? [1, -1];
        if (interval[0] <= 0 && interval[1] >= 0) hits++;
      }
      expect(hits / 400).toBeGreaterThan(0.93);
    }
    expect(comparePairs([0, 0, 0], [1, 2, 3])?.medianInterval).toEqual([Number.NaN, Number.NaN]);
  });

  test('who lacks a condition is left out, and nothing to rank is no test', () => {
    expect(friedmanTest([...roundingTimes, [5, Number.NaN, 4]])?.count).toBe(22);
    expect(
      friedmanTest([
        [1, 1],
        [2, 2],
      ]),
    ).toBeNull();
    expect(friedmanTest([[1, 2]])).toBeNull();
    expect(comparePairs([1], [2])).toBeNull();
    expect(comparePairs([1, 2], [1, 2])).toMatchObject({ p: 1, rankBiserial: 0, standardized: 0 });
    expect(correlateRanks([1, 1, 1, 1], [1, 2, 3, 4])).toBeNull();
    expect(Number.isNaN(describe([]).mean)).toBe(true);
    expect(quantile([], 0.5)).toBeNaN();
  });

  test('Friedman is the same for any order of people and conditions, and twice the same interval', () => {
    const turned = [...roundingTimes].reverse().map(([a, b, c]) => [c, a, b]);
    expect(friedmanTest(turned)?.chiSquare).toBeCloseTo(friedmanTest(roundingTimes)?.chiSquare ?? 0, 10);
    expect(friedmanTest(roundingTimes)).toEqual(friedmanTest(roundingTimes));
  });
});
