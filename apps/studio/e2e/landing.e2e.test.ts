import { expect, test } from 'vitest';
import { contrastOf, differenceOf, lookAt, patience, readProbe, shareBrowser, waitForFrames } from './studioPage.js';

const studio = shareBrowser();

test('the page is small: under 1.5 MB without the avatar, the avatar under 3 MB', async () => {
  const { page } = await studio.open();
  const sizes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => ({
      name: entry.name,
      bytes: (entry as PerformanceResourceTiming).encodedBodySize,
    })),
  );
  const avatars = sizes.filter(({ name }) => name.endsWith('.vrm'));
  expect(avatars).toHaveLength(1);
  expect(avatars[0].bytes).toBeLessThan(3e6);
  const others = sizes.filter(({ name }) => !name.endsWith('.vrm')).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(others).toBeGreaterThan(1e5);
  expect(others).toBeLessThan(1.5e6);
  await page.context().close();
});

// Second: whatever a browser does only once, it has done with the page before.
test('a person stands in front of a mirror and moves, soon, and nobody complains', async () => {
  let { page, problems } = await studio.open();

  const readFirstMotion = () =>
    page.evaluate(() => performance.getEntriesByName('leib:first-motion')[0]?.startTime ?? Number.NaN);
  let firstMotion = await readFirstMotion();
  // The figure is 2 s (measure.ts); here other work shares the machine, and a visit that it disturbs says nothing.
  for (let visit = 0; visit < 2 && !(firstMotion < 6000); visit++) {
    await page.context().close();
    ({ page, problems } = await studio.open());
    firstMotion = await readFirstMotion();
  }
  expect(firstMotion).toBeLessThan(6000);

  const before = await lookAt(page);
  expect(contrastOf(before)).toBeGreaterThan(8);
  await expect.poll(async () => differenceOf(before, await lookAt(page)), patience).toBeGreaterThan(0.4);

  // The figure is 2 ms once the script is compiled; these are its first seconds.
  await waitForFrames(page, 25);
  const times = () => readProbe(page, (probe) => probe.times);
  await expect.poll(async () => (await times()).frame, patience).toBeLessThan(15);
  await expect.poll(async () => (await times()).solve, patience).toBeLessThan(3);
  expect(await page.getByTestId('frame-ms').textContent()).toMatch(/^\d+\.\d ms$/);
  expect(problems).toEqual([]);
  await page.context().close();
});
