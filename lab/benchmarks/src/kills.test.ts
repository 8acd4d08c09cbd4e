import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findNats } from '../../../apps/server/dist/nodes/nodes.testing.js';
import { tinyOptions } from './benchmarkOptions.js';
import type { Killed } from './kills.js';
import { runBenchmarksWith } from './runBenchmarks.js';

// Processes that are killed run what was compiled.
beforeAll(() => {
  const root = join(import.meta.dirname, '../../..');
  expect(spawnSync(process.execPath, ['scripts/build.mjs', 'apps/server'], { cwd: root }).status).toBe(0);
});

const hasNats = (await findNats()) !== null;

const law = async (killed: Killed) => {
  const { results } = await runBenchmarksWith(tinyOptions, `kills/${killed}`);
  expect(results[0].facts).toMatchObject({ kills: 2, lost: 0, notBack: 0 });
  expect(results[0].facts?.acknowledged).toBeGreaterThan(20);
};

test('[PD4] a server that is killed in the middle of work loses nothing that was acknowledged, and all come back', () =>
  law('server'));

test.skipIf(!hasNats).each(['node', 'nats'] as const)(
  '[NO4][NO5] nothing that was acknowledged is lost, and all come back, when this is killed: %s',
  law,
);
