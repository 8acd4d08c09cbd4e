import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { advance, distanceOf, jointAt, noticesOf, type Place, patience, shareStudio, thingAt } from './studioPage.js';

// Two people of one server, whose messages take 100 ms each way.
const viewport = { width: 1280, height: 700 };
const studio = shareStudio({ isBoxPerson: true, viewport });
const DELAY_MS = 100;
let ada: Page;
let bob: Page;
/** From Ada to Bob, and between them. */
let ahead: Place;
let middle: Place;
const between = (metres: number, leftOfAda: number) => ({
  x: middle.x + ahead.x * metres + ahead.z * leftOfAda,
  y: middle.y,
  z: middle.z + ahead.z * metres - ahead.x * leftOfAda,
});

async function until(read: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        for (const page of [ada, bob]) if (page) await advance(page, 0.05, { draw: 'none' });
        return read();
      },
      { ...patience, interval: 5 },
    )
    .toBe(true);
}

/** Everything that goes between a page and the server is late. */
async function enter(): Promise<Page> {
  const { page } = await studio.open({ viewport, isBoxPerson: true, room: 'together' });
  await page.routeWebSocket(/\/api\/room/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => void setTimeout(() => server.send(message), DELAY_MS));
    server.onMessage((message) => void setTimeout(() => socket.send(message), DELAY_MS));
  });
  // Only what is opened from now on goes that way.
  await page.reload();
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  await page.getByRole('textbox', { name: 'Room' }).fill('handshake');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  return page;
}

const others = (page: Page) => page.locator('.together-people li').count();
/** How far two right wrists are apart as a page shows them. */
const apart = async (page: Page, name: string) =>
  distanceOf(await thingAt(page, 'me rightHand'), await thingAt(page, `${name} rightHand`));
const tracked = async () => distanceOf(await jointAt(ada, 'rightHand'), await jointAt(bob, 'rightHand'));

async function hold(page: Page, key: string, isDone: () => Promise<boolean>): Promise<void> {
  await page.locator('canvas.viewport').focus();
  await page.keyboard.down(key);
  await until(isDone);
  await page.keyboard.up(key);
}

/** By the keys of mouse and keys, the tracked right hand goes to a place. */
async function reach(page: Page, to: Place, look: Place): Promise<void> {
  await page.locator('canvas.viewport').focus();
  await page.keyboard.press('2');
  let missing = '';
  for (let step = 0; step < 40; step++) {
    const at = await jointAt(page, 'rightHand');
    const [x, y, z] = [to.x - at.x, to.y - at.y, to.z - at.z];
    const ways = [
      [y, 'u', 'j'],
      [x * look.x + z * look.z, 'i', 'y'],
      [x * look.z - z * look.x, 'h', 'k'],
    ] as const;
    const open = ways.filter(([metres]) => Math.abs(metres) > 0.02);
    if (open.length === 0) return;
    missing = open.map(([metres, key]) => `${key} ${metres.toFixed(2)}`).join(', ');
    const keys = open.map(([metres, more, less]) => (metres > 0 ? more : less));
    const least = Math.min(...open.map(([metres]) => Math.abs(metres)));
    for (const key of keys) await page.keyboard.down(key);
    await advance(page, Math.max(0.06, least), { draw: 'none' });
    for (const key of keys) await page.keyboard.up(key);
    await advance(page, 0.3, { draw: 'none' });
  }
  throw new Error(`the hand is not where it was to go: ${missing}`);
}

test('hands that are held out to each other meet in both pages, through 100 ms each way', async () => {
  ada = await enter();
  bob = await enter();
  await until(async () => (await others(ada)) === 2 && (await others(bob)) === 2);
  // Who came second stands where nobody else does.
  const isPlaced = async () => {
    const at = await ada.evaluate(() => globalThis.leibStudio?.thingWorld('Person 2 head') ?? null);
    return at !== null && at[2] > 1;
  };
  await until(isPlaced);
  await ada.getByRole('button', { name: 'Go to Person 2' }).click();
  const [head, other] = ['me head', 'Person 2 head'] as const;
  await until(async () => Math.abs(distanceOf(await thingAt(ada, other), await thingAt(ada, head)) - 1.1) < 0.2);
  // Arms are half a metre long.
  const away = async () => distanceOf(await thingAt(ada, other), await thingAt(ada, head));
  await hold(ada, 'w', async () => (await away()) < 1.03);
  await advance(ada, 1);
  const [mine, theirs] = [await thingAt(ada, head), await thingAt(ada, other)];
  const far = Math.hypot(theirs.x - mine.x, theirs.z - mine.z);
  ahead = { x: (theirs.x - mine.x) / far, y: 0, z: (theirs.z - mine.z) / far };
  middle = { x: (mine.x + theirs.x) / 2, y: 1.2, z: (mine.z + theirs.z) / 2 };
  await reach(ada, between(-0.12, -0.05), ahead);
  await reach(bob, between(0.12, 0.05), { x: -ahead.x, y: 0, z: -ahead.z });
  // Palms are ten centimetres and more from touching; shown, they touch, and wrists are then 18 cm from each other, in both pages.
  const moved = async () => Math.abs((await apart(ada, 'Person 2')) - (await tracked()));
  await until(async () => (await moved()) > 0.04);
  await until(async () => (await apart(ada, 'Person 2')) < 0.2 && (await apart(bob, 'Person 1')) < 0.2);
  // What is tracked is where it was: without it, the same hands are apart as they are tracked.
  await ada.getByRole('switch', { name: 'Hands meet' }).uncheck();
  await advance(ada, 0.1);
  expect(await moved()).toBeLessThan(0.02);
  expect(await apart(bob, 'Person 1')).toBeLessThan(0.2);
  expect(await noticesOf(ada)).toEqual([]);
});

test('with “Bodies touch” one’s own body is shown as forces move it, and without it as it is tracked', async () => {
  const off = async () => distanceOf(await thingAt(ada, 'me rightHand'), await jointAt(ada, 'rightHand'));
  expect(await off()).toBeLessThan(1e-6);
  await ada.getByRole('switch', { name: 'Bodies touch' }).check();
  // Drives hold a hand within millimetres of where it is wished, never exactly there.
  await until(async () => (await off()) > 1e-4);
  expect(await off()).toBeLessThan(0.05);
  await ada.getByRole('switch', { name: 'Bodies touch' }).uncheck();
  await until(async () => (await off()) < 1e-6);
  expect(await noticesOf(ada)).toEqual([]);
});
