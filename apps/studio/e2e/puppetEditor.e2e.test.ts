import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readPuppetMesh } from '@leib/puppet';
import type { Page } from 'playwright';
import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  advance,
  advanceUntil,
  closeNotices,
  distanceOf,
  dropFile,
  patience,
  shareStudio,
  thingAt,
} from './studioPage.js';

const studio = shareStudio({ room: 'puppet', isBoxPerson: true, viewport: { width: 1100, height: 620 } });
let page: Page;

beforeAll(async () => {
  page = studio.page;
  await openTab('Build');
});
afterEach(async () => {
  await page.mouse.up();
  await page.keyboard.up('Shift');
});

async function openTab(name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await advance(page, 0.6);
}
const parts = () => page.getByRole('treeitem').locator('.part-name').allTextContents();
/** A click on a part that is selected already would let go of it. */
async function select(name: string): Promise<void> {
  const row = page.getByRole('treeitem', { name, exact: true });
  if ((await row.getAttribute('aria-selected')) !== 'true') await row.click();
  await advance(page, 0.1);
}
const undo = () => page.getByRole('button', { name: /^Undo/ });
const field = (label: string) => page.getByLabel(label);

async function screenOf(thing: string): Promise<readonly [number, number]> {
  await advance(page, 0.05);
  const at = await page.evaluate((name) => globalThis.leibStudio?.thingOnScreen(name), thing);
  expect(at, thing).toBeTruthy();
  return at as readonly [number, number];
}

/** Takes a thing and drags it by so many pixels, without letting go. */
async function take(thing: string, by: readonly [number, number]): Promise<void> {
  const [x, y] = await screenOf(thing);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0], y + by[1], { steps: 6 });
  await advance(page, 0.05);
}

test('a part is selected by a click on the surface that it holds, and moved by its end; one undo step', async () => {
  const [x, y] = await screenOf('part:body');
  await page.mouse.click(x, y + 40);
  await page.getByRole('region', { name: 'Part body' }).waitFor();
  await select('left lower arm');
  const before = await thingAt(page, 'handle:to');
  await take('handle:to', [40, -30]);
  await page.mouse.up();
  await advance(page, 0.3);
  const after = await thingAt(page, 'handle:to');
  expect(after.y - before.y).toBeGreaterThan(0.01);
  expect(await undo().getAttribute('title')).toContain('Move the end of left lower arm');
  await undo().click();
  await advance(page, 0.3);
  expect((await thingAt(page, 'handle:to')).y).toBeCloseTo(before.y, 3);
});

test('a limit is dragged in the picture: field and handle agree, the part goes there, Escape takes it back', async () => {
  await select('left lower arm');
  await page.getByText('Ball', { exact: true }).click();
  await page.getByText('Limits as numbers').click();
  await advance(page, 0.3);
  const shown = () => field('Plane x, highest').inputValue();
  const first = await shown();
  const restEnd = await thingAt(page, 'part:left lower arm');
  await take('handle:limit x max', [15, 40]);
  await advance(page, 0.6);
  const turnedEnd = await thingAt(page, 'part:left lower arm');
  expect(Math.hypot(turnedEnd.x - restEnd.x, turnedEnd.y - restEnd.y)).toBeGreaterThan(0.005);
  const words = (await page.locator('.how-to-play').textContent()) ?? '';
  const dragged = Number(/(-?\d+)°/.exec(words)?.[1]);
  await page.keyboard.press('Escape');
  await advance(page, 0.3);
  expect(await shown()).toBe(first);
  await page.mouse.up();
  await take('handle:limit x max', [15, 40]);
  await page.mouse.up();
  await advance(page, 0.3);
  expect(Math.abs(Number(await shown()) - dragged)).toBeLessThanOrEqual(1);
  expect(Math.abs(Number(await shown()) - Number(first))).toBeGreaterThan(3);
  await undo().click();
  await advance(page, 0.2);
  expect(await shown()).toBe(first);
  await page.getByRole('switch', { name: 'Limits in the picture' }).uncheck();
});

test('keys: Tab goes to the next part, arrows nudge it, Delete takes it away, Escape lets go', async () => {
  const names = await parts();
  await select('right hand');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const before = await thingAt(page, 'handle:to');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await advance(page, 0.2);
  expect((await thingAt(page, 'handle:to')).y).toBeGreaterThan(before.y + 0.002);
  await page.keyboard.press('Tab');
  await advance(page, 0.1);
  expect(await page.getByRole('treeitem', { selected: true }).getAttribute('aria-label')).not.toBe('right hand');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Delete');
  await advance(page, 0.3);
  expect(await parts()).toEqual(names.filter((name) => name !== 'right hand'));
  // Two steps: the nudges are one.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await advance(page, 0.3);
  expect(await parts()).toEqual(names);
});

test('a model without parts: its limbs are found, one bone by one click, a bone and a box by hand', async () => {
  const teddy = readFileSync(createRequire(import.meta.url).resolve('@leib/puppet/teddy.glb'));
  const { mesh } = await readPuppetMesh(new Uint8Array(teddy), {
    scale: 1,
    rotation: [0, 0, 0, 1],
    position: [0, 0, 0],
  });
  const lines = [];
  for (let i = 0; i < mesh.positions.length; i += 3)
    lines.push(`v ${[...mesh.positions.subarray(i, i + 3)].join(' ')}`);
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    lines.push(`f ${[...mesh.triangles.subarray(t, t + 3)].map((place) => place + 1).join(' ')}`);
  }
  await dropFile(page, 'bear.obj', lines.join('\n'));
  await page.getByText('bear', { exact: true }).waitFor();
  await advance(page, 1.5);
  await closeNotices(page);
  await page.getByRole('button', { name: 'Propose' }).click();
  await advance(page, 0.5);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const middle = [(width - 374) / 2, height / 2] as const;
  await page.mouse.move(...middle);
  await advance(page, 0.1);
  await page.mouse.click(...middle);
  await advance(page, 0.5);
  expect(await parts()).toHaveLength(1);
  await page.getByRole('button', { name: 'Bone', exact: true }).click();
  await page.mouse.move(middle[0] - 30, middle[1]);
  await page.mouse.down();
  await page.mouse.move(middle[0] - 90, middle[1] + 20, { steps: 5 });
  await page.mouse.up();
  await advance(page, 0.5);
  expect(await parts()).toHaveLength(2);
  await page.getByRole('button', { name: 'Box', exact: true }).click();
  await page.mouse.move(middle[0] - 60, middle[1] - 140);
  await page.mouse.down();
  await page.mouse.move(middle[0] + 60, middle[1] - 60, { steps: 5 });
  await page.mouse.up();
  await advance(page, 0.5);
  expect((await parts()).filter((name) => name.startsWith('box'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Find all limbs' }).click();
  await expect.poll(async () => (await parts()).length, patience).toBeGreaterThan(4);
  await advance(page, 0.5);
  expect(await page.getByTestId('unheld').textContent()).toContain('place');
  await closeNotices(page);
});

test('regions are painted on the surface, one undo step a stroke; a poke wobbles and comes to rest', async () => {
  await openTab('Skin');
  await page.getByRole('button', { name: 'Add a region' }).click();
  await page.getByRole('button', { name: 'Paint region on the surface' }).waitFor();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const [x, y] = [(width - 374) / 2, height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 4 });
  await page.mouse.up();
  await advance(page, 0.4);
  expect(await undo().getAttribute('title')).toContain('paint region');
  await page.getByText('Painted on the surface.').waitFor();
  await undo().click();
  await advance(page, 0.3);
  expect(await undo().getAttribute('title')).toContain('add a region');
  const offset = async () => Number.parseFloat((await page.getByTestId('skin-offset').textContent()) ?? '');
  await page.getByRole('button', { name: 'Poke', exact: true }).click();
  await advance(page, 2);
  const still = await offset();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
  await advance(page, 0.1);
  expect(await offset()).toBeGreaterThan(still + 1);
  await advance(page, 6, { draw: 'none' });
  expect(Math.abs((await offset()) - still)).toBeLessThan(0.5);
});

test('the virtual hand is set in picture and panel: its rotation point, what it carries, curve and touch point of a finger', async () => {
  await openTab('File');
  await page.getByRole('group', { name: 'Examples' }).getByRole('button', { name: 'Frog' }).click();
  await advanceUntil(page, 5, async () => (await page.locator('.puppet-name').textContent()) === 'Frog');
  await page.getByRole('switch', { name: 'Virtual hand' }).check();
  await openTab('Play');
  const hand = page.getByRole('region', { name: 'First hand' });
  await hand.getByText('What it carries, where it is').click();
  const numbersOf = (label: string) =>
    page
      .getByRole('group', { name: label })
      .getByRole('textbox')
      .evaluateAll((boxes) => boxes.map((box) => Number((box as HTMLInputElement).value)));
  const point = await numbersOf('Rotation point');
  const label = await undo().getAttribute('title');

  // Esc gives the drag up; otherwise it is one step.
  await take('handle:hand 1', [30, -20]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await advance(page, 0.3);
  expect(await numbersOf('Rotation point')).toEqual(point);
  expect(await undo().getAttribute('title')).toBe(label);
  await take('handle:hand 1', [30, -20]);
  await page.mouse.up();
  await advance(page, 0.3);
  const dragged = await numbersOf('Rotation point');
  expect(dragged[1] - point[1]).toBeGreaterThan(1);
  await undo().click();
  await advance(page, 0.3);
  expect(await numbersOf('Rotation point')).toEqual(point);
  await hand.getByRole('textbox', { name: 'y cm', exact: true }).fill('12');
  await page.keyboard.press('Enter');
  await advance(page, 0.3);
  expect((await numbersOf('Rotation point'))[1]).toBe(12);

  await hand.getByLabel('This hand carries').selectOption('One of its parts');
  await advance(page, 0.3);
  await hand.getByRole('combobox', { name: 'Part', exact: true }).selectOption('head');
  await advance(page, 0.2);
  expect(await undo().getAttribute('title')).toContain('what is carried by the first hand');
  const body = await thingAt(page, 'part:body');
  await page.mouse.move(250, 200);
  await advance(page, 0.3);
  await page.mouse.move(400, 120, { steps: 3 });
  await advance(page, 0.6);
  // The hand carries the head alone: the puppet stays where it is.
  expect(distanceOf(await thingAt(page, 'part:body'), body)).toBeLessThan(0.02);

  await page.getByRole('button', { name: 'thumb moves lower lip' }).click();
  const connection = page.getByRole('region', { name: 'Connection thumb → lower lip' });
  await connection.getByText('Late').click();
  await advance(page, 0.2);
  expect(await connection.getByRole('radio', { name: 'Late' }).isChecked()).toBe(true);
  await connection.getByText('Points of the curve').click();
  expect(await connection.locator('.curve-plot circle').count()).toBe(3);
  await connection.locator('.curve-plot').dblclick({ position: { x: 80, y: 60 } });
  await advance(page, 0.2);
  expect(await connection.locator('.curve-plot circle').count()).toBe(4);
  expect(await undo().getAttribute('title')).toContain('curve of thumb → lower lip');
  await connection.getByText('More', { exact: true }).click();
  const touched = await numbersOf('Where the finger touches it');
  await take('handle:touch 1 thumb lower lip', [20, -25]);
  await page.mouse.up();
  await advance(page, 0.3);
  expect((await numbersOf('Where the finger touches it'))[1] - touched[1]).toBeGreaterThan(0.5);
  expect(await undo().getAttribute('title')).toContain('Move where thumb touches lower lip');
  await openTab('File');
  await page.getByRole('switch', { name: 'Virtual hand' }).uncheck();
  await openTab('Build');
  await page.getByRole('treeitem', { selected: true }).click();
});

test('a tracked hand points in the picture, and a pinch selects', async () => {
  await openTab('Build');
  const hand = page.getByRole('switch', { name: 'Edit with the hand' });
  expect(await hand.isDisabled()).toBe(true);
  const lines = Array.from({ length: 121 }, (_, frame) => {
    const isPinched = frame > 40 && frame < 60;
    const bends = isPinched ? [0.9, 0.9, 0, 0, 0] : [0, 0, 0, 0, 0];
    return JSON.stringify({ t: frame / 60, bends, position: [0, 0, 0], rotation: [0, 0, 0, 1] });
  });
  await dropFile(page, 'hand.jsonl', [JSON.stringify({ format: 'leib-hand/1', hz: 60 }), ...lines].join('\n'));
  await advanceUntil(page, 3, () => hand.isEnabled());
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Escape');
  await advance(page, 0.1);
  expect(await page.getByRole('treeitem', { selected: true }).count()).toBe(0);
  await hand.check();
  await advance(page, 2);
  expect(await page.getByRole('treeitem', { selected: true }).count()).toBe(1);
});

test('the console shows no errors and no warnings', () => {
  expect(studio.problems).toEqual([]);
});
