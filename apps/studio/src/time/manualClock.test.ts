import { expect, test } from 'vitest';
import { ManualClock } from './manualClock.js';

function createPage() {
  const clock = new ManualClock();
  const page = { requestAnimationFrame: () => 0, cancelAnimationFrame: () => {} };
  clock.install(page);
  return { clock, page: page as Pick<typeof globalThis, 'requestAnimationFrame' | 'cancelAnimationFrame'> };
}

test('frames come from advance() only, at a fixed rate, and the last one is drawn', async () => {
  const { clock, page } = createPage();
  const frames: [timeMs: number, isDrawing: boolean][] = [];
  const onFrame = (timeMs: number) => {
    page.requestAnimationFrame(onFrame);
    frames.push([Math.round(timeMs), clock.isDrawing]);
  };
  page.requestAnimationFrame(onFrame);
  await clock.advance(0.1, { hz: 30 });
  expect(frames).toEqual([
    [33, false],
    [67, false],
    [100, true],
  ]);
  await clock.advance(0);
  expect(frames).toHaveLength(3);
  await clock.advance(0.05, { hz: 20, draw: 'none' });
  expect(frames.at(-1)).toEqual([150, false]);
});

test('a frame that is cancelled does not come', async () => {
  const { clock, page } = createPage();
  let count = 0;
  page.cancelAnimationFrame(page.requestAnimationFrame(() => count++));
  await clock.advance(1);
  expect(count).toBe(0);
});

test('timers go off in the order of their times, before the frame; a released one does not', async () => {
  const { clock, page } = createPage();
  const heard: string[] = [];
  clock.after(0.04, () => heard.push('late'));
  clock.after(0.01, () => heard.push('early'));
  clock.after(0.02, () => heard.push('never'))();
  page.requestAnimationFrame(() => heard.push('frame'));
  await clock.advance(0.05, { hz: 20 });
  expect(heard).toEqual(['early', 'late', 'frame']);
  await clock.advance(1);
  expect(heard).toHaveLength(3);
});

test('no frame is made while something is on its way', async () => {
  const { clock, page } = createPage();
  let count = 0;
  let answer = () => {};
  const onFrame = () => {
    page.requestAnimationFrame(onFrame);
    count++;
    answer = clock.hold();
  };
  page.requestAnimationFrame(onFrame);
  const advanced = clock.advance(3 / 60);
  for (let frame = 1; frame <= 3; frame++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(count).toBe(frame);
    answer();
  }
  await advanced;
  expect(clock.nowSeconds).toBeCloseTo(0.05, 12);
});

test('what panels show is brought up to date after every advance(), and advances wait for each other', async () => {
  const { clock } = createPage();
  const seen: number[] = [];
  const stop = clock.refreshEvery(0.2, () => seen.push(clock.nowSeconds));
  await Promise.all([clock.advance(1), clock.advance(0.5)]);
  stop();
  await clock.advance(1);
  expect(seen).toEqual([1, 1.5]);
});
