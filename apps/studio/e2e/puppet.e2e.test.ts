import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { requireDecoded } from '@leib/core';
import { puppetFromGltf, puppetIntoGltf } from '@leib/puppet';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import {
  advance,
  advanceUntil,
  contrastOf,
  countPixels,
  differenceOf,
  distanceOf,
  lookAt,
  type Region,
  shareStudio,
  thingAt,
} from './studioPage.js';

const studio = shareStudio({ room: 'puppet', isBoxPerson: true });
let page: Page;

beforeAll(async () => {
  page = studio.page;
  await page.getByRole('tab', { name: 'Play' }).waitFor();
  await advance(page, 0.3);
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** Where a part's end or a grip is on the screen, pixels. */
async function onScreen(name: string): Promise<readonly [number, number]> {
  const at = await page.evaluate((thing) => globalThis.leibStudio?.thingOnScreen(thing), name);
  if (!at) throw new Error(`${name} is not on the stage`);
  return at;
}

test('the frog is there and alive; mouse and keys play it at the first motion, and it comes to rest', async () => {
  const first = await thingAt(page, 'part:head');
  await advance(page, 1.5, { draw: 'none' });
  const breathed = distanceOf(first, await thingAt(page, 'part:head'));
  expect(breathed).toBeGreaterThan(1e-4);
  expect(breathed).toBeLessThan(0.05);
  expect(contrastOf(await lookAt(page))).toBeGreaterThan(8);
  // Its life can be switched off: it comes to rest.
  await page.getByRole('switch', { name: 'Breathes when left alone' }).uncheck();
  await advance(page, 5, { draw: 'none' });
  const still = await thingAt(page, 'part:head');
  await advance(page, 0.5, { draw: 'none' });
  expect(distanceOf(still, await thingAt(page, 'part:head'))).toBeLessThan(5e-5);
  await page.getByRole('switch', { name: 'Breathes when left alone' }).check();

  const lip = await thingAt(page, 'part:lower lip');
  await page.mouse.move(200, 225);
  await advance(page, 0.3, { draw: 'none' });
  await page.mouse.move(330, 150, { steps: 3 });
  await advance(page, 0.8, { draw: 'none' });
  const carried = await thingAt(page, 'part:lower lip');
  expect(carried.x - lip.x).toBeGreaterThan(0.02);
  expect(carried.y - lip.y).toBeGreaterThan(0.02);
  await page.keyboard.down(' ');
  await advance(page, 0.6);
  const opened = await thingAt(page, 'part:lower lip');
  expect(carried.y - opened.y).toBeGreaterThan(0.02);
  const filled = await page.getByTestId('bend-thumb').evaluate((bar) => (bar as HTMLElement).style.height);
  expect(Number.parseFloat(filled)).toBeGreaterThan(95);
  await page.keyboard.up(' ');
  await advance(page, 1.5, { draw: 'none' });
  expect(distanceOf(await thingAt(page, 'part:lower lip'), carried)).toBeLessThan(0.005);
});

test('a finger that is connected moves its part; undo and redo take it away and bring it back', async () => {
  const press = async () => {
    const before = await thingAt(page, 'part:left eye');
    await page.keyboard.down(' ');
    await advance(page, 0.4, { draw: 'none' });
    const moved = distanceOf(before, await thingAt(page, 'part:left eye'));
    await page.keyboard.up(' ');
    await advance(page, 0.7, { draw: 'none' });
    return moved;
  };
  const before = await press();
  expect(await button('thumb moves left eye').count()).toBe(0);
  await button(/^Show all parts/).click();
  await button('thumb moves left eye').click();
  await advance(page, 0.1, { draw: 'none' });
  expect(await button('thumb moves left eye').getAttribute('aria-pressed')).toBe('true');
  const connected = await press();
  expect(connected).toBeGreaterThan(before + 0.005);
  await page.keyboard.press('Control+z');
  await advance(page, 0.1, { draw: 'none' });
  expect(await button('thumb moves left eye').getAttribute('aria-pressed')).toBe('false');
  expect(await press()).toBeLessThan(connected - 0.005);
  await button(/^Redo/).click();
  await advance(page, 0.1, { draw: 'none' });
  expect(await button('thumb moves left eye').getAttribute('aria-pressed')).toBe('true');
});

/** At a thing, or between two; the puppet follows the pointer: it is there when both stand still. */
async function pointAt(...names: string[]): Promise<readonly [number, number]> {
  const middle = async () => {
    const places = await Promise.all(names.map(onScreen));
    return [0, 1].map((k) => places.reduce((sum, place) => sum + place[k] / places.length, 0)) as [number, number];
  };
  for (let i = 0; i < 3; i++) {
    await page.mouse.move(...(await middle()));
    await advance(page, 0.4, { draw: 'none' });
  }
  const at = await middle();
  await page.mouse.move(...at);
  return at;
}

test('a ring is pulled: its arm follows and swings back; any part can be turned', async () => {
  const [x, y] = await pointAt('grip:right hand');
  const rest = { left: await thingAt(page, 'grip:left hand'), right: await thingAt(page, 'grip:right hand') };
  await page.mouse.down();
  await page.mouse.move(x, y - 40, { steps: 4 });
  await advance(page, 0.6, { draw: 'none' });
  const lifted = await thingAt(page, 'grip:right hand');
  expect(lifted.y - rest.right.y).toBeGreaterThan(0.02);
  expect(distanceOf(await thingAt(page, 'grip:left hand'), rest.left)).toBeLessThan(0.02);
  await page.mouse.up();
  await advance(page, 2, { draw: 'none' });
  expect(distanceOf(await thingAt(page, 'grip:right hand'), rest.right)).toBeLessThan(0.03);

  await button(/^Turn parts/).click();
  // Not at its end, where the hand begins.
  const [px, py] = await pointAt('part:right upper arm', 'part:right lower arm');
  const before = await thingAt(page, 'part:right lower arm');
  await page.mouse.down();
  await page.mouse.move(px + 30, py - 30, { steps: 4 });
  await advance(page, 0.4, { draw: 'none' });
  expect(distanceOf(await thingAt(page, 'part:right lower arm'), before)).toBeGreaterThan(0.015);
  await page.mouse.up();
  await button(/^Drag grips/).click();
});

test('a stretched chain oscillates by the Jacobian; damped, it does not', async () => {
  await page.getByText('Chains and their solvers').click();
  const row = page.locator('.chain-row', { hasText: 'left arm' });
  const [x, y] = await pointAt('grip:left hand');
  /** How far the end goes back and forth while its ring is pulled out of reach, millimetres. */
  const swingBy = async (solver: string) => {
    await row.getByRole('combobox').selectOption(solver);
    await page.mouse.move(x, y);
    await advance(page, 0.3, { draw: 'none' });
    await page.mouse.down();
    await page.mouse.move(x + 120, y - 30, { steps: 3 });
    await advance(page, 0.9, { draw: 'none' });
    await advance(page, 0);
    const words = (await row.locator('small').textContent()) ?? '';
    await page.mouse.up();
    await advance(page, 0.8, { draw: 'none' });
    return Number(/back and forth ([\d.]+) mm/.exec(words)?.[1]);
  };
  const jacobian = await swingBy('jacobian');
  expect(jacobian).toBeGreaterThan(0.1);
  expect(await swingBy('damped')).toBeLessThan(jacobian / 5);
  await row.getByRole('combobox').selectOption('ccd');
});

test('a second hand on the finger pads plays a second puppet beside the first', async () => {
  await page.getByText('Second hand', { exact: true }).click();
  await page.getByText('Teddy', { exact: true }).last().click();
  await page.getByRole('combobox', { name: 'Played with' }).selectOption('pads');
  await advance(page, 1, { draw: 'none' });
  const parts = ['part:upper lip', 'second part:head', 'second part:left arm', 'second part:right arm'] as const;
  const places = () => Promise.all(parts.map((name) => thingAt(page, name)));
  const before = await places();
  expect(before[1].x - before[0].x).toBeGreaterThan(0.2);
  const release = await pullPad('thumb');
  await advance(page, 0.6, { draw: 'none' });
  const [lip, ...teddy] = (await places()).map((place, i) => distanceOf(place, before[i]));
  expect(Math.max(...teddy)).toBeGreaterThan(0.02);
  expect(lip).toBeLessThan(0.01);
  await release();
  // A recorded hand opens into the hand whose card is shown, and plays an own second puppet.
  await page.getByLabel('File of the second puppet').setInputFiles(await glbOf('fish', 'Nemo'));
  await page.getByText('The second hand plays Nemo').waitFor();
  await advance(page, 0.5, { draw: 'none' });
  const [jaw, mouth] = [await thingAt(page, 'second part:jaw'), await thingAt(page, 'part:lower lip')];
  await page.getByLabel('Recording of the second hand').setInputFiles(fistFile());
  await advanceUntil(page, 2, async () => distanceOf(await thingAt(page, 'second part:jaw'), jaw) > 0.01);
  expect(distanceOf(await thingAt(page, 'part:lower lip'), mouth)).toBeLessThan(0.01);
  expect(await page.getByRole('combobox', { name: 'Played with' }).inputValue()).toBe('recording');
  await page.getByText('None', { exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Played with' }).selectOption('none');
  await page.getByText('First hand', { exact: true }).click();
  await button(/^Finger pads/).click();
});

/** An example as a file of one's own. */
function glbOf(example: 'fish', name: string) {
  const model = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(`@leib/puppet/${example}.glb`)));
  const inside = puppetFromGltf(model);
  if (inside === null) throw new Error(`${example}.glb holds no puppet`);
  const buffer = Buffer.from(puppetIntoGltf(model, { ...requireDecoded(inside), name }));
  return { name: 'nemo.glb', mimeType: 'model/gltf-binary', buffer };
}

/** A second of a hand that closes, as leib-hand/1. */
function fistFile() {
  const frames = Array.from({ length: 61 }, (_, i) => {
    const bend = i < 5 ? 0 : 1;
    return JSON.stringify({ t: i / 60, bends: [bend, bend, bend, bend, bend] });
  });
  const text = [JSON.stringify({ format: 'leib-hand/1', hz: 60 }), ...frames].join('\n');
  return { name: 'fist.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) };
}

/** Pulls a finger's pad down with the mouse; the returned function lets it go. */
async function pullPad(finger: string): Promise<() => Promise<void>> {
  const box = await page.getByRole('slider', { name: `${finger} finger` }).boundingBox();
  if (!box) throw new Error(`the pad of the ${finger} is not shown`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 6);
  await page.mouse.down();
  return () => page.mouse.up();
}

test('further views show structure, layers, limits and the hand, and can be closed', async () => {
  await advance(page, 0.1);
  const before = await lookAt(page, [0.02, 0.3, 0.25, 0.98]);
  await button(/^Add a view/).click();
  await advance(page, 0.2);
  const looks = [await lookAt(page, [0.02, 0.3, 0.25, 0.98])];
  expect(differenceOf(before, looks[0])).toBeGreaterThan(2);
  const select = page.getByRole('combobox', { name: 'First further view shows' });
  for (const view of ['layers', 'limits', 'hand']) {
    await select.selectOption(view);
    await advance(page, 0.1);
    const look = await lookAt(page, [0.02, 0.3, 0.25, 0.98]);
    for (const other of looks) expect(differenceOf(look, other), view).toBeGreaterThan(0.15);
    looks.push(look);
  }
  await button('Close this view').click();
  await advance(page, 0.2);
  expect(await select.count()).toBe(0);
});

test('the clean picture is the puppet on green and nothing else; Esc leaves it', async () => {
  await button(/^Clean picture/).click();
  await advance(page, 0.2);
  expect(new URL(page.url()).hash).toBe('#/puppet?output');
  expect(await page.getByRole('tab', { name: 'Play' }).isVisible()).toBe(false);
  const isGreen = (r: number, g: number, b: number) => r < 20 && Math.abs(g - 177) < 12 && Math.abs(b - 64) < 12;
  const look = await lookAt(page, [0, 0, 1, 1]);
  const share = countPixels(look, isGreen) / (look.length / 3);
  expect(share).toBeGreaterThan(0.5);
  expect(share).toBeLessThan(0.97);
  await page.keyboard.press('Escape');
  await advance(page, 0.2);
  expect(await page.getByRole('tab', { name: 'Play' }).isVisible()).toBe(true);
  expect(countPixels(await lookAt(page), isGreen)).toBe(0);
});

test('finger pads bend fingers, and the tutorial recognises what was done and goes on where it was left', async () => {
  await button(/^Tutorial/).click();
  const step = page.locator('.tutorial strong');
  expect(await step.textContent()).toBe('Choose a puppet');
  await advance(page, 0);
  await button('Teddy').click();
  await advance(page, 0.2, { draw: 'none' });
  await advance(page, 0);
  expect(await step.textContent()).toBe('Move a finger');
  await button(/^Finger pads/).click();
  const release = await pullPad('index');
  await advance(page, 0.4, { draw: 'none' });
  const bent = await page.getByTestId('bend-index').evaluate((bar) => (bar as HTMLElement).style.height);
  expect(Number.parseFloat(bent)).toBeGreaterThan(80);
  await release();
  await advance(page, 0);
  expect(await step.textContent()).toBe('Connect a finger');
  await button(/^Leave the tutorial/).click();
  expect(await step.count()).toBe(0);
  await button(/^Tutorial/).click();
  expect(await step.textContent()).toBe('Connect a finger');
  await button(/^Leave the tutorial/).click();
  await button(/^Finger pads/).click();
});

test('layers of fat and fur are shown apart; limits are shown in the main view', async () => {
  await button(/^Add a view/).click();
  await page.getByRole('combobox', { name: 'First further view shows' }).selectOption('layers');
  await page.getByRole('tab', { name: 'File' }).click();
  await page.getByText('In the view of layers').click();
  /** How much a switch changes in a part of the picture, one frame later; null: none is thrown. */
  const changeBy = async (name: string | null, region: Region) => {
    await advance(page, 1 / 60);
    const before = await lookAt(page, region);
    if (name !== null) await page.getByRole('switch', { name, exact: true }).click();
    await advance(page, 1 / 60);
    return differenceOf(before, await lookAt(page, region));
  };
  const further: Region = [0.02, 0.3, 0.25, 0.98];
  const main: Region = [0.26, 0.15, 0.55, 0.9];
  // The camera has come to rest, and the puppet with it: what changes is the switch's doing.
  await advance(page, 3, { draw: 'none' });
  await advance(page, 0.1);
  const still = { further: await changeBy(null, further), main: await changeBy(null, main) };
  for (const name of ['Inner points', 'Fat', 'Fur']) {
    expect(await changeBy(name, further), name).toBeGreaterThan(2 * still.further + 0.1);
  }
  expect(await changeBy('Limits', main)).toBeGreaterThan(2 * still.main + 0.1);
  await button('Close this view').click();
  await page.getByRole('tab', { name: 'Play' }).click();
});

test('in a headset the puppet stands before the person, and the controllers play it', async () => {
  await button('Enter VR').click();
  await button('Leave VR').waitFor();
  await advance(page, 0.3, { draw: 'none' });
  const head = await thingAt(page, 'part:head');
  expect(head.z).toBeGreaterThan(0.4);
  expect(head.y).toBeGreaterThan(1);
  const parts = ['part:head', 'part:left arm', 'part:right arm'] as const;
  const places = () => Promise.all(parts.map((name) => thingAt(page, name)));
  const before = await places();
  await page.keyboard.down('t');
  await advance(page, 0.4, { draw: 'none' });
  const moved = (await places()).map((place, i) => distanceOf(place, before[i]));
  expect(Math.max(...moved)).toBeGreaterThan(0.02);
  await page.keyboard.up('t');
  await button('Leave VR').click();
  await button('Enter VR').waitFor();
  await advance(page, 0.3, { draw: 'none' });
  expect((await thingAt(page, 'part:head')).z).toBeLessThan(0.3);
  await button('Frog').click();
  await advance(page, 0.2, { draw: 'none' });
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));
