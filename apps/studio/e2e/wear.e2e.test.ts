import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type HumanoidBone, quat } from '@leib/core';
import { readFeedLines } from '@leib/formats';
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../../scripts/project.mjs';
import { LiveFeed } from './liveFeed.js';
import {
  advance,
  advanceUntil,
  bytesOf,
  distanceOf,
  dropFile,
  jointAt,
  noticesOf,
  patience,
  shareStudio,
} from './studioPage.js';

/** Our own recording: the demo's performer with a headset and six trackers, a chapter for every step. */
const feed = readFileSync(join(root, 'apps/studio/src/rooms/wear/worn-feed.jsonl.gz'));

const studio = shareStudio({ room: 'wear', isBoxPerson: true, viewport: { width: 920, height: 450 } });
let page: Page;

beforeAll(async () => {
  page = studio.page;
  await page.locator('.wear-guide').waitFor();
  await setSlider('Time to move about', 5);
});

/** No step of the guide takes longer, seconds of the page's clock. */
const LONG = 60;

const title = () => page.locator('.wear-guide h2').textContent();
/** Names of trackers in the picture. */
const namesInPicture = () => page.locator('.stage-labels [data-kind=thing]:not([hidden])').allTextContents();
const take = () => page.getByRole('button', { name: 'Take it' });
/** Lets the person go on until the guide says so. */
const untilTitle = (text: string) => advanceUntil(page, LONG, async () => (await title()) === text, 0.5);
const untilTake = () => advanceUntil(page, LONG, async () => (await take().count()) > 0, 0.5);
const meanGap = async () => Number.parseFloat((await page.getByTestId('mean-gap').textContent()) ?? '');

async function setSlider(label: string, value: number): Promise<void> {
  await page.getByRole('slider', { name: label }).fill(String(value));
}

async function clickWhileEnabled(button: Locator): Promise<void> {
  while (await button.isEnabled()) {
    await button.click();
    await advance(page, 0);
  }
}

const lengthRow = (name: string) => page.locator('.bars div', { has: page.locator('dt', { hasText: name }) }).first();

/** Length of a bone of the avatar, as it stands on the stage. */
async function boneCm(from: HumanoidBone, to: HumanoidBone): Promise<number> {
  return 100 * distanceOf(await jointAt(page, from), await jointAt(page, to));
}

/** Lengths of the limbs to each other: another stature changes nothing of it. */
async function shape(): Promise<number> {
  const arm = (await boneCm('leftUpperArm', 'leftLowerArm')) + (await boneCm('leftLowerArm', 'leftHand'));
  return arm / (await boneCm('rightUpperLeg', 'rightLowerLeg'));
}

async function roleOf(device: string): Promise<string> {
  await advance(page, 0);
  return page.getByRole('combobox', { name: `Where ${device} sits` }).inputValue();
}

test('a recorded feed is opened, and its devices are listed with rate and quality', async () => {
  await dropFile(page, 'worn-feed.jsonl.gz', feed);
  await page.getByRole('button', { name: 'worn-feed.jsonl.gz', pressed: true }).waitFor();
  await advance(page, 1);
  const steps = page.getByRole('list', { name: 'Steps' });
  await steps.getByRole('button', { name: /Put on/ }).click();
  await advance(page, 0.5);
  const row = page.getByRole('row', { name: /Tracker C/ });
  expect(await row.textContent()).toMatch(/25 Hz.*tracked/);
  expect(await page.getByRole('row', { name: /Headset.*head/ }).count()).toBe(1);
  // In the picture each has its own name before it is known where it sits.
  expect(await namesInPicture()).toContain('Tracker B');
});

test('the T-pose is held, and every tracker is found', async () => {
  await advanceUntil(page, LONG, async () => (await page.getByText('arms hang until the next step').count()) > 0, 0.5);
  await untilTitle('Who is who');
  const roles = {
    'Tracker A': 'rightFoot',
    'Tracker B': 'hips',
    'Tracker C': 'leftHand',
    'Tracker D': 'leftFoot',
    'Tracker E': 'rightHand',
    'Tracker F': 'chest',
  };
  for (const [device, role] of Object.entries(roles)) expect(await roleOf(device)).toBe(role);
  expect(await namesInPicture()).toEqual(expect.arrayContaining(['left hand', 'right foot', 'waist']));
  // On the avatar before anything is taken: arms level, hands far out.
  await advance(page, 1);
  expect((await jointAt(page, 'leftHand')).x).toBeGreaterThan(0.5);
  const [hand, head] = [await jointAt(page, 'leftHand'), await jointAt(page, 'head')];
  expect(Math.abs(hand.y - head.y)).toBeLessThan(0.35);
});

test('a role that is changed by hand is seen on the avatar, and undone', async () => {
  const handHeight = async () => (await jointAt(page, 'leftHand')).y;
  // At rest: the avatar may still be on its way into the T-pose.
  await advance(page, 2);
  const level = await handHeight();
  const select = page.getByRole('combobox', { name: 'Where Tracker C sits' });
  await select.selectOption('leftElbow');
  expect(await roleOf('Tracker C')).toBe('leftElbow');
  await page
    .getByRole('row', { name: /Tracker C/ })
    .getByText('by hand')
    .waitFor();
  // Without a tracker on it the left hand comes down.
  await advance(page, 2);
  expect(await handHeight()).toBeLessThan(level - 0.04);
  await page.getByRole('button', { name: 'Undo the calibration' }).click();
  expect(await roleOf('Tracker C')).toBe('leftHand');
  await page.getByRole('button', { name: 'Redo the calibration' }).click();
  expect(await roleOf('Tracker C')).toBe('leftElbow');
  await page.getByRole('button', { name: 'Undo the calibration' }).click();
  expect(await roleOf('Tracker C')).toBe('leftHand');
});

test('circles find the wrists and ankles to the millimetre', async () => {
  await take().click();
  await advance(page, 0);
  expect(await take().count()).toBe(0);
  for (const joint of ['left hand', 'right hand', 'left foot', 'right foot']) {
    expect(await title()).toBe(`Joints: ${joint}`);
    await untilTake();
    const row = page.getByRole('table', { name: 'Joints' }).getByRole('row', { name: joint });
    const residualMm = Number.parseFloat((await row.locator('td').first().textContent()) ?? '');
    expect(residualMm).toBeGreaterThan(0);
    expect(residualMm).toBeLessThan(3);
    await take().click();
    await advance(page, 0);
  }
});

test('lengths are measured, and the mirror shows how far the avatar is off', async () => {
  expect(await title()).toBe('Proportions');
  await advance(page, 0.5);
  const stature = Number.parseFloat((await page.getByTestId('stature').textContent()) ?? '');
  expect(stature).toBeGreaterThan(165);
  expect(stature).toBeLessThan(177);
  const span = Number.parseFloat((await page.getByTestId('arm-span').textContent()) ?? '');
  expect(Math.abs(span - stature)).toBeLessThan(20);
  await untilTake();
  // The avatar has the lengths that are proposed, to what is shown of them: they come by a centimetre a second.
  const forearmCm = Number.parseFloat((await lengthRow('Forearm').locator('dd').textContent()) ?? '');
  const thighCm = Number.parseFloat((await lengthRow('Thigh').locator('dd').textContent()) ?? '');
  await advance(page, 10);
  expect(Math.abs((await boneCm('leftLowerArm', 'leftHand')) - forearmCm)).toBeLessThan(0.15);
  expect(Math.abs((await boneCm('rightUpperLeg', 'rightLowerLeg')) - thighCm)).toBeLessThan(0.15);
  await take().click();
  await advance(page, 2);
  expect(await title()).toBe('Mirror');
  // The box person's limbs were not the performer's: they have grown to theirs.
  await advanceUntil(page, LONG, async () => (await meanGap()) < 2, 1);
  expect(await page.getByLabel('Distance of the avatar from the trackers').getByText('waist').count()).toBe(1);
});

test('an accepted calibration can be undone and done again', async () => {
  const summary = page.getByTestId('profile-summary');
  expect(await summary.textContent()).toBe('6 devices kept');
  const undo = page.getByRole('button', { name: 'Undo the calibration' });
  const worn = await shape();
  // Proportions, four joints, roles: back to nothing, and to the avatar's own arms.
  await clickWhileEnabled(undo);
  expect(await summary.textContent()).toBe('nothing kept yet');
  await advance(page, 3);
  expect(Math.abs((await shape()) / worn - 1)).toBeGreaterThan(0.01);
  const redo = page.getByRole('button', { name: 'Redo the calibration' });
  await clickWhileEnabled(redo);
  expect(await summary.textContent()).toBe('6 devices kept');
});

test('trackers are named in the picture by where they sit, and the guide ends with a name and the mirror', async () => {
  await advance(page, 0.2);
  const names = await page.locator('.stage-labels [data-kind=thing]:not([hidden])').allTextContents();
  expect(names).toContain('left hand');
  const end = page.getByRole('region', { name: 'Done' });
  expect(await end.getByRole('button', { name: /^Save as/ }).isDisabled()).toBe(true);
  await end.getByRole('textbox', { name: 'Save as' }).fill('Eve');
  await end.getByRole('button', { name: 'Save as Eve' }).click();
  await advance(page, 0.2);
  await expect.poll(() => noticesOf(page), patience).toContainEqual('Saved as Eve.');
  await page.locator('.profile-bar', { hasText: 'Eve' }).waitFor();
  expect(await page.getByRole('link', { name: 'Go to the mirror' }).getAttribute('href')).toBe('#/mirror');
});

test('what was found holds in other rooms and with other sources, until the profile is not to be used', async () => {
  const goTo = (room: string) =>
    page.evaluate((id) => {
      location.hash = `#/${id}`;
    }, room);
  // The lengths that were undone and done again have come back by then.
  await advance(page, 4);
  const worn = await shape();
  await page.getByRole('link', { name: 'Go to the mirror' }).click();
  await page.locator('.wear-guide').waitFor({ state: 'detached' });
  await advance(page, 1);
  expect(Math.abs((await shape()) / worn - 1)).toBeLessThan(0.004);
  await page.getByRole('button', { name: /^Demo/ }).click();
  await advance(page, 1);
  expect(Math.abs((await shape()) / worn - 1)).toBeLessThan(0.004);
  // The profile gives the height.
  const height = page.getByRole('slider', { name: 'Your height' });
  expect(await height.count()).toBe(0);
  const profile = page.getByRole('switch', { name: 'Use my profile' });
  await profile.uncheck();
  expect(await height.count()).toBe(1);
  await advance(page, 4);
  const own = await shape();
  await profile.check();
  await goTo('wear');
  await page.locator('.wear-guide').waitFor();
  expect(Math.abs(own / worn - 1)).toBeGreaterThan(0.01);
});

test('the profile has a name, is exported, and is still there after a reload', async () => {
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
  await page.locator('.profile-bar', { hasText: 'Ada' }).waitFor();
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

test('with the emulated headset: a board in the scene, trackers on the emulated body', async () => {
  await page.getByRole('button', { name: 'Enter VR' }).click();
  await page.getByText('Headset, live').waitFor();
  expect(await page.locator('.wear-guide').count()).toBe(0);
  // The simulated wearer puts on, and stands in a T-pose: no button is pressed.
  await advanceUntil(page, LONG, async () => (await jointAt(page, 'leftHand')).x > 0.5, 0.5);
  await page.getByRole('button', { name: 'Leave VR' }).click();
  await page.locator('.wear-guide').waitFor();
  await advance(page, 0.5);
  expect(await page.getByRole('row', { name: /Tracker C/ }).count()).toBe(1);
});

test('trackers that another system sees are brought to the headset', async () => {
  await page.getByRole('button', { name: /^Demo/ }).click();
  await page.getByRole('switch', { name: 'In a space of their own' }).check();
  await untilTitle('Bring together');
  const steps = page.getByRole('list', { name: 'Steps' });
  expect(await steps.getByRole('button', { name: /Together/ }).count()).toBe(1);
  await untilTake();
  const row = page.getByRole('table', { name: 'Tracked spaces' }).getByRole('row', { name: /simulated room/ });
  const leftMm = Number.parseFloat((await row.locator('td').first().textContent()) ?? '');
  expect(leftMm).toBeGreaterThan(0);
  expect(leftMm).toBeLessThan(10);
  expect(await page.getByText('Tracker G moves with Headset').count()).toBe(1);
  await take().click();
  await untilTitle('Who is who');
  expect(await roleOf('Tracker B')).toBe('hips');
  expect(await roleOf('Tracker D')).toBe('leftFoot');
  expect(await roleOf('Tracker G')).toBe('');
  await page.getByRole('switch', { name: 'In a space of their own' }).uncheck();
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));

test('the same person live: UDP through the bridge, turned away from the mirror', async () => {
  const live = await LiveFeed.open();
  try {
    // The T-pose of the recording, as a space that is turned by a quarter and two metres aside sees it.
    const { chapters, times, devices, poses } = readFeedLines(gunzipSync(feed).toString());
    const first = times.findIndex((time) => time >= (chapters.find(({ name }) => name === 'tPose')?.startSeconds ?? 0));
    const devicesOf = (packet: number) => {
      const frame = (first + (packet % 50)) * devices.length;
      return devices.map(({ id, name, kind, suggestedPoint }, i) => {
        const [x, y, z, qx, qy, qz, qw] = poses.subarray((frame + i) * 7, (frame + i) * 7 + 7);
        const turned = quat.multiply([0, 0, 0, 1], [0, Math.SQRT1_2, 0, Math.SQRT1_2], [qx, qy, qz, qw]);
        return { id, name, kind, point: suggestedPoint ?? undefined, pose: [z + 2, y, -x, ...turned] };
      });
    };
    page = (await studio.open({ room: 'wear', url: live.server.url, viewport: { width: 920, height: 450 } })).page;
    await live.play(page);
    for (let i = 0; i < 20 && (await title()) !== 'Who is who'; i++) await live.send(0.5, devicesOf);
    expect(await title()).toBe('Who is who');
    expect(await roleOf('Tracker C')).toBe('leftHand');
    expect(await roleOf('Tracker A')).toBe('rightFoot');
    await live.send(0.5, devicesOf);
    // Before the mirror and facing it, whichever way the tracked space lies.
    expect((await jointAt(page, 'leftHand')).x).toBeGreaterThan(0.5);
    expect(Math.abs((await jointAt(page, 'head')).x)).toBeLessThan(0.1);
    // With a headset on, the feed goes on; without it, it is alone again.
    await page.getByRole('button', { name: 'Enter VR' }).click();
    await page.getByText('Headset, live').waitFor();
    await live.send(0.1, devicesOf);
    await page.getByRole('button', { name: 'Leave VR' }).click();
    await page.getByRole('button', { name: /^Tracker feed/, pressed: true }).waitFor();
    await live.send(0.1, devicesOf);
    expect(await page.getByRole('row', { name: /Tracker C/ }).count()).toBeGreaterThan(0);
  } finally {
    await live.close();
  }
});
