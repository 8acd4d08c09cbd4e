import { expect, inject, test } from 'vitest';
import { killPages } from './killPages.js';

// Browsers and servers of its own, which are killed. They go by the real clock: what is judged is what is in the document.

test('a page that is killed while it writes, and its server with it, loses nothing that was seen, and comes back as the same person', async () => {
  const figures = await killPages({ studioDir: inject('boxesDir'), count: 3, seed: 3 });
  expect(figures.faults).toEqual([]);
  expect(figures.pageKills).toBe(3);
  expect(figures.serverKills).toBeGreaterThan(0);
  expect(figures.linesKept).toBeGreaterThan(5);
});
