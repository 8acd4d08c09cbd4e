import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { rooms } from '../src/rooms/rooms.js';
import { advance, advanceUntil, jointAt, patience, shareStudio } from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true, level: 'simple', hasIntros: true });
let page: Page;

beforeAll(() => {
  page = studio.page;
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = () => page.locator('.tour-card');
const intro = () => page.getByRole('region', { name: 'About this room' });

/** Name of the control that has the focus. */
const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);

async function enter(label: string): Promise<void> {
  await page.evaluate(
    (id) => {
      location.hash = `#/${id}`;
    },
    rooms.find((room) => room.label === label)?.id ?? '',
  );
  await page.getByRole('heading', { level: 1, name: label, exact: true }).waitFor();
  await advance(page, 0.2);
}

test('Body ends a recording, shows a figure and says what it waits for while the body is on its way', async () => {
  await page.keyboard.press('r');
  await advance(page, 0.1);
  expect(await page.title()).toContain('●');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/leib-bodies*.bin', async (route) => {
    await held;
    await route.continue();
  });
  await enter('Body');
  const words = page.locator('.stage-labels [data-kind=figure]:not([hidden])');
  expect(await words.allTextContents()).toEqual(['Loading the body model']);
  await expect.poll(() => page.title(), patience).not.toContain('●');
  release();
  await expect
    .poll(async () => {
      await advance(page, 0.1);
      return words.count();
    }, patience)
    .toBe(0);
  await page.unroute('**/leib-bodies*.bin');
});

test.each(rooms)('$label introduces itself, and every step of its tour points at something', async (room) => {
  await enter(room.label);
  expect(await intro().textContent()).toContain(room.purpose);
  expect(await card().count()).toBe(0);
  // By itself at the first visit, after a moment; or at once.
  if (room.id === 'mirror') await advance(page, 1.1);
  else await button('Show me').click();
  for (const { title } of room.tour) {
    expect(await card().getByRole('heading').textContent()).toBe(title);
    // Panels and bodies that are still on their way.
    await expect
      .poll(async () => {
        await advance(page, 0.1);
        const frame = page.locator('.tour-frame');
        if ((await frame.count()) === 0) return `${title}: no frame`;
        const { width = 0, height = 0 } = (await frame.boundingBox()) ?? {};
        return width > 20 && height > 20 ? 'framed' : `${title}: ${width} x ${height}`;
      }, patience)
      .toBe('framed');
    await page.keyboard.press('ArrowRight');
  }
  expect(await card().count()).toBe(0);
  // Bones and roles in words; formats, sizes of meshes and millimetres are for experts.
  expect(await page.locator('.frame').innerText()).not.toMatch(
    /\b(?!kB\b)[a-z]+[A-Z]\w*|\btriangles\b|\bleib-[a-z-]+\/\d|\d (mm|µs)\b/,
  );
  // Times of frames, steps and ways are for experts.
  expect(await page.locator('.readout, [data-testid=remote-step], [data-testid=remote-round-trip]').count()).toBe(0);
});

test('a tour goes back, is skipped by Escape, and its card stays on the page', async () => {
  await enter('Mirror');
  await button('Show me').click();
  await button('Next').click();
  await page.keyboard.press('ArrowLeft');
  expect(await card().textContent()).toContain('1 of 3');
  const box = await card().boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.y ?? -1) >= 0).toBe(true);
  await page.keyboard.press('Escape');
  expect(await card().count()).toBe(0);
  expect(await focused()).toContain('Show me');
});

test('the introduction closes, stays closed, and opens again', async () => {
  await button('Close the introduction').click();
  await enter('Embody');
  await enter('Mirror');
  expect(await button('Show me').count()).toBe(0);
  await intro()
    .getByRole('button', { name: /^About Mirror/ })
    .click();
  expect(await button('Show me').count()).toBe(1);
});

test('an "i" explains by keyboard and by click, Escape closes it, and it leads to the glossary', async () => {
  const tip = button('What “Your height” means');
  const bubble = page.getByRole('tooltip');
  await page.getByRole('switch', { name: 'Skeleton' }).focus();
  while (!(await tip.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  expect(await bubble.textContent()).toContain('stature');
  await page.keyboard.press('Escape');
  expect(await bubble.count()).toBe(0);
  await tip.click();
  expect(await bubble.count()).toBe(1);
  await page.keyboard.press('Escape');
  // Titles of other controls are shown to the keyboard, too.
  await page.getByRole('button', { name: 'Expert' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  expect(await bubble.textContent()).toBe('Every setting and every number');
  // A control below the fold is scrolled into view, and the event of that comes after the focus.
  await page.getByRole('button', { name: 'Expert' }).dispatchEvent('scroll');
  expect(await bubble.count()).toBe(1);
  await button('Glossary: what our words mean').click();
  const glossary = page.getByRole('dialog', { name: 'Glossary' });
  await glossary.getByRole('searchbox').fill('avatar');
  expect(await glossary.locator('dt').first().textContent()).toContain('avatar');
  await page.keyboard.press('Escape');
  await expect.poll(() => glossary.count(), patience).toBe(0);
  expect(await focused()).toContain('Glossary');
});

test('the simple level hides expert settings and times, and says when a hidden one is changed', async () => {
  const smoothing = page.getByRole('switch', { name: 'Smoothing' });
  expect(await smoothing.count()).toBe(0);
  expect(await page.getByTestId('frame-ms').count()).toBe(0);
  await page.getByRole('button', { name: 'Expert' }).click();
  await smoothing.check();
  expect(await page.getByTestId('frame-ms').count()).toBe(1);
  await page.getByRole('button', { name: 'Simple' }).click();
  expect(await smoothing.count()).toBe(0);
  await page.getByText('One expert setting is changed.').waitFor();
  // A panel that closes while it has the focus leaves it at the button that opens it again.
  await page.keyboard.press('p');
  expect(await focused()).toBe('Open the panel (P)');
  await page.keyboard.press('Enter');
});

test('a finger that rests on a control is told what it does; one that taps is not', async () => {
  const press = (seconds: number) =>
    page.getByRole('button', { name: 'Expert' }).evaluate(async (element, time) => {
      const touch = { bubbles: true, pointerType: 'touch', clientX: 10, clientY: 10 };
      element.dispatchEvent(new PointerEvent('pointerdown', touch));
      await globalThis.leibStudio?.advance(time);
      element.dispatchEvent(new PointerEvent('pointerup', touch));
      await globalThis.leibStudio?.advance(0.6);
    }, seconds);
  await press(0.1);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await press(0.7);
  expect(await page.getByRole('tooltip').textContent()).toBe('Every setting and every number');
  await page.keyboard.press('Escape');
});

test('Body’s one thing to try opens the panel with the cursor in the height; simple measures have no deviations', async () => {
  await enter('Body');
  await page.getByRole('button', { name: 'Close the panel (P)' }).click();
  await button('Enter your height').click();
  const height = page.getByRole('textbox', { name: 'Height', exact: true });
  await expect.poll(() => height.evaluate((field) => field === document.activeElement), patience).toBe(true);
  const measures = page.getByRole('table', { name: 'Measures' });
  expect(await measures.textContent()).not.toContain('Δ');
  expect(
    await measures
      .getByRole('textbox')
      .evaluateAll((all) => all.map((field) => field.getAttribute('placeholder')).join()),
  ).not.toContain('±');
});

test('Wear’s one thing to try says why arms hang; the guide has the switch of the level, where it has the panel’s place', async () => {
  await enter('Wear');
  await button('Start with the T-pose').click();
  const guide = page.locator('.wear-guide');
  await expect
    .poll(async () => {
      await advance(page, 0.1);
      return guide.textContent();
    }, patience)
    .toContain('arms hang until the next step finds out which tracker is on which arm');
  await guide.getByRole('button', { name: /Put on/ }).click();
  await advance(page, 0.2);
  const rate = guide.getByRole('columnheader', { name: 'Rate' });
  expect(await rate.count()).toBe(0);
  await guide.getByRole('button', { name: 'Expert' }).click();
  await advance(page, 0.2);
  expect(await rate.count()).toBe(1);
  await guide.getByRole('button', { name: 'Simple' }).click();
});

test('Embody’s one thing to try walks the person up the stairs', async () => {
  await enter('Embody');
  const before = (await jointAt(page, 'head')).y;
  await button('Walk up the stairs').click();
  await advanceUntil(page, 6, async () => (await jointAt(page, 'head')).y > before + 0.45, 0.5);
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));
