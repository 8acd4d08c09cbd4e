import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import {
  advance,
  bytesOf,
  closeNotices,
  dropFile,
  noticesOf,
  patience,
  shareStudio,
  silentControls,
} from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true });
let page: Page;

beforeAll(() => {
  page = studio.page;
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const skeleton = () => page.getByRole('switch', { name: 'Skeleton' });
const stature = () => page.getByRole('slider', { name: 'Your height' });

test('change, undo, redo, reset', async () => {
  expect(await button('Undo (Ctrl+Z)').isDisabled()).toBe(true);
  await skeleton().check();
  await stature().fill('1.85');
  expect(await stature().inputValue()).toBe('1.85');
  await button('Undo (Ctrl+Z)').click();
  expect(await stature().inputValue()).toBe('1.7');
  expect(await skeleton().isChecked()).toBe(true);
  await page.keyboard.press('Control+Shift+Z');
  expect(await stature().inputValue()).toBe('1.85');
  // The dot beside a changed control leads back alone.
  await button('Reset Skeleton to off').click();
  expect(await skeleton().isChecked()).toBe(false);
  await page.keyboard.press('Control+z');
  expect(await skeleton().isChecked()).toBe(true);
  await button('Reset all settings').click();
  expect(await stature().inputValue()).toBe('1.7');
  expect(await skeleton().isChecked()).toBe(false);
});

test('what has no effect cannot be set', async () => {
  const cutOff = page.getByRole('slider', { name: 'Cut-off at rest' });
  expect(await cutOff.isDisabled()).toBe(true);
  await page.getByRole('switch', { name: 'Smoothing' }).check();
  expect(await cutOff.isDisabled()).toBe(false);
  await page.getByRole('switch', { name: 'Smoothing' }).uncheck();
});

test('saves to a file, loads it again, by dialog and dropped; a bad file changes nothing', async () => {
  await stature().fill('1.55');
  const downloading = page.waitForEvent('download');
  await button('Save settings to a file').click();
  const saved = await bytesOf(await downloading);
  expect(JSON.parse(saved.toString())).toMatchObject({ format: 'leib-settings/1', values: { stature: 1.55 } });

  await button('Reset all settings').click();
  await page.getByLabel('Settings file').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: saved });
  await expect.poll(() => stature().inputValue(), patience).toBe('1.55');
  await button('Reset all settings').click();
  await dropFile(page, 'b.json', saved);
  await expect.poll(() => stature().inputValue(), patience).toBe('1.55');

  for (const [text, reason] of [
    ['{"format": "leib-settings/1"', /c\.json: .*JSON/],
    ['{"format":"leib-settings/1","room":"mirror","values":{"stature":9}}', /values\.stature: .*from 1\.2 to 2\.2/],
    ['{"format":"leib-settings/1","room":"mirror","values":{"height":1}}', /values\.height: there is no such setting/],
  ] as const) {
    await closeNotices(page);
    await page
      .getByLabel('Settings file')
      .setInputFiles({ name: 'c.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect.poll(async () => (await noticesOf(page)).length, patience).toBe(1);
    expect((await noticesOf(page)).join()).toMatch(reason);
    expect(await stature().inputValue()).toBe('1.55');
  }
  await closeNotices(page);
});

test('settings and theme survive a reload', async () => {
  await page.getByRole('button', { name: 'Light theme' }).click();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  await page.reload();
  await page.getByRole('button', { name: 'Dark theme' }).waitFor();
  expect(await stature().inputValue()).toBe('1.55');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('sections fold, the panel closes, keys do what the help says', async () => {
  await page.locator('summary', { hasText: 'View' }).click();
  expect(await skeleton().isVisible()).toBe(false);
  await page.locator('summary', { hasText: 'View' }).click();

  await page.locator('canvas.viewport').focus();
  await page.keyboard.press('p');
  expect(await page.locator('.panel').count()).toBe(0);
  await page.keyboard.press('p');
  expect(await page.locator('.panel').count()).toBe(1);

  const press = async (key: string) => {
    await page.keyboard.press(key);
    await advance(page, 0);
  };
  await press('Space');
  expect(await button('Play (Space)').count()).toBe(1);
  const time = async () => Number(await page.getByRole('slider', { name: 'Time' }).inputValue());
  const before = await time();
  await press('ArrowRight');
  expect(await time()).toBeCloseTo(before + 1, 1);
  await press('ArrowLeft');
  expect(await time()).toBeCloseTo(before, 1);
  await press('Space');
  expect(await button('Pause (Space)').count()).toBe(1);
  expect(await button('Loop (L)').getAttribute('aria-pressed')).toBe('true');
  await press('l');
  expect(await button('Loop (L)').getAttribute('aria-pressed')).toBe('false');

  await page.getByRole('radio', { name: 'Orbit' }).focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys and mouse' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
});

test('every control says what it does', async () => {
  expect(await silentControls(page)).toEqual([]);
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));
