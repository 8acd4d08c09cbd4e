import { expect, test } from 'vitest';
import { placeBubble } from './Tooltip.js';

const page = { width: 390, height: 844 };
const bubble = { width: 260, height: 80 };

test.each([
  ['in the middle', { left: 180, top: 400, width: 24, height: 24 }],
  ['at the right edge', { left: 360, top: 400, width: 24, height: 24 }],
  ['at the top', { left: 180, top: 4, width: 24, height: 24 }],
  ['at the bottom', { left: 2, top: 815, width: 24, height: 24 }],
])('a bubble %s is inside the page and does not cover its anchor', (_where, anchor) => {
  const { left, top } = placeBubble(anchor, bubble, page);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left + bubble.width).toBeLessThanOrEqual(page.width);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top + bubble.height).toBeLessThanOrEqual(page.height);
  expect(top + bubble.height <= anchor.top || top >= anchor.top + anchor.height).toBe(true);
});
