import { createPersonUpdate } from '@leib/net';
import { expect, test } from 'vitest';
import { measureJsonRelay } from './jsonRelay.js';

test('a relay in the manner of networked-aframe: everything comes, as text, and ratios are against ours', async () => {
  const update = createPersonUpdate();
  for (let point = 0; point < 3; point++) update.jointPoses.set([1.234567, 1.6, -0.333333, 0, 0, 0, 1], point * 7);
  const figures = await measureJsonRelay({
    moments: [update],
    seconds: 1,
    ours: { bytesPerRelayed: 40, clientsPerCore: 1000 },
  });
  expect(figures.bytesPerRelayed).toBeGreaterThan(500);
  expect(figures.bytesPerRelayed).toBeLessThan(1500);
  expect(figures.bytesRatio).toBeCloseTo(figures.bytesPerRelayed / 40, 6);
  expect(figures.clientsRatio).toBeCloseTo(1000 / figures.clientsPerCore, 6);
  expect(figures.serverCores).toBeGreaterThan(0);
  expect(figures.relayP95Ms).toBeGreaterThan(0);
});
