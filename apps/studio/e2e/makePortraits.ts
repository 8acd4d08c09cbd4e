import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { galleryPeople } from '@leib/body';
import { startServer } from '@leib/server';
import { chromium, type Page } from 'playwright';
import { buildStudio } from '../../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../../scripts/chromium.mjs';
import { root } from '../../../scripts/project.mjs';

/**
 * Pictures of the people of the gallery: `npm run gallery-portraits -w @leib/studio`. Wears each of them in the studio and
 * writes its portrait to src/app/gallery/portraits. Run it when people, their looks or the portrait's view have changed.
 */

const { ok, output } = await buildStudio();
if (!ok) throw new Error(output);
const server = await startServer({ port: 0, studioDir: join(root, 'apps/studio/dist') });
const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: chromiumTestFlags });
try {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 }, colorScheme: 'light' });
  page.setDefaultTimeout(120_000);
  await page.goto(`${server.url}?clock=manual`);
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  await save(page, 'default');
  for (const { id, name } of galleryPeople) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('.avatar-card strong', { hasText: name }).waitFor();
    await save(page, id);
  }
} finally {
  await browser.close();
  await server.close();
}

async function save(page: Page, id: string): Promise<void> {
  const picture = await page.evaluate(async () => {
    const taking = globalThis.leibStudio?.takePortrait();
    // Eyes may be closed for a moment.
    for (let i = 0; i < 4; i++) await globalThis.leibStudio?.advance(0.25);
    return (await taking) ?? '';
  });
  const bytes = Buffer.from(picture.split(',')[1] ?? '', 'base64');
  if (bytes.length === 0) throw new Error(`${id}: no portrait was taken.`);
  writeFileSync(join(root, 'apps/studio/src/app/gallery/portraits', `${id}.webp`), bytes);
  console.log(`${id}.webp: ${bytes.length} bytes`);
}
