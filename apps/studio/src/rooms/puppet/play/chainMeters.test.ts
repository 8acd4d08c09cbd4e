import { buildPuppetModel } from '@leib/puppet';
import { expect, test } from 'vitest';
import { createRealClock } from '../../../time/clock.js';
import { addSample, createMeter } from '../../../world/meter.js';
import { loadExamplePuppet } from '../files/examplePuppets.js';
import { serveExamplePuppets } from '../files/examplePuppets.testing.js';
import { frameTimes } from './chainMeters.js';
import { PuppetPlayer } from './puppetPlayer.js';

serveExamplePuppets();

test('every stage of a frame is timed, and the last row is their sum', async () => {
  const { file, mesh } = await loadExamplePuppet('lamp');
  let nowMs = 0;
  // A clock that goes on by a millisecond whenever it is read.
  const player = new PuppetPlayer(createRealClock(), await buildPuppetModel(file, mesh), undefined, () => nowMs++);
  for (let i = 0; i < 100; i++) player.step({ hands: [], drags: [], turns: [] }, 1 / 60);
  const surface = createMeter();
  addSample(surface, 2);
  const times = frameTimes(player.meter, surface);
  expect(times.slice(0, 4).every(({ ms }) => Math.abs(ms - 1) < 0.01)).toBe(true);
  expect(times.at(-1)?.ms).toBeCloseTo(6, 1);
});
