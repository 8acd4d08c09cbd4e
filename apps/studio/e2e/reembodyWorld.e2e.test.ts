import type { Page, WebSocketRoute } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import {
  advance,
  advanceUntil,
  closeNotices,
  distanceOf,
  dropFile,
  jointAt,
  noticesOf,
  patience,
  type StudioPage,
  shareStudio,
  thingAt,
} from './studioPage.js';

const options = { room: 'reembody', isBoxPerson: true } as const;
const studio = shareStudio(options);
let page: Page;
let second: StudioPage;
/** The page's connections to simulations on the server, to be cut. */
const connections: WebSocketRoute[] = [];

beforeAll(async () => {
  page = studio.page;
  await page.routeWebSocket(/[?&]world=/, (route) => {
    route.connectToServer();
    connections.push(route);
  });
});

const sectionOf = (each: Page, title: string) =>
  each.locator('details', { has: each.locator('summary', { hasText: title }) });
const slide = (each: Page, name: string, value: number) => each.getByRole('slider', { name }).fill(String(value));
const readNumber = async (id: string) => Number.parseFloat((await page.getByTestId(id).textContent()) ?? '');

const isThere = (thing: string) =>
  page.evaluate((name) => (globalThis.leibStudio?.thingWorld(name) ?? null) !== null, thing);

/** From the local left hand to the remote one, metres. */
async function gapOfLeftHand(): Promise<number> {
  return distanceOf(await jointAt(page, 'leftHand'), await thingAt(page, 'remote leftHand'));
}

/** A person who stretches the left arm out to the side in a second and keeps it there. */
function armOut(height: number): string {
  const lines = Array.from({ length: 301 }, (_, frame) => {
    const t = frame / 30;
    const out = Math.min(1, t);
    return JSON.stringify({
      t,
      head: [0, 1.53, 0, 0, 0, 0, 1],
      leftHand: [0.25 + 0.4 * out, 0.8 + (height - 0.8) * out, 0, 0, 0, 0, 1],
      rightHand: [-0.25, 0.8, 0, 0, 0, 0, 1],
    });
  });
  return [JSON.stringify({ format: 'leib-tracking/1', hz: 30, floorY: 0, stature: 1.7 }), ...lines].join('\n');
}

test('without advance() nothing moves, and the same time makes the same bits', async () => {
  const read = async (each: Page) => [
    await jointAt(each, 'leftHand'),
    await thingAt(each, 'remote leftHand'),
    await thingAt(each, 'ball'),
  ];
  await advance(page, 1.5);
  const places = await read(page);
  second = await studio.open(options);
  expect(await read(page)).toEqual(places);
  await advance(second.page, 1.5);
  expect(await read(second.page)).toEqual(places);
});

test('others come in, stand around, and hold a hand back that goes into them', async () => {
  await slide(page, 'Away from me', 0.5);
  await dropFile(page, 'arm-out.jsonl', armOut(1.25));
  // Alone, the remote hand is where the local one is.
  await advance(page, 2.5);
  expect(await gapOfLeftHand()).toBeLessThan(0.04);
  await slide(page, 'Other bodies', 2);
  await advance(page, 0.5);
  expect((await thingAt(page, 'other 1 hips')).x).toBeGreaterThan(0.3);
  expect((await thingAt(page, 'other 2 hips')).x).toBeLessThan(-0.3);
  await advance(page, 2);
  expect(await gapOfLeftHand()).toBeGreaterThan(0.06);
  await slide(page, 'Other bodies', 0);
  await advance(page, 1);
  expect(await isThere('other 1 hips')).toBe(false);
  expect(await gapOfLeftHand()).toBeLessThan(0.04);
});

test('another is pushed with the mouse and gives way', async () => {
  await slide(page, 'Away from me', 0.6);
  await slide(page, 'Other bodies', 1);
  await sectionOf(page, 'View').getByText('From the mirror').click();
  await advance(page, 2);
  const hands = async () => [await thingAt(page, 'other 1 leftHand'), await thingAt(page, 'remote rightHand')];
  const before = await hands();
  const [x, y] = (await page.evaluate(() => globalThis.leibStudio?.thingOnScreen('other 1 leftHand'))) ?? [0, 0];
  const under = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.tagName, [x, y]);
  expect(under, `at ${x}, ${y}`).toBe('CANVAS');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 60, { steps: 3 });
  // Farther than the hand that it mirrors has moved meanwhile.
  await advance(page, 1);
  const [other, own] = (await hands()).map((place, i) => distanceOf(place, before[i]));
  expect(other - own).toBeGreaterThan(0.03);
  await page.mouse.up();
  await slide(page, 'Other bodies', 0);
});

test('others play the demo by themselves', async () => {
  await sectionOf(page, 'Others').getByText('The demo').click();
  await slide(page, 'Away from me', 1);
  await slide(page, 'Other bodies', 1);
  // The person's right hand hangs; in the demo it comes up to wave after five seconds.
  await advance(page, 1 / 60);
  await advanceUntil(page, 10, async () => (await thingAt(page, 'other 1 rightHand')).y > 1.15, 0.5);
  expect((await thingAt(page, 'remote rightHand')).y).toBeLessThan(1);
  await slide(page, 'Other bodies', 0);
});

test('on the server the body follows and the round trip is shown; a broken connection leads back to the page', async () => {
  await sectionOf(page, 'Where it runs').getByText('On the server', { exact: true }).click();
  await advance(page, 1);
  expect(connections).toHaveLength(1);
  const where = page.getByTestId('remote-where');
  expect(await where.textContent()).toContain('on the server');
  expect(await readNumber('remote-round-trip')).toBeGreaterThan(0);
  expect(await readNumber('remote-round-trip-95')).toBeGreaterThanOrEqual(await readNumber('remote-round-trip'));
  expect(await readNumber('remote-there')).toBeLessThanOrEqual(await readNumber('remote-round-trip'));
  expect(await gapOfLeftHand()).toBeLessThan(0.05);
  await dropFile(page, 'arm-up.jsonl', armOut(1.5));
  await advance(page, 2.5);
  expect((await thingAt(page, 'remote leftHand')).y).toBeGreaterThan(1.35);
  await slide(page, 'Other bodies', 1);
  await advance(page, 1 / 30);
  expect(await isThere('other 1 hips')).toBe(true);
  await slide(page, 'Other bodies', 0);
  await advance(page, 1 / 30);
  expect(await isThere('other 1 hips')).toBe(false);

  await connections[0].close({ code: 1011 });
  await expect
    .poll(async () => (await noticesOf(page)).join(), patience)
    .toContain('leib serve. The second body goes on in this page');
  await advance(page, 1);
  expect(await where.textContent()).toBe('in this page');
  expect(await sectionOf(page, 'Where it runs').getByRole('radio', { name: 'In this page' }).isChecked()).toBe(true);
  expect(await gapOfLeftHand()).toBeLessThan(0.05);
  await closeNotices(page);
});

test('two pages in one shared room see each other, and who leaves is gone', async () => {
  for (const each of [page, second.page]) {
    await slide(each, 'Shared room', 4);
    await sectionOf(each, 'Where it runs').getByText('On the server', { exact: true }).click();
    await advance(each, 0.2);
  }
  // The server reports that a client has joined when it has built its body.
  const where = page.getByTestId('remote-where');
  const whereNow = async () => {
    await advance(page, 0);
    return where.textContent();
  };
  await expect.poll(whereNow, patience).toContain('2 people');
  await advance(second.page, 1);
  await advance(page, 0.2);
  // The second person stands beside the first.
  expect(await isThere('other 1 head')).toBe(true);
  expect((await thingAt(page, 'other 1 hips')).x).toBeGreaterThan(0.4);
  expect(second.problems).toEqual([]);
  await second.page.context().close();
  await expect.poll(() => isThere('other 1 head'), patience).toBe(false);
  await sectionOf(page, 'Where it runs').getByText('In this page').click();
  await slide(page, 'Shared room', 0);
  await advance(page, 1 / 30);
  expect(await where.textContent()).toBe('in this page');
});

/** The left hand among the example robot's shapes. */
const ROBOT_HAND = 'robot 11';

test('the example robot follows; a file that is none says so, and the robot stays', async () => {
  await page.getByRole('button', { name: 'Load the example robot' }).click();
  const state = page.getByTestId('robot-state');
  await dropFile(page, 'arm-low.jsonl', armOut(0.8));
  await advance(page, 2.5);
  expect(await state.textContent()).toContain('25 hinges');
  const low = await thingAt(page, ROBOT_HAND);
  await dropFile(page, 'arm-up.jsonl', armOut(1.5));
  await advance(page, 2.5);
  expect((await thingAt(page, ROBOT_HAND)).y - low.y).toBeGreaterThan(0.3);

  await dropFile(page, 'broken.xml', '<mujoco><worldbody></mujoco>');
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toContain('expected </worldbody>');
  await dropFile(page, 'letter.urdf', 'Dear robot');
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toContain('letter.urdf: expected MJCF');
  await advance(page, 0);
  expect(await state.textContent()).toContain('25 hinges');
  await closeNotices(page);
  await page.getByLabel('Robot files').setInputFiles([
    {
      name: 'arm.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(`<mujoco><asset><mesh file="meshes/a.obj"/></asset><worldbody><body pos="0 0 1">
        <joint name="left_elbow" axis="0 1 0"/><geom type="mesh" mesh="a"/></body></worldbody></mujoco>`),
    },
    {
      name: 'a.obj',
      mimeType: 'text/plain',
      buffer: Buffer.from('v 0 0 0\nv 0.3 0 0\nv 0 0.3 0\nv 0 0 0.3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'),
    },
  ]);
  const stateNow = async () => {
    await advance(page, 1 / 60);
    return (await state.allTextContents()).join();
  };
  await expect.poll(stateNow, patience).toContain('1 hinges follow');
  // A joint that the visitor frees follows no more, and that is kept for this robot.
  await page.getByText('What its joints follow').click();
  await page.getByLabel('left_elbow').selectOption('nothing');
  await expect.poll(stateNow, patience).toContain('0 hinges follow');
  await closeNotices(page);
  // Of two descriptions the visitor chooses one; meshes that are missing are named.
  const pieces = (mesh: string) => `<mujoco><asset><mesh file="${mesh}.obj"/></asset><worldbody><body>
    <joint name="right_knee"/><geom type="mesh" mesh="${mesh}" mass="1"/></body></worldbody></mujoco>`;
  await page.getByLabel('Robot files').setInputFiles(
    ['first', 'second'].map((name) => ({
      name: `${name}.xml`,
      mimeType: 'text/xml',
      buffer: Buffer.from(pieces(name)),
    })),
  );
  const second = page.getByRole('button', { name: 'second.xml' });
  const isAsked = async () => {
    await advance(page, 1 / 60);
    return second.count();
  };
  await expect.poll(isAsked, patience).toBe(1);
  await second.click();
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toContain('second.obj');
  // Where the window is low, the notice lies over the button.
  await closeNotices(page);
  await page.getByRole('button', { name: 'Take the robot away' }).click();
  await advance(page, 1 / 60);
  expect(await isThere(ROBOT_HAND)).toBe(false);
});

test('a thing is added where it is put, moved by its field, and undo takes both back', async () => {
  const section = sectionOf(page, 'Things in the room');
  await section.getByRole('button', { name: 'Add' }).click();
  await advance(page, 0.3);
  expect(Math.abs((await thingAt(page, 'box1')).x)).toBeLessThan(0.2);
  const field = section.getByRole('textbox', { name: /^Place x/ });
  await field.fill('-120');
  await field.press('Enter');
  await advance(page, 0.3);
  expect((await thingAt(page, 'box1')).x).toBeLessThan(-0.8);
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Undo' }).first().click();
  await advance(page, 0.3);
  expect(await isThere('box1')).toBe(false);
  // A step that is put under the person lifts them.
  const { y } = await jointAt(page, 'leftFoot');
  await section.getByLabel('Kind of the new thing').selectOption('step');
  await section.getByRole('button', { name: 'Add' }).click();
  for (const place of [/^Place x/, /^Place z/]) {
    await section.getByRole('textbox', { name: place }).fill('0');
    await section.getByRole('textbox', { name: place }).press('Enter');
  }
  await advance(page, 0.8);
  expect((await jointAt(page, 'leftFoot')).y - y).toBeCloseTo(0.17, 1);
  await section.getByRole('button', { name: 'As at first' }).click();
});

test('a robot in the person’s world follows and can be touched; its joint angles go to a file', async () => {
  await page.getByLabel('Its world').getByText('Yours').click();
  await page.getByRole('button', { name: 'Load the example robot' }).click();
  const stateNow = async () => {
    await advance(page, 1 / 60);
    return (await page.getByTestId('robot-state').allTextContents()).join();
  };
  await expect.poll(stateNow, patience).toContain('it can be touched');
  await dropFile(page, 'arm-up.jsonl', armOut(1.5));
  await advance(page, 2);
  expect((await thingAt(page, ROBOT_HAND)).y).toBeGreaterThan(1);
  await page.getByText('Joint angles out').click();
  await page.getByRole('button', { name: 'Record to a file' }).click();
  await advance(page, 0.5);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Save \d/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/-joints\.jsonl$/);
  await page.getByRole('button', { name: 'Take the robot away' }).click();
  await advance(page, 0.1);
  expect(await isThere(ROBOT_HAND)).toBe(false);
});

test('the console shows no errors and no warnings', () => {
  expect(studio.problems).toEqual([]);
});
