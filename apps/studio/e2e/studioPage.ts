import type { HumanoidBone } from '@leib/core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { StudioProbe } from '../src/app/probe.js';
import type { AdvanceOptions } from '../src/time/manualClock.js';
import type { Workplace } from './globalSetup.js';
import { knowRooms } from './knowRooms.js';

/** For work that is really asynchronous (a file that loads, a worker that builds): long enough for any machine. */
export const patience = { timeout: 120_000, interval: 25 };

/** A wide page that is drawn with few pixels: software rendering pays by the pixel. */
const wideAndCoarse: BrowserContextOptions = {
  viewport: { width: 800, height: 450 },
  deviceScaleFactor: 0.3,
  colorScheme: 'dark',
};

/** What is costly to draw in software and not looked at; what turns without end would draw the whole page all the time. */
const plainLooks = `* {
  backdrop-filter: none !important;
  box-shadow: none !important;
  transition: none !important;
  animation-iteration-count: 1 !important;
}`;

/** The studio in a browser, driven the way a visitor would. */
export interface StudioPage {
  readonly page: Page;
  /** Errors and warnings of the console, and exceptions that were not caught. */
  readonly problems: string[];
}

export interface OpenOptions extends BrowserContextOptions {
  /** Part of the address behind #/; the mirror unless given. */
  readonly room?: string;
  /** The default person is one of a few boxes, "Tester 1", which is quick to load and to draw. */
  readonly isBoxPerson?: boolean;
  /** 'manual': nothing moves until advance() is called, and so it is unless given. */
  readonly clock?: 'manual' | 'real';
  /** What the panels show; all of it unless given, so that every control can be tested. */
  readonly level?: 'simple' | 'expert';
  /** Rooms introduce themselves by a card on the picture and a tour; not unless given, so that the whole picture is free. */
  readonly hasIntros?: boolean;
  /** The server's address, where it is not the one that all files share. */
  readonly url?: string;
}

/** The studio for the tests of a file: one browser, and one page that is open from before the first test. */
export interface SharedStudio extends StudioPage {
  /** Opens one more page; it is closed with the browser. */
  open(options?: OpenOptions): Promise<StudioPage>;
}

/** Opens the studio before the tests of a file and closes it after them. */
export function shareStudio(options: OpenOptions = {}): SharedStudio {
  const shared = shareBrowser();
  let opened: StudioPage;
  beforeAll(async () => {
    opened = await shared.open(options);
  });
  return {
    open: shared.open,
    get page() {
      return opened.page;
    },
    get problems() {
      return opened.problems;
    },
  };
}

export interface SharedBrowser {
  open(options?: OpenOptions): Promise<StudioPage>;
  /** For pages that are not the studio. */
  newContext(options: BrowserContextOptions): Promise<BrowserContext>;
}

/** Servers and browser of the worker that runs this file: workers are numbered from 1. */
export function workplace(): Workplace {
  return inject('workplaces')[Number(process.env.VITEST_POOL_ID) - 1];
}

/** One browser for the tests of a file; pages are opened in it and closed with it. */
export function shareBrowser(): SharedBrowser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(workplace().browserEndpoint);
  });
  afterAll(() => browser.close());
  return { open: (options) => openStudio(browser, options), newContext: (options) => browser.newContext(options) };
}

async function openStudio(browser: Browser, options: OpenOptions = {}): Promise<StudioPage> {
  const {
    room,
    isBoxPerson = false,
    clock = 'manual',
    level = 'expert',
    hasIntros = false,
    url = workplace()[isBoxPerson ? 'boxesUrl' : 'studioUrl'],
    ...context
  } = options;
  const opened = await browser.newContext({ ...wideAndCoarse, acceptDownloads: true, ...context });
  // Nothing here may depend on how quick a machine is.
  opened.setDefaultTimeout(patience.timeout);
  const page = await opened.newPage();
  await page.addInitScript((shown) => localStorage.setItem('leib-level', shown), level);
  if (!hasIntros) await knowRooms(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Chromium's own remarks on software rendering are not ours to fix.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('GL Driver Message')) {
      problems.push(message.text());
    }
  });
  const address = new URL(url);
  if (clock === 'manual') address.searchParams.set('clock', 'manual');
  if (room) address.hash = `/${room}`;
  await page.goto(address.href);
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  if (clock === 'manual') await page.addStyleTag({ content: plainLooks });
  return { page, problems };
}

/** Controls that do not say what they do: neither by a title nor by a description nor by an "i" beside them. */
export function silentControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input:not([type=file]), select, nav a')]
      .filter(
        (control) =>
          !control.closest('[title], .tip, .tape-labels, dialog:not([open])') &&
          !control.hasAttribute('aria-describedby'),
      )
      .map((control) => control.outerHTML.slice(0, 90)),
  );
}

export function readProbe<Value>(page: Page, read: (probe: StudioProbe) => Value): Promise<Value> {
  return page.evaluate(`(${read})(globalThis.leibStudio)`) as Promise<Value>;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Goes to another room by its address, and waits until the page shows it. */
export async function goToRoom(page: Page, id: string): Promise<void> {
  await page.evaluate((room) => {
    location.hash = `#/${room}`;
  }, id);
  await page.locator(`.rooms a[href="#/${id}"][aria-current=page]`).waitFor({ state: 'attached' });
}

/**
 * Gives the window another size, and waits until the page has heard of it: the browser tells it in a frame of its own,
 * some time after setViewportSize() is over, and what is clicked until then may be built anew.
 */
export async function resizeWindow(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  const before = page.viewportSize();
  if (before?.width === size.width && before.height === size.height) return;
  const heard = await page.evaluateHandle(({ width, height }) => {
    const isResized = new Promise<void>((resolve) => {
      const onResize = () => {
        if (innerWidth !== width || innerHeight !== height) return;
        removeEventListener('resize', onResize);
        resolve();
      };
      addEventListener('resize', onResize);
    });
    return { isResized };
  }, size);
  await page.setViewportSize(size);
  await heard.evaluate(({ isResized }) => isResized);
  await heard.dispose();
  await advance(page, 0);
}

/** Where a joint is on the stage, metres. Fails where the body has no such bone, or a number is not finite. */
export async function jointAt(page: Page, bone: HumanoidBone): Promise<Place> {
  return placeOf(bone, await page.evaluate((name) => globalThis.leibStudio?.jointWorld(name as never), bone));
}

/** Where a named thing of the room is on the stage, metres. Fails where there is none. */
export async function thingAt(page: Page, name: string): Promise<Place> {
  return placeOf(name, await page.evaluate((thing) => globalThis.leibStudio?.thingWorld(thing), name));
}

function placeOf(name: string, at: readonly number[] | null | undefined): Place {
  const [x, y, z] = at ?? [Number.NaN, Number.NaN, Number.NaN];
  expect([x, y, z].every(Number.isFinite), `${name} at ${x}, ${y}, ${z}`).toBe(true);
  return { x, y, z };
}

export function distanceOf(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

/** Lets the page's clock go on by so many seconds, frame by frame. */
export async function advance(page: Page, seconds: number, options: AdvanceOptions = {}): Promise<void> {
  await page.evaluate(([time, how]) => globalThis.leibStudio?.advance(time, how), [seconds, options] as const);
}

/** The clocks of several pages go on until something is as it should be: sockets and what runs elsewhere take their own time. */
export async function advanceTogether<Value>(
  pages: readonly (Page | null | undefined)[],
  read: () => Promise<Value>,
  wanted: Value,
): Promise<void> {
  await expect
    .poll(
      async () => {
        for (const page of pages) if (page) await advance(page, 0.05, { draw: 'none' });
        return read();
      },
      { ...patience, interval: 5 },
    )
    .toEqual(wanted);
}

/** Steps of the page's clock until something has come true; fails where it has not after `seconds` of that clock. */
export async function advanceUntil(
  page: Page,
  seconds: number,
  isTrue: () => Promise<boolean>,
  stepSeconds = 0.1,
): Promise<void> {
  for (let passed = 0; passed < seconds; passed += stepSeconds) {
    if (await isTrue()) return;
    await advance(page, stepSeconds, { draw: 'none' });
  }
  expect(await isTrue(), `after ${seconds} s of the page's clock`).toBe(true);
}

/** Reads the probe every `stepSeconds` of the page's clock, for `seconds`. `hz`: frames a second. */
export async function watch<Value>(
  page: Page,
  seconds: number,
  stepSeconds: number,
  read: (probe: StudioProbe) => Value,
  hz = 60,
): Promise<Value[]> {
  return (await page.evaluate(`(async () => {
    const values = [];
    for (let step = 0; step < ${Math.round(seconds / stepSeconds)}; step++) {
      await leibStudio.advance(${stepSeconds}, { draw: 'none', hz: ${hz} });
      values.push((${read})(leibStudio));
    }
    return values;
  })()`)) as Value[];
}

/** Lets go of a file over the page. */
export async function dropFile(page: Page, name: string, content: Uint8Array | string): Promise<void> {
  await dropFiles(page, [[name, content]]);
}

/** Drops several files at once. */
export async function dropFiles(
  page: Page,
  files: readonly (readonly [name: string, content: Uint8Array | string])[],
): Promise<void> {
  const encoded = files.map(([name, content]) => ({ name, data: Buffer.from(content).toString('base64') }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, data } of all) {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, encoded);
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

/** Texts of the messages on the screen. */
export function noticesOf(page: Page): Promise<string[]> {
  return page.locator('.notice:not([data-kind=busy]) p').allTextContents();
}

export async function closeNotices(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close message' });
  while ((await close.count()) > 0) await close.first().click();
}

export async function bytesOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A rectangle of the page, in shares of its size. */
export type Region = readonly [left: number, top: number, right: number, bottom: number];

/** The picture between the bars and left of the panel. */
const freeRegion: Region = [0.02, 0.15, 0.58, 0.8];

/** What is to be seen, shrunk to a few pixels: red, green, blue of 48 x 32 of them, 0..255. */
export async function lookAt(page: Page, [left, top, right, bottom]: Region = freeRegion): Promise<number[]> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const clip = {
    x: left * width,
    y: top * height,
    width: (right - left) * width,
    height: (bottom - top) * height,
  };
  const png = await page.screenshot({ clip });
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(48, 32);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no 2D canvas');
    context.drawImage(image, 0, 0, 48, 32);
    return Array.from(context.getImageData(0, 0, 48, 32).data).filter((_, i) => i % 4 !== 3);
  }, png.toString('base64'));
}

/** Mean difference between two looks, 0..255. */
export function differenceOf(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;
}

/** Standard deviation of a look: nothing but one colour has none. */
export function contrastOf(look: readonly number[]): number {
  const mean = look.reduce((sum, value) => sum + value, 0) / look.length;
  return Math.sqrt(look.reduce((sum, value) => sum + (value - mean) ** 2, 0) / look.length);
}

/** How many pixels of a look a test holds for. */
export function countPixels(look: readonly number[], isWanted: (r: number, g: number, b: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < look.length; i += 3) if (isWanted(look[i], look[i + 1], look[i + 2])) count++;
  return count;
}

/** The box person's head and nothing else in the room. */
export const isBoxHead = (r: number, g: number, b: number) => g > 60 && g > 2 * r && g > 2 * b;
