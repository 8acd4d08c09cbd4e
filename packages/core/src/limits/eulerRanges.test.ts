import { describe, expect, test } from 'vitest';
import { createQuat, DEG, type Quat, quat } from '../math/index.js';
import { angleBetween, bytesPerCall, FRAME_GARBAGE, randomQuat, seededRandom, seeds } from '../testing.js';
import type { AngleRange } from './eulerRanges.js';
import { buildEulerRanges, type EulerOrder, type EulerRanges, readEulerTurns } from './eulerRanges.js';

const orders: EulerOrder[] = ['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX'];
const axisOf = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] } as const;

function range(min: number, max: number): AngleRange {
  return { min: min * DEG, max: max * DEG };
}

/** The product of three turns about the axes of the order, by gl-matrix alone. */
function turned(order: EulerOrder, x: number, y: number, z: number): Quat {
  const byAxis = { X: x, Y: y, Z: z };
  const out = createQuat();
  for (const letter of order) {
    const axis = letter as 'X' | 'Y' | 'Z';
    quat.multiply(out, out, quat.setAxisAngle(createQuat(), [...axisOf[axis]], byAxis[axis]));
  }
  return out;
}

function within(random: () => number, { min, max }: AngleRange): number {
  return min + random() * (max - min);
}

function randomRanges(random: () => number): EulerRanges {
  const one = () => {
    const min = -random() * 170;
    return range(min, min + random() * 300);
  };
  return buildEulerRanges(orders[Math.floor(random() * 6)], one(), one(), one());
}

/** The rotation of the turns that were read, and whether they had to move; all of them lie within their ranges. */
function read(limit: EulerRanges, rotation: Quat): { readonly made: Quat; readonly hasMoved: boolean } {
  const turns = new Float64Array(3);
  const hasMoved = readEulerTurns(limit, rotation, turns);
  const byAxis = [0, 0, 0];
  limit.axes.forEach((axis, turn) => {
    expect(turns[turn]).toBeGreaterThanOrEqual(limit.ranges[turn].min);
    expect(turns[turn]).toBeLessThanOrEqual(limit.ranges[turn].max);
    byAxis[axis] = turns[turn];
  });
  return { made: turned(limit.order, byAxis[0], byAxis[1], byAxis[2]), hasMoved };
}

describe.each(orders)('%s', (order) => {
  test('every triple within the ranges is read as it is, beyond 90 degrees and at the gimbal as well', () => {
    const random = seededRandom(7);
    const limit = buildEulerRanges(order, range(-40, 130), range(-100, 150), range(-170, -20));
    for (let i = 0; i < 300; i++) {
      const rotation = turned(order, within(random, limit.x), within(random, limit.y), within(random, limit.z));
      const { made, hasMoved } = read(limit, rotation);
      expect(hasMoved).toBe(false);
      expect(angleBetween(made, rotation)).toBeLessThan(1e-6);
    }
    const gimbal = buildEulerRanges(order, range(-90, 90), range(-90, 90), range(-90, 90));
    for (const quarter of [-90, 90]) {
      const angles = [30, -50, 20].map((angle) => angle * DEG);
      angles['XYZ'.indexOf(order[1])] = quarter * DEG;
      expect(read(gimbal, turned(order, angles[0], angles[1], angles[2])).hasMoved).toBe(false);
    }
  });

  test('one angle too far is brought back', () => {
    const limit = buildEulerRanges(order, range(-40, 60), range(-50, 50), range(-30, 70));
    expect(read(limit, turned(order, 61 * DEG, 0, 0)).hasMoved).toBe(true);
    expect(read(limit, turned(order, 10 * DEG, -51 * DEG, 0.2)).hasMoved).toBe(true);
    expect(read(limit, turned(order, -0.1, 0.2, 71 * DEG)).hasMoved).toBe(true);
    expect(read(limit, turned(order, -0.1, 0.2, 69 * DEG)).hasMoved).toBe(false);
  });
});

test.each(seeds(60))('the answer is the nearest that is allowed, and stays (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const limit = randomRanges(random);
  const rotation = randomQuat(random);
  const { made, hasMoved } = read(limit, rotation);
  if (!hasMoved) expect(angleBetween(made, rotation)).toBeLessThan(1e-6);
  expect(read(limit, made).hasMoved).toBe(false);
  let nearest = Math.PI;
  for (let i = 0; i < 1000; i++) {
    const candidate = turned(limit.order, within(random, limit.x), within(random, limit.y), within(random, limit.z));
    nearest = Math.min(nearest, angleBetween(rotation, candidate));
  }
  expect(angleBetween(rotation, made)).toBeLessThanOrEqual(nearest + 1e-6);
});

test('ranges closed to zero leave the degree of freedom out: a hinge', () => {
  const limit = buildEulerRanges('XYZ', range(0, 0), range(-20, 140), range(0, 0));
  const { made } = read(limit, quat.setAxisAngle(createQuat(), [0, 1, 0], 150 * DEG));
  expect(angleBetween(made, quat.setAxisAngle(createQuat(), [0, 1, 0], 140 * DEG))).toBeLessThan(1e-6);
});

test('refuses a range that is none, and says which', () => {
  expect(() => buildEulerRanges('XYZ', range(0, 1), range(2, 1), range(0, 1))).toThrow(/ y/);
});

test('leaves hardly any garbage', () => {
  const limit = buildEulerRanges('XYZ', range(-60, 60), range(-30, 30), range(0, 60));
  const rotations = seeds(64).map((seed) => randomQuat(seededRandom(seed)));
  const turns = new Float64Array(3);
  let next = 0;
  // The search returns its likeness at every step: about 1000 bytes a call.
  expect(bytesPerCall(() => readEulerTurns(limit, rotations[next++ % 64], turns), 2000, FRAME_GARBAGE)).toBeLessThan(
    FRAME_GARBAGE,
  );
});
