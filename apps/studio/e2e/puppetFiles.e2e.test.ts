import { openPuppet, writePuppet } from '@leib/puppet';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import {
  advance,
  advanceUntil,
  bytesOf,
  closeNotices,
  countPixels,
  distanceOf,
  dropFile,
  lookAt,
  noticesOf,
  patience,
  shareStudio,
  thingAt,
} from './studioPage.js';

const studio = shareStudio({ room: 'puppet', isBoxPerson: true });
let page: Page;

beforeAll(async () => {
  page = studio.page;
  await page.getByRole('tab', { name: 'Play' }).waitFor();
  await advance(page, 0.1);
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

test('what is saved opens again; a broken file is refused in one sentence and nothing is lost', async () => {
  await page.getByRole('tab', { name: 'File' }).click();
  const downloading = page.waitForEvent('download');
  await button(/^One file/).click();
  const file = await downloading;
  const bytes = await bytesOf(file);
  expect(file.suggestedFilename()).toBe('frog.glb');
  const saved = await openPuppet(new Uint8Array(bytes), async () => new Uint8Array());
  expect(saved.file.hands[0].connections).toHaveLength(5);

  await closeNotices(page);
  await dropFile(page, 'broken.obj', 'v 0 0 0\nf 1 2 3\n');
  await advanceUntil(page, 2, async () => (await noticesOf(page)).some((text) => text.includes('OBJ line 2')));
  expect((await noticesOf(page)).filter((text) => text.includes('OBJ line 2'))).toHaveLength(1);
  expect(await page.locator('.puppet-name').textContent()).toBe('Frog');
  await closeNotices(page);

  await dropFile(page, 'cube.obj', cube());
  await advanceUntil(page, 2, async () => (await page.locator('.puppet-name').textContent()) === 'cube');
  await closeNotices(page);
  // A puppet whose model lies in another file asks for it; the open one stays.
  const waiting = writePuppet({ ...saved.file, name: 'Alone', mesh: { ...saved.file.mesh, uri: 'alone.glb' } });
  await dropFile(page, 'alone.puppet.json', waiting);
  await advanceUntil(page, 2, async () => (await noticesOf(page)).length > 0);
  expect(await noticesOf(page)).toEqual(['Alone needs its model, too: open alone.glb.']);
  expect(await page.locator('.puppet-name').textContent()).toBe('cube');
  await closeNotices(page);
  await dropFile(page, 'alone.glb', bytes);
  await advanceUntil(page, 2, async () => (await page.locator('.puppet-name').textContent()) === 'Alone');
});

test('a model without parts gets its limbs in one click, and is playable; one undo takes them away', async () => {
  await dropFile(page, 'cross.obj', cross());
  await advanceUntil(page, 2, async () => (await page.locator('.puppet-name').textContent()) === 'cross');
  await button('Find its limbs').click();
  await advance(page, 0.2, { draw: 'none' });
  await page.getByRole('tab', { name: 'Play' }).click();
  const pressed = page.locator('.matrix-cell[aria-pressed=true]');
  expect(await pressed.count()).toBeGreaterThan(3);
  expect(await button('Find its limbs').count()).toBe(0);
  const grips = (await page.locator('.matrix tbody th').allTextContents()).map((name) => `grip:${name}`);
  const places = () => Promise.all(grips.map((name) => thingAt(page, name)));
  const before = await places();
  await page.keyboard.down('h');
  await advance(page, 0.8, { draw: 'none' });
  const moved = (await places()).map((place, i) => distanceOf(place, before[i]));
  expect(Math.min(...moved)).toBeGreaterThan(0.02);
  await page.keyboard.up('h');
  await page.keyboard.press('Control+z');
  await advance(page, 0.1);
  expect(await button('Find its limbs').count()).toBe(1);
  await button('Frog').click();
  await advance(page, 0.1, { draw: 'none' });
});

test('opening another puppet loses nothing: undo brings the edited one back, and after a reload the list in File', async () => {
  const name = () => page.locator('.puppet-name').textContent();
  const mine = button('MyWork');
  await page.getByRole('tab', { name: 'File' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('MyWork');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await closeNotices(page);
  await button('Lamp').click();
  await advanceUntil(page, 2, async () => (await name()) === 'Lamp');
  await expect.poll(() => noticesOf(page), patience).toContainEqual(expect.stringContaining('MyWork is kept in File'));
  await page.keyboard.press('Control+z');
  await advance(page, 0.1, { draw: 'none' });
  expect(await name()).toBe('MyWork');
  expect(await thingAt(page, 'part:lower lip')).not.toBeNull();
  expect(await mine.count()).toBe(0);
  await page.keyboard.press('Control+Shift+z');
  await advance(page, 0.6, { draw: 'none' });
  expect(await name()).toBe('Lamp');

  await page.reload();
  await page.waitForFunction(() => globalThis.leibStudio?.thingWorld('part:head'));
  await page.getByRole('tab', { name: 'File' }).click();
  await advance(page, 0.1);
  expect(await name()).toBe('Frog');
  await mine.click();
  await advanceUntil(page, 2, async () => (await name()) === 'MyWork');
  await button('Frog').click();
  await advanceUntil(page, 2, async () => (await mine.count()) === 1);
  await button('Delete MyWork').click();
  await button('Bring back MyWork').click();
  await advanceUntil(page, 2, async () => (await mine.count()) === 1);
  await button('Delete MyWork').click();
  await advanceUntil(page, 2, async () => (await mine.count()) === 0);
});

test('a closed tab loses nothing; a second tab has a puppet of its own; the clean picture opens by its address', async () => {
  await page.getByRole('tab', { name: 'File' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Quakster');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await page.getByText('Own', { exact: true }).click();
  await page.getByLabel('Background colour', { exact: true }).fill('#aa33cc');
  await advance(page, 0.6, { draw: 'none' });
  await expect.poll(() => page.locator('.saved-state').textContent(), patience).toBe('Saved in this browser');

  const second = await page.context().newPage();
  await openRoom(second, '#/puppet');
  expect(await second.locator('.puppet-name').textContent()).toBe('Frog');
  expect(await noticesOf(second)).toContainEqual(expect.stringContaining('each tab keeps a puppet of its own'));
  await second.close();
  const address = page.url();
  await page.close();

  page = await studio.page.context().newPage();
  await openRoom(page, '#/puppet?output', address);
  const isOwn = (r: number, g: number, b: number) => Math.hypot(r - 0xaa, g - 0x33, b - 0xcc) < 20;
  const look = await lookAt(page, [0, 0, 1, 1]);
  expect(countPixels(look, isOwn) / (look.length / 3)).toBeGreaterThan(0.5);
  await page.keyboard.press('Escape');
  await advance(page, 0.1);
  expect(await page.locator('.puppet-name').textContent()).toBe('Quakster');
  expect(await noticesOf(page)).toContainEqual(expect.stringContaining('Quakster is as you left it'));
  expect(studio.problems).toEqual([]);
});

async function openRoom(tab: Page, hash: string, address = page.url()): Promise<void> {
  await tab.goto(new URL(hash, address).href);
  await tab.waitForFunction(() => globalThis.leibStudio?.thingWorld('part:head'));
  await advance(tab, 0.1);
}

const boxFaces = [
  [1, 3, 4, 2],
  [5, 6, 8, 7],
  [1, 2, 6, 5],
  [3, 7, 8, 4],
  [1, 5, 7, 3],
  [2, 4, 8, 6],
] as const;

/** Centimetres of nothing in particular: the unit is guessed. */
function cube(): string {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${(i & 1) * 40} ${((i >> 1) & 1) * 40} ${(i >> 2) * 40}`);
  const faces = boxFaces.map((face) => `f ${face.join(' ')}`);
  return [...corners, ...faces].join('\n');
}

/** Five arms about a middle: boxes in one another, as models out of many parts are. Metres. */
function cross(): string {
  const boxes = [
    [0, 0, 0, 0.1, 0.2, 0.08],
    [0, 0.3, 0, 0.07, 0.14, 0.07],
    [0.26, 0.12, 0, 0.2, 0.04, 0.04],
    [-0.26, 0.12, 0, 0.2, 0.04, 0.04],
    [0.07, -0.35, 0, 0.04, 0.2, 0.04],
    [-0.07, -0.35, 0, 0.04, 0.2, 0.04],
  ];
  const corners = boxes.flatMap(([x, y, z, a, b, c]) =>
    Array.from({ length: 8 }, (_, i) => {
      const [sx, sy, sz] = [(i & 1) * 2 - 1, ((i >> 1) & 1) * 2 - 1, (i >> 2) * 2 - 1];
      return `v ${x + sx * a} ${y + sy * b} ${z + sz * c}`;
    }),
  );
  const faces = boxes.flatMap((_, box) =>
    boxFaces.map((face) => `f ${face.map((corner) => corner + box * 8).join(' ')}`),
  );
  return [...corners, ...faces].join('\n');
}
