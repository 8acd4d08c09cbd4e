import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { advance, closeNotices, goToRoom, patience, resizeWindow, shareStudio } from './studioPage.js';

/** The page around the picture, in all rooms: nothing covered, cut or outside; and no violation of axe. */
const studio = shareStudio({
  hasIntros: true,
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 0.1,
  hasTouch: true,
  isMobile: true,
  isBoxPerson: true,
});
let page: Page;

beforeAll(async () => {
  page = studio.page;
  // Not as a script of the page: the server's policy allows none but its own.
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
});

/** A phone upright and lying, and a desk: the three layouts. The last one is the one that axe sees. */
const layouts = [
  [390, 844],
  [844, 390],
  [1280, 800],
] as const;
const allSizes = [[360, 640], [820, 1180], [1024, 768], [1920, 1080], ...layouts] as const;

/** The room with most bars and the one with most tabs have every size, between which the layouts stretch. */
const rooms = [
  ['mirror', allSizes],
  ['embody', layouts],
  ['body', layouts],
  ['wear', layouts],
  ['reembody', layouts],
  ['mocap', allSizes],
  ['puppet', layouts],
  ['together', layouts],
] as const;

/** Opens or closes the panel, without the waits of a click. */
async function showPanel(isOpen: boolean): Promise<void> {
  await page.evaluate((wanted) => {
    const button = document.querySelector<HTMLElement>('.panel-button button');
    if ((button?.getAttribute('aria-pressed') === 'true') !== wanted) button?.click();
  }, isOpen);
  if (isOpen) await page.locator('.panel .sheet-body > *').first().waitFor({ state: 'attached' });
}

async function violationsOfAxe(options: RunOptions = {}): Promise<string[]> {
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof Axe }).axe.run(document, given),
    { resultTypes: ['violations'], ...options } satisfies RunOptions,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

test.each(rooms)('in %s nothing is covered, cut or outside of the window', async (room, sizes) => {
  const found: string[] = [];
  await goToRoom(page, room);
  for (const [width, height] of sizes) {
    await resizeWindow(page, { width, height });
    // On large screens the panel is beside the picture: closed, there is only more room.
    for (const isOpen of width < 1000 ? [false, true] : [true]) {
      await showPanel(isOpen);
      const wrong = await page.evaluate(wrongInFrame);
      found.push(...wrong.map((what) => `${width}x${height}, panel ${isOpen ? 'open' : 'closed'}: ${what}`));
    }
  }
  await advance(page, 0.1);
  found.push(...(await page.evaluate(coveredTexts, '.tape-label, .stage-labels span')));
  expect([...found, ...(await violationsOfAxe())]).toEqual([]);
});

test('on phones Wear says without scrolling why arms hang, and the way to the mirror is in sight', async () => {
  await goToRoom(page, 'wear');
  await showPanel(false);
  // Devices are seen.
  await advance(page, 1);
  const step = async (name: RegExp) => {
    const button = page.getByRole('list', { name: 'Steps' }).getByRole('button', { name });
    await button.evaluate((element: HTMLElement) => element.click());
    await advance(page, 0.2);
  };
  const lowest = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { bottom } = element.closest('.wear-body, .sheet')?.getBoundingClientRect() ?? { bottom: 0 };
      return Math.round(element.getBoundingClientRect().bottom - bottom);
    });
  const guide = await page.locator('.wear-guide').elementHandle();
  for (const [width, height] of layouts.slice(0, 2)) {
    await resizeWindow(page, { width, height });
    // Not built anew beside the picture or as a sheet: a click on it is not lost when the window changes.
    expect(await guide?.evaluate((element) => element.isConnected)).toBe(true);
    await step(/T-pose/);
    await page.locator('.ring-and-words .hint').waitFor();
    expect(await lowest('.ring-and-words .hint'), `${width}x${height}`).toBeLessThanOrEqual(0);
    await step(/Mirror/);
    await page.getByRole('link', { name: 'Go to the mirror' }).waitFor();
    expect(await lowest('.decision a'), `${width}x${height}`).toBeLessThanOrEqual(0);
  }
});

test('a notice covers neither the introduction nor a tool, on any screen', async () => {
  await goToRoom(page, 'mirror');
  await page.evaluate(() => {
    location.hash = '#/nowhere';
  });
  await page.locator('.notice').waitFor();
  await showPanel(false);
  for (const [width, height] of allSizes) {
    await resizeWindow(page, { width, height });
    await page.locator('.room-intro.card').waitFor();
    // Notices are placed once the page has its new size.
    await expect
      .poll(() => page.evaluate(coveredTexts, '.notice'), { ...patience, message: `${width}x${height}` })
      .toEqual([]);
  }
  await closeNotices(page);
});

// Colours of both themes are compared in contrast.test.ts; here that parts use them.
test('in the light theme contrasts are enough, too', async () => {
  await goToRoom(page, 'mirror');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  expect(await violationsOfAxe({ runOnly: ['color-contrast'] })).toEqual([]);
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));

/** Texts over the picture that share a place with a card or a panel. Runs in the page. */
function coveredTexts(selector: string): string[] {
  const cards = [...document.querySelectorAll('.room-intro, .view-buttons, .sheet, .stage-bar, .with-icon.card')];
  const texts = [...document.querySelectorAll(selector)].filter((text) => text.checkVisibility());
  return texts.flatMap((text) => {
    const a = text.getBoundingClientRect();
    return cards.flatMap((card) => {
      const b = card.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return across > 2 && down > 2 ? [`"${text.textContent}" is at "${card.className}"`] : [];
    });
  });
}

/** What is wrong with the frame, in words. Runs in the page. */
function wrongInFrame(): string[] {
  const wrong: string[] = [];
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element.textContent?.trim().slice(0, 40) || `${element.tagName}.${element.className}`);
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const all = (selector: string) => [...document.querySelectorAll(`.frame ${selector}`)].filter(isSeen);

  /** As things in a panel or in a row of pictures may be. */
  const isScrolledAway = (element: Element, x: number, y: number) => {
    for (let above = element.parentElement; above; above = above.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(above).overflow)) continue;
      const { left, top, right, bottom } = above.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) return true;
    }
    return false;
  };

  if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls sideways');
  const parts = all(
    ':is(.topbar > *:not(.spacer), .sheet, .transport, .room-intro, .remote-readout, .truth, .stage-bar, .finger-pad, .touch-stick, .how-to-play, .view-buttons, .tutorial)',
  );
  parts.forEach((part, i) => {
    const a = part.getBoundingClientRect();
    if (a.left < -1 || a.top < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1) {
      wrong.push(
        `"${nameOf(part)}" is outside: ${Math.round(a.left)} ${Math.round(a.top)} ${Math.round(a.right)} ${Math.round(a.bottom)}`,
      );
    }
    for (const other of parts.slice(i + 1)) {
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) wrong.push(`"${nameOf(part)}" and "${nameOf(other)}" overlap`);
    }
  });
  for (const control of all(':is(button:not(.skip-link), a, select, input:not([type=file]), summary, [role=tab])')) {
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (isScrolledAway(control, x, y)) continue;
    const hit = document.elementFromPoint(x, y);
    const isLabel = hit?.closest('label')?.contains(control);
    const isAbove = control.closest('.sheet') && hit?.closest('.settings-actions, .panel-head');
    if (!hit || !(control.contains(hit) || hit.contains(control) || isLabel || isAbove)) {
      wrong.push(`"${nameOf(control)}" is covered by ${hit?.tagName}.${hit?.className}`);
    }
  }
  for (const text of all(
    ':is(button, a, h1, h2:not(.visually-hidden), h3, p, label, summary, dt, dd, th, td, legend)',
  )) {
    const { overflowX, textOverflow } = getComputedStyle(text);
    if (overflowX === 'visible' || textOverflow === 'ellipsis') continue;
    if (text.scrollWidth > text.clientWidth + 1) wrong.push(`"${nameOf(text)}" is cut`);
  }
  return wrong;
}
