import { linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { startServer } from '@leib/server';
import { buildTestRig } from '@leib/three/testing';
import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { buildStudio } from '../../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../../scripts/chromium.mjs';
import { cacheDir, root } from '../../../scripts/project.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    readonly studioUrl: string;
    /** The same studio, but its default person is made of boxes. */
    readonly boxesUrl: string;
    /** What is served there. */
    readonly boxesDir: string;
    readonly browserEndpoint: string;
  }
}

/** Servers and a browser for all files; the studio is built where its sources have changed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ok, output } = await buildStudio();
  if (!ok) throw new Error(`the studio does not build:\n${output}`);
  const studioDir = join(root, 'apps/studio/dist');
  const boxesDir = copyWithBoxes(studioDir);
  const [studio, boxes] = await Promise.all([studioDir, boxesDir].map(serve));
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium found: npm test installs one, or set CHROMIUM_PATH.');
  const browser = await chromium.launchServer({ executablePath, args: chromiumTestFlags });
  project.provide('studioUrl', studio.url);
  project.provide('boxesUrl', boxes.url);
  project.provide('boxesDir', boxesDir);
  project.provide('browserEndpoint', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await Promise.all([studio.close(), boxes.close()]);
  };
}

function serve(studioDir: string) {
  // Pages have a clock that the tests step, and may stand still for as long as a slow machine needs.
  return startServer({ port: 0, studioDir, remote: { isSteppedByFrames: true, idleMs: 3_600_000 } });
}

/** The built studio with a person of a few boxes ("Tester 1") in place of the default one, which takes long to load and to draw. */
function copyWithBoxes(studioDir: string): string {
  const copy = join(cacheDir, 'studio-with-boxes');
  rmSync(copy, { recursive: true, force: true });
  for (const entry of readdirSync(studioDir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.endsWith('.map')) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(copy, relative(studioDir, from));
    mkdirSync(dirname(to), { recursive: true });
    if (entry.name.endsWith('.vrm')) writeFileSync(to, new Uint8Array(buildTestRig({ format: 'vrm1' })));
    else linkSync(from, to);
  }
  return copy;
}
