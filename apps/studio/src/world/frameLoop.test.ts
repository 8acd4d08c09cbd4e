import { expect, test } from 'vitest';
import { createRealClock } from '../time/clock.js';
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
  const loop = new FrameLoop(createRealClock(), renderer as never, (dt) => frames.push([dt, loop.isDrawing]));
  return { loop, frames, draw: (timeMs: number) => browser?.(timeMs) };
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
