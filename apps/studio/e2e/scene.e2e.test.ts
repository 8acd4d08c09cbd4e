import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildScan, museum, museumScan } from '@leib/formats/scan';
import { splatBall, writeSplat, writeSplatPly } from '@leib/formats/testing';
import { type RunningServer, startServer } from '@leib/server';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  advance,
  advanceTogether,
  advanceUntil,
  countPixels,
  dropFile,
  jointAt,
  lookAt,
  type Place,
  shareBrowser,
  thingAt,
} from './studioPage.js';

// Two people of one server that offers a scan: a room with stairs to a gallery.
const viewport = { width: 1280, height: 800 };
const { open } = shareBrowser();
const folder = mkdtempSync(join(tmpdir(), 'leib-scene-'));
let server: RunningServer;
let ada: Page;
let bob: Page;
let problems: readonly (readonly string[])[];
/** Above who comes first; such files have Y downwards. */
const ball = splatBall(3000, [0, -2, -0.5], 0.5, [1, 0, 1]);

beforeAll(async () => {
  const { files } = await buildScan('Museum', museumScan(), { up: 'z', metresPerUnit: 1 });
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, 'museum', name)), { recursive: true });
    writeFileSync(join(folder, 'museum', name), bytes);
  }
  writeFileSync(join(folder, 'statue.splat'), writeSplat(ball));
  server = await startServer({ port: 0, studioDir: inject('boxesDir'), scansDir: folder });
  const url = `${server.url}?people=hall`;
  const opened = [await open({ room: 'together', viewport, url }), await open({ room: 'together', viewport, url })];
  [ada, bob] = opened.map(({ page }) => page);
  problems = opened.map((one) => one.problems);
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const until = <Value>(read: () => Promise<Value>, wanted: Value) => advanceTogether([ada, bob], read, wanted);

const scenes = (page: Page) => page.locator('.together-things strong').allTextContents();
const areLoaded = async (page: Page) =>
  (await page.locator('.together-things small').allTextContents()).every((words) => /^\d.* points here$/.test(words));

async function fill(name: string, value: string): Promise<void> {
  const field = ada.getByRole('textbox', { name, exact: false });
  await field.fill(value);
  await field.press('Enter');
}

test('a scan of the server that one adds stands in the room for both, with its points', async () => {
  await ada.getByRole('button', { name: /^Mouse, keys/ }).click();
  await until(() => ada.getByText('An empty floor.').count(), 1);
  await until(() => ada.getByRole('combobox', { name: 'Add a scan of the server' }).count(), 1);
  await ada.getByRole('combobox', { name: 'Add a scan of the server' }).selectOption('museum');
  for (const page of [ada, bob]) await until(() => scenes(page), ['Museum']);
  for (const page of [ada, bob]) await until(() => areLoaded(page), true);
});

test('it is moved for both, and Ctrl+Z takes that back', async () => {
  await ada.getByText('Place', { exact: true }).click();
  await bob.getByText('Place', { exact: true }).click();
  const upOf = (page: Page) => page.getByRole('textbox', { name: 'Up' }).inputValue();
  const before = await upOf(ada);
  await fill('Up', '0.5');
  await until(() => upOf(bob), '0.5');
  await ada.locator('canvas.viewport').focus();
  await ada.keyboard.press('Control+z');
  await until(() => upOf(bob), before);
});

/** Where somebody's head is who has come to stand. */
async function standing(page: Page): Promise<Place> {
  let before = Number.NaN;
  await advanceUntil(
    page,
    10,
    async () => {
      const { y } = await jointAt(page, 'head');
      const isStill = Math.abs(y - before) < 0.002;
      before = y;
      return isStill;
    },
    0.5,
  );
  return jointAt(page, 'head');
}

test('one walks up the scanned stairs, is stopped by the wall of the gallery, and the other sees them up there', async () => {
  const { stairs, galleryX, halfX } = museum;
  // Their foot ahead of the start: a quarter turn takes the scan's +X to +Z.
  await fill('Turned', '-90');
  await fill('To the left', String(-(stairs.fromY + stairs.toY) / 2));
  await fill('Ahead', '0.3');
  await until(() => bob.getByRole('textbox', { name: 'Ahead' }).inputValue(), '0.3');
  const before = await standing(ada);
  const top = stairs.rise * stairs.steps;
  await ada.locator('canvas.viewport').focus();
  await ada.keyboard.down('w');
  await advanceUntil(ada, 15, async () => (await jointAt(ada, 'head')).z > galleryX + 0.6);
  await ada.keyboard.up('w');
  const up = await standing(ada);
  expect(up.y - before.y).toBeGreaterThan(top - 0.12);
  expect(up.y - before.y).toBeLessThan(top + 0.12);
  for (const foot of ['leftFoot', 'rightFoot'] as const)
    expect((await jointAt(ada, foot)).y).toBeGreaterThan(top - 0.25);
  await ada.keyboard.down('w');
  await advance(ada, 4);
  await ada.keyboard.up('w');
  expect((await jointAt(ada, 'head')).z).toBeLessThan(halfX + 0.3);
  await until(
    async () => Math.abs((await thingAt(bob, 'Person 1 head')).y - (await jointAt(ada, 'head')).y) < 0.1,
    true,
  );
});

test('who points at the scan points at a point of it, for both', async () => {
  await ada.getByRole('button', { name: 'Point', exact: true }).click();
  const box = await ada.locator('canvas.viewport').boundingBox();
  if (!box) throw new Error('no picture');
  await ada.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.45);
  const pointOf = (page: Page) => page.evaluate(() => globalThis.leibStudio?.thingWorld('Person 1 points') ?? null);
  await until(async () => (await pointOf(bob)) !== null, true);
  const at = await pointOf(ada);
  // Above the floor: a wall, a picture, the rail.
  expect(at?.[1]).toBeGreaterThan(0.1);
});

test('splats of a file that one drops, and of a file of the server, are seen by both', async () => {
  const isMagenta = (r: number, g: number, b: number) => r > 90 && b > 90 && g < 0.6 * r;
  const magenta = async (page: Page) => {
    await advance(page, 0.02);
    return countPixels(await lookAt(page), isMagenta);
  };
  await ada.getByRole('button', { name: 'Remove Museum for all' }).click();
  await ada.getByRole('button', { name: 'Go to Person 2' }).click();
  await until(() => scenes(bob), []);
  for (const page of [ada, bob]) expect(await magenta(page)).toBe(0);
  await dropFile(ada, 'broken.ply', writeSplatPly(ball).slice(0, -9));
  await until(() => ada.getByText('the file is cut off, it cannot hold 3000 splats').count(), 1);
  await dropFile(ada, 'ball.ply', writeSplatPly(ball));
  const words = (page: Page) => page.locator('.together-things small').allTextContents();
  for (const page of [ada, bob]) {
    await until(() => scenes(page), ['ball']);
    await until(
      async () => /^3000 splats here, nothing to stand on: people are on the floor/.test((await words(page)).join()),
      true,
    );
    // Sorted beside the page: some frames later they are in the picture.
    await until(async () => (await magenta(page)) > 20, true);
  }
  await ada.getByRole('button', { name: 'Remove ball for all' }).click();
  for (const page of [ada, bob]) await until(() => magenta(page), 0);

  await ada.getByRole('combobox', { name: 'Add a scan of the server' }).selectOption('statue.splat');
  for (const page of [ada, bob]) {
    await until(() => scenes(page), ['statue']);
    await until(async () => (await magenta(page)) > 20, true);
  }
  await ada.getByRole('button', { name: 'Remove statue for all' }).click();
  await until(() => scenes(bob), []);
  // That the server has a file not yet is asked, and answered by 404.
  expect(problems.flat().filter((text) => !text.includes('404'))).toEqual([]);
});
