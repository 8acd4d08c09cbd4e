import { buildTestRig } from '@leib/three/testing';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { trackingText } from './fixtures.js';
import {
  advance,
  advanceUntil,
  countPixels,
  distanceOf,
  dropFile,
  goToRoom,
  isBoxHead,
  jointAt,
  lookAt,
  patience,
  readProbe,
  shareStudio,
  watch,
} from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true });
let page: Page;

beforeAll(async () => {
  page = studio.page;
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  await page.getByText('Mouse and keyboard, live').waitFor();
  await advance(page, 1);
});

/** Holds a key for so many seconds of the page's clock. */
async function hold(key: string, seconds: number): Promise<void> {
  await page.keyboard.down(key);
  await advance(page, seconds);
  await page.keyboard.up(key);
}

test('the emulated person stands straight and on the floor', async () => {
  // Hip, knee and ankle come to be nearly in one line; the prior has people stand with soft knees.
  await advance(page, 2);
  const [hips, knee, foot] = [
    await jointAt(page, 'hips'),
    await jointAt(page, 'leftLowerLeg'),
    await jointAt(page, 'leftFoot'),
  ];
  expect(foot.y).toBeLessThan(0.12);
  const along = (knee.y - foot.y) / (hips.y - foot.y);
  expect(Math.abs(knee.z - (foot.z + along * (hips.z - foot.z)))).toBeLessThan(0.09);
});

test('W walks towards the mirror, Home leads back, also while a switch has the focus', async () => {
  const start = await jointAt(page, 'head');
  await page.locator('input[type=radio], input[type=checkbox]').first().focus();
  await hold('w', 0.5);
  expect((await jointAt(page, 'head')).z).toBeGreaterThan(start.z + 0.25);
  expect((await jointAt(page, 'hips')).z).toBeGreaterThan(start.z + 0.1);
  // A walk takes a moment to come to rest.
  await advance(page, 1);
  await page.keyboard.press('Home');
  await advance(page, 1);
  expect(Math.abs((await jointAt(page, 'head')).z - start.z)).toBeLessThan(0.05);
});

test('a walk ends before the mirror, a person who walks away stays in the picture, and Home is a button', async () => {
  const start = await jointAt(page, 'head');
  await hold('w', 3);
  expect((await jointAt(page, 'head')).z).toBeGreaterThan(start.z + 0.9);
  expect((await jointAt(page, 'head')).z).toBeLessThan(1.5);
  await hold('d', 5);
  await advance(page, 1);
  expect(Math.abs((await jointAt(page, 'head')).x)).toBeGreaterThan(4);
  const [x, y] = (await readProbe(page, (probe) => probe.jointOnScreen('hips'))) ?? [0, 0];
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(x).toBeGreaterThan(0.1 * width);
  expect(x).toBeLessThan(0.6 * width);
  expect(y).toBeGreaterThan(0.2 * height);
  expect(y).toBeLessThan(0.8 * height);
  await page.getByRole('button', { name: /^Home/ }).click();
  await advance(page, 2);
  expect(distanceOf(await jointAt(page, 'head'), start)).toBeLessThan(0.05);
});

test('followed, a person who walks stays where they are in the picture', async () => {
  const seen = async () => (await readProbe(page, (probe) => probe.jointOnScreen('hips'))) ?? [0, 0];
  const follow = page.getByRole('button', { name: /^Follow/ });
  await follow.click();
  await advance(page, 1, { draw: 'none' });
  const before = await seen();
  const from = await jointAt(page, 'hips');
  await hold('d', 1);
  await advance(page, 2, { draw: 'none' });
  expect(distanceOf(await jointAt(page, 'hips'), from)).toBeGreaterThan(0.6);
  const after = await seen();
  expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(15);
  await follow.click();
  await page.keyboard.press('Home');
  await advance(page, 2, { draw: 'none' });
});

test('dragging a ball moves the hand', async () => {
  const [x, y] = (await readProbe(page, (probe) => probe.jointOnScreen('rightHand'))) ?? [0, 0];
  const before = await jointAt(page, 'rightHand');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40, { steps: 3 });
  await advance(page, 0.5);
  expect((await jointAt(page, 'rightHand')).y).toBeGreaterThan(before.y + 0.15);
  await page.mouse.up();
});

test('keys move the chosen hand, and the camera around the person as long as they are held', async () => {
  const before = await jointAt(page, 'leftHand');
  await page.keyboard.press('1');
  await hold('u', 0.5);
  await advance(page, 0.3);
  expect((await jointAt(page, 'leftHand')).y).toBeGreaterThan(before.y + 0.12);
  await page.keyboard.press('2');

  const onScreen = () => readProbe(page, (probe) => probe.jointOnScreen('leftHand')?.[0] ?? 0);
  await page.locator('canvas.viewport').focus();
  const seen = await onScreen();
  await page.keyboard.down('Shift');
  await hold('ArrowLeft', 0.5);
  const turned = await onScreen();
  expect(Math.abs(turned - seen)).toBeGreaterThan(5);
  await advance(page, 0.3);
  expect(Math.abs((await onScreen()) - turned)).toBeLessThan(2);
  await hold('ArrowRight', 0.5);
  expect(Math.abs((await onScreen()) - seen)).toBeLessThan(2);
  await page.keyboard.up('Shift');

  await page.keyboard.press('Home');
  await advance(page, 1);
});

/** The farthest that a ball is beside and above the joint that it moves while the page goes on with keys held, metres. */
async function gapsOfBalls(keys: readonly string[]): Promise<{ readonly beside: number; readonly above: number }> {
  for (const key of keys) await page.keyboard.down(key);
  // As few frames a second as in software rendering: a ball of the frame before would be 7 cm behind.
  const frames = await watch(
    page,
    1,
    1 / 15,
    (probe) =>
      (['head', 'leftHand', 'rightHand'] as const).map((bone) => [probe.handleWorld(bone), probe.jointWorld(bone)]),
    15,
  );
  for (const key of keys) await page.keyboard.up(key);
  const gaps = frames.flat().map(([ball, joint]) => {
    if (!ball || !joint) throw new Error('expected a ball and a joint, got none');
    return { beside: Math.hypot(ball[0] - joint[0], ball[2] - joint[2]), above: Math.abs(ball[1] - joint[1]) };
  });
  return {
    beside: Math.max(...gaps.map(({ beside }) => beside)),
    above: Math.max(...gaps.map(({ above }) => above)),
  };
}

test('balls are where head and hands are while one walks and turns by keys, or is carried by the stick, running too', async () => {
  const about = page.locator('details', { has: page.locator('summary', { hasText: 'Getting about' }) });
  for (const way of ['Push the stick', 'Walk']) {
    await about.getByText(way, { exact: true }).click();
    await page.locator('canvas.viewport').focus();
    // The left hand's grip makes the stick run.
    await page.keyboard.press('1');
    for (const keys of [['s'], ['d', 'e'], ['g', 's']]) {
      const { beside, above } = await gapsOfBalls(keys);
      expect(beside, way).toBeLessThan(0.01);
      // Until the first step has caught up, legs that were left behind take the body down with them: most when running.
      expect(above, way).toBeLessThan(keys.includes('g') ? 0.18 : 0.08);
    }
  }
  await page.keyboard.press('2');
  await page.keyboard.press('Home');
  await advance(page, 2, { draw: 'none' });
});

test('a room without a person has no handles and does not hear the keys that walk', async () => {
  /** The cursor of a mouse over the ball of the right hand, reached from beside it. */
  const cursor = async () => {
    const [x, y] = (await readProbe(page, (probe) => probe.jointOnScreen('rightHand'))) ?? [0, 0];
    await page.mouse.move(x, y - 150);
    await page.mouse.move(x, y);
    return page.locator('canvas.viewport').evaluate((canvas) => canvas.style.cursor);
  };
  await advance(page, 0.1);
  const before = await jointAt(page, 'head');
  expect(await cursor()).toBe('grab');
  await goToRoom(page, 'body');
  await advance(page, 0.1);
  expect(await cursor()).toBe('');
  await hold('w', 0.5);
  await goToRoom(page, 'mirror');
  await advance(page, 0.5);
  expect(distanceOf(await jointAt(page, 'head'), before)).toBeLessThan(0.05);
});

test('a lost controller is held, then hangs beside the body; everything stays finite', async () => {
  await hold('u', 0.5);
  await advance(page, 0.5);
  const before = await jointAt(page, 'rightHand');
  await page.getByRole('switch', { name: 'Lose right hand' }).check();
  await advance(page, 0.2);
  expect(Math.abs((await jointAt(page, 'rightHand')).y - before.y)).toBeLessThan(0.05);
  await advanceUntil(page, 5, async () => (await jointAt(page, 'rightHand')).y < before.y - 0.1);
  for (const bone of ['hips', 'head', 'leftHand', 'leftFoot', 'rightFoot'] as const) await jointAt(page, bone);
  await page.getByRole('switch', { name: 'Lose right hand' }).uncheck();
  await advance(page, 2);
  expect((await jointAt(page, 'rightHand')).y).toBeGreaterThan(before.y - 0.05);
});

test('enters VR with the emulated headset: the mirror shows the wearer, who follows; and leaves', async () => {
  const standing = await jointAt(page, 'head');
  await page.getByRole('button', { name: 'Enter VR' }).click();
  await page.getByRole('button', { name: 'Leave VR' }).waitFor();
  await page.getByText('Headset, live').waitFor();
  // Only what is of use in there is left over the picture.
  expect(await page.locator('.panel').count()).toBe(0);
  // Over the fade from one source to the other.
  await advance(page, 0.4);
  const worn = await jointAt(page, 'head');
  expect(distanceOf(worn, standing)).toBeLessThan(0.01);

  // The wearer does not see their own head: this one is a reflection.
  expect(countPixels(await lookAt(page, [0.4, 0.4, 0.6, 0.8]), isBoxHead)).toBeGreaterThan(3);

  await hold('w', 0.5);
  expect((await jointAt(page, 'head')).z).toBeGreaterThan(worn.z + 0.2);
  const { beside, above } = await gapsOfBalls(['a', 'e']);
  expect(beside).toBeLessThan(0.01);
  expect(above).toBeLessThan(0.08);
  // The controller last held is switched off and on again.
  await page.keyboard.press('n');
  await advance(page, 0.2);
  await jointAt(page, 'rightHand');
  await page.keyboard.press('n');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  await page.getByText('Mouse and keyboard, live').waitFor();
  expect(await page.locator('.panel').count()).toBe(1);
  await advance(page, 0.2);
  // The same person goes on where they were, and a second visit works like the first.
  expect((await jointAt(page, 'head')).z).toBeGreaterThan(worn.z + 0.1);
  await page.getByRole('button', { name: 'Enter VR' }).click();
  await page.getByText('Headset, live').waitFor();
  // A file dropped in there takes one out of it and plays.
  await dropFile(page, 'nod.jsonl', trackingText);
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  await page.getByRole('button', { name: 'nod.jsonl', pressed: true }).waitFor();
  await page.getByText('none: emulated').waitFor();
});

test('an avatar with short legs stands on the floor with the demo, too, and is framed at its own size', async () => {
  await dropFile(page, 'short.glb', new Uint8Array(buildTestRig({ legs: 0.35, unitsPerMetre: 0.5 })));
  await page.getByRole('button', { name: /^Demo/ }).click();
  await expect.poll(() => readProbe(page, (probe) => probe.avatar?.statureMetres), patience).toBeLessThan(1);
  await advance(page, 1.5);
  const ankle = await readProbe(page, (probe) => probe.avatar?.ankleHeight ?? Number.NaN);
  const feet = [(await jointAt(page, 'leftFoot')).y - ankle, (await jointAt(page, 'rightFoot')).y - ankle];
  // The demo leans on one foot; the other one is put down, too.
  expect(Math.min(...feet.map(Math.abs))).toBeLessThan(0.01);
  expect(Math.min(...feet)).toBeGreaterThan(-0.01);
  expect(Math.max(...feet)).toBeLessThan(0.015);
  for (const bone of ['leftToes', 'rightToes'] as const) expect((await jointAt(page, bone)).y).toBeGreaterThan(0);
  const shown = async () => {
    const [head, foot] = await readProbe(page, (probe) => [
      probe.jointOnScreen('head'),
      probe.jointOnScreen('leftFoot'),
    ]);
    return { head, foot, height: (foot?.[1] ?? 0) - (head?.[1] ?? 0) };
  };
  // From far away the key goes near again.
  await page.locator('canvas.viewport').focus();
  await hold('Minus', 1);
  const far = await shown();
  await page.keyboard.press('f');
  await advance(page, 1);
  const { head, foot, height } = await shown();
  expect(height).toBeGreaterThan(60);
  expect(height).toBeGreaterThan(1.2 * far.height);
  expect(foot?.[1]).toBeLessThan(450);
  expect(head?.[1]).toBeGreaterThan(0);
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));
