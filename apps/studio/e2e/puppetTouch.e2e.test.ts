import type { CDPSession, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { advance, distanceOf, shareStudio, thingAt } from './studioPage.js';

const studio = shareStudio({
  room: 'puppet',
  isBoxPerson: true,
  viewport: { width: 390, height: 760 },
  hasTouch: true,
  isMobile: true,
});
let page: Page;
let touches: CDPSession;

beforeAll(async () => {
  page = studio.page;
  touches = await page.context().newCDPSession(page);
  await page.getByRole('toolbar', { name: 'Stage' }).waitFor();
  await advance(page, 0.2);
});

type Point = readonly [x: number, y: number];

async function onScreen(name: string): Promise<Point> {
  const at = await page.evaluate((thing) => globalThis.leibStudio?.thingOnScreen(thing), name);
  if (!at) throw new Error(`${name} is not on the stage`);
  return at;
}

/** Fingers on the glass: all that are down now. */
async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
  const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
  await touches.send('Input.dispatchTouchEvent', { type, touchPoints });
}

test('two fingers pull two rings at once, each its own way', async () => {
  const names = ['grip:left hand', 'grip:right hand'] as const;
  const rest = await Promise.all(names.map((name) => thingAt(page, name)));
  const [left, right] = await Promise.all(names.map(onScreen));
  await touch('touchStart', [left, right]);
  for (const share of [0.5, 1]) {
    await touch('touchMove', [
      [left[0], left[1] - 60 * share],
      [right[0] - 25 * share, right[1] - 15 * share],
    ]);
  }
  await advance(page, 0.5, { draw: 'none' });
  const [up, out] = await Promise.all(names.map((name) => thingAt(page, name)));
  expect(up.y - rest[0].y).toBeGreaterThan(0.03);
  expect(distanceOf(out, rest[1])).toBeGreaterThan(0.01);
  expect(out.y - rest[1].y).toBeLessThan((up.y - rest[0].y) / 2);
  await touch('touchEnd', []);
  await advance(page, 2, { draw: 'none' });
  const back = await Promise.all(names.map((name) => thingAt(page, name)));
  expect(distanceOf(back[0], rest[0])).toBeLessThan(0.04);
});

test('two pads under two fingers bend two fingers', async () => {
  const pads = await Promise.all(
    ['thumb finger', 'ring finger'].map((name) => page.getByRole('slider', { name }).boundingBox()),
  );
  const points = pads.map((box): Point => [(box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 8]);
  const lips = ['part:upper lip', 'part:lower lip'] as const;
  const gap = async () => {
    const [upper, lower] = await Promise.all(lips.map((name) => thingAt(page, name)));
    return upper.y - lower.y;
  };
  const closed = await gap();
  await touch('touchStart', points.slice(0, 1));
  await advance(page, 0.5, { draw: 'none' });
  const half = await gap();
  expect(half - closed).toBeGreaterThan(0.01);
  await touch('touchStart', points);
  await advance(page, 0.5, { draw: 'none' });
  await advance(page, 0);
  const bends = await page.getByRole('slider').evaluateAll((all) => all.map((pad) => Number(pad.ariaValueNow)));
  expect(bends.map((bend) => bend > 80)).toEqual([true, false, false, true, false]);
  await touch('touchEnd', []);
  await advance(page, 0.5, { draw: 'none' });
  expect(Math.abs((await gap()) - closed)).toBeLessThan(0.01);
});

test('one finger moves the puppet; a finger that rests first turns it', async () => {
  const hands = ['grip:left hand', 'grip:right hand'] as const;
  /** How far the puppet's left is before its right. */
  const turned = async () => {
    const [left, right] = await Promise.all(hands.map((name) => thingAt(page, name)));
    return left.z - right.z;
  };
  // Beside the puppet, where neither a ring nor a card is.
  const y = await page.evaluate(() => {
    const isFree = (at: number) => [20, 60, 100].every((x) => document.elementFromPoint(x, at)?.tagName === 'CANVAS');
    return Array.from({ length: 60 }, (_, i) => 100 + 8 * i).find(isFree) ?? 0;
  });
  expect(y).toBeGreaterThan(0);
  const before = await turned();
  await touch('touchStart', [[20, y]]);
  await advance(page, 0.7, { draw: 'none' });
  for (const x of [50, 80, 110]) await touch('touchMove', [[x, y]]);
  await advance(page, 0.5, { draw: 'none' });
  expect(Math.abs((await turned()) - before)).toBeGreaterThan(0.02);
  await touch('touchEnd', []);
  await advance(page, 0.2, { draw: 'none' });
});

test('the tutorial stands below the puppet, and nothing sticks out', async () => {
  // A click, not a tap: on a busy machine the browser takes a tap for a long press, which is another question.
  await page.getByRole('button', { name: /^Tutorial/ }).click();
  await advance(page, 0.1);
  const card = await page.locator('.tutorial').boundingBox();
  for (const name of ['part:head', 'grip:left hand', 'grip:right hand']) {
    const [, y] = await onScreen(name);
    expect(y, name).toBeLessThan(card?.y ?? 0);
    expect(y, name).toBeGreaterThan(110);
  }
  const out = await page.evaluate(() =>
    [...document.querySelectorAll('.puppet-guide *, .topbar button')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  expect(out).toEqual([]);
  expect(studio.problems).toEqual([]);
});
