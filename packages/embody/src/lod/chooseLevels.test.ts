import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { chooseLevels, createLevelChoice, defaultLodSettings, detailLevel } from './chooseLevels.js';

const costs = Float64Array.of(30, 14, 3);
const settings = { ...defaultLodSettings, budgetMicros: 1e9 };

function levelsOf(distances: readonly number[], budgetMicros = 1e9): number[] {
  const choice = createLevelChoice(distances.length);
  chooseLevels({ ...settings, budgetMicros }, choice, Float64Array.from(distances), costs);
  return [...choice.levels];
}

function microsOf(levels: ArrayLike<number>): number {
  return Array.from(levels).reduce((sum, level) => sum + costs[level], 0);
}

describe('levels', () => {
  test('follow the distance', () => {
    expect(levelsOf([1, 10, 40, Number.NaN, Number.POSITIVE_INFINITY, 0])).toEqual([0, 1, 2, 2, 2, 0]);
  });

  test.each(seeds(20))('keep the budget, and the nearer avatar never has less detail (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const distances = Array.from({ length: 200 }, () => 30 * random());
    const budget = 700 + 4000 * random();
    const levels = levelsOf(distances, budget);
    expect(microsOf(levels)).toBeLessThanOrEqual(budget);
    const sorted = distances.map((distance, i) => [distance, levels[i]]).sort(([a], [b]) => a - b);
    expect(sorted.map(([, level]) => level)).toEqual([...levels].sort());
  });

  test('go as low as they can where even that is too much', () => {
    expect(levelsOf([1, 2, 3], 1)).toEqual([2, 2, 2]);
  });

  test.each(seeds(5))('do not flicker: somebody on a border stays, whatever it trembles (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const choice = createLevelChoice(2);
    const distances = new Float64Array(2);
    const changes = [0, 0];
    let before = [...choice.levels];
    for (let i = 0; i < 400; i++) {
      [settings.fullDistance, settings.reducedDistance].forEach((border, k) => {
        distances[k] = border * (1 + 0.1 * (2 * random() - 1));
      });
      chooseLevels(settings, choice, distances, costs);
      choice.levels.forEach((level, k) => {
        changes[k] += level === before[k] ? 0 : 1;
      });
      before = [...choice.levels];
    }
    expect(Math.max(...changes)).toBeLessThanOrEqual(1);
  });

  test.each(seeds(5))('do not flicker with measured costs that tremble (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const distances = Float64Array.from({ length: 300 }, () => 25 * random());
    const choice = createLevelChoice(300);
    const tight = { ...settings, budgetMicros: 2500 };
    let changeCount = 0;
    for (let i = 0; i < 200; i++) {
      const before = [...choice.levels];
      chooseLevels(
        tight,
        choice,
        distances,
        costs.map((cost) => cost * (0.95 + 0.1 * random())),
      );
      if (i > 20) changeCount += before.filter((level, k) => level !== choice.levels[k]).length;
    }
    expect(changeCount).toBeLessThan(30);
  });

  test('come back when the crowd has gone', () => {
    const choice = createLevelChoice(100);
    const distances = new Float64Array(100).fill(3);
    const tight = { ...settings, budgetMicros: 1000 };
    chooseLevels(tight, choice, distances, costs);
    expect(choice.levels.includes(detailLevel.full)).toBe(false);
    distances.fill(50, 5);
    chooseLevels(tight, choice, distances, costs);
    expect([...choice.levels.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, 2]);
  });
});
