import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bvhText, trackingText } from './fixtures.js';
import { markerFile } from './mocapFiles.js';
import { advance, bytesOf, closeNotices, dropFile, jointAt, noticesOf, patience, shareStudio } from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true });
let page: Page;

beforeAll(() => {
  page = studio.page;
});
beforeEach(async () => {
  await closeNotices(page);
  await page.getByRole('button', { name: /^Demo/ }).click();
});

const time = async () => Number(await page.getByRole('slider', { name: 'Time' }).inputValue());
const duration = async () => Number(await page.getByRole('slider', { name: 'Time' }).getAttribute('max'));
const button = (name: string) => page.getByRole('button', { name });
const sourceButton = (name: string | RegExp) =>
  page.getByRole('region', { name: 'Source' }).getByRole('button', { name });
const isPressed = (name: string | RegExp) => sourceButton(name).getAttribute('aria-pressed');

test('play, pause, scrub, speed and loop', async () => {
  const start = await time();
  await advance(page, 0.5);
  expect(await time()).toBeCloseTo(start + 0.5, 1);

  await page.getByRole('button', { name: 'Pause (Space)' }).click();
  await advance(page, 0.1);
  expect(await button('Play (Space)').count()).toBe(1);
  const paused = await time();
  const handBefore = await jointAt(page, 'rightHand');
  await advance(page, 0.5);
  expect(await time()).toBe(paused);

  await page.getByRole('slider', { name: 'Time' }).fill('7');
  await advance(page, 1);
  expect(await time()).toBeCloseTo(7, 1);
  // Waving: the hand is well above where it hung.
  expect((await jointAt(page, 'rightHand')).y).toBeGreaterThan(handBefore.y + 0.2);

  const speed = page.getByRole('combobox', { name: 'Speed' });
  await speed.selectOption('0.25');
  expect(await speed.inputValue()).toBe('0.25');
  await speed.selectOption('2');
  expect(await speed.inputValue()).toBe('2');

  await button('Loop (L)').click();
  await page.getByRole('slider', { name: 'Time' }).fill(String((await duration()) - 0.2));
  await button('Play (Space)').click();
  // Without the loop it stops at its end, and play begins again.
  await advance(page, 0.5);
  expect(await button('Play (Space)').count()).toBe(1);
  expect(await time()).toBe(await duration());
  await button('Play (Space)').click();
  await advance(page, 0.5);
  expect(await time()).toBeCloseTo(1, 1);
});

test('a BVH, plain and packed, stays in the list while other sources play', async () => {
  await dropFile(page, 'walk.bvh', bvhText);
  await expect.poll(() => isPressed('walk.bvh'), patience).toBe('true');
  expect(await duration()).toBeCloseTo(2, 3);
  // It begins at the origin facing the mirror, whatever its place in the file, and walks a metre.
  await page.getByRole('slider', { name: 'Time' }).fill('1.9');
  await button('Pause (Space)').click();
  await advance(page, 0.5);
  expect((await jointAt(page, 'head')).z).toBeGreaterThan(0.5);

  await sourceButton(/Mouse, keys/).click();
  await expect.poll(() => isPressed(/Mouse, keys/), patience).toBe('true');
  await page.getByText('Drag the balls').waitFor();
  await sourceButton('walk.bvh').click();
  await expect.poll(() => isPressed('walk.bvh'), patience).toBe('true');
  await sourceButton('Open another file').waitFor();

  await dropFile(page, 'packed.bvh.gz', gzipSync(bvhText));
  await expect.poll(() => isPressed('packed.bvh.gz'), patience).toBe('true');
  expect(await duration()).toBeCloseTo(2, 3);
  await sourceButton(/^Demo/).click();
  await expect.poll(duration, patience).toBe(28);
});

test('the panel says how a BVH was read, and reads it another way', async () => {
  await dropFile(page, 'turned.bvh', bvhText);
  const line = page.locator('.clip-facts > .hint');
  await expect.poll(() => line.textContent(), patience).toContain('Read as +Y up, centimetre, rest pose of the file');
  await button('Pause (Space)').click();
  await advance(page, 0.2);
  const standing = (await jointAt(page, 'head')).y;
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const choose = (label: string, option: string) => page.getByLabel(label, { exact: true }).selectOption(option);
  await choose('Up', 'z');
  await expect.poll(() => line.textContent(), patience).toContain('Read as +Z up');
  await advance(page, 0.5);
  // The person lies then.
  expect((await jointAt(page, 'head')).y).toBeLessThan(0.6 * standing);
  await choose('Up', '');
  await page.locator('.clip-choices summary').click();
  await choose('head', 'neck');
  await expect.poll(() => line.textContent(), patience).toContain('Read as +Y up');
  await expect.poll(() => page.getByText(/54 bones found/).count(), patience).toBe(1);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  expect(await page.getByLabel('Up', { exact: true }).count()).toBe(0);
});

test('markers become a person who is fitted to them', async () => {
  await dropFile(page, 'arms.c3d', markerFile());
  await expect.poll(() => isPressed('arms.c3d'), patience).toBe('true');
  expect((await noticesOf(page)).join()).toMatch(/arms\.c3d: A body was fitted to \d+ markers, \d+ mm off/);
  expect(await page.locator('.clip-facts').count()).toBe(0);
});

test('a leib-tracking/1 file, chosen in the dialog', async () => {
  await page.getByLabel('Source file').setInputFiles({
    name: 'nod.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(trackingText),
  });
  await expect.poll(() => isPressed('nod.jsonl'), patience).toBe('true');
  expect(await duration()).toBeCloseTo(1, 3);
  await page.getByRole('slider', { name: 'Time' }).fill('0.95');
  await button('Pause (Space)').click();
  await advance(page, 0.5);
  expect((await jointAt(page, 'leftHand')).y).toBeGreaterThan(1.1);
});

test('what the studio records it plays again, also when half of it is lost', async () => {
  await page.getByRole('button', { name: 'Record (R)' }).click();
  await page.getByRole('button', { name: 'Stop recording (R)' }).waitFor();
  await advance(page, 1);
  await page.getByRole('button', { name: 'Stop recording (R)' }).click();
  await page.getByRole('button', { name: 'Details of Take 1' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'MCAP' }).click();
  const download = await downloading;
  const bytes = await bytesOf(download);
  expect(download.suggestedFilename()).toMatch(/^Take-1-Mirror-.*\.mcap$/);

  await dropFile(page, 'mine.mcap', bytes);
  await expect.poll(() => isPressed('mine.mcap'), patience).toBe('true');
  const seconds = await duration();
  expect(seconds).toBeCloseTo(1, 1);
  const before = await time();
  await advance(page, 0.2);
  expect(await time()).not.toBe(before);

  await closeNotices(page);
  await dropFile(page, 'half.mcap', bytes.subarray(0, bytes.length / 2));
  await expect.poll(() => isPressed('half.mcap'), patience).toBe('true');
  expect((await noticesOf(page)).join()).toMatch(/half\.mcap.*cut off.*kept/);
  expect(await duration()).toBeLessThan(seconds);
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));
