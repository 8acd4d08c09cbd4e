import { join } from 'node:path';
import { startServer } from '@leib/server';
import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { buildStudio } from '../../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../../scripts/chromium.mjs';
import { root } from '../../../scripts/project.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    readonly studioUrl: string;
    readonly browserEndpoint: string;
  }
}

/** One server and one browser for all files; the studio is built where its sources have changed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ok, output } = await buildStudio();
  if (!ok) throw new Error(`the studio does not build:\n${output}`);
  const server = await startServer({
    port: 0,
    studioDir: join(root, 'apps/studio/dist'),
    // Pages have a clock that the tests step, and may stand still for as long as a slow machine needs.
    remote: { isSteppedByFrames: true, idleMs: 3_600_000 },
  });
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium found: npm test installs one, or set CHROMIUM_PATH.');
  const browser = await chromium.launchServer({ executablePath, args: chromiumTestFlags });
  project.provide('studioUrl', server.url);
  project.provide('browserEndpoint', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.close();
  };
}
