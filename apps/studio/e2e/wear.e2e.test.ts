import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type HumanoidBone, quat } from '@leib/core';
import { parseFeedRecording } from '@leib/feeds';
import { startServer } from '@leib/server';
import { chromium, type Locator, type Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { root } from '../../../scripts/project.mjs';
import {
  bytesOf,
  dropFile,
  jointAt,
  noticesOf,
  openStudio,
  openWithBoxPerson,
  patience,
  type StudioPage,
  shareBrowser,
  waitForFrames,
} from './studioPage.js';

/** Our own recording: the demo's performer with a headset and six trackers, a chapter for every step. */
const feed = readFileSync(join(root, 'apps/studio/src/rooms/wear/worn-feed.jsonl.gz'));
/** Every frame may take a second here, and no frame counts for more than a tenth of one. */
const long = { timeout: 240_000, interval: 100 };

const studio = shareBrowser();
let opened: StudioPage;
let page: Page;

beforeAll(async () => {
  opened = await openWithBoxPerson(studio);
  page = opened.page;
  await page.evaluate(() => {
    location.hash = '#/wear';
  });
  await page.locator('.wear-guide').waitFor({ timeout: patience.timeout });
  // What is drawn is not what is tested: a mirror draws everything twice.
  await page.getByRole('switch', { name: 'Mirror' }).uncheck();
  await setSlider('Time to move about', 5);
}, 120_000);
afterAll(() => page.context().close());

const title = () => page.locator('.wear-guide h2').textContent();
const take = () => page.getByRole('button', { name: 'Take it' });
const meanGap = async () => Number.parseFloat((await page.getByTestId('mean-gap').textContent()) ?? '');

async function setSlider(label: string, value: number): Promise<void> {
  await page.getByRole('slider', { name: label }).fill(String(value));
}

/** A button is disabled a moment after its last click. */
async function clickWhileEnabled(button: Locator): Promise<void> {
  while (await button.isEnabled()) await button.click({ timeout: 1000 }).catch(() => {});
}

const lengthRow = (name: string) => page.locator('.bars div', { has: page.locator('dt', { hasText: name }) }).first();

/** Length of a bone of the avatar, as it stands on the stage. */
async function boneCm(from: HumanoidBone, to: HumanoidBone): Promise<number> {
  const [a, b] = [await jointAt(page, from), await jointAt(page, to)];
  return 100 * Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

async function roleOf(device: string): Promise<string> {
  return page.getByRole('combobox', { name: `Where ${device} sits` }).inputValue();
}

test('a recorded feed is opened, and its devices are listed with rate and quality', async () => {
  await dropFile(page, 'worn-feed.jsonl.gz', feed);
  await page.getByRole('button', { name: 'worn-feed.jsonl.gz', pressed: true }).waitFor({ timeout: patience.timeout });
  const steps = page.getByRole('list', { name: 'Steps' });
  await steps.getByRole('button', { name: /Put on/ }).click();
  const row = page.getByRole('row', { name: /Tracker C/ });
  await row.waitFor({ timeout: patience.timeout });
  expect(await row.textContent()).toMatch(/25 Hz.*tracked/);
  expect(await page.getByRole('row', { name: /Headset.*head/ }).count()).toBe(1);
});

test('the T-pose is held, and every tracker is found', { timeout: 300_000 }, async () => {
  await expect.poll(title, long).toBe('Who is who');
  const roles = {
    'Tracker A': 'rightFoot',
    'Tracker B': 'hips',
    'Tracker C': 'leftHand',
    'Tracker D': 'leftFoot',
    'Tracker E': 'rightHand',
    'Tracker F': 'chest',
  };
  for (const [device, role] of Object.entries(roles)) expect(await roleOf(device)).toBe(role);
  // On the avatar before anything is taken: arms level, hands far out.
  await expect.poll(async () => (await jointAt(page, 'leftHand')).x, patience).toBeGreaterThan(0.5);
  const [hand, head] = [await jointAt(page, 'leftHand'), await jointAt(page, 'head')];
  expect(Math.abs(hand.y - head.y)).toBeLessThan(0.35);
});

test('a role that is changed by hand is seen on the avatar, and undone', { timeout: 120_000 }, async () => {
  const handHeight = async () => (await jointAt(page, 'leftHand')).y;
  // At rest: the avatar may still be on its way into the T-pose.
  let level = await handHeight();
  await expect
    .poll(async () => {
      await waitForFrames(page, 3);
      const before = level;
      level = await handHeight();
      return Math.abs(level - before);
    }, patience)
    .toBeLessThan(0.003);
  const select = page.getByRole('combobox', { name: 'Where Tracker C sits' });
  await select.selectOption('leftElbow');
  await expect.poll(() => roleOf('Tracker C'), patience).toBe('leftElbow');
  await page
    .getByRole('row', { name: /Tracker C/ })
    .getByText('by hand')
    .waitFor();
  // Without a tracker on it the left hand comes down.
  await expect.poll(handHeight, patience).toBeLessThan(level - 0.04);
  await page.getByRole('button', { name: 'Undo the calibration' }).click();
  await expect.poll(() => roleOf('Tracker C'), patience).toBe('leftHand');
  await page.getByRole('button', { name: 'Redo the calibration' }).click();
  await expect.poll(() => roleOf('Tracker C'), patience).toBe('leftElbow');
  await page.getByRole('button', { name: 'Undo the calibration' }).click();
  await expect.poll(() => roleOf('Tracker C'), patience).toBe('leftHand');
});

test('circles find the wrists and ankles to the millimetre', { timeout: 600_000 }, async () => {
  await take().click();
  for (const joint of ['left hand', 'right hand', 'left foot', 'right foot']) {
    await expect.poll(title, patience).toBe(`Joints: ${joint}`);
    await take().waitFor({ timeout: long.timeout });
    const row = page.getByRole('table', { name: 'Joints' }).getByRole('row', { name: joint });
    const residualMm = Number.parseFloat((await row.locator('td').first().textContent()) ?? '');
    expect(residualMm).toBeGreaterThan(0);
    expect(residualMm).toBeLessThan(3);
    await take().click();
  }
});

test('lengths are measured, and the mirror shows how far the avatar is off', { timeout: 600_000 }, async () => {
  await expect.poll(title, patience).toBe('Proportions');
  const stature = Number.parseFloat((await page.getByTestId('stature').textContent()) ?? '');
  expect(stature).toBeGreaterThan(165);
  expect(stature).toBeLessThan(177);
  const span = Number.parseFloat((await page.getByTestId('arm-span').textContent()) ?? '');
  expect(Math.abs(span - stature)).toBeLessThan(20);
  await take().waitFor({ timeout: long.timeout });
  // The avatar has the lengths that are proposed, to what is shown of them: they come by a centimetre a second.
  const forearmCm = Number.parseFloat((await lengthRow('Forearm').locator('dd').textContent()) ?? '');
  const thighCm = Number.parseFloat((await lengthRow('Thigh').locator('dd').textContent()) ?? '');
  await expect.poll(() => boneCm('leftLowerArm', 'leftHand'), long).toBeCloseTo(forearmCm, 0);
  await expect
    .poll(async () => Math.abs((await boneCm('leftLowerArm', 'leftHand')) - forearmCm), long)
    .toBeLessThan(0.15);
  await expect
    .poll(async () => Math.abs((await boneCm('rightUpperLeg', 'rightLowerLeg')) - thighCm), long)
    .toBeLessThan(0.15);
  await take().click();
  await expect.poll(title, patience).toBe('Mirror');
  await waitForFrames(page, 5);
  // The box person's limbs were not the performer's: they have grown to theirs.
  await expect.poll(meanGap, long).toBeLessThan(2);
  expect(await page.getByLabel('Distance of the avatar from the trackers').getByText('waist').count()).toBe(1);
});

test('an accepted calibration can be undone and done again', async () => {
  const summary = page.getByTestId('profile-summary');
  expect(await summary.textContent()).toBe('6 devices kept');
  const undo = page.getByRole('button', { name: 'Undo the calibration' });
  const worn = await boneCm('leftLowerArm', 'leftHand');
  // Proportions, four joints, roles: back to nothing, and to the avatar's own arms.
  await clickWhileEnabled(undo);
  await expect.poll(() => summary.textContent(), patience).toBe('nothing kept yet');
  await expect.poll(async () => Math.abs((await boneCm('leftLowerArm', 'leftHand')) - worn), long).toBeGreaterThan(0.5);
  const redo = page.getByRole('button', { name: 'Redo the calibration' });
  await clickWhileEnabled(redo);
  await expect.poll(() => summary.textContent(), patience).toBe('6 devices kept');
});

test('the profile has a name, is exported, and is still there after a reload', { timeout: 180_000 }, async () => {
  await page.locator('.profile-bar .fold').click();
  const name = page.getByRole('textbox', { name: 'Name of the profile' });
  await name.fill('Ada');
  await name.press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export the profile' }).click(),
  ]);
  const profile = JSON.parse((await bytesOf(download)).toString());
  expect(profile).toMatchObject({
    format: 'leib-profile/2',
    name: 'Ada',
    proportionsFrom: 'trackers',
    lockMode: 'head',
  });
  expect(profile.devices['recorded/tracker/C']).toMatchObject({ role: 'leftHand', centre: { kind: 'ball' } });

  await page.reload();
  await page.locator('.profile-bar', { hasText: 'Ada' }).waitFor({ timeout: patience.timeout });
  expect(await page.getByTestId('profile-summary').textContent()).toBe('6 devices kept');

  // A damaged file is refused with the place, and changes nothing.
  await page.locator('.profile-bar .fold').click();
  await page.getByLabel('Profile file').setInputFiles({
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...profile, stature: 'tall' })),
  });
  await expect.poll(() => noticesOf(page), patience).toContainEqual(expect.stringMatching(/broken\.json: stature/));
  expect(await page.getByTestId('profile-summary').textContent()).toBe('6 devices kept');
});

test('with the emulated headset: a board in the scene, trackers on the emulated body', {
  timeout: 240_000,
}, async () => {
  await page.getByRole('button', { name: 'Enter VR' }).click();
  await page.getByText('Headset, live').waitFor({ timeout: patience.timeout });
  expect(await page.locator('.wear-guide').count()).toBe(0);
  await waitForFrames(page, 10);
  // The simulated wearer puts on, and stands in a T-pose: nobody presses anything.
  await expect.poll(async () => (await jointAt(page, 'leftHand')).x, long).toBeGreaterThan(0.5);
  await page.getByRole('button', { name: 'Leave VR' }).click();
  await page.locator('.wear-guide').waitFor({ timeout: patience.timeout });
  expect(await page.getByRole('row', { name: /Tracker C/ }).count()).toBe(1);
});

test('trackers that another system sees are brought to the headset', { timeout: 600_000 }, async () => {
  await page.getByRole('button', { name: /^Demo/ }).click();
  await page.getByRole('switch', { name: 'In a space of their own' }).check();
  const steps = page.getByRole('list', { name: 'Steps' });
  await steps.getByRole('button', { name: /Together/ }).waitFor({ timeout: patience.timeout });
  await expect.poll(title, long).toBe('Bring together');
  await take().waitFor({ timeout: long.timeout });
  const row = page.getByRole('table', { name: 'Tracked spaces' }).getByRole('row', { name: /simulated room/ });
  const leftMm = Number.parseFloat((await row.locator('td').first().textContent()) ?? '');
  expect(leftMm).toBeGreaterThan(0);
  expect(leftMm).toBeLessThan(10);
  await page.getByText('Tracker G moves with Headset').waitFor({ timeout: patience.timeout });
  await take().click();
  await expect.poll(title, long).toBe('Who is who');
  expect(await roleOf('Tracker B')).toBe('hips');
  expect(await roleOf('Tracker D')).toBe('leftFoot');
  expect(await roleOf('Tracker G')).toBe('');
  await page.getByRole('switch', { name: 'In a space of their own' }).uncheck();
});

test('nobody complained', () => expect(opened.problems).toEqual([]));

test('the same person live: UDP through the bridge, turned away from the mirror', { timeout: 300_000 }, async () => {
  const feeds = [{ protocol: 'json', address: '127.0.0.1', port: 0 }] as const;
  const server = await startServer({ port: 0, studioDir: join(root, 'apps/studio/dist'), bridge: { feeds } });
  const browser = await chromium.connect(inject('browserEndpoint'));
  const socket = createSocket('udp4');
  // The T-pose of the recording, as a space that is turned by a quarter and two metres aside sees it.
  const { chapters, times, devices, poses } = parseFeedRecording(gunzipSync(feed).toString());
  const first = times.findIndex((time) => time >= (chapters.find(({ name }) => name === 'tPose')?.startSeconds ?? 0));
  let n = 0;
  const timer = setInterval(() => {
    const frame = (first + (n % 50)) * devices.length;
    const sent = devices.map(({ id, name, kind, suggestedPoint }, i) => {
      const [x, y, z, ...q] = poses.subarray((frame + i) * 7, (frame + i) * 7 + 7);
      const turned = quat.multiply(
        [0, 0, 0, 1],
        [0, Math.SQRT1_2, 0, Math.SQRT1_2],
        q as [number, number, number, number],
      );
      return { id, name, kind, point: suggestedPoint ?? undefined, pose: [z + 2, y, -x, ...turned] };
    });
    const message = JSON.stringify({ format: 'leib-feed/1', n: n++, devices: sent });
    socket.send(message, server.bridge.feeds[0].port, '127.0.0.1');
  }, 20);
  try {
    const live = (await openStudio(browser, server.url)).page;
    await live.evaluate(() => {
      location.hash = '#/wear';
    });
    await live.getByRole('switch', { name: 'Mirror' }).uncheck();
    await live.getByRole('button', { name: /^Tracker feed/ }).click();
    const heading = live.locator('.wear-guide h2');
    await expect.poll(() => heading.textContent(), long).toBe('Who is who');
    const role = (device: string) => live.getByRole('combobox', { name: `Where ${device} sits` }).inputValue();
    await expect.poll(() => role('Tracker C'), patience).toBe('leftHand');
    expect(await role('Tracker A')).toBe('rightFoot');
    // Before the mirror and facing it, whichever way the tracked space lies.
    await expect.poll(async () => (await jointAt(live, 'leftHand')).x, patience).toBeGreaterThan(0.5);
    expect(Math.abs((await jointAt(live, 'head')).x)).toBeLessThan(0.1);
    // With a headset on, the feed goes on; without it, it is alone again.
    await live.getByRole('button', { name: 'Enter VR' }).click();
    await live.getByText('Headset, live').waitFor({ timeout: patience.timeout });
    await waitForFrames(live, 5);
    await live.getByRole('button', { name: 'Leave VR' }).click();
    await live.getByRole('button', { name: /^Tracker feed/, pressed: true }).waitFor({ timeout: patience.timeout });
    await live
      .getByRole('row', { name: /Tracker C/ })
      .first()
      .waitFor({ timeout: patience.timeout });
    await live.context().close();
  } finally {
    clearInterval(timer);
    socket.close();
    await browser.close();
    await server.close();
  }
});
