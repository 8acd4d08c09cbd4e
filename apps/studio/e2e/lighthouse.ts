import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startServer } from '@leib/server';
import { snapshot } from 'lighthouse';
import { buildStudio } from '../../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../../scripts/chromium.mjs';
import { root } from '../../../scripts/project.mjs';

/**
 * Lighthouse's accessibility score of every room on a desktop and on a phone, 0 to 100: `npm run lighthouse -w @leib/studio`.
 * (rooms behind "--" to look at these alone). Prints one JSON object, with what was found, and fails where a score is below
 * the least. The rooms are opened here and
 * judged as they stand (Lighthouse's snapshot): its own loading takes a page that draws without a GPU for a hung one.
 */
const LEAST = 95;
/** Rooms that load a simulation or a model take a while on a busy machine. */
const PATIENCE_MS = 120_000;
const allRooms = ['mirror', 'embody', 'body', 'wear', 'reembody', 'mocap', 'puppet'];
const rooms = process.argv.length > 2 ? process.argv.slice(2) : allRooms;
/** A desktop, and Lighthouse's phone. */
const screens = {
  desktop: { width: 1350, height: 940, deviceScaleFactor: 0.5 },
  phone: { width: 412, height: 823, deviceScaleFactor: 0.5, isMobile: true, hasTouch: true },
} as const;

type JudgedPage = Parameters<typeof snapshot>[0];

/** The part of puppeteer that is used here; Lighthouse brings it along and judges its pages only. */
interface Puppeteer {
  launch(options: object): Promise<{ newPage(): Promise<JudgedPage>; close(): Promise<void> }>;
}

const { ok, output } = await buildStudio();
if (!ok) throw new Error(output);
const server = await startServer({ port: 0, studioDir: join(root, 'apps/studio/dist') });
const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH.');
const puppeteerAt = createRequire(import.meta.resolve('lighthouse')).resolve('puppeteer-core');
const { default: puppeteer } = (await import(puppeteerAt)) as { default: Puppeteer };
const browser = await puppeteer.launch({ executablePath, args: chromiumTestFlags, protocolTimeout: PATIENCE_MS });
try {
  const scores: Record<string, Record<string, number>> = {};
  const found: Record<string, readonly string[]> = {};
  for (const [screen, viewport] of Object.entries(screens)) {
    scores[screen] = {};
    for (const room of rooms) {
      const { score, failed } = await judge(room, viewport);
      scores[screen][room] = score;
      if (failed.length > 0) found[`${screen}, ${room}`] = failed;
      console.error(`${screen}, ${room}: ${score}`);
    }
  }
  const below = Object.entries(scores).flatMap(([screen, ofRooms]) =>
    rooms.filter((room) => ofRooms[room] < LEAST).map((room) => `${screen}, ${room}`),
  );
  console.log(JSON.stringify({ scores, found, below }, null, 2));
  if (below.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}

/** The room's score, and what failed: each audit with the elements that it names. */
async function judge(room: string, viewport: (typeof screens)[keyof typeof screens]) {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.goto(`${server.url}?clock=manual#/${room}`, { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS });
  // Asked by time: a manual clock makes no animation frames by itself.
  await page.waitForFunction(() => globalThis.leibStudio !== undefined && document.querySelector('h1') !== null, {
    timeout: PATIENCE_MS,
    polling: 100,
  });
  await page.evaluate(() => globalThis.leibStudio?.advance(0.5));
  const formFactor = 'isMobile' in viewport ? 'mobile' : 'desktop';
  const result = await snapshot(page, {
    flags: { onlyCategories: ['accessibility'], formFactor, screenEmulation: { disabled: true }, logLevel: 'error' },
  });
  await page.close();
  const score = result?.lhr.categories.accessibility.score ?? null;
  if (!result || score === null) throw new Error(`Lighthouse gave the room ${room} no score.`);
  const failed = Object.values(result.lhr.audits)
    .filter((audit) => audit.score === 0)
    .map(({ title, details }) => [title, ...snippets(details)].join(' | '));
  return { score: Math.round(score * 100), failed };
}

function snippets(details: unknown): readonly string[] {
  const { items = [] } = (details ?? {}) as { items?: readonly { node?: { snippet?: string } }[] };
  return items.flatMap(({ node }) => (node?.snippet ? [node.snippet] : []));
}
