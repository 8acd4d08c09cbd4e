import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DisplayServer, smallWalls, testBody } from './displayServer.js';
import { contrastOf, countPixels, isBoxHead, lookAt, patience, shareBrowser } from './studioPage.js';

// Six real pages, one per wall. They have no clock of their own: they draw when a frame comes.

const browser = shareBrowser();
const pages = new Map<string, Page>();
let cave: DisplayServer;
let context: BrowserContext;
const problems: string[] = [];

async function openWall(name: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${cave.server.url}display?wall=${name}&clock=manual`);
  // It goes away by itself, after seconds that no test waits for.
  await page.addStyleTag({ content: '.wall-help { display: none }' });
  pages.set(name, page);
  return page;
}

beforeAll(async () => {
  cave = await DisplayServer.open();
  context = await browser.newContext({ viewport: { width: 200, height: 160 }, deviceScaleFactor: 1 });
  context.setDefaultTimeout(patience.timeout);
  await Promise.all(smallWalls.walls.map(({ name }) => openWall(name)));
});
afterAll(() => cave.close());

/** The frame that each page shows. */
async function shownFrames(): Promise<number[]> {
  return Promise.all([...pages.values()].map((page) => page.evaluate(() => globalThis.leibDisplay?.shownFrame ?? -1)));
}

/** Plays a frame; over when all pages show it. */
async function playOnAll(...frame: Parameters<DisplayServer['play']>): Promise<void> {
  const number = await cave.play(...frame);
  await expect.poll(shownFrames, patience).toEqual(Array(pages.size).fill(number));
}

/** Plays frames until all pages that are open are in step; fails after a second of them. */
async function playUntilInStep(): Promise<void> {
  const isInStep = () => [...pages.keys()].every((name) => cave.stateOf(name) === 'inStep');
  for (let i = 0; i < 60 && !isInStep(); i++) {
    const frame = await cave.play([0, -2.5], [0, 1.7, 0]);
    // A page that still loads has no frame; one that has loaded shows this one.
    await expect.poll(async () => (await shownFrames()).every((shown) => shown === frame), patience).toBe(true);
  }
  expect(isInStep()).toBe(true);
}

test('six pages show the same frame, frame after frame, and each picture fits its wall', async () => {
  await playUntilInStep();
  const heads = [
    [0, 1.7, 0],
    [0.6, 1.2, -0.7],
    [-0.9, 1.9, 0.8],
  ] as const;
  for (const head of heads) {
    await playOnAll([0, -2.5], head);
    for (const { name, lowerLeft, lowerRight, upperLeft } of smallWalls.walls) {
      const seen = await pages
        .get(name)
        ?.evaluate(
          (corners) => corners.map(([x, y, z]) => globalThis.leibDisplay?.project(x, y, z)[0]),
          [lowerLeft, lowerRight, upperLeft],
        );
      const expected = [
        [-1, -1],
        [1, -1],
        [-1, 1],
      ];
      expect(seen?.flat().map((value) => Math.round((value ?? 9) * 1e4) / 1e4)).toEqual(expected.flat());
    }
  }
  expect(
    await Promise.all([...pages.values()].map((page) => page.evaluate(() => globalThis.leibDisplay?.line))),
  ).toEqual(Array(6).fill(''));
  expect(problems).toEqual([]);
});

test('the agent behind the front wall is seen on it and on no other, where the viewer looks through', async () => {
  const whole = [0, 0, 1, 1] as const;
  const look = async (wall: string) => lookAt(pages.get(wall) as Page, whole);
  await playOnAll([0, -1.8], [0, 1.7, 0]);
  const front = await look('front-left-eye');
  expect(contrastOf(front)).toBeGreaterThan(5);
  expect(countPixels(front, isBoxHead)).toBeGreaterThan(3);
  expect(countPixels(await look('right-left-eye'), isBoxHead)).toBe(0);
  // From the left the same agent is seen farther to the left on the wall: the eye, the wall and the agent are on one line.
  const columnOf = (pixels: readonly number[]) => {
    let [sum, count] = [0, 0];
    for (let i = 0; i < pixels.length; i += 3) {
      if (!isBoxHead(pixels[i], pixels[i + 1], pixels[i + 2])) continue;
      sum += (i / 3) % 48;
      count++;
    }
    return sum / count;
  };
  await playOnAll([0, -1.8], [-1, 1.7, 0]);
  expect(columnOf(await look('front-left-eye'))).toBeLessThan(columnOf(front) - 4);
  await playOnAll([1.8, 0], [0, 1.7, 0]);
  expect(countPixels(await look('front-left-eye'), isBoxHead)).toBe(0);
  expect(countPixels(await look('right-left-eye'), isBoxHead)).toBeGreaterThan(3);
});

test('[FR5] a character of 20 MB arrives with a bar on the walls, and the old one is shown until it is there', async () => {
  const [[name, held]] = pages;
  let release = () => {};
  const mayArrive = new Promise<void>((resolve) => {
    release = resolve;
  });
  await held.route('**/api/files/*', async (route) => {
    await mayArrive;
    await route.continue();
  });
  cave.setBody(testBody(20 << 20));
  const bar = held.getByRole('progressbar');
  await expect.poll(() => bar.isVisible(), patience).toBe(true);
  expect(await held.getByRole('status').textContent()).toBe('The character arrives: 0 %');
  // Nobody waits for it.
  for (let i = 0; i < 3; i++) await playOnAll([0, -2.5], [0, 1.7, 0]);
  expect(cave.stateOf(name)).toBe('inStep');
  release();
  const lines = () => Promise.all([...pages.values()].map((page) => page.evaluate(() => globalThis.leibDisplay?.line)));
  await expect.poll(lines, patience).toEqual(Array(6).fill(''));
  expect(await bar.isVisible()).toBe(false);
  await playOnAll([0, -1.8], [0, 1.7, 0]);
  const front = await lookAt(pages.get('front-left-eye') as Page, [0, 0, 1, 1]);
  expect(countPixels(front, isBoxHead)).toBeGreaterThan(3);
  // A file that is no character: what is wrong is said, and something stands there.
  cave.setBody(new Uint8Array(5000).fill(7));
  await expect
    .poll(async () => (await lines())[0], patience)
    .toMatch(/^body "boxes": .*; the default body stands in for it\.$/);
  await playOnAll([0, -2.5], [0, 1.7, 0]);
  cave.setBody(testBody());
  await expect.poll(lines, patience).toEqual(Array(6).fill(''));
  expect([cave.problems, problems]).toEqual([[], []]);
});

test('[DB5] when frames stop coming, walls and overview say so until the next one', async () => {
  const overview = await context.newPage();
  await overview.goto(`${cave.server.url}displays?clock=manual`);
  await playOnAll([0, -2.5], [0, 1.7, 0]);
  const line = overview.locator('.simulation-line');
  await expect
    .poll(() => {
      cave.advance(20);
      return line.textContent();
    }, patience)
    .toBe('A simulation is running.');
  cave.advance(4000);
  await expect.poll(() => line.textContent(), patience).toMatch(/but no frame has come for [45] s: is its tab hidden/);
  expect(await overview.locator('.facts').textContent()).toContain('0 Hz');
  for (const page of pages.values()) {
    const status = page.getByRole('status');
    await expect
      .poll(() => status.textContent(), patience)
      .toMatch(/^No new picture for [45] s: the simulation has stopped/);
  }
  await playOnAll([0, -2.5], [0, 1.7, 0]);
  for (const page of pages.values()) expect(await page.evaluate(() => globalThis.leibDisplay?.line)).toBe('');
  await overview.close();
});

test('a page that is closed stalls none of the others; opened again it is in step within a second', async () => {
  const [name] = pages.keys();
  await pages.get(name)?.close();
  pages.delete(name);
  for (let i = 0; i < 5; i++) await playOnAll([0, -2.5], [0, 1.7, 0]);
  expect(cave.stateOf(name)).toBe('missing');
  await openWall(name);
  await playUntilInStep();
  expect(cave.problems).toEqual([]);
});

test('a second page of a wall says in one line that the wall is taken', async () => {
  const [name] = pages.keys();
  const second = await context.newPage();
  await second.goto(`${cave.server.url}display?wall=${name}&clock=manual`);
  const line = second.getByRole('status');
  await expect
    .poll(() => line.textContent(), patience)
    .toMatch(/expected one display, got a second one; close its other page/);
  await playOnAll([0, -2.5], [0, 1.7, 0]);
  await second.close();
});

test('the overview lists the walls with their frames, and a wrong wall file is refused with its place', async () => {
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${cave.server.url}display?clock=manual`);
  await page.waitForURL('**/displays');
  await playOnAll([0, -2.5], [0.25, 1.7, 0]);
  const rows = page.locator('.wall-list li');
  // The overview is told five times a second, and walls say what they show after they have shown it.
  const told = (text: string) => {
    cave.advance(250);
    return rows.getByText(text).count();
  };
  await expect.poll(() => told('in step'), patience).toBe(6);
  await expect.poll(() => told(`${cave.sent} · ready`), patience).toBe(6);
  expect(await page.locator('.facts').textContent()).toContain('0.25, 1.70, 0.00 m');
  expect(await page.getByRole('link', { name: 'front-left-eye' }).getAttribute('href')).toBe(
    '/display?wall=front-left-eye',
  );

  await page.getByText('Wall file').click();
  const editor = page.getByRole('textbox', { name: 'Wall file' });
  const [first] = smallWalls.walls;
  const collinear = { ...first, upperLeft: first.lowerRight };
  await editor.fill(JSON.stringify({ ...smallWalls, walls: [collinear] }));
  await page.getByRole('button', { name: 'Use for all walls' }).click();
  expect(await page.getByRole('alert').textContent()).toMatch(
    /^walls\[0\]\.upperLeft: expected a corner above lowerLeft/,
  );
  expect(cave.server.displays.walls.walls).toHaveLength(6);

  const anaglyph = smallWalls.walls.map((wall) => ({ ...wall, stereo: 'anaglyph' }));
  await editor.fill(JSON.stringify({ ...smallWalls, walls: anaglyph }));
  await page.getByRole('button', { name: 'Use for all walls' }).click();
  await expect.poll(() => cave.server.displays.walls.walls[0].stereo, patience).toBe('anaglyph');
  // Both eyes have a picture of their own now: the agent is at another place in each.
  await playOnAll([0, -2.5], [0, 1.7, 0]);
  const [left, right] =
    (await pages.get('front-left-eye')?.evaluate(() => globalThis.leibDisplay?.project(0, 1.5, -2.5))) ?? [];
  expect(right[0] - left[0]).toBeGreaterThan(0.01);
  expect(problems).toEqual([]);
});
