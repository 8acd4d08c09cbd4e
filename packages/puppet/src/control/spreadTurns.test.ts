import { randomPoint, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { measureSpreadTurns, type SpreadTurn, updateSpreadShares } from './spreadTurns.js';

/** Four fingers along a lip (part 0), a thumb below it (part 1). */
const turns: SpreadTurn[] = [-0.15, -0.05, 0.05, 0.15].map((x) => finger(0, x, 0.2));
turns.push(finger(1, 0, 0.1));

function finger(part: number, x: number, y: number): SpreadTurn {
  return { part, centre: [0, 0, 0], point: [x, y, 0.3], spread: 0.06, meanShare: 1 };
}

function sharesAt(part: number, ...position: number[]): Float64Array {
  const out = new Float64Array(turns.length);
  updateSpreadShares(turns, part, position, 0, out);
  return out;
}

test.each(seeds(50))('four fingers that bend alike turn every place of the lip by as much (seed %i)', (seed) => {
  const [x, y, z] = randomPoint(seededRandom(seed), 2);
  const shares = sharesAt(0, x, y, z);
  expect(shares.slice(0, 4).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  expect(shares[4]).toBe(0);
});

test('along the lip a bent finger fades without stairs', () => {
  const step = 0.001;
  let before = sharesAt(0, -0.25, 0.2, 0.3)[1];
  let largest = 0;
  for (let x = -0.25 + step; x < 0.25; x += step) {
    const share = sharesAt(0, x, 0.2, 0.3)[1];
    largest = Math.max(largest, Math.abs(share - before) / step);
    before = share;
  }
  // Between two fingers 0.1 m apart a straight ramp has the slope 10; a stair has a slope of 1 / step = 1000.
  expect(largest).toBeLessThan(10);
});

test('a finger alone on its part fades as the Gaussian says', () => {
  expect(sharesAt(1, 0, 0.1, 0.3)[4]).toBe(1);
  expect(sharesAt(1, 0.06, 0.1, 0.3)[4]).toBeCloseTo(Math.exp(-0.5), 12);
  expect(sharesAt(1, 5, 0.1, 0.3)[4]).toBe(0);
});

test('the part turns by the mean of its places', () => {
  const positions = [0, 0.1, 0.3, 0.06, 0.1, 0.3];
  const binding = {
    joints: Uint8Array.of(2, 0, 0, 0, 2, 0, 0, 0),
    weights: Float32Array.of(1, 0, 0, 0, 0.5, 0.5, 0, 0),
  };
  const [, , , , thumb] = measureSpreadTurns(turns, positions, binding);
  expect(thumb.meanShare).toBeCloseTo((1 + 0.5 * Math.exp(-0.5)) / 1.5, 7);
});

test('a part without places takes its fingers in equal shares', () => {
  const binding = { joints: new Uint8Array(4), weights: new Float32Array(4) };
  const measured = measureSpreadTurns(turns, [0, 0, 0], binding).map(({ meanShare }) => meanShare);
  expect(measured).toEqual([0.25, 0.25, 0.25, 0.25, 1]);
});
