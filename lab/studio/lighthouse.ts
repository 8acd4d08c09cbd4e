import { createServer } from 'node:net';
import { join } from 'node:path';
import { startServer } from '@leib/server';
import { navigation } from 'lighthouse';
import { chromium } from 'playwright';
import { buildStudio } from '../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../scripts/chromium.mjs';
import { root } from '../../scripts/project.mjs';

/**
 * Lighthouse's accessibility score of every room on a desktop and on a phone, 0 to 100: `npm run lighthouse --prefix lab`
 * (behind "--" rooms and screens to look at these alone). Prints one JSON object, with what was found, and fails where a
 * score is below the least. Playwright opens each room in the page that Lighthouse has made, and lets it look when the room
 * stands: its own waiting takes a page that draws without a GPU for a hung one.
 */
const LEAST = 95;
/** What a page of the studio offers tests. */
type Page = typeof globalThis & { leibStudio?: { advance(seconds: number): Promise<void> } };
/** Rooms that load a simulation or a model take a while on a busy machine. */
const PATIENCE_MS = 240_000;
const asked = process.argv.slice(2);
const allRooms = ['mirror', 'embody', 'body', 'wear', 'reembody', 'mocap', 'puppet', 'together'];
const rooms = allRooms.some((room) => asked.includes(room))
  ? allRooms.filter((room) => asked.includes(room))
  : allRooms;
/** A desktop, and Lighthouse's phone. */
const allScreens = {
  desktop: { width: 1350, height: 940, deviceScaleFactor: 0.5, mobile: false },
  phone: { width: 412, height: 823, deviceScaleFactor: 0.5, mobile: true },
} as const;
type Screen = keyof typeof allScreens;
const screens = (Object.keys(allScreens) as Screen[]).filter(
  (screen) => asked.includes(screen) || !(asked.includes('desktop') || asked.includes('phone')),
);

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
const seen = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
try {
  const scores: Record<string, Record<string, number>> = {};
  const found: Record<string, readonly string[]> = {};
  for (const screen of screens) {
    scores[screen] = {};
    for (const room of rooms) {
      const { score, failed } = await judge(room, screen);
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
  await seen.close();
  await browser.close();
  await server.close();
}

/** The room's score, and what failed: each audit with the elements that it names. */
async function judge(room: string, screen: Screen) {
  const { mobile, ...size } = allScreens[screen];
  const open = async () => {
    const page = seen.contexts()[0].pages().at(-1);
    if (!page) throw new Error('Lighthouse opened no page.');
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${server.url}?clock=manual#/${room}`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: 'Enter VR' }).waitFor();
    await page.evaluate(() => (globalThis as Page).leibStudio?.advance(0.5));
  };
  const result = await navigation(undefined, open, {
    flags: {
      port,
      onlyCategories: ['accessibility'],
      formFactor: mobile ? 'mobile' : 'desktop',
      screenEmulation: { ...size, mobile, disabled: false },
      throttlingMethod: 'provided',
      maxWaitForFcp: PATIENCE_MS,
      maxWaitForLoad: PATIENCE_MS,
      disableFullPageScreenshot: true,
      logLevel: 'error',
    },
  });
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

/** A port of this machine that is not used now. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port on this machine.');
  return address.port;
}
