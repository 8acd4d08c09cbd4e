import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import {
  advance,
  advanceTogether,
  bytesOf,
  noticesOf,
  type Place,
  readProbe,
  shareStudio,
  thingAt,
  workplace,
} from './studioPage.js';

// Ada is the host of a room, Bob a guest who comes by its name.
const viewport = { width: 1280, height: 700 };
const studio = shareStudio({ room: 'together', isBoxPerson: true, viewport });
let bob: Page;
let bobsProblems: string[];

const until = <Value>(read: () => Promise<Value>, wanted: Value) => advanceTogether([studio.page, bob], read, wanted);

type Point = readonly [x: number, y: number, z: number];
const [left, right]: readonly Point[] = [
  [-0.7, 0, 0.6],
  [0.5, 0, 0.6],
];

async function onScreen(page: Page, at: Point): Promise<readonly [x: number, y: number]> {
  return page.evaluate((place) => globalThis.leibStudio?.onScreen(place) ?? [0, 0], at);
}

async function clickAt(page: Page, at: Point): Promise<void> {
  const [x, y] = await onScreen(page, at);
  await page.mouse.move(x, y);
  await advance(page, 0.05, { draw: 'none' });
  await page.mouse.click(x, y);
  await advance(page, 0.05, { draw: 'none' });
}

/** Values in somebody's list. */
const values = (page: Page) => page.locator('.together-mark strong').allTextContents();
const metresOf = (text = '') => Number(text.replace(/ m$/, ''));
const values2 = async (page: Page) => (await values(page)).map(metresOf);
const labels = (page: Page) => page.locator('.stage-labels [data-kind=thing]:not([hidden])').allTextContents();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

async function join(page: Page, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your name' });
  await field.fill(name);
  await field.press('Enter');
}

const people = (page: Page) => page.locator('.together-people strong').allTextContents();

test('a tape that one pulls with the mouse is seen by the other, and its value is in the list of both', async () => {
  const ada = studio.page;
  await ada.getByRole('button', { name: /^Mouse, keys/ }).click();
  await join(ada, 'Ada');
  await ada.getByRole('textbox', { name: 'Room' }).fill('survey');
  await press(ada, 'Join');
  await until(() => people(ada), ['Ada']);
  const opened = await studio.open({ viewport, url: `${workplace().boxesUrl}?people=survey` });
  [bob, bobsProblems] = [opened.page, opened.problems];
  await until(() => people(bob), ['Person 2', 'Ada']);
  await join(bob, 'Bob');
  await until(() => people(ada), ['Ada', 'Bob']);

  await press(ada, 'Measure a distance');
  await clickAt(ada, left);
  await ada.mouse.move(...(await onScreen(ada, [0, 0, 0.6])));
  await until(async () => (await labels(bob)).some((text) => /^\d\d\.\d cm$/.test(text)), true);
  await clickAt(ada, right);
  await until(async () => (await values(bob)).length, 1);
  for (const page of [ada, bob]) expect((await values2(page))[0]).toBeCloseTo(1.2, 1);
  expect(Math.abs((await values2(bob))[0] - 1.2)).toBeLessThan(0.02);
  expect(await values(bob)).toEqual(await values(ada));
  const [start, end] = [await thingAt(bob, 'Distance 1 start'), await thingAt(bob, 'Distance 1 end')];
  expect(near(start, left) && near(end, right)).toBe(true);
  await until(async () => (await labels(bob)).filter((text) => / m$/.test(text)).length, 1);
});

const near = ({ x, y, z }: Place, at: Point) => Math.hypot(x - at[0], y - at[1], z - at[2]) < 0.02;

test('an end is dragged afterwards, by its author, and Ctrl+Z puts it back', async () => {
  const ada = studio.page;
  const before = await values(bob);
  const [from, to] = [await onScreen(ada, right), await onScreen(ada, [0.1, 0, 0.6])];
  await ada.mouse.move(...from);
  await ada.mouse.down();
  await ada.mouse.move((from[0] + to[0]) / 2, from[1]);
  await advance(ada, 0.2, { draw: 'none' });
  await ada.mouse.move(...to);
  await ada.mouse.up();
  await until(async () => (await values(bob)).map((text) => /^(79|80|81)\.\d cm$/.test(text)), [true]);
  await ada.locator('canvas.viewport').focus();
  await ada.keyboard.press('Control+z');
  await until(() => values(bob), before);
  // A press beside any point turns the view as ever, and places none.
  await ada.mouse.move(from[0], from[1] - 120);
  await ada.mouse.down();
  await ada.mouse.move(from[0] + 40, from[1] - 120);
  await ada.mouse.up();
  expect(await ada.getByRole('button', { name: 'Take back' }).count()).toBe(0);
  await ada.keyboard.press('Escape');
  await until(() => ada.getByRole('button', { name: 'Measure a distance', pressed: true }).count(), 0);
});

test('a guest names and removes their own only; a host goes to what another measured', async () => {
  const ada = studio.page;
  await bob.locator('.together-mark').first().click();
  await advance(bob, 0);
  expect(await bob.getByRole('button', { name: 'Delete Distance 1' }).count()).toBe(0);
  await press(bob, 'Measure a height');
  await clickAt(bob, [0.3, 0, -0.4]);
  await clickAt(bob, [-0.3, 0, -0.4]);
  await until(async () => (await values(ada)).length, 2);
  await bob.keyboard.press('Escape');
  await bob.getByRole('textbox', { name: 'Name of Height 1' }).fill('Step');
  await bob.getByRole('textbox', { name: 'Name of Height 1' }).press('Enter');
  await until(() => ada.locator('.together-mark small', { hasText: 'Step' }).count(), 1);
  await ada.locator('.together-mark', { hasText: 'Step' }).click();
  await advance(ada, 0);
  await press(ada, 'Go to Step');
  await advance(ada, 0.3);
  const [x, y] = await onScreen(ada, [0, 0, -0.4]);
  expect(Math.hypot(x - viewport.width / 2, y - viewport.height / 2)).toBeLessThan(220);
});

test('a note with a picture of what one sees reaches the other, in the list and as a card in the scene', async () => {
  await bob.getByRole('button', { name: 'Leave a note' }).click();
  await clickAt(bob, [0.4, 0, 0.9]);
  await bob.getByRole('textbox', { name: 'What the note says' }).fill('=A crack, “here”');
  await press(bob, 'Leave the note');
  const ada = studio.page;
  await until(() => ada.locator('.together-mark', { hasText: 'Note 1' }).count(), 1);
  await ada.locator('.together-mark', { hasText: 'Note 1' }).click();
  await until(() => ada.locator('.together-mark-details img').count(), 1);
  const sizeOf = () =>
    ada.locator('.together-mark-details img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await until(async () => (await sizeOf()) > 100, true);
  expect(await ada.locator('.together-mark-details p').allTextContents()).toEqual(['=A crack, “here”']);
});

test('the table of all has every value, and no formula', async () => {
  const ada = studio.page;
  const [download] = await Promise.all([ada.waitForEvent('download'), press(ada, 'Save all as CSV')]);
  expect(download.suggestedFilename()).toBe('survey-measurements.csv');
  const lines = (await bytesOf(download)).toString('utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^id,kind,name,value,unit,author,time,note,x1/);
  const [, , name, value, unit, author] = lines[1].split(',');
  expect([name, unit, author]).toEqual(['Distance 1', 'm', 'Ada']);
  expect(Math.abs(Number(value) - 1.2)).toBeLessThan(0.02);
  expect(lines[3]).toContain(`"'=A crack, “here”"`);
});

const panel = () => readProbe(studio.page, (probe) => probe.headsetPanel);
const offered = async () => (await panel())?.buttons.map(({ label }) => label) ?? [];

/** Clicks a button of the panel in the headset with the mouse; opens the panel where it was closed by looking away from the wrist. */
async function clickPanel(label: string): Promise<void> {
  if (!(await panel())?.isOpen) await hold('m', 0.3);
  // Where it is on the screen says the camera of the last frame that was drawn.
  await advance(studio.page, 0.1);
  const button = (await panel())?.buttons.find((each) => each.label === label);
  if (!button) throw new Error(`expected "${label}", got ${await offered()}`);
  await studio.page.mouse.click(...(await onScreen(studio.page, button.at)));
  await advance(studio.page, 0.3, { draw: 'none' });
}

/** Holds a key of the emulated headset for so many seconds. */
async function hold(key: string, seconds: number): Promise<void> {
  await studio.page.keyboard.down(key);
  await advance(studio.page, seconds, { draw: 'none' });
  await studio.page.keyboard.up(key);
}

async function pointsOf(page: Page): Promise<readonly number[] | null> {
  return page.evaluate(() => globalThis.leibStudio?.thingWorld('Ada points') ?? null);
}

test('“Point” on the panel in the headset sends the ray of the hand, which the others see', async () => {
  const ada = studio.page;
  await press(ada, 'Enter VR');
  await until(() => ada.getByRole('button', { name: 'Leave VR' }).count(), 1);
  await until(async () => (await offered()).includes('Point'), true);
  expect(await pointsOf(bob)).toBeNull();
  await clickPanel('Point');
  await until(async () => (await pointsOf(bob)) !== null, true);
  const before = await pointsOf(bob);
  await ada.keyboard.press('2');
  // Not as far as the panel, which the finger would press.
  await hold('h', 0.25);
  await until(async () => {
    const now = await pointsOf(bob);
    return now !== null && before !== null && Math.hypot(now[0] - before[0], now[2] - before[2]) > 0.05;
  }, true);
  await clickPanel('Point');
  await until(() => pointsOf(bob), null);
});

test('in a headset the tablet is in the left hand, and the trigger places points', async () => {
  const ada = studio.page;
  // The left hand goes up before the eyes, away and to the middle: there the tablet is.
  await ada.keyboard.press('1');
  for (const [key, seconds] of [
    ['u', 0.85],
    ['i', 0.7],
    ['k', 0.6],
  ] as const)
    await hold(key, seconds);
  await clickPanel('Measure, notes');
  await until(() => bob.evaluate(() => (globalThis.leibStudio?.thingWorld('Ada tablet') ?? null) !== null), true);
  expect(await offered()).toEqual(expect.arrayContaining(['Distance', 'Height', 'Area', 'Save as CSV', 'Put it away']));
  await clickPanel('Distance');
  await ada.keyboard.press('2');
  for (const [key, seconds] of [
    ['j', 0.4],
    ['h', 0.15],
  ] as const) {
    await hold(key, seconds);
    await hold('t', 0.2);
    await advance(ada, 0.2, { draw: 'none' });
  }
  await until(async () => (await values(bob)).length, 4);
  await clickPanel('All (4)');
  expect((await offered()).filter((label) => label.includes('Ada')).length).toBeGreaterThan(0);
  await clickPanel('Tools');
  await clickPanel('Put it away');
  await until(() => bob.evaluate(() => globalThis.leibStudio?.thingWorld('Ada tablet') ?? null), null);
});

test('in a headset one writes to all by the keyboard of the panel', async () => {
  for (const label of ['More (1 of 3)', 'Chat', 'Write']) await clickPanel(label);
  // Four rows of ten keys, and what is below them is below them.
  const heights = (await panel())?.buttons.map(({ at }) => at[1]) ?? [];
  const rows = heights.map((y) => heights.filter((other) => Math.abs(other - y) < 0.01).length);
  expect(rows.slice(0, 40)).toEqual(Array(40).fill(10));
  for (const label of ['H', 'i', 'Send']) await clickPanel(label);
  await until(() => bob.locator('.together-chat li p').allTextContents(), ['Hi']);
  await clickPanel('Back');
});

test('in a headset one carries what stands in the room: it moves for the other, and one press takes all of it back', async () => {
  const ada = studio.page;
  for (const label of ['More (1 of 3)', 'Scene', 'Add the example']) await clickPanel(label);
  const placeOn = (page: Page) => page.evaluate(() => globalThis.leibStudio?.thingWorld('Museum (example)') ?? null);
  for (const page of [ada, bob]) await until(async () => (await placeOn(page)) !== null, true);
  const before = await placeOn(ada);
  await clickPanel('Move by hand');
  await ada.keyboard.press('2');
  // A ray meets nothing before the first points of it are there.
  await until(async () => {
    await ada.keyboard.down('t');
    await hold('j', 0.2);
    await ada.keyboard.up('t');
    await advance(ada, 0.05, { draw: 'none' });
    return (await placeOn(ada))?.join() !== before?.join();
  }, true);
  const nowhere = [Number.NaN, Number.NaN, Number.NaN] as const;
  const [x, , z] = (await placeOn(ada)) ?? nowhere;
  await until(async () => {
    const [seenX, , seenZ] = (await placeOn(bob)) ?? nowhere;
    return Math.hypot(seenX - x, seenZ - z) < 0.001;
  }, true);
  await clickPanel('Take back');
  for (const page of [ada, bob]) await until(() => placeOn(page), before);
});

test('nothing went wrong in either page', async () => {
  expect([await noticesOf(studio.page), await noticesOf(bob)]).toEqual([[], []]);
  // The browser notes that the server did not have the picture before it was sent.
  const asked = 'Failed to load resource: the server responded with a status of 404 (Not Found)';
  expect([...studio.problems, ...bobsProblems].filter((problem) => problem !== asked)).toEqual([]);
});
