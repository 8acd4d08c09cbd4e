import { expect, test } from 'vitest';
import { advance, closeNotices, contrastOf, lookAt, noticesOf, patience, shareStudio } from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true });

test('a graphics card that is taken away is said, and the picture comes back with it', async () => {
  const { page } = studio;
  await advance(page, 0.1);
  const before = contrastOf(await lookAt(page));
  await page.evaluate(() => {
    const canvas = document.querySelector('canvas.viewport') as HTMLCanvasElement;
    const extension = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    globalThis.giveBack = () => extension?.restoreContext();
    extension?.loseContext();
  });
  await expect.poll(() => noticesOf(page), patience).toContainEqual(expect.stringContaining('graphics card'));
  await page.evaluate(() => globalThis.giveBack?.());
  await expect.poll(() => noticesOf(page), patience).toEqual([]);
  await advance(page, 0.2);
  expect(contrastOf(await lookAt(page))).toBeGreaterThan(before / 2);
});

test('a room whose part does not come is said; address and room agree, and it can be entered later', async () => {
  const { page } = studio;
  await page.route('**/assets/bodyScene*', (route) => route.abort());
  await page.evaluate(() => {
    location.hash = '#/body';
  });
  await expect
    .poll(() => noticesOf(page), patience)
    .toContainEqual(expect.stringContaining('The room Body could not be opened. A part of the page did not come'));
  expect(await page.evaluate(() => location.hash)).toBe('#/mirror');
  await page.unroute('**/assets/bodyScene*');
  await closeNotices(page);
  await page.evaluate(() => {
    location.hash = '#/body';
  });
  await page.getByRole('tab', { name: 'Measures' }).waitFor();
});

test('an address that names no room shows the first one, and says so', async () => {
  const { page } = studio;
  await page.evaluate(() => {
    location.hash = '#/nowhere';
  });
  await expect.poll(() => page.evaluate(() => location.hash), patience).toBe('#/mirror');
  expect(await noticesOf(page)).toEqual(['There is no room “nowhere”; this is the room Mirror.']);
  await closeNotices(page);
});

test('a damaged link is refused in one sentence, and the address names what is shown', async () => {
  const { page } = studio;
  await page.evaluate(() => {
    location.hash = '#/mirror?s=dGhpcyBpcyBubyB2aWV3';
  });
  await expect.poll(() => noticesOf(page), patience).toContainEqual(expect.stringMatching(/link.*damaged/));
  expect(await page.evaluate(() => location.hash)).toBe('#/mirror');
  await closeNotices(page);
});

test('a panel that does not come leaves the rest of the page, with a sentence and a way out', async () => {
  const { page } = await studio.open();
  await page.route('**/assets/MocapPanel*', (route) => route.abort());
  await page.evaluate(() => {
    location.hash = '#/mocap';
  });
  const alert = page.getByRole('alert').filter({ hasText: 'A part of the page did not come' });
  await alert.getByRole('button', { name: 'Reload the page' }).waitFor();
  await page.evaluate(() => {
    location.hash = '#/mirror';
  });
  await page.getByRole('heading', { name: 'Source' }).waitFor();
});

test('a browser without WebGL gets one sentence in the colours of its theme', async () => {
  const { page } = studio;
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.reload();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(/no 3D picture \(WebGL 2\).*hardware acceleration/);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

declare global {
  var giveBack: (() => void) | undefined;
}
