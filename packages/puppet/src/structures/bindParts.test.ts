import { randomPoint, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import type { PuppetPart } from '../file/puppetFile.js';
import { bindParts, bindReaches, reachParts } from './bindParts.js';
import { influenceAt } from './influence.js';
import { bonePart, boxPart, meshOfPlaces } from './structures.testing.js';

const weightsAt = (parts: readonly PuppetPart[], points: Float64Array) => {
  const { joints, weights } = bindParts(meshOfPlaces(points), parts);
  const table = new Float64Array((points.length / 3) * (parts.length + 1));
  for (let i = 0; i < joints.length; i++) table[(i >> 2) * (parts.length + 1) + joints[i]] += weights[i];
  return table;
};

const randomParts = (random: () => number): PuppetPart[] =>
  Array.from({ length: 8 }, (_, i) => {
    const parent = i === 0 ? null : `part ${Math.floor(random() * i)}`;
    if (i % 3 === 2) return boxPart(`part ${i}`, asPoint(randomPoint(random, 0.4)), [0.2, 0.3, 0.15], parent);
    const from = asPoint(randomPoint(random, 0.4));
    return bonePart(`part ${i}`, from, asPoint(randomPoint(random, 0.4)), 0.1 + 0.2 * random(), parent);
  });
const asPoint = (point: ArrayLike<number>): [number, number, number] => [point[0], point[1], point[2]];

describe('the superellipsoid', () => {
  test.each(seeds(20))('is the formula of the spec on every side (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const [e, n] = [0.1 + 1.9 * random(), 0.1 + 1.9 * random()];
    const [right, left, up, down, front, back] = Array.from({ length: 6 }, () => 0.1 + random());
    const centre = asPoint(randomPoint(random, 1));
    const reach = { right, left, up, down, front, back };
    const influence = { centre, rotation: [0, 0, 0, 1] as [number, number, number, number], reach, e, n };
    const part = bonePart('bone', [0, 0, 0], [0, 0, 1], 1);
    if (part.shape.kind !== 'bone') throw new Error('expected a bone');
    const shape = { ...part.shape, influence: { ...influence, throughAir: true } };
    const [x, y, z] = asPoint(randomPoint(random, 1));
    const [ax, ay, az] = [x > 0 ? right : left, y > 0 ? up : down, z > 0 ? front : back];
    const across = Math.abs(x / ax) ** (2 / e) + Math.abs(y / ay) ** (2 / e);
    const r = across ** (e / n) + Math.abs(z / az) ** (2 / n);
    const found = influenceAt({ shape }, centre[0] + x, centre[1] + y, centre[2] + z);
    expect(found / r).toBeCloseTo(1, 8);
  });

  test.each(seeds(20))('turns with its frame (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const rotation = asQuat(randomQuat(random));
    const part = bonePart('bone', [0, 0, 0], [0, 0, 1], 0.3);
    if (part.shape.kind !== 'bone') throw new Error('expected a bone');
    const reach = { right: 0.5, left: 0.2, up: 0.4, down: 0.1, front: 0.9, back: 0.3 };
    const at = (q: [number, number, number, number]) => ({
      shape: { ...part.shape, influence: { centre: [0, 0, 0], rotation: q, reach, e: 0.5, n: 1.3, throughAir: true } },
    });
    const point = asPoint(randomPoint(random, 1));
    const turned = turn(rotation, point);
    const still = influenceAt(at([0, 0, 0, 1]) as PuppetPart, ...point);
    expect(influenceAt(at(rotation) as PuppetPart, ...turned) / still).toBeCloseTo(1, 8);
  });
});

const asQuat = (q: ArrayLike<number>): [number, number, number, number] => [q[0], q[1], q[2], q[3]];
const turn = ([x, y, z, w]: number[], [px, py, pz]: number[]): [number, number, number] => {
  const [tx, ty, tz] = [2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)];
  return [px + w * tx + y * tz - z * ty, py + w * ty + z * tx - x * tz, pz + w * tz + x * ty - y * tx];
};

describe('weights', () => {
  test.each(seeds(20))('sum to 1 and are sorted, at most four, wherever a place lies (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const parts = randomParts(random);
    const points = Float64Array.from({ length: 900 }, () => 1.6 * (random() - 0.5));
    const { joints, weights } = bindParts(meshOfPlaces(points), parts);
    for (let at = 0; at < weights.length; at += 4) {
      expect(weights[at] + weights[at + 1] + weights[at + 2] + weights[at + 3]).toBeCloseTo(1, 5);
      for (let k = 0; k < 4; k++) expect(weights[at + k]).toBeGreaterThanOrEqual(0);
      for (let k = 1; k < 4; k++) expect(weights[at + k]).toBeLessThanOrEqual(weights[at + k - 1]);
      const used = [0, 1, 2, 3].filter((k) => weights[at + k] > 0).map((k) => joints[at + k]);
      expect(new Set(used).size).toBe(used.length);
    }
  });

  test.each(seeds(10))('change without a step along any way (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const parts = randomParts(random).slice(0, 4);
    const [a, b] = [asPoint(randomPoint(random, 0.9)), asPoint(randomPoint(random, 0.9))];
    const largestStep = (count: number) => {
      const points = new Float64Array(count * 3);
      for (let i = 0; i < count; i++)
        for (let k = 0; k < 3; k++) points[i * 3 + k] = a[k] + (b[k] - a[k]) * (i / count);
      const table = weightsAt(parts, points);
      let most = 0;
      for (let i = parts.length + 1; i < table.length; i++) {
        most = Math.max(most, Math.abs(table[i] - table[i - parts.length - 1]));
      }
      return most;
    };
    // A step would stay as large however close the places are; a slope falls with their distance.
    expect(largestStep(40_000)).toBeLessThan(0.02);
  });

  test('a place inside of one part only hangs on it alone, up to its boundary', () => {
    const parts = [bonePart('arm', [0, 0, 0], [0, 0, 1], 0.2), bonePart('hand', [0, 0, 1], [0, 0, 1.4], 0.2, 'arm')];
    const table = weightsAt(parts, Float64Array.of(0, 0, 1.49, 0, 0.02, -0.05, 0, 0, 5));
    expect([...table]).toEqual([0, 0, 1, 0, 1, 0, 1, 0, 0]);
  });

  test('a joint between two bones is shared by both, a place in no part goes with the whole puppet', () => {
    const parts = [bonePart('arm', [0, 0, 0], [0, 0, 1], 0.3), bonePart('hand', [0, 0, 1], [0, 0, 2], 0.3, 'arm')];
    const [whole, arm, hand] = weightsAt(parts, Float64Array.of(0, 0, 1));
    expect(whole).toBe(0);
    expect(Math.min(arm, hand)).toBeGreaterThan(0.3);
  });

  test('a part inside of the part that it is linked to takes its core over', () => {
    const head = boxPart('head', [0, 0, 0], [1, 1, 1]);
    const eye = bonePart('eye', [0, 0, 0.4], [0, 0, 0.6], 0.3, 'head');
    const [, onHead, onEye] = weightsAt([head, eye], Float64Array.of(0, 0.05, 0.5));
    expect(onEye).toBe(1);
    expect(onHead).toBe(0);
  });

  test('the hold of a part fades outside of it instead of ending at once', () => {
    const parts = [bonePart('arm', [0, 0, -0.5], [0, 0, 0.5], 1)];
    const points = [1, 1.05, 1.1, 1.2].flatMap((radius) => [radius, 0, 0]);
    const table = weightsAt(parts, Float64Array.from(points));
    const [onBoundary, near, far, outside] = [table[1], table[3], table[5], table[7]];
    expect(onBoundary).toBeCloseTo(1, 5);
    expect(near).toBeGreaterThan(far);
    expect(far).toBeGreaterThan(0);
    expect(outside).toBe(0);
  });
});

test.each(seeds(5))('an edit of one part works only that part out again, to the same weights (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const mesh = meshOfPlaces(Float64Array.from({ length: 1500 }, () => 0.8 * random() - 0.4));
  const parts = randomParts(random);
  const reaches = reachParts(mesh, parts);
  const edited = parts.with(3, { ...bonePart('part 3', [0, -0.2, 0], [0.1, 0.2, 0], 0.2), parent: parts[3].parent });
  const again = reachParts(mesh, edited, { parts, reaches });
  expect(again.filter((reach, i) => reach !== reaches[i])).toHaveLength(1);
  expect(bindReaches(mesh, edited, again)).toEqual(bindParts(mesh, edited));
});
