import { expect, test } from 'vitest';
import { tinyOptions } from './benchmarkOptions.js';
import { runBenchmarksWith } from './runBenchmarks.js';

test('sessions of one to eight bodies, and the way to a server and back', async () => {
  const { results } = await runBenchmarksWith(tinyOptions, 'remote');
  expect(results.map(({ name }) => name)).toEqual([
    ...[1, 2, 4, 8].map((count) => `remote/session-${count}-bodies`),
    'remote/round-trip-loopback',
  ]);
  for (const { ours } of results) expect(ours).toBeGreaterThan(0);
  const trip = results[4];
  expect(trip.facts?.p95Us).toBeGreaterThanOrEqual(trip.ours);
  expect(trip.facts?.stepUs).toBeLessThan(trip.ours);
});
