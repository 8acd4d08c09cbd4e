import { expect, test } from 'vitest';
import { contrastOf, differenceOf, lookAt, patience, readProbe, shareBrowser } from './studioPage.js';

// As a visitor opens it: on the browser's own clock. How quick it is stands in measure.ts, which no busy machine disturbs.
const studio = shareBrowser();
const asVisitor = { clock: 'real', level: 'simple', hasIntros: true } as const;

test('the page is small: under 1.5 MB until the avatar moves, the avatar under 3 MB; the prior comes later', async () => {
  const { page, problems } = await studio.open(asVisitor);
  // A file is counted once all of it is there, and the prior comes last.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /prior[^/]*\.bin$/.test(name)),
  );
  const { files, movedAt } = await page.evaluate(() => ({
    movedAt: performance.getEntriesByName('leib:first-motion')[0].startTime,
    files: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => ({
        name: entry.name,
        startTime: entry.startTime,
        bytes: (entry as PerformanceResourceTiming).encodedBodySize,
      }),
    ),
  }));
  const avatars = files.filter(({ name }) => name.endsWith('.vrm'));
  expect(avatars).toHaveLength(1);
  expect(avatars[0].bytes).toBeLessThan(3e6);
  const before = files.filter(({ name, startTime }) => !name.endsWith('.vrm') && startTime < movedAt);
  const size = before.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(size).toBeGreaterThan(1e5);
  expect(size).toBeLessThan(1.5e6);
  const priors = files.filter(({ name }) => /prior[^/]*\.bin$/.test(name));
  expect(priors).toHaveLength(1);
  expect(priors[0].startTime).toBeGreaterThan(movedAt);
  expect(priors[0].bytes).toBeLessThan(1.2e6);
  expect(problems).toEqual([]);
  // As long as it is open it draws, which takes all that a processor has.
  await page.close();
});

test('a person stands in front of a mirror and moves by itself, without errors in the console', async () => {
  const { page, problems } = await studio.open({ ...asVisitor, isBoxPerson: true });
  expect(await page.evaluate(() => performance.getEntriesByName('leib:first-motion').length)).toBe(1);
  // A first visitor is offered the tour, which lies over the picture.
  await page.getByRole('dialog', { name: /^Tour/ }).getByRole('button', { name: 'Skip' }).click();
  expect(await page.locator('.tour-card, .tour-frame').count()).toBe(0);
  const before = await lookAt(page);
  expect(contrastOf(before)).toBeGreaterThan(8);
  await expect.poll(async () => differenceOf(before, await lookAt(page)), patience).toBeGreaterThan(0.4);
  // The solver is a part of the frame's script, and experts see both.
  expect(await page.getByTestId('frame-ms').count()).toBe(0);
  await page.getByRole('button', { name: 'Expert' }).click();
  const { frame, solve } = await readProbe(page, (probe) => probe.times);
  expect(solve).toBeGreaterThan(0);
  expect(solve).toBeLessThan(frame);
  await expect.poll(() => page.getByTestId('frame-ms').textContent(), patience).toMatch(/^\d+\.\d ms$/);
  await expect(page.evaluate(() => globalThis.leibStudio?.advance(1))).rejects.toThrow('clock=manual');
  expect(problems).toEqual([]);
});
