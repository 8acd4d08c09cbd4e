import { expect, test } from 'vitest';
import { tinyOptions } from './benchmarkOptions.js';
import { runBenchmarksWith } from './runBenchmarks.js';

test('two who walk are seen by three others over real sockets, though bodies get lost and are late', async () => {
  const { results } = await runBenchmarksWith(tinyOptions, 'together');
  const names = [1, 2].flatMap((walker) => [1, 2, 3].map((seed) => `walker-${walker}-seed-${seed}`));
  expect(results.map(({ name }) => name)).toEqual(names.map((name) => `together/5%-lost-100±40ms-${name}`));
  const { headMedianCm, mostJumpCm, mostJointJumpCm, roundTripMs, lostPercent, waitMs } = results[0].facts as Record<
    string,
    number
  >;
  // Times of a busy machine are in it: leib bench says how near it is.
  expect(headMedianCm).toBeLessThan(20);
  expect(mostJumpCm).toBeGreaterThan(0);
  expect(mostJointJumpCm).toBeGreaterThan(mostJumpCm);
  expect(roundTripMs).toBeGreaterThan(100);
  expect(waitMs).toBeGreaterThan(5);
  expect(lostPercent).toBeGreaterThan(0.5);
});
