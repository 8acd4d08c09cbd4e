import { expect, test } from 'vitest';
import { depthsOfSurface } from './pelvisDepth.js';

test('each side of a pelvis has its own depth, in the person’s metres', () => {
  // An oval trunk whose joint lies behind its middle, as in people, and skin far above and below it.
  const skin: number[] = [];
  for (let turn = 0; turn < 72; turn++) {
    const angle = (turn * Math.PI) / 36;
    for (const y of [-0.3, -0.03, 0, 0.05, 0.3]) {
      const size = Math.abs(y) > 0.1 ? 2 : 1;
      skin.push(size * 0.17 * Math.sin(angle), y, size * (0.03 + 0.12 * Math.cos(angle)));
    }
  }
  const { front, behind, left, right } = depthsOfSurface(skin, 1.1);
  expect(front).toBeCloseTo(1.1 * 0.15, 6);
  expect(behind).toBeCloseTo(1.1 * 0.09, 6);
  expect(left).toBeCloseTo(right ?? 0, 6);
  expect(left).toBeGreaterThan(1.1 * 0.16);
  expect(depthsOfSurface([], 1)).toEqual({ front: null, behind: null, left: null, right: null });
});
