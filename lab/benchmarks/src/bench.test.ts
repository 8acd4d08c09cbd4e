import { beforeAll, expect, test } from 'vitest';
import { buildLeib, callLeib, runLeib } from '../../../apps/cli/dist/testing.js';

beforeAll(buildLeib);

test('--json prints one object with what was measured', async () => {
  const { code, stdout } = await runLeib(['bench', '--quick', '--json', '--only', 'forward']);
  expect(code).toBe(0);
  const { results } = JSON.parse(stdout);
  expect(results.length).toBeGreaterThan(0);
  for (const result of results) {
    expect(result).toMatchObject({ name: expect.stringContaining('forward'), unit: 'us', bytesPerCall: 0 });
    expect(result.ours).toBeGreaterThan(0);
    for (const value of Object.values(result.peers)) expect(value).toBeGreaterThan(0);
  }
});

test('a benchmark that does not exist is one line', async () => {
  const { code, stdout, stderr } = await callLeib(['bench', '--quick', '--only', 'tea']);
  expect(stderr).toMatch(/^leib: --only: expected .*, got "tea"\n$/);
  expect(stdout).toBe('');
  expect(code).toBe(1);
});
