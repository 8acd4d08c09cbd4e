import { expect, test } from 'vitest';
import { patience, readProbe, shareStudio } from './studioPage.js';

// By the browser's own clock: what goes on while nobody looks is what this is about.
const studio = shareStudio({ clock: 'real', isBoxPerson: true });

/** As a browser does with a tab that is not seen, which no headless one ever is: it says so, and makes no frames for it. */
async function setHidden(isHidden: boolean): Promise<void> {
  await studio.page.evaluate((isHiddenNow) => {
    const kept = globalThis as { held?: FrameRequestCallback[]; requestFrame?: typeof requestAnimationFrame };
    kept.held ??= [];
    kept.requestFrame ??= window.requestAnimationFrame.bind(window);
    const { held, requestFrame } = kept;
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHiddenNow });
    if (isHiddenNow) window.requestAnimationFrame = (callback) => held.push(callback);
    else {
      window.requestAnimationFrame = requestFrame;
      for (const callback of held.splice(0)) window.requestAnimationFrame(callback);
    }
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

const frameCount = () => readProbe(studio.page, (probe) => probe.frameCount);
const hand = () => readProbe(studio.page, (probe) => probe.jointWorld('rightHand')?.join());
/** Seconds of the recording, as its badge says them. */
async function recorded(): Promise<number> {
  const [minutes, seconds] = ((await studio.page.getByRole('status', { name: 'Recording' }).textContent()) ?? '').split(
    ':',
  );
  return 60 * Number(minutes) + Number(seconds);
}
/** Until a frame that was on its way is there. */
const settle = () => studio.page.waitForTimeout(200);

test('a hidden tab stands still, and goes on undrawn while it records; seen again, it draws', async () => {
  const { page, problems } = studio;
  await setHidden(true);
  await settle();
  const [still, pose] = [await frameCount(), await hand()];
  await page.waitForTimeout(500);
  expect([await frameCount(), await hand()]).toEqual([still, pose]);
  await setHidden(false);
  await expect.poll(frameCount, patience).toBeGreaterThan(still);

  await page.evaluate(() =>
    document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyR', key: 'r', bubbles: true })),
  );
  await expect.poll(recorded, patience).toBeGreaterThan(0);
  await setHidden(true);
  await settle();
  const [drawn, before, moving] = [await frameCount(), await recorded(), await hand()];
  await expect.poll(recorded, patience).toBeGreaterThan(before + 1);
  expect(await frameCount()).toBe(drawn);
  expect(await hand()).not.toBe(moving);
  await setHidden(false);
  await expect.poll(frameCount, patience).toBeGreaterThan(drawn);
  expect(problems).toEqual([]);
});
