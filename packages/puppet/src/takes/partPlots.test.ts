import { expect, test } from 'vitest';
import { partPlots } from './partPlots.js';
import { takeOfFrames } from './puppetTake.js';

test('only parts that move have a plot, which rises as they turn', () => {
  const about = { name: 'Take 1', hz: 30, parts: ['tail', 'jaw'], spreadParts: [], hands: [] };
  const still = [0, 0, 0, 0, 0, 0, 1];
  /** The jaw turns about x by 0.01 radians a frame. */
  const take = takeOfFrames(about, 31, (frame, { joints }) =>
    joints.set([...still, ...still, 0, 0, 0, Math.sin(0.005 * frame), 0, 0, Math.cos(0.005 * frame)]),
  );
  const plots = partPlots(take, 11);
  expect(plots.map(({ part }) => part)).toEqual([1]);
  const [{ heights, largest }] = plots;
  expect(largest).toBeCloseTo(0.3, 6);
  heights.forEach((height, i) => {
    expect(height).toBeCloseTo(i / 10, 5);
  });
});
