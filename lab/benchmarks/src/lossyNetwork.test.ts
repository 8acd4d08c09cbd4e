import { expect, test } from 'vitest';
import { tinyOptions } from './benchmarkOptions.js';
import { runBenchmarksWith } from './runBenchmarks.js';

test('two who walk are seen by a third over real sockets, though bodies get lost and are late', async () => {
  const { results } = await runBenchmarksWith(tinyOptions, 'together');
  expect(results.map(({ name }) => name)).toEqual([1, 2].map((one) => `together/5%-lost-100±40ms-${one}`));
  const { headMedianCm, mostJumpCm, roundTripMs, lostPercent, waitMs } = results[0].facts as Record<string, number>;
  // Times of a busy machine are in it: leib bench says how near it is.
  expect(headMedianCm).toBeLessThan(20);
  expect(mostJumpCm).toBeGreaterThan(0);
  expect(roundTripMs).toBeGreaterThan(100);
  expect(waitMs).toBeGreaterThan(5);
  expect(lostPercent).toBeGreaterThan(0.5);
});
