import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trackingText } from './fixtures.js';
import {
  countPixels,
  dropFile,
  isBoxHead,
  jointAt,
  lookAt,
  openWithBoxPerson,
  patience,
  readProbe,
  type StudioPage,
  shareBrowser,
  waitForFrames,
} from './studioPage.js';

const studio = shareBrowser();
let opened: StudioPage;
let page: Page;

beforeAll(async () => {
  opened = await openWithBoxPerson(studio);
  page = opened.page;
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  await page.getByText('Mouse and keyboard, live').waitFor();
  await waitForFrames(page, 3);
});
afterAll(() => page.context().close());

/** Holds a key until something has come true. */
async function hold(key: string, until: () => Promise<boolean>): Promise<void> {
  await page.keyboard.down(key);
  await expect.poll(until, patience).toBe(true);
  await page.keyboard.up(key);
}

test('the emulated person stands straight and on the floor', async () => {
  // Hip, knee and ankle come to be nearly in one line; the prior has people stand with soft knees.
  const bend = async (): Promise<number> => {
    const [hips, knee, foot] = [
      await jointAt(page, 'hips'),
      await jointAt(page, 'leftLowerLeg'),
      await jointAt(page, 'leftFoot'),
    ];
    expect(foot.y).toBeLessThan(0.12);
    const along = (knee.y - foot.y) / (hips.y - foot.y);
    return Math.abs(knee.z - (foot.z + along * (hips.z - foot.z)));
  };
  await expect.poll(bend, patience).toBeLessThan(0.09);
});

test('W walks towards the mirror, Home leads back, also while a switch has the focus', async () => {
  const start = await jointAt(page, 'head');
  await page.locator('input[type=radio], input[type=checkbox]').first().focus();
  await hold('w', async () => (await jointAt(page, 'head')).z > start.z + 0.25);
  const hips = await jointAt(page, 'hips');
  expect(hips.z).toBeGreaterThan(start.z + 0.1);
  // A walk takes a moment to come to rest.
  await waitForFrames(page, 10);
  await page.keyboard.press('Home');
  await expect.poll(async () => Math.abs((await jointAt(page, 'head')).z - start.z) < 0.05, patience).toBe(true);
});

test('dragging a ball moves the hand', async () => {
  const [x, y] = (await readProbe(page, (probe) => probe.jointOnScreen('rightHand'))) ?? [0, 0];
  const before = await jointAt(page, 'rightHand');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40, { steps: 3 });
  await expect.poll(async () => (await jointAt(page, 'rightHand')).y > before.y + 0.15, patience).toBe(true);
  await page.mouse.up();
});

test('a lost controller is held, then hangs beside the body; everything stays finite', async () => {
  const before = await jointAt(page, 'rightHand');
  await page.getByRole('switch', { name: 'Lose right hand' }).check();
  await expect.poll(async () => (await jointAt(page, 'rightHand')).y < before.y - 0.1, patience).toBe(true);
  for (const bone of ['hips', 'head', 'leftHand', 'leftFoot', 'rightFoot'] as const) await jointAt(page, bone);
  await page.getByRole('switch', { name: 'Lose right hand' }).uncheck();
  await expect.poll(async () => (await jointAt(page, 'rightHand')).y > before.y - 0.05, patience).toBe(true);
});

test('enters VR with the emulated headset: the mirror shows the wearer, who follows; and leaves', async () => {
  const standing = await jointAt(page, 'head');
  await page.getByRole('button', { name: 'Enter VR' }).click();
  await page.getByRole('button', { name: 'Leave VR' }).waitFor({ timeout: patience.timeout });
  await page.getByText('Headset, live').waitFor();
  // Only what is of use in there is left over the picture.
  expect(await page.locator('.panel').count()).toBe(0);
  await waitForFrames(page, 3);
  const worn = await jointAt(page, 'head');
  expect(Math.hypot(worn.x - standing.x, worn.y - standing.y, worn.z - standing.z)).toBeLessThan(0.03);

  // The wearer does not see their own head: this one is a reflection.
  await expect
    .poll(async () => countPixels(await lookAt(page, [0.4, 0.4, 0.6, 0.8]), isBoxHead), patience)
    .toBeGreaterThan(3);

  await hold('w', async () => (await jointAt(page, 'head')).z > worn.z + 0.2);
  // The controller last held is switched off and on again.
  await page.keyboard.press('l');
  await waitForFrames(page, 3);
  await jointAt(page, 'rightHand');
  await page.keyboard.press('l');

  await page.getByRole('button', { name: 'Leave VR' }).click();
  await page.getByRole('button', { name: 'Enter VR' }).waitFor({ timeout: patience.timeout });
  await page.getByText('Mouse and keyboard, live').waitFor();
  expect(await page.locator('.panel').count()).toBe(1);
  // The same person goes on where they were, and a second visit works like the first.
  expect((await jointAt(page, 'head')).z).toBeGreaterThan(worn.z + 0.1);
  await page.getByRole('button', { name: 'Enter VR' }).click();
  await page.getByText('Headset, live').waitFor({ timeout: patience.timeout });
  // A file dropped in there takes one out of it and plays.
  await dropFile(page, 'nod.jsonl', trackingText);
  await page.getByRole('button', { name: 'Enter VR' }).waitFor({ timeout: patience.timeout });
  await page.getByRole('button', { name: 'nod.jsonl', pressed: true }).waitFor({ timeout: patience.timeout });
  await page.getByText('none: emulated').waitFor();
});

test('nobody complained', () => expect(opened.problems).toEqual([]));
