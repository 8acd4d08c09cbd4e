import { expect, test } from 'vitest';
import { advance, advanceUntil, differenceOf, lookAt, readProbe, shareStudio, thingAt } from './studioPage.js';

const studio = shareStudio({ room: 'puppet' });

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
  await page.getByRole('button', { name: 'Blow bubbles: this puppet has no mouth' }).waitFor();
});
