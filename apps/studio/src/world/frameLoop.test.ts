import { expect, test } from 'vitest';
import { type Clock, createRealClock } from '../time/clock.js';
import type { HiddenPage } from './frameLoop.js';
import { FrameLoop } from './frameLoop.js';

type Loop = ((timeMs: number) => void) | null;

function openLoop() {
  let browser: Loop = null;
  const renderer = {
    setAnimationLoop: (callback: unknown) => {
      browser = callback as Loop;
    },
  };
  const frames: [dtSeconds: number, isDrawing: boolean][] = [];
  /** A page that the test hides, and the time and the ticks of its worker. */
  const page = { isHidden: false, change: () => {}, work: null as (() => void) | null, nowSeconds: 0 };
  const hiddenPage: HiddenPage = {
    get isHidden() {
      return page.isHidden;
    },
    watch(onChange) {
      page.change = onChange;
    },
    tick(_hz, work) {
      page.work = work;
      return () => {
        page.work = null;
      };
    },
  };
  const clock: Clock = {
    ...createRealClock(),
    get nowSeconds() {
      return page.nowSeconds;
    },
  };
  const loop = new FrameLoop(clock, renderer as never, (dt) => frames.push([dt, loop.isDrawing]), hiddenPage);
  const hide = (isHidden: boolean) => {
    page.isHidden = isHidden;
    page.change();
  };
  const tick = (seconds: number) => {
    page.nowSeconds = seconds;
    page.work?.();
  };
  return { loop, frames, page, hide, tick, draw: (timeMs: number) => browser?.(timeMs) };
}

test('frames of the browser are drawn; those that take their place while it rests are not', () => {
  const { loop, frames, draw } = openLoop();
  loop.start();
  draw(1000);
  draw(1020);
  loop.rest();
  expect(loop.isResting).toBe(true);
  draw(1040);
  loop.stepBy(0.05);
  loop.start();
  draw(1060);
  expect(frames).toEqual([
    [0, true],
    [0.02, true],
    [0.05, false],
    [0.04, true],
  ]);
});

test('a frame beside the loop, which a second window makes, is not drawn on the page; a stall is no leap', () => {
  const { loop, frames } = openLoop();
  loop.start();
  loop.stepBy(3);
  expect(frames).toEqual([[0.1, false]]);
  expect([loop.isResting, loop.isDrawing]).toEqual([false, true]);
});

test('a hidden page that somebody waits for goes on by its worker, undrawn, and no time is lost or made twice', () => {
  const { loop, frames, page, hide, tick, draw } = openLoop();
  loop.start();
  draw(1000);
  hide(true);
  // Nobody waits: it stands still.
  expect(page.work).toBeNull();
  const release = loop.keepGoing();
  expect([loop.isResting, page.work !== null]).toEqual([true, true]);
  tick(1.02);
  tick(1.05);
  hide(false);
  // A tick that was on its way makes nothing.
  tick(1.06);
  draw(1070);
  expect(frames).toEqual([
    [0, true],
    [0.02, false],
    [0.03, false],
    [0.02, true],
  ]);
  hide(true);
  expect(page.work).not.toBeNull();
  release();
  expect(page.work).toBeNull();
});

test('a hidden page whose frames something else makes does not make them, too', () => {
  const { loop, hide, page } = openLoop();
  loop.start();
  loop.keepGoing();
  hide(true);
  loop.rest();
  expect(page.work).toBeNull();
  loop.start();
  expect(page.work).not.toBeNull();
});

test('the rate is that of now: none while no frames come, and the new one after a pause', () => {
  const { loop, draw, page } = openLoop();
  loop.start();
  expect(loop.hz).toBe(0);
  for (let frame = 0; frame < 60; frame++) draw(1000 + frame * 10);
  page.nowSeconds = 1.6;
  expect(loop.hz).toBeCloseTo(100, 6);
  page.nowSeconds = 5;
  expect(loop.hz).toBe(0);
  for (let frame = 0; frame < 5; frame++) draw(9000 + frame * 50);
  page.nowSeconds = 9.2;
  expect(loop.hz).toBeCloseTo(20, 6);
});
