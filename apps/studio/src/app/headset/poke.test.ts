import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createPokeState, defaultPokeParams as params, stepPoke } from './poke.js';

/** Presses counted while a finger goes through these heights, metres. */
function count(heights: readonly number[], isOver: (frame: number) => boolean = () => true): number {
  const state = createPokeState();
  return heights.filter((height, frame) => stepPoke(params, state, height, isOver(frame)).isPressed).length;
}

/** From one height to another in 30 frames. */
const way = (from: number, to: number) => Array.from({ length: 31 }, (_, i) => from + ((to - from) * i) / 30);

test('a finger that comes from the front presses once, and again after it was lifted', () => {
  expect(count(way(0.08, -0.02))).toBe(1);
  expect(count([...way(0.08, -0.02), ...way(-0.02, 0.05), ...way(0.05, -0.01)])).toBe(2);
});

test('a finger that trembles on the surface presses once', () => {
  const random = seededRandom(4);
  const trembling = Array.from({ length: 300 }, () => 0.004 + 0.012 * (random() - 0.5));
  expect(count([...way(0.08, 0), ...trembling])).toBe(1);
});

test('from behind, and sliding in from the side, presses nothing', () => {
  expect(count(way(-0.08, 0.01))).toBe(0);
  expect(count(Array(60).fill(0), (frame) => frame > 20)).toBe(0);
});
