import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { ShownPanel } from '../src/app/sources.js';
import { advance, advanceUntil, jointAt, readProbe, shareStudio } from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true });
let page: Page;

type Point = readonly [x: number, y: number, z: number];
const still = { draw: 'none' } as const;

beforeAll(async () => {
  page = studio.page;
  await page.getByRole('button', { name: 'Enter VR' }).click();
  await page.getByRole('button', { name: 'Leave VR' }).waitFor();
  await advance(page, 0.5);
});

async function panel(): Promise<ShownPanel> {
  const shown = await readProbe(page, (probe) => probe.headsetPanel);
  if (!shown) throw new Error('expected a panel, got none: the page is not in virtual reality');
  return shown;
}

async function placeOf(label: string): Promise<Point> {
  const { buttons } = await panel();
  const button = buttons.find((each) => each.label === label);
  if (!button) throw new Error(`expected a button "${label}", got ${buttons.map((each) => each.label).join(', ')}`);
  return button.at;
}

async function isOn(label: string): Promise<boolean> {
  return (await panel()).buttons.some((each) => each.label === label && each.isOn);
}

/** Holds a key for so many seconds of the page's clock. */
async function hold(key: string, seconds: number): Promise<void> {
  await page.keyboard.down(key);
  await advance(page, seconds, still);
  await page.keyboard.up(key);
}

/** Clicks a button of the panel with the mouse. */
async function click(label: string): Promise<void> {
  const at = await placeOf(label);
  const [x, y] = await page.evaluate((place) => globalThis.leibStudio?.onScreen(place) ?? [0, 0], at);
  await page.mouse.click(x, y);
  await advance(page, 0.3, still);
}

/** The way from where a hand's ray meets the panel's plane, or from its finger tip, to a button; stage, metres. */
async function missOf(label: string, by: 'ray' | 'finger'): Promise<Point> {
  const { hands, buttons } = await panel();
  const to = await placeOf(label);
  if (!hands.right) throw new Error('expected the right hand to be tracked');
  const { tip, from, way } = hands.right;
  const [a, b, c] = [buttons[0].at, buttons[4].at, buttons[buttons.length - 1].at];
  const [u, v] = [minus(b, a), minus(c, a)];
  const normal: Point = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  // A finger goes the shortest way to the panel.
  if (by === 'finger') {
    const height = dot(minus(a, tip), normal) / dot(normal, normal);
    return minus(to, [tip[0] + height * normal[0], tip[1] + height * normal[1], tip[2] + height * normal[2]]);
  }
  const along = dot(minus(a, from), normal) / dot(way, normal);
  return minus(to, [from[0] + along * way[0], from[1] + along * way[1], from[2] + along * way[2]]);
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Moves the right hand by keys until it points at a button, or its finger is before it. */
async function aim(label: string, by: 'ray' | 'finger'): Promise<void> {
  await page.keyboard.press('2');
  // A ray turns while the hand goes up; a finger only goes along.
  const gain = by === 'ray' ? [1, 0.22] : [1.6, 1.6];
  for (let tries = 0; tries < 40; tries++) {
    const [x, y] = await missOf(label, by);
    // Well within a button.
    if (Math.abs(x) < 0.025 && Math.abs(y) < 0.011) return;
    if (Math.abs(x) > 0.02) await hold(x > 0 ? 'h' : 'k', Math.max(1 / 60, Math.min(0.3, Math.abs(x) * gain[0])));
    if (Math.abs(y) > 0.01) await hold(y > 0 ? 'u' : 'j', Math.max(1 / 60, Math.min(0.3, Math.abs(y) * gain[1])));
    await advance(page, 0.25, still);
  }
  throw new Error(`the hand did not come to "${label}": ${await missOf(label, by)}`);
}

/** Turns the head towards a button; a drag of the mouse beside the panel looks about. */
async function lookAtButton(label: string): Promise<void> {
  const [width, height] = [800, 450];
  for (let tries = 0; tries < 6; tries++) {
    const at = await placeOf(label);
    const [x, y] = await page.evaluate((place) => globalThis.leibStudio?.onScreen(place) ?? [0, 0], at);
    const [yaw, pitch] = [x - width / 2, y - height / 2].map((pixels) => Math.atan(pixels / (height / 2)));
    if (Math.hypot(yaw, pitch) < 0.02) return;
    await page.mouse.move(60, 150);
    await page.mouse.down();
    await page.mouse.move(60 + yaw / 0.008, 150 + pitch / 0.008);
    await page.mouse.up();
    await advance(page, 0.3);
  }
}

test('a key opens the panel; the trigger of a controller that points at a button presses it, once', async () => {
  expect((await panel()).isOpen).toBe(false);
  await page.keyboard.press('m');
  await advance(page, 0.3, still);
  expect((await panel()).title).toBe('Mirror');
  await hold('u', 0.45);
  await aim('View', 'ray');
  await hold('t', 0.2);
  await advance(page, 0.2, still);
  expect((await panel()).title).toBe('Mirror: View');
  await aim('Show mirror', 'ray');
  expect(await isOn('Show mirror')).toBe(true);
  await hold('t', 0.6);
  await advance(page, 0.2, still);
  expect(await isOn('Show mirror')).toBe(false);
});

test('bare hands pinch from afar, and poke with the index finger', async () => {
  await page.keyboard.press('o');
  await hold('y', 0.2);
  await aim('Rooms', 'ray');
  await hold('t', 0.3);
  await advance(page, 0.2, still);
  expect((await panel()).title).toBe('Mirror: Rooms');
  await hold('y', 0.2);
  await aim('Hide', 'finger');
  for (let push = 0; push < 30 && (await panel()).isOpen; push++) {
    await hold('i', 0.06);
    await advance(page, 0.1, still);
    if ((await panel()).isOpen) await aim('Hide', 'finger');
  }
  expect((await panel()).isOpen).toBe(false);
  await hold('y', 0.5);
  await page.keyboard.press('m');
  await advance(page, 0.3, still);
});

test('the mouse presses it, too: a recording, another avatar, the demo to watch, and back', async () => {
  await click('Record');
  await advance(page, 1.2, still);
  expect((await panel()).badge).toMatch(/^REC 0:01/);
  await click('Stop');
  expect((await panel()).badge).toBe('');
  await click('Avatar');
  await click('Default');
  await advance(page, 0.3, still);
  expect(await isOn('Default')).toBe(true);
  await click('Source');
  const before = await jointAt(page, 'rightHand');
  await click('Demo');
  await advance(page, 2, still);
  expect(await isOn('Demo')).toBe(true);
  expect(Math.abs((await jointAt(page, 'rightHand')).y - before.y)).toBeGreaterThan(0.03);
  await click('Me: headset');
  await advance(page, 0.5, still);
  expect(await isOn('Me: headset')).toBe(true);
});

test('recentred, one stands at the start again and looks ahead', async () => {
  await hold('w', 0.6);
  await hold('q', 0.5);
  await advance(page, 0.8);
  expect((await jointAt(page, 'head')).z).toBeGreaterThan(0.3);
  await click('Recentre');
  await advance(page, 0.5, still);
  const [head, left, right] = [
    await jointAt(page, 'head'),
    await jointAt(page, 'leftShoulder'),
    await jointAt(page, 'rightShoulder'),
  ];
  expect(Math.hypot(head.x, head.z)).toBeLessThan(0.12);
  expect(Math.abs(left.z - right.z)).toBeLessThan(0.05);
});

test('another room is entered in virtual reality; without hands, looking at a button accepts a step of Wear', async () => {
  await page.keyboard.press('1');
  await page.keyboard.press('n');
  await page.keyboard.press('2');
  await page.keyboard.press('n');
  await click('Rooms');
  await click('Wear');
  await advanceUntil(page, 5, async () => (await panel()).title === 'Wear');
  await advanceUntil(page, 30, async () => (await panel()).buttons.some(({ label }) => label === 'Take it'), 0.5);
  const asked = (await panel()).card;
  expect(asked).toContain('Who is who');
  await advance(page, 0.2);
  await lookAtButton('Take it');
  await advance(page, 1.8, still);
  expect((await panel()).card).not.toBe(asked);
  expect((await panel()).card).not.toContain('Who is who');
});

test('the panel leaves virtual reality, and the page is as it was', async () => {
  await click('Leave');
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  expect(await readProbe(page, (probe) => probe.headsetPanel)).toBe(null);
  expect(await page.evaluate(() => location.hash)).toBe('#/wear');
  await page.getByText('Mouse and keyboard, live').waitFor();
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));
