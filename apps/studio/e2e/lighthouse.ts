import { createServer } from 'node:net';
import { join } from 'node:path';
import { startServer } from '@leib/server';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { buildStudio } from '../../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../../scripts/chromium.mjs';
import { root } from '../../../scripts/project.mjs';

/**
 * Lighthouse's accessibility score of every room, 0 to 100: `npm run lighthouse -w @leib/studio`. Prints one JSON object, with
 * what was found, and fails where a score is below the least.
 */
const LEAST = 95;
/** The picture never stands still: Lighthouse waits so long for it, then looks. */
const WAIT_MS = 12_000;
const rooms = ['mirror', 'embody', 'body', 'wear', 'reembody', 'mocap', 'puppet'];

const { ok, output } = await buildStudio();
if (!ok) throw new Error(output);
const server = await startServer({ port: 0, studioDir: join(root, 'apps/studio/dist') });
const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH.');
const port = await freePort();
const browser = await chromium.launch({
  executablePath,
  args: [...chromiumTestFlags, `--remote-debugging-port=${port}`],
});
try {
  const scores: Record<string, number> = {};
  const found: Record<string, readonly string[]> = {};
  for (const room of rooms) {
    const result = await lighthouse(
      `${server.url}#/${room}`,
      { port, onlyCategories: ['accessibility'], maxWaitForLoad: WAIT_MS, logLevel: 'error' },
      {
        extends: 'lighthouse:default',
        settings: { formFactor: 'desktop', screenEmulation: { disabled: true }, throttlingMethod: 'provided' },
      },
    );
    if (!result) throw new Error(`Lighthouse gave no result for the room ${room}.`);
    const { categories, audits } = result.lhr;
    scores[room] = Math.round((categories.accessibility.score ?? 0) * 100);
    found[room] = Object.values(audits)
      .filter(({ score }) => score === 0)
      .map(({ title }) => title);
  }
  const below = rooms.filter((room) => scores[room] < LEAST);
  console.log(JSON.stringify({ scores, found, below }, null, 2));
  if (below.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
