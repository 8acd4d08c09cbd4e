import { motionDuration, recordingSpan } from '@leib/core';
import { readBvh, readGlb, readGltfMotion, readRecording } from '@leib/formats';
import { validateBytes } from 'gltf-validator';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import {
  advance,
  bytesOf,
  closeNotices,
  jointAt,
  noticesOf,
  patience,
  shareStudio,
  silentControls,
} from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true, viewport: { width: 1000, height: 900 } });
let page: Page;

beforeAll(() => {
  page = studio.page;
});

const takes = () => page.getByRole('region', { name: 'Takes' });
const rows = () => takes().getByRole('list', { name: 'Recorded takes' }).getByRole('listitem');
const duration = async () => Number(await page.getByRole('slider', { name: 'Time' }).getAttribute('max'));

async function record(seconds: number): Promise<void> {
  await takes().getByRole('button', { name: 'Record' }).click();
  await page.getByRole('button', { name: 'Stop recording (R)' }).waitFor();
  await advance(page, seconds);
  expect(await page.getByRole('status', { name: 'Recording' }).textContent()).toBe(`0:0${seconds.toFixed(1)}`);
  expect(await page.title()).toMatch(/^● /);
  await takes().getByRole('button', { name: 'Stop' }).click();
  await takes().getByRole('button', { name: 'Record' }).waitFor();
  expect(await page.title()).not.toMatch(/^●/);
}

async function exported(format: string): Promise<Buffer> {
  const downloading = page.waitForEvent('download');
  await takes().getByRole('button', { name: format, exact: true }).click();
  const bytes = await bytesOf(await downloading);
  await takes().getByRole('button', { name: format, exact: true }).waitFor();
  return bytes;
}

test('a stopped take is in the list at once, and is there after a reload', async () => {
  await record(1.5);
  await expect.poll(() => rows().count(), patience).toBe(1);
  expect(await rows().first().textContent()).toMatch(/^Take 1, Mirror, \d\d:\d\d1\.\d\d s, \d+ kB$/);
  await page.reload();
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  await expect.poll(() => rows().count(), patience).toBe(1);
});

test('it is replayed, renamed, trimmed; trimming is undone', async () => {
  await page.getByRole('button', { name: /^Replay Take 1/ }).click();
  await expect.poll(duration, patience).toBeCloseTo(1.5, 1);
  await page.getByRole('button', { name: /^Details of Take 1/ }).click();
  await page.getByRole('textbox', { name: 'Name of the take' }).fill('greeting');
  await page.getByRole('textbox', { name: 'Name of the take' }).press('Enter');
  await page.getByRole('button', { name: 'Replay greeting' }).waitFor();

  expect(await silentControls(page)).toEqual([]);
  const start = page.getByRole('slider', { name: 'Start of the take' });
  await start.focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(duration, patience).toBeCloseTo(1, 1);
  await page.keyboard.press('Control+z');
  await expect.poll(duration, patience).toBeCloseTo(1.5, 1);
  await page.getByRole('button', { name: 'Redo the change of takes' }).click();
  await expect.poll(duration, patience).toBeCloseTo(1, 1);
});

test('its exports are read back: MCAP, BVH, VRMA', async () => {
  const { recording } = await readRecording(await exported('MCAP'));
  const [start, end] = recordingSpan(recording);
  expect(end - start).toBeCloseTo(1, 1);
  expect(recording.tracks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['devices', 'joints', 'body', 'face']),
  );
  for (const { momentCount } of recording.tracks) expect(momentCount).toBeGreaterThan(50);

  const vrma = await exported('VRMA');
  const { issues } = await validateBytes(new Uint8Array(vrma));
  expect(issues.numErrors).toBe(0);
  const { motion } = await readGltfMotion(vrma);
  expect(motionDuration(motion)).toBeCloseTo(1, 1);

  const bvh = (await readBvh(await exported('BVH'))).motion;
  expect(bvh.frameCount).toBe(motion.frameCount);
});

test('the worn avatar moves in a GLB with its mesh; what its licence forbids is said first', async () => {
  await takes().getByRole('button', { name: 'GLB', exact: true }).click();
  const decide = page.getByRole('button', { name: 'Export all the same' });
  await decide.waitFor();
  expect((await noticesOf(page)).join()).toContain('licence does not allow changed copies');
  const downloading = page.waitForEvent('download');
  await decide.click();
  const glb = await bytesOf(await downloading);
  expect((await validateBytes(new Uint8Array(glb))).issues.numErrors).toBe(0);
  expect(motionDuration((await readGltfMotion(glb)).motion)).toBeCloseTo(1, 1);
  expect(readGlb(glb).json).toHaveProperty('meshes.0');
  expect(readGlb(glb).json).toHaveProperty('skins.0');
});

test('the picture has no background where none is chosen, and the size that is chosen', async () => {
  await page.getByRole('radiogroup', { name: 'Background' }).getByText('None').click();
  await takes().getByRole('combobox', { name: /Size/ }).selectOption('360');
  const png = await exported('Picture');
  const look = await page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data: pixels } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    let solid = 0;
    for (let i = 3; i < pixels.length; i += 4) if (pixels[i] > 250) solid++;
    return { width: image.width, height: image.height, corner: pixels[3], solidShare: solid / (pixels.length / 4) };
  }, png.toString('base64'));
  expect(look).toMatchObject({ width: 640, height: 360, corner: 0 });
  expect(look.solidShare).toBeGreaterThan(0.01);
  expect(look.solidShare).toBeLessThan(0.5);
});

test('the video is a WebM of the take', async () => {
  const video = await exported('Video');
  // EBML, the container of WebM.
  expect(video.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(video.length).toBeGreaterThan(2000);
});

test('the clean picture hides the page, and Escape brings it back', async () => {
  await page.getByRole('button', { name: 'Clean picture' }).click();
  await page.getByRole('button', { name: 'Enter VR' }).waitFor({ state: 'hidden' });
  expect(page.url()).toContain('#/?output');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  expect(page.url()).not.toContain('output');
});

test('the output window shows the same body', async () => {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Output window' }).click();
  const popup = await opening;
  const drawn = () =>
    popup.evaluate(async () => {
      const canvas = document.querySelector('canvas');
      if (!canvas) return 0;
      await new Promise(requestAnimationFrame);
      const small = new OffscreenCanvas(64, 36).getContext('2d');
      small?.drawImage(canvas, 0, 0, 64, 36);
      return small?.getImageData(0, 0, 64, 36).data.filter((value, i) => i % 4 === 3 && value > 250).length ?? 0;
    });
  await expect.poll(drawn, patience).toBeGreaterThan(10);
  await popup.close();
});

test('a link shows the same room, background and clip to somebody else, and a short take fits into one', async () => {
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const takeLink = await page.getByRole('textbox', { name: 'Link to the take' }).inputValue();
  expect(takeLink.length).toBeLessThan(8000);
  const isDancing = (tab: Page) => tab.getByRole('button', { name: 'Dance' }).getAttribute('aria-pressed');
  await page.getByRole('button', { name: 'Dance' }).click();
  // The clip is fetched; until it is there the link would be to what played before.
  await expect.poll(() => isDancing(page), patience).toBe('true');
  await page.getByRole('button', { name: 'Share a link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to this view' }).inputValue();

  const { page: guest } = await studio.open({ room: new URL(link).hash.slice(2), isBoxPerson: true });
  await expect.poll(() => isDancing(guest), patience).toBe('true');
  const background = guest.getByRole('radiogroup', { name: 'Background' });
  expect(await background.getByRole('radio', { name: 'None' }).isChecked()).toBe(true);

  await guest.evaluate((hash) => {
    location.hash = hash;
  }, new URL(takeLink).hash);
  const guestTime = guest.getByRole('slider', { name: 'Time' });
  await expect.poll(async () => Number(await guestTime.getAttribute('max')), patience).toBeCloseTo(0.97, 1);
  await guest.evaluate(() => {
    location.hash = '#/mirror?s=broken';
  });
  await expect.poll(() => noticesOf(guest), patience).toContainEqual(expect.stringContaining('expected a whole link'));
  await guest.close();
});

test('every room lists it: in Body, where nobody moves, it plays in the Mirror', async () => {
  const goTo = async (room: string) => {
    await page.evaluate((id) => {
      location.hash = `#/${id}`;
    }, room);
    await page.locator(`nav [aria-current=page][href="#/${room}"]`).first().waitFor({ state: 'attached' });
  };
  for (const room of ['embody', 'wear', 'reembody', 'mocap', 'body']) {
    await goTo(room);
    if (room === 'mocap') await page.getByRole('tab', { name: 'Takes' }).click();
    if (room === 'body') await page.getByRole('tab', { name: 'Files' }).click();
    await expect.poll(() => rows().count(), { ...patience, message: room }).toBe(1);
    await rows().first().getByRole('button', { name: 'Replay greeting' }).waitFor();
  }
  expect(await takes().getByRole('button', { name: 'Record' }).count()).toBe(0);
  expect((await readRecording(await exportedIn('MCAP'))).recording.tracks.length).toBeGreaterThan(2);
  await takes().getByRole('button', { name: 'Replay greeting' }).click();
  await page.locator('nav [aria-current=page][href="#/mirror"]').first().waitFor({ state: 'attached' });
  await expect.poll(duration, patience).toBeCloseTo(1, 1);
});

/** The same in a room whose details are closed. */
async function exportedIn(format: string): Promise<Buffer> {
  await takes().getByRole('button', { name: 'Details of greeting' }).click();
  return exported(format);
}

test('deleted, it can be brought back', async () => {
  await closeNotices(page);
  await page.getByRole('button', { name: 'Delete greeting' }).click();
  expect(await rows().count()).toBe(0);
  expect(await noticesOf(page)).toContain('greeting is deleted.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => rows().count(), patience).toBe(1);
  await page.getByRole('button', { name: 'Replay greeting' }).click();
  await expect.poll(duration, patience).toBeCloseTo(1, 1);
  await advance(page, 0.5);
  expect((await jointAt(page, 'head')).y).toBeGreaterThan(1);
  expect(studio.problems).toEqual([]);
});
