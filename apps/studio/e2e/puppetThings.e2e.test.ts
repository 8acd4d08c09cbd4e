import { expect, test } from 'vitest';
import { advance, advanceUntil, differenceOf, lookAt, readProbe, shareStudio, thingAt } from './studioPage.js';

const studio = shareStudio({ room: 'puppet', isBoxPerson: true });

test('things wait for their switch; then they fall, bubbles rise in the picture, and the stage is cleared', async () => {
  const { page } = studio;
  const hasBall = () => readProbe(page, (probe) => probe.thingWorld('thing:ball') !== null);
  await advance(page, 0.2);
  expect(await hasBall()).toBe(false);
  await page.getByRole('button', { name: /^Things on the stage/ }).click();
  await advance(page, 1);
  expect((await thingAt(page, 'thing:ball')).y).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Add a block' }).click();
  await advance(page, 0.1);
  const high = await thingAt(page, 'thing:block 1');
  await advanceUntil(page, 2, async () => (await thingAt(page, 'thing:block 1')).y < high.y - 0.05);

  const before = await lookAt(page);
  await page.getByRole('button', { name: 'Blow bubbles' }).click();
  await advance(page, 1.5);
  expect(differenceOf(await lookAt(page), before)).toBeGreaterThan(0.5);
  await page.getByRole('button', { name: 'Clear the stage' }).click();
  await advance(page, 0.1);
  expect(await hasBall()).toBe(false);

  // A lamp has no mouth.
  await page.getByRole('button', { name: 'Lamp' }).click();
  await advance(page, 0.2);
  const noMouth = page.getByRole('button', { name: 'Blow bubbles: this puppet has no mouth' });
  await noMouth.waitFor();
  // It gets one: its card says which parts grasp, and which one blows.
  await page.getByRole('tab', { name: 'Build', exact: true }).click();
  await advance(page, 0.3);
  await page.getByRole('treeitem', { name: 'shade', exact: true }).click();
  await advance(page, 0.1);
  await page.getByLabel('Grasps with').selectOption({ index: 1 });
  await page.getByRole('switch', { name: 'Blows bubbles from here' }).check();
  await advance(page, 0.3);
  await page.getByText('A mouth: it bites biscuits').waitFor();
  expect(await noMouth.count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Blow bubbles' }).isEnabled()).toBe(true);
});

test('back to rest: the puppet stands as it was made at once, and plays on', async () => {
  const { page } = studio;
  await page.getByRole('tab', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: /^Back to rest/ }).click();
  await advance(page, 0.02);
  const rest = await thingAt(page, 'part:shade');
  const away = async () => {
    const { x, y, z } = await thingAt(page, 'part:shade');
    return Math.hypot(x - rest.x, y - rest.y, z - rest.z);
  };
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.down('f');
  await advance(page, 1);
  const moved = await away();
  expect(moved).toBeGreaterThan(0.01);
  await page.keyboard.press('b');
  await advance(page, 0.02);
  expect(await away()).toBeLessThan(0.3 * moved);
  await page.keyboard.up('f');
});

test('where a grip within a chain can be is drawn while it is held', async () => {
  const { page } = studio;
  await page.keyboard.press('b');
  await page.keyboard.press('t');
  await advance(page, 0.1);
  const at = await page.evaluate(() => globalThis.leibStudio?.thingOnScreen('grip:shoulder'));
  const [x, y] = at as readonly [number, number];
  await page.mouse.move(x, y);
  await advance(page, 0.5);
  const before = await lookAt(page);
  await page.mouse.down();
  await advance(page, 0.1);
  const held = differenceOf(await lookAt(page), before);
  // The ring that is held changes its colour, too: that is much less.
  expect(held).toBeGreaterThan(6);
  await page.mouse.up();
  await advance(page, 0.5);
  expect(differenceOf(await lookAt(page), before)).toBeLessThan(2);
});
