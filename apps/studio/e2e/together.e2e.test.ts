import { buildTestRig } from '@leib/three/testing';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import {
  advance,
  advanceTogether,
  distanceOf,
  dropFile,
  jointAt,
  noticesOf,
  readProbe,
  shareStudio,
  thingAt,
  workplace,
} from './studioPage.js';

// Two and three people of one server, each in a page of their own.
const viewport = { width: 1280, height: 700 };
const studio = shareStudio({ room: 'together', isBoxPerson: true, viewport });
let bob: Page;
let bobsProblems: string[];
/** Who comes later, where somebody has. */
let cem: Page | null = null;

const until = <Value>(read: () => Promise<Value>, wanted: Value) =>
  advanceTogether([studio.page, bob, cem], read, wanted);

const people = (page: Page) => page.locator('.together-people strong').allTextContents();
const lines = (page: Page) => page.locator('.together-chat li p').allTextContents();

const labels = (page: Page, kind: 'figure' | 'thing') =>
  page.locator(`.stage-labels [data-kind=${kind}]:not([hidden])`).allTextContents();

async function rename(page: Page, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your name' });
  await field.fill(name);
  await field.press('Enter');
}

async function pointsOf(page: Page, name: string) {
  const at = await page.evaluate((who) => globalThis.leibStudio?.thingWorld(`${who} points`) ?? null, name);
  return at && { x: at[0], y: at[1], z: at[2] };
}

test('who comes by a link is in the room of its name, face to face with who is there', async () => {
  const ada = studio.page;
  await ada.getByRole('button', { name: /^Mouse, keys/ }).click();
  await rename(ada, 'Ada');
  await ada.getByRole('textbox', { name: 'Room' }).fill('Test Room');
  await ada.getByRole('button', { name: 'Join', exact: true }).click();
  await until(() => people(ada), ['Ada']);
  const opened = await studio.open({ viewport, url: `${workplace().boxesUrl}?people=test-room` });
  bob = opened.page;
  bobsProblems = opened.problems;
  await until(() => people(bob), ['Person 2', 'Ada']);
  expect(new URL(bob.url()).hash).toBe('#/together');
  await rename(bob, 'Bob');
  await until(() => people(studio.page), ['Ada', 'Bob']);
  await until(async () => (await thingAt(studio.page, 'Bob head')).z > 1, true);
  await until(() => labels(bob, 'figure'), ['Ada']);
  expect(await bob.locator('.together-state').getAttribute('data-state')).toBe('open');
});

test('a hand that is raised in one page is raised in the other', async () => {
  const ada = studio.page;
  const before = await thingAt(bob, 'Ada rightHand');
  await ada.locator('canvas.viewport').focus();
  await ada.keyboard.press('2');
  await ada.keyboard.down('u');
  await until(async () => (await thingAt(bob, 'Ada rightHand')).y > before.y + 0.3, true);
  await ada.keyboard.up('u');
  expect((await thingAt(bob, 'Ada leftHand')).y).toBeLessThan(before.y + 0.15);
});

test('all see where the mouse of one points, and that it ends', async () => {
  const ada = studio.page;
  await ada.getByRole('button', { name: 'Point', exact: true }).click();
  const box = await ada.locator('canvas.viewport').boundingBox();
  if (!box) throw new Error('no picture');
  await ada.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.85);
  await until(async () => (await pointsOf(bob, 'Ada')) !== null, true);
  const [seen, own] = [await pointsOf(bob, 'Ada'), await pointsOf(ada, 'Ada')];
  for (const axis of ['x', 'y', 'z'] as const) expect(seen?.[axis]).toBeCloseTo(own?.[axis] ?? Number.NaN, 1);
  expect(await labels(ada, 'thing')).toEqual(['Ada points here']);
  await advance(ada, 0);
  await ada.getByRole('button', { name: 'Stop pointing' }).click();
  await until(() => pointsOf(bob, 'Ada'), null);
});

test('what is written is read by all, and taken back by Ctrl+Z', async () => {
  const ada = studio.page;
  const write = async (text: string) => {
    await ada.getByRole('textbox', { name: 'Write to all' }).fill(text);
    await ada.getByRole('button', { name: 'Send', exact: true }).click();
  };
  await write('Hello, Bob');
  await write('Wrong room');
  await until(() => lines(bob), ['Hello, Bob', 'Wrong room']);
  await ada.locator('canvas.viewport').focus();
  await ada.keyboard.press('Control+z');
  await until(() => lines(bob), ['Hello, Bob']);
});

test('a host hides, follows, goes to somebody, and decides what they may do', async () => {
  const ada = studio.page;
  await ada.getByRole('button', { name: 'Go to Bob' }).click();
  const apart = async () => {
    const [head, mine] = [await thingAt(ada, 'Bob head'), await thingAt(bob, 'Ada head')];
    return Math.hypot(head.x - mine.x, head.z - mine.z);
  };
  await until(async () => Math.abs((await apart()) - 1.1) < 0.3, true);
  await ada.getByRole('button', { name: 'Hide Bob from you' }).click();
  await until(() => labels(ada, 'figure'), []);
  await ada.getByRole('button', { name: 'Show Bob' }).click();
  await ada.getByRole('button', { name: 'Follow Bob with the camera' }).click();
  await until(() => ada.getByRole('button', { name: 'Stop following Bob' }).count(), 1);
  await ada.getByRole('button', { name: 'Stop following Bob' }).click();
  await ada.getByRole('combobox', { name: 'What Bob may do' }).selectOption('watcher');
  await until(() => bob.getByText('You look on').count(), 1);
  await ada.getByRole('combobox', { name: 'What Bob may do' }).selectOption('guest');
  await until(() => bob.getByText('You look on').count(), 0);
});

test('an avatar of one’s own is what the others see', async () => {
  const ada = studio.page;
  const before = (await jointAt(ada, 'hips')).y;
  const shortLegs = new Uint8Array(buildTestRig({ format: 'vrm1', legs: 0.4 }));
  await dropFile(ada, 'short.vrm', shortLegs);
  await until(async () => Math.abs((await jointAt(ada, 'hips')).y - before) > 0.15, true);
  const offBy = async () => Math.abs((await thingAt(bob, 'Ada hips')).y - (await jointAt(ada, 'hips')).y);
  await until(async () => (await offBy()) < 0.03, true);
});

test('in a headset the panel offers what the page does', async () => {
  const ada = studio.page;
  await ada.getByRole('button', { name: 'Enter VR' }).click();
  await until(() => ada.getByRole('button', { name: 'Leave VR' }).count(), 1);
  // As the room has something to say, its panel is open from the start.
  const buttons = () => readProbe(ada, (probe) => probe.headsetPanel?.buttons ?? []);
  const offered = async () => (await buttons()).map(({ label }) => label).slice(5, 8);
  await until(offered, ['Point', 'Measure, notes', 'Microphone']);
  await ada.keyboard.press('Escape');
  await until(() => ada.getByRole('button', { name: 'Enter VR' }).count(), 1);
});

test('who reloads the page, or leaves and comes back, is the same person', async () => {
  await bob.reload();
  await bob.getByRole('button', { name: 'Enter VR' }).waitFor();
  await until(() => people(bob), ['Bob', 'Ada']);
  await until(() => people(studio.page), ['Ada', 'Bob']);
  await bob.getByRole('button', { name: 'Leave', exact: true }).click();
  await until(() => bob.getByRole('button', { name: 'Join', exact: true }).count(), 1);
  await bob.getByRole('button', { name: 'Join', exact: true }).click();
  await until(() => people(bob), ['Bob', 'Ada']);
  await until(() => people(studio.page), ['Ada', 'Bob']);
  // Changes count on from the earlier visit.
  await bob.getByRole('textbox', { name: 'Write to all' }).fill('Back again');
  await bob.getByRole('button', { name: 'Send', exact: true }).click();
  await until(() => lines(studio.page), ['Hello, Bob', 'Back again']);
});

test('three windows: each sees the gestures of both others and where one points; one leaves, and is back as the same', async () => {
  const ada = studio.page;
  const opened = await studio.open({ viewport, url: `${workplace().boxesUrl}?people=test-room` });
  const page = opened.page;
  cem = page;
  await until(() => people(page), ['Person 3', 'Ada', 'Bob']);
  await rename(page, 'Cem');
  const others = [ada, bob];
  await until(() => people(ada), ['Ada', 'Bob', 'Cem']);
  await until(() => people(bob), ['Bob', 'Ada', 'Cem']);
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  await until(
    async () => (await Promise.all(others.map((other) => labels(other, 'figure')))).every(({ length }) => length === 2),
    true,
  );
  // A hand of the third is raised in both other windows.
  const hands = () => Promise.all(others.map(async (other) => (await thingAt(other, 'Cem rightHand')).y));
  const before = await hands();
  await page.locator('canvas.viewport').focus();
  await page.keyboard.press('2');
  await page.keyboard.down('u');
  await until(async () => (await hands()).every((y, i) => y > before[i] + 0.3), true);
  await page.keyboard.up('u');
  // A hand of the first is where it is for both others.
  const ofAda = async (at: Page) => thingAt(at, 'Ada leftHand');
  const apart = async () => distanceOf(await ofAda(bob), await ofAda(page));
  await until(async () => (await apart()) < 0.02, true);
  // The second points, and both others see the same place.
  await bob.getByRole('button', { name: 'Point', exact: true }).click();
  const box = await bob.locator('canvas.viewport').boundingBox();
  if (!box) throw new Error('no picture');
  await bob.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.85);
  await until(async () => (await Promise.all([ada, page].map((at) => pointsOf(at, 'Bob')))).every(Boolean), true);
  const [own, ...seen] = await Promise.all([bob, ada, page].map((at) => pointsOf(at, 'Bob')));
  for (const place of seen)
    for (const axis of ['x', 'y', 'z'] as const) expect(place?.[axis]).toBeCloseTo(own?.[axis] ?? Number.NaN, 1);
  await advance(bob, 0);
  await bob.getByRole('button', { name: 'Stop pointing' }).click();
  await until(async () => (await Promise.all([ada, page].map((at) => pointsOf(at, 'Bob')))).some(Boolean), false);
  // The third leaves, and is the same person when it is back.
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  const awayOf = (at: Page) => at.locator('.together-people li', { hasText: 'Cem' }).textContent();
  await until(async () => (await Promise.all(others.map(awayOf))).every((text) => text?.includes('away')), true);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await until(() => people(page), ['Cem', 'Ada', 'Bob']);
  await until(async () => (await Promise.all(others.map(awayOf))).some((text) => text?.includes('away')), false);
  expect(await people(ada)).toEqual(['Ada', 'Bob', 'Cem']);
  expect(opened.problems).toEqual([]);
  // From here on there are two again.
  await ada.getByRole('button', { name: 'Remove Cem' }).click();
  await until(() => people(bob), ['Bob', 'Ada']);
  cem = null;
  await page.close();
});

test('who is removed is told so, and nothing went wrong in either page', async () => {
  await studio.page.getByRole('button', { name: 'Remove Bob' }).click();
  await until(() => bob.locator('.together .refusal').allTextContents(), ['A host has removed you from this room.']);
  await until(() => people(studio.page), ['Ada']);
  expect(await noticesOf(studio.page)).toEqual([]);
  // The browser notes that the server did not have the avatar before it was sent.
  const asked = 'Failed to load resource: the server responded with a status of 404 (Not Found)';
  expect([...studio.problems, ...bobsProblems]).toEqual([asked]);
});
