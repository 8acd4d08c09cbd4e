import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { galleryPeople } from '@leib/body';
import { startServer } from '@leib/server';
import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import { buildStudio } from '../../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../../scripts/chromium.mjs';
import { root } from '../../../scripts/project.mjs';

/**
 * Pictures that are kept in the repository, from the page's stepped clock: the same code draws the same pictures.
 * `npm run gallery-portraits -w @leib/studio`: wears each person of the gallery and writes its portrait to
 * src/app/gallery/portraits. Run it when people, their looks or the portrait's view have changed.
 * `npm run walk-pictures -w @leib/studio -- [keys stick ...]`: ten moments of a walk for each way to be carried, seen from the
 * side, to docs/pictures/walk-*.png. Run it when gait, legs or what carries people have changed.
 * `npm run room-pictures -w @leib/studio -- FOLDER`: every room after a second, on desk, tablet and phone, light and dark, to
 * compare by eye before and after a change. They are not kept in the repository.
 */

// Node finds a TypeScript file only by its full name.
const { drawWalk, walkNames } = (await import(
  new URL('./walkPictures.ts', import.meta.url).href
)) as typeof import('./walkPictures.js');

/** Width and height of a page, CSS pixels. */
const screens = { desktop: [1440, 900], tablet: [1024, 768], phone: [390, 844] } as const;
const rooms = ['mirror', 'embody', 'wear', 'reembody', 'mocap', 'body', 'puppet'];

const [what, ...names] = process.argv.slice(2);
const { ok, output } = await buildStudio();
if (!ok) throw new Error(output);
const server = await startServer({
  port: 0,
  studioDir: join(root, 'apps/studio/dist'),
  remote: { isSteppedByFrames: true, idleMs: 3_600_000 },
});
const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: chromiumTestFlags });
try {
  if (what === 'portraits') await makePortraits();
  else if (what === 'walks') await makeWalks(names.length > 0 ? names : walkNames);
  else if (what === 'rooms') await makeRooms(names[0] ?? join(root, '.cache/rooms'));
  else throw new Error(`what to draw: expected "portraits", "walks" or "rooms", got "${what ?? ''}".`);
} finally {
  await browser.close();
  await server.close();
}

async function openPage(hash: string, options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage({ colorScheme: 'light', ...options });
  page.setDefaultTimeout(120_000);
  // No introduction over the picture.
  await page.addInitScript((ids) => {
    localStorage.setItem('leib-intros-closed', ids);
    localStorage.setItem('leib-tours-seen', ids);
  }, rooms.join(' '));
  await page.goto(`${server.url}?clock=manual${hash}`);
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  return page;
}

async function makePortraits(): Promise<void> {
  const page = await openPage('', { viewport: { width: 800, height: 600 } });
  await savePortrait(page, 'default');
  for (const { id, name } of galleryPeople) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('.avatar-card strong', { hasText: name }).waitFor();
    await savePortrait(page, id);
  }
}

async function savePortrait(page: Page, id: string): Promise<void> {
  const picture = await page.evaluate(async () => {
    const taking = globalThis.leibStudio?.takePortrait();
    // Eyes may be closed for a moment.
    for (let i = 0; i < 4; i++) await globalThis.leibStudio?.advance(0.25);
    return (await taking) ?? '';
  });
  save(`apps/studio/src/app/gallery/portraits/${id}.webp`, picture);
}

async function makeWalks(wanted: readonly string[]): Promise<void> {
  for (const name of wanted) save(`docs/pictures/walk-${name}.png`, await drawWalk(name, openPage));
}

async function makeRooms(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const room of rooms) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(`#/${room}`, { colorScheme, viewport: { width: 1440, height: 900 } });
      for (const [screen, [width, height]] of Object.entries(screens)) {
        await page.setViewportSize({ width, height });
        // Another size empties the picture a moment later: it is drawn again after that.
        await page.evaluate(() => globalThis.leibStudio?.advance(1));
        await page.waitForTimeout(300);
        await page.evaluate(() => globalThis.leibStudio?.advance(1 / 60));
        await page.screenshot({ path: join(folder, `${room}-${screen}-${colorScheme}.png`) });
      }
      await page.close();
    }
  }
}

function save(path: string, dataAddress: string): void {
  const bytes = Buffer.from(dataAddress.split(',')[1] ?? '', 'base64');
  if (bytes.length === 0) throw new Error(`${path}: nothing was drawn.`);
  writeFileSync(join(root, path), bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}
