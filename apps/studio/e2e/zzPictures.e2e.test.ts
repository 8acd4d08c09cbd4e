import { mkdirSync } from 'node:fs';
import { type RunningServer, startServer } from '@leib/server';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { advance, shareBrowser } from './studioPage.js';
const browser = shareBrowser();
let server: RunningServer;
const out = '/tmp/study-shots';
beforeAll(async () => {
  mkdirSync(out, { recursive: true });
  server = await startServer({ port: 0, studioDir: inject('boxesDir'), study: { database: '/tmp/shape-store/study.sqlite' } });
});
afterAll(() => server.close());
const open = async (room: string) => (await browser.open({ viewport: { width: 1280, height: 800 }, url: server.url, room })).page;
async function until(pages: Page[], read: () => Promise<unknown>, wanted: unknown) {
  await expect.poll(async () => { for (const page of pages) await advance(page, 0.1, { draw: 'none' }); return read(); }, { timeout: 40000, interval: 5 }).toEqual(wanted);
}
const sizes = { desktop: [1280, 800], tablet: [820, 1180], phone: [390, 844] } as const;
async function shoot(page: Page, name: string) {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [size, [width, height]] of Object.entries(sizes)) {
      await page.setViewportSize({ width, height });
      await advance(page, 0.5);
      await page.screenshot({ path: `${out}/${name}-${size}-${scheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
test('pictures', async () => {
  const people = [await open('study'), await open('study')];
  const operator = await open('study?operator=latency');
  for (const page of people) {
    await page.getByRole('button', { name: /^Mouse, keys/ }).click();
    await advance(page, 0.3);
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
  }
  const all = [...people, operator];
  await until(all, () => operator.locator('.study-stations li').count(), 2);
  for (let i = 0; i < 12; i++) for (const page of all) await advance(page, 0.2);
  await shoot(people[0], 'participant');
  await shoot(operator, 'operator');
  const results = await open('results');
  await results.getByRole('combobox', { name: 'Study' }).or(results.getByRole('textbox', { name: 'Study' })).fill('shape');
  await results.getByRole('button', { name: 'Show', exact: true }).click();
  await results.frameLocator('.results-report').getByText('Avatars').waitFor();
  await shoot(results, 'results');
  const frame = results.frames().find((each) => each !== results.mainFrame());
  const html = await frame?.content();
  const sheet = await browser.open({ viewport: { width: 1000, height: 900 }, url: server.url, room: 'results' });
  await sheet.page.setContent(html ?? '');
  await sheet.page.screenshot({ path: `${out}/report.png`, fullPage: true });
}, 200000);
