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
    readonly workplaces: readonly Workplace[];
    /** The built studio, but its default person is made of boxes. */
    readonly boxesDir: string;
  }
}

/**
 * What a worker has for itself, so that two files that run at a time do not meet: in one browser they would wait for each
 * other's windows and downloads, on one server they would share rooms, walls and limits.
 */
export interface Workplace {
  readonly studioUrl: string;
  /** The same studio, but its default person is made of boxes. */
  readonly boxesUrl: string;
  readonly browserEndpoint: string;
}

/** A browser and servers for each worker; the studio is built where its sources have changed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ok, output } = await buildStudio();
  if (!ok) throw new Error(`the studio does not build:\n${output}`);
  const studioDir = join(root, 'apps/studio/dist');
  const boxesDir = copyWithBoxes(studioDir);
  const opened = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, () => openWorkplace(studioDir, boxesDir)),
  );
  project.provide('boxesDir', boxesDir);
  project.provide(
    'workplaces',
    opened.map(({ place }) => place),
  );
  return async () => {
    await Promise.all(opened.map(({ close }) => close()));
  };
}

async function openWorkplace(
  studioDir: string,
  boxesDir: string,
): Promise<{ readonly place: Workplace; readonly close: () => Promise<unknown> }> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium found: npm test installs one, or set CHROMIUM_PATH.');
  const [studio, boxes, browser] = await Promise.all([
    serve(studioDir),
    serve(boxesDir),
    chromium.launchServer({ executablePath, args: chromiumTestFlags }),
  ]);
  return {
    place: { studioUrl: studio.url, boxesUrl: boxes.url, browserEndpoint: browser.wsEndpoint() },
    close: () => Promise.all([browser.close(), studio.close(), boxes.close()]),
  };
}

function serve(studioDir: string) {
  // Pages have a clock that the tests step, and may stand still for as long as a slow machine needs.
  return startServer({ port: 0, studioDir, remote: { isSteppedByFrames: true, idleMs: 3_600_000 } });
}

/** The built studio with a person of a few boxes ("Tester 1") in place of the default one, which takes long to load and to draw. */
export function copyWithBoxes(studioDir: string): string {
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
