import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startServer } from '@leib/server';
import { type Browser, chromium, type Page } from 'playwright';
import { buildStudio } from '../../../scripts/build.mjs';
import { chromiumFlags, findChromium } from '../../../scripts/chromium.mjs';
import { root } from '../../../scripts/project.mjs';

/**
 * The studio's figures, on this machine, in software rendering: `npm run measure -w @leib/studio`. Prints one JSON
 * object, and fails where a figure is above its limit. Close other programs first: a shared core is a slow core, and the
 * load is printed for that reason.
 */

/** Milliseconds that a visitor would notice; the figures are about a third of them. */
const limits = { firstMotion: 6000, script: 15, solver: 3 } as const;
const LOADS = 7;
/** The script is compiled to machine code as it runs: what counts is a page that has been open for a while. */
const WARM_FRAMES = 600;
const WARM_SECONDS = 90;

const { ok, output } = await buildStudio();
if (!ok) throw new Error(output);
const dist = join(root, 'apps/studio/dist');
const server = await startServer({ port: 0, studioDir: dist });
const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  const cold = await measureLoad(browser);
  const warm = [];
  for (let i = 0; i < LOADS; i++) warm.push(await measureLoad(browser));
  const report = {
    machine: { cores: cpus().length, processor: cpus()[0].model, load: loadavg()[0], renderer: 'software' },
    firstMotionMs: {
      median: median(warm.map((load) => load.firstMotion)),
      all: warm.map((load) => Math.round(load.firstMotion)),
      coldBrowser: Math.round(cold.firstMotion),
    },
    firstFrameMs: { median: median(warm.map((load) => load.firstFrame)) },
    frame: await measureFrames(browser),
    download: sizesOf(cold.files),
  };
  const above = Object.entries({
    firstMotion: report.firstMotionMs.median,
    script: report.frame.scriptMs,
    solver: report.frame.solverMs,
  }).filter(([name, ms]) => !(ms < limits[name as keyof typeof limits]));
  console.log(JSON.stringify({ ...report, aboveLimit: above.map(([name]) => name) }, null, 2));
  if (above.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}

/** From the start of the navigation, milliseconds, in a 640 x 360 page of its own. */
async function measureLoad(within: Browser) {
  const page = await openPage(within, 640, 360);
  const marks = await page.evaluate(() => ({
    firstFrame: performance.getEntriesByName('leib:first-frame')[0].startTime,
    firstMotion: performance.getEntriesByName('leib:first-motion')[0].startTime,
  }));
  await page.locator('.transport').waitFor();
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  await page.context().close();
  return { ...marks, files };
}

/** Script time per frame with one avatar, medians over the last 240 frames of a long run. */
async function measureFrames(within: Browser) {
  const page = await openPage(within, 320, 180);
  const startedMs = performance.now();
  let frames = 0;
  while (frames < WARM_FRAMES && performance.now() - startedMs < WARM_SECONDS * 1000) {
    await page.waitForTimeout(1000);
    frames = await page.evaluate(() => globalThis.leibStudio?.frameCount ?? 0);
  }
  const times = await page.evaluate(() => globalThis.leibStudio?.times);
  await page.context().close();
  return {
    scriptMs: round(times?.frame),
    solverMs: round(times?.solve),
    softwareFps: round(1000 / (times?.interval ?? Number.NaN)),
    framesBefore: frames,
  };
}

async function openPage(within: Browser, width: number, height: number): Promise<Page> {
  const context = await within.newContext({ viewport: { width, height }, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => performance.getEntriesByName('leib:first-motion').length > 0);
  return page;
}

/** Kilobytes of everything that was fetched before the panels stood, packed with gzip. */
function sizesOf(files: readonly string[]) {
  const kilobytes = (name: string, isPacked: boolean) => {
    const bytes = readFileSync(join(dist, name));
    return (isPacked ? gzipSync(bytes).length : bytes.length) / 1000;
  };
  const others = ['/index.html', ...new Set(files)].filter((name) => !name.endsWith('.vrm'));
  const avatar = files.find((name) => name.endsWith('.vrm')) ?? '';
  return {
    withoutAvatarGzipKb: round(others.reduce((sum, name) => sum + kilobytes(name, true), 0)),
    avatarKb: round(kilobytes(avatar, false)),
  };
}

function median(values: readonly number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[values.length >> 1]);
}

function round(value: number | undefined): number {
  return Math.round((value ?? Number.NaN) * 100) / 100;
}
