import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import type { BodyState } from '../../bodyState.js';
import type { GuideModel } from './buildGuide.js';
import { shortenTrunk } from './shortenTrunk.js';

const HEAD = 15;
const longestTrunk = 0.65;

/** Only what is read and written. */
function shorten(positions: Float64Array): void {
  shortenTrunk({ longestTrunk } as GuideModel, { guidance: { positions } } as unknown as BodyState);
}

function distance(positions: Float64Array, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((k) => positions[a * 3 + k] - positions[b * 3 + k]));
}

/** A trunk of some length, held any way. */
function drawTrunk(seed: number, length: number): Float64Array {
  const random = seededRandom(seed);
  const positions = Float64Array.from({ length: 22 * 3 }, () => 0.3 * random());
  const way = [random() - 0.5, 1, random() - 0.5];
  const size = Math.hypot(...way);
  for (let k = 0; k < 3; k++) positions[HEAD * 3 + k] = positions[k] + (length * way[k]) / size;
  return positions;
}

test.each(seeds(10))('a trunk that is too long becomes as long as at rest, from below (seed %i)', (seed) => {
  const positions = drawTrunk(seed, 0.67);
  const before = positions.slice();
  shorten(positions);
  expect(distance(positions, 0, HEAD)).toBeCloseTo(longestTrunk, 12);
  expect(positions.slice(HEAD * 3, HEAD * 3 + 3)).toEqual(before.slice(HEAD * 3, HEAD * 3 + 3));
  // The pelvis stays in one piece.
  for (const leg of [1, 2]) expect(distance(positions, 0, leg)).toBeCloseTo(distance(before, 0, leg), 12);
});

test.each(seeds(3))('one that is not stays as it is (seed %i)', (seed) => {
  const positions = drawTrunk(seed, 0.64);
  const before = positions.slice();
  shorten(positions);
  expect(positions).toEqual(before);
});
