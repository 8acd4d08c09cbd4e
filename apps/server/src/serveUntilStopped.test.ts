import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

// What holds for a whole process is looked at in one of its own. Only built scripts can be run so.

beforeAll(() => {
  const root = join(import.meta.dirname, '../../..');
  expect(spawnSync(process.execPath, ['scripts/build.mjs', 'apps/server'], { cwd: root }).status).toBe(0);
});

/** Megabytes of the heap for young objects: before there was much that outlived some collections, and after it. */
function youngMegabytes(isServer: boolean): [before: number, after: number] {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { serveUntilStopped } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)};
    const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 1e6;
    const churn = () => {
      const before = young();
      const kept = [];
      for (let i = 0; i < 6e6; i++) kept[i % 1_000_000] = { i, list: [i] };
      console.log(JSON.stringify([before, young()]));
      process.exit();
    };
    if (${isServer}) await serveUntilStopped({ port: 0, studioDir: null, people: {}, onListening: churn });
    else churn();
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(stdout);
}

test('the young heap of a server stays as it was when it began to listen, where that of another program grows', () => {
  const [before, after] = youngMegabytes(false);
  expect(after).toBeGreaterThan(before);
  const [listening, busy] = youngMegabytes(true);
  expect(busy).toBeLessThanOrEqual(listening);
});
