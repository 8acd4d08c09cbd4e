import { expect, test } from 'vitest';
import { OutputFrames } from './outputWindow.js';

const FRAME = 1 / 60;

/** A window beside a page; run() makes its frames, and those of the page while that is seen. */
function openWindow({ isManual = false } = {}) {
  const painter = { frameCount: 7 };
  const steps: number[] = [];
  const loop = { isResting: false, stepBy: (dt: number) => void steps.push(dt) };
  const world = { clock: { isManual }, painter, loop };
  const frames = new OutputFrames(world, 0);
  let seconds = 0;
  const run = (count: number, isPageSeen: boolean) => {
    for (let i = 0; i < count; i++) {
      seconds += FRAME;
      if (isPageSeen) painter.frameCount++;
      frames.step(seconds);
    }
  };
  return { world, steps, run };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

test('while the page draws, the window leaves the world alone', () => {
  const { run, steps } = openWindow();
  run(100, true);
  expect(steps).toEqual([]);
});

test('while the page is hidden, the world goes on by the window’s frames, as fast as time does', () => {
  const { run, steps } = openWindow();
  run(10, true);
  run(120, false);
  // At first it waits for the page, then it makes up for that, then it goes frame by frame.
  expect(sum(steps)).toBeCloseTo(120 * FRAME, 6);
  expect(steps.length).toBeGreaterThan(110);
  for (const dt of steps.slice(1)) expect(dt).toBeCloseTo(FRAME, 6);
});

test('a page that is shown again makes its own frames', () => {
  const { run, steps } = openWindow();
  run(30, false);
  const before = steps.length;
  run(30, true);
  expect(steps).toHaveLength(before);
});

test('a world that a test or the export of a video steps is left alone, and nothing is made up for afterwards', () => {
  const tested = openWindow({ isManual: true });
  tested.run(60, false);
  expect(tested.steps).toEqual([]);
  const { world, run, steps } = openWindow();
  world.loop.isResting = true;
  run(60, false);
  world.loop.isResting = false;
  run(9, false);
  expect(sum(steps)).toBeLessThan(0.16);
});
