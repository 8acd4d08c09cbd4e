import { expect, test } from 'vitest';
import { tinyOptions } from '../benchmarkOptions.js';
import { benchPuppetSkin } from './skin.js';

test('a small skin and Jolt’s of the same mesh are measured in one run', async () => {
  const [result] = await benchPuppetSkin(16, 16)(tinyOptions);
  expect(result.name).toBe('puppet/skin-256');
  expect(Object.keys(result.peers)).toHaveLength(1);
  for (const ratio of Object.values(result.ratio)) expect(ratio).toBeGreaterThan(0);
});
