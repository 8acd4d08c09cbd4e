import { expect, test } from 'vitest';
import { tinyOptions } from '../benchmarkOptions.js';
import { runBenchmarksWith } from '../runBenchmarks.js';

test('a second of 16 agents reaches six displays, at most 100 bytes each', async () => {
  const { results } = await runBenchmarksWith(tinyOptions, 'mocap/displays');
  expect(results.map(({ name }) => name)).toEqual(['mocap/displays']);
  const { facts } = results[0];
  expect(facts).toMatchObject({ displays: 6, agents: 16, bytesPerAgent: 100, frames: 60 });
  expect(facts?.frameBytes).toBe(24 + 32 + 16 * 100);
  expect(facts?.shownAtLeast).toBeGreaterThan(1);
});
