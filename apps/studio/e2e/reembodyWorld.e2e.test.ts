import type { Page, WebSocketRoute } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeNotices,
  dropFile,
  noticesOf,
  openWithBoxPerson,
  type StudioPage,
  shareBrowser,
  waitForFrames,
} from './studioPage.js';

/** Bodies are built in workers and on the server, beside everything else that these two cores do. */
const patience = { timeout: 55_000, interval: 100 };

const studio = shareBrowser();
let opened: StudioPage;
let page: Page;
/** The page's connections to simulations on the server, to be cut. */
const connections: WebSocketRoute[] = [];

async function enterRoom(each: Page): Promise<void> {
  await each.getByRole('link', { name: 'Re-embody', exact: true }).click();
  await each.getByTestId('remote-error').waitFor({ timeout: patience.timeout });
}

beforeAll(async () => {
  opened = await openWithBoxPerson(studio);
  page = opened.page;
  await page.routeWebSocket(/\/remote/, (route) => {
    route.connectToServer();
    connections.push(route);
  });
  await enterRoom(page);
});
afterAll(() => page.context().close());

const sectionOf = (each: Page, title: string) =>
  each.locator('details', { has: each.locator('summary', { hasText: title }) });
const slide = (each: Page, name: string, value: number) => each.getByRole('slider', { name }).fill(String(value));
const readNumber = async (id: string) => Number.parseFloat((await page.getByTestId(id).textContent()) ?? '');

async function placeOf(thing: string): Promise<readonly number[] | null> {
  return (await page.evaluate((name) => globalThis.leibStudio?.thingWorld(name), thing)) ?? null;
}

/** From the local left hand to the remote one, metres. */
async function gapOfLeftHand(): Promise<number> {
  const [local, remote] = await page.evaluate(() => {
    const { leibStudio: probe } = globalThis;
    return [probe?.jointWorld('leftHand'), probe?.thingWorld('remote leftHand')];
  });
  return local && remote ? Math.hypot(...local.map((value, k) => value - remote[k])) : Number.NaN;
}

/** Somebody who stretches the left arm out to the side in a second and keeps it there. */
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

test('others come in, stand around, and hold a hand back that goes into them', async () => {
  await slide(page, 'Away from me', 0.5);
  await dropFile(page, 'arm-out.jsonl', armOut(1.25));
  // Alone, the remote hand is where the local one is.
  await page.waitForTimeout(1500);
  await expect.poll(gapOfLeftHand, patience).toBeLessThan(0.04);
  await slide(page, 'Other bodies', 2);
  await expect.poll(() => placeOf('other 2 hips'), patience).not.toBeNull();
  const [left, right] = [await placeOf('other 1 hips'), await placeOf('other 2 hips')];
  expect(left?.[0]).toBeGreaterThan(0.3);
  expect(right?.[0]).toBeLessThan(-0.3);
  await expect.poll(gapOfLeftHand, patience).toBeGreaterThan(0.06);
  await slide(page, 'Other bodies', 0);
  await expect.poll(() => placeOf('other 1 hips'), patience).toBeNull();
  await expect.poll(gapOfLeftHand, patience).toBeLessThan(0.04);
});

test('another is pushed with the mouse and gives way', async () => {
  await slide(page, 'Away from me', 0.6);
  await slide(page, 'Other bodies', 1);
  await sectionOf(page, 'View').getByText('From the mirror').click();
  await expect.poll(() => placeOf('other 1 leftHand'), patience).not.toBeNull();
  await page.waitForTimeout(1500);
  await waitForFrames(page, 8);
  const before = [await placeOf('other 1 leftHand'), await placeOf('remote rightHand')];
  const [x, y] = (await page.evaluate(() => globalThis.leibStudio?.thingOnScreen('other 1 leftHand'))) ?? [0, 0];
  const under = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.tagName, [x, y]);
  expect(under, `at ${x}, ${y}`).toBe('CANVAS');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 60, { steps: 3 });
  // Farther than the hand that it mirrors has moved meanwhile.
  await expect
    .poll(async () => {
      const now = [await placeOf('other 1 leftHand'), await placeOf('remote rightHand')];
      const [other, own] = now.map((place, i) =>
        Math.hypot(...(place ?? []).map((value, k) => value - (before[i]?.[k] ?? 0))),
      );
      return other - own;
    }, patience)
    .toBeGreaterThan(0.03);
  await page.mouse.up();
  await slide(page, 'Other bodies', 0);
});

test('others play the demo by themselves', async () => {
  await sectionOf(page, 'Others').getByText('The demo').click();
  await slide(page, 'Away from me', 1);
  await slide(page, 'Other bodies', 1);
  await expect.poll(() => placeOf('other 1 head'), patience).not.toBeNull();
  // The person's right hand hangs; in the demo it comes up to wave after five seconds.
  await expect.poll(async () => (await placeOf('other 1 rightHand'))?.[1] ?? 0, patience).toBeGreaterThan(1.15);
  expect((await placeOf('remote rightHand'))?.[1]).toBeLessThan(1);
  await slide(page, 'Other bodies', 0);
});

test('on the server the body follows and the round trip is shown; a broken connection leads back to the page', async () => {
  await sectionOf(page, 'Where it runs').getByText('On the server').click();
  await expect.poll(() => connections.length, patience).toBe(1);
  await expect.poll(() => page.getByTestId('remote-where').textContent(), patience).toContain('on the server');
  await expect.poll(() => readNumber('remote-round-trip'), patience).toBeGreaterThan(0);
  expect(await readNumber('remote-round-trip-95')).toBeGreaterThanOrEqual(await readNumber('remote-round-trip'));
  expect(await readNumber('remote-there')).toBeLessThanOrEqual(await readNumber('remote-round-trip'));
  await expect.poll(gapOfLeftHand, patience).toBeLessThan(0.05);
  await dropFile(page, 'arm-up.jsonl', armOut(1.5));
  await expect.poll(async () => (await placeOf('remote leftHand'))?.[1] ?? 0, patience).toBeGreaterThan(1.35);
  await slide(page, 'Other bodies', 1);
  await expect.poll(() => placeOf('other 1 hips'), patience).not.toBeNull();
  await slide(page, 'Other bodies', 0);
  await expect.poll(() => placeOf('other 1 hips'), patience).toBeNull();

  await connections[0].close({ code: 1011 });
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toContain('goes on in this page');
  await expect.poll(() => page.getByTestId('remote-where').textContent(), patience).toBe('in this page');
  expect(await sectionOf(page, 'Where it runs').getByRole('radio', { name: 'In this page' }).isChecked()).toBe(true);
  await expect.poll(gapOfLeftHand, patience).toBeLessThan(0.05);
  await closeNotices(page);
}, 120_000);

test('two pages in one shared room see each other, and who leaves is gone', async () => {
  const second = await openWithBoxPerson(studio);
  await enterRoom(second.page);
  for (const each of [page, second.page]) {
    await slide(each, 'Shared room', 4);
    await sectionOf(each, 'Where it runs').getByText('On the server').click();
  }
  await expect.poll(() => page.getByTestId('remote-where').textContent(), patience).toContain('2 people');
  await expect.poll(() => placeOf('other 1 head'), patience).not.toBeNull();
  // Whoever comes second stands beside the first.
  const other = await placeOf('other 1 hips');
  await expect.poll(async () => (await placeOf('other 1 hips'))?.[0] ?? 0, patience).toBeGreaterThan(0.4);
  expect(other?.every(Number.isFinite)).toBe(true);
  expect(second.problems).toEqual([]);
  await second.page.context().close();
  await expect.poll(() => placeOf('other 1 head'), patience).toBeNull();
  await sectionOf(page, 'Where it runs').getByText('In this page').click();
  await slide(page, 'Shared room', 0);
  await expect.poll(() => page.getByTestId('remote-where').textContent(), patience).toBe('in this page');
}, 150_000);

/** The left hand among the example robot's shapes. */
const ROBOT_HAND = 'robot 11';

test('the example robot follows; a file that is none says so, and the robot stays', async () => {
  await page.getByRole('button', { name: 'Load the example robot' }).click();
  await expect
    .poll(() => page.getByTestId('robot-state').textContent({ timeout: 50_000 }), patience)
    .toContain('25 hinges');
  await dropFile(page, 'arm-low.jsonl', armOut(0.8));
  await page.waitForTimeout(2000);
  await waitForFrames(page, 5);
  const low = (await placeOf(ROBOT_HAND))?.[1] ?? Number.NaN;
  await dropFile(page, 'arm-up.jsonl', armOut(1.5));
  await expect.poll(async () => ((await placeOf(ROBOT_HAND))?.[1] ?? 0) - low, patience).toBeGreaterThan(0.3);

  await dropFile(page, 'broken.xml', '<mujoco><worldbody></mujoco>');
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toContain('could not be read');
  await dropFile(page, 'letter.urdf', 'Dear robot');
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toContain('letter.urdf is no robot');
  expect(await page.getByTestId('robot-state').textContent()).toContain('25 hinges');
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
  await expect.poll(() => page.getByTestId('robot-state').textContent(), patience).toContain('1 hinges follow');
  await page.getByRole('button', { name: 'Take the robot away' }).click();
  await expect.poll(() => placeOf(ROBOT_HAND), patience).toBeNull();
}, 120_000);

test('nothing was wrong all the while', () => {
  expect(opened.problems).toEqual([]);
});
