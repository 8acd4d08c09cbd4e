import type { HumanoidBone } from '@leib/core';
import { type Browser, type BrowserContextOptions, chromium, type Download, type Page } from 'playwright';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { buildTestRig } from '../../../packages/three/src/testing.js';
import type { StudioProbe } from '../src/app/probe.js';
import type { AdvanceOptions } from '../src/time/manualClock.js';

/** For work that is really asynchronous (a file that loads, a worker that builds): long enough for any machine. */
export const patience = { timeout: 120_000, interval: 25 };

/** A wide page that is drawn with few pixels: software rendering pays by the pixel. */
const wideAndCoarse: BrowserContextOptions = {
  viewport: { width: 800, height: 450 },
  deviceScaleFactor: 0.3,
  colorScheme: 'dark',
};

/** The studio in a browser, driven the way a visitor would. */
export interface StudioPage {
  readonly page: Page;
  /** Errors and warnings of the console, and exceptions that nobody caught. */
  readonly problems: string[];
}

/** One browser for the tests of a file; pages are opened in it and closed with it. */
export function shareBrowser(): { open(options?: BrowserContextOptions): Promise<StudioPage> } {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
  });
  afterAll(() => browser.close());
  return { open: (options) => openStudio(browser, inject('studioUrl'), options) };
}

/** Opens the studio and puts a person of a few boxes on the stage: what is tested is quick to draw. */
export async function openWithBoxPerson(shared: { open(): Promise<StudioPage> }): Promise<StudioPage> {
  const opened = await shared.open();
  const { page } = opened;
  await dropFile(page, 'boxes.vrm', new Uint8Array(buildTestRig({ format: 'vrm1' })));
  await page.locator('.avatar-card', { hasText: 'Tester 1' }).waitFor({ timeout: patience.timeout });
  return opened;
}

export async function openStudio(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<StudioPage> {
  const context = await browser.newContext({ ...wideAndCoarse, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Chromium's own remarks on software rendering are not ours to fix.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('GL Driver Message')) {
      problems.push(message.text());
    }
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'Enter VR' }).waitFor({ timeout: patience.timeout });
  return { page, problems };
}

export function readProbe<Value>(page: Page, read: (probe: StudioProbe) => Value): Promise<Value> {
  return page.evaluate(`(${read})(globalThis.leibStudio)`) as Promise<Value>;
}

/** Where a joint is on the stage, metres. Fails where the body has no such bone, or a number is not finite. */
export async function jointAt(page: Page, bone: HumanoidBone): Promise<{ x: number; y: number; z: number }> {
  const at = await page.evaluate((name) => globalThis.leibStudio?.jointWorld(name as never), bone);
  const [x, y, z] = at ?? [Number.NaN, Number.NaN, Number.NaN];
  expect([x, y, z].every(Number.isFinite), `${bone} at ${x}, ${y}, ${z}`).toBe(true);
  return { x, y, z };
}

/** Lets the page's clock go on by so many seconds, frame by frame. */
export async function advance(page: Page, seconds: number, options: AdvanceOptions = {}): Promise<void> {
  await page.evaluate(([time, how]) => globalThis.leibStudio?.advance(time, how), [seconds, options] as const);
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

/** Waits for that many more pictures. */
export async function waitForFrames(page: Page, count: number): Promise<void> {
  const from = await readProbe(page, (probe) => probe.frameCount);
  await page.waitForFunction((goal) => (globalThis.leibStudio?.frameCount ?? 0) >= goal, from + count, {
    timeout: patience.timeout,
  });
}

/** Lets go of a file over the page. */
export async function dropFile(page: Page, name: string, content: Uint8Array | string): Promise<void> {
  const base64 = Buffer.from(content).toString('base64');
  const dataTransfer = await page.evaluateHandle(
    ({ fileName, data }) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName));
      return transfer;
    },
    { fileName: name, data: base64 },
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

/** Texts of the messages on the screen. */
export function noticesOf(page: Page): Promise<string[]> {
  return page.locator('.notice:not([data-kind=busy]) p').allTextContents();
}

export async function closeNotices(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close message' });
  while ((await close.count()) > 0)
    await close
      .first()
      .click({ timeout: 2000 })
      .catch(() => {});
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
  const png = await page.screenshot({ clip, timeout: patience.timeout });
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
