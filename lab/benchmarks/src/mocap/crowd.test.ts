import { afterEach, expect, test, vi } from 'vitest';
import { tinyOptions } from '../benchmarkOptions.js';
import { formatReport } from '../report.js';
import { benchCrowd } from './crowd.js';

afterEach(() => vi.unstubAllEnvs());

test('without a browser the report says so, and gives no figure', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/no/such/chromium');
  const results = await benchCrowd(tinyOptions);
  expect(results).toMatchObject([
    { name: 'mocap/crowd-100', peers: {}, skipped: expect.stringContaining('CHROMIUM_PATH') },
  ]);
  expect(JSON.parse(JSON.stringify(results))[0].ours).toBeNull();
  expect(formatReport({ results })).toContain('mocap/crowd-100: not measured: expected a Chromium');
});
