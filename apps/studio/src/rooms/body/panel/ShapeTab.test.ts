import { expect, test } from 'vitest';
import { moveComponent } from './ShapeTab.js';

// Two orthonormal directions among three betas.
const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
const pca = { count: 2, toBetas: [c, -s, s, c, 0, 0] };
const along = (betas: readonly number[], component: number) =>
  betas.reduce((sum, beta, k) => sum + pca.toBetas[k * 2 + component] * beta, 0);

test('the component that was moved is where it was put, everything else as it was', () => {
  const before = [0.3, -1.2, 0.7];
  const after = moveComponent(pca, before, 1, 2.5);
  expect(along(after, 1)).toBeCloseTo(2.5, 12);
  expect(along(after, 0)).toBeCloseTo(along(before, 0), 12);
  expect(after[2]).toBe(0.7);
});
