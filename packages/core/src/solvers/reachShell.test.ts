import { expect, test } from 'vitest';
import { createVec3, type Vec3, vec3 } from '../math/index.js';
import { randomPoint, randomTransform, seededRandom, seeds, transformPoint } from '../testing.js';
import { ballDofs, buildArticulatedChain } from './articulatedChain.js';
import { measureReachShell, nearestInShell, nearestInShells, type ReachShell } from './reachShell.js';

const isInside = (point: Vec3, centre: Vec3, shell: ReachShell) => {
  const distance = vec3.distance(point, centre);
  return distance > shell.min - 1e-7 && distance < shell.max + 1e-7;
};

function randomShell(random: () => number): ReachShell {
  const max = 0.2 + random();
  return { min: random() < 0.5 ? 0 : random() * max, max };
}

test('a longest bone that the others cannot fold back leaves a hollow', () => {
  const bone = (length: number) => ({ bone: [0, length, 0] as const, dofs: ballDofs() });
  const chain = buildArticulatedChain([bone(1), bone(0.2), bone(0.3), bone(0.4)]);
  const shell = { min: 0, max: 0 };
  expect(measureReachShell(chain, 0, 3, shell)).toEqual({ min: 0.5, max: 1.5 });
  expect(measureReachShell(chain, 1, 4, shell).min).toBe(0);
  expect(measureReachShell(chain, 2, 2, shell)).toEqual({ min: 0, max: 0 });
});

test.each(seeds(30))('no sampled point of both shells is nearer to the goal (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [centreA, centreB] = [randomPoint(random, 0.5), randomPoint(random, 0.5)];
  const [shellA, shellB] = [randomShell(random), randomShell(random)];
  const goal = randomPoint(random, 1.5);
  const nearest = createVec3();
  const doMeet = nearestInShells(nearest, goal, centreA, shellA, centreB, shellB);
  if (doMeet) {
    expect(isInside(nearest, centreA, shellA)).toBe(true);
    expect(isInside(nearest, centreB, shellB)).toBe(true);
  }
  let nearestSample = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3000; i++) {
    // Half of the samples close to the answer: a wrong corner shows there first.
    const sample = randomPoint(random, i % 2 === 0 ? 1.5 : 0.05);
    if (i % 2 === 1) vec3.add(sample, sample, nearest);
    if (!isInside(sample, centreA, shellA) || !isInside(sample, centreB, shellB)) continue;
    nearestSample = Math.min(nearestSample, vec3.distance(sample, goal));
  }
  if (!doMeet) expect(nearestSample).toBe(Number.POSITIVE_INFINITY);
  expect(nearestSample).toBeGreaterThan(vec3.distance(nearest, goal) - 1e-6);
});

test.each(seeds(30))('does not depend on where in the room it is asked (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const points = [randomPoint(random, 1.5), randomPoint(random, 0.5), randomPoint(random, 0.5)];
  const [shellA, shellB] = [randomShell(random), randomShell(random)];
  const transform = randomTransform(random, 3);
  const [goal, centreA, centreB] = points;
  const [movedGoal, movedA, movedB] = points.map((point) => transformPoint(transform, point));
  const here = createVec3();
  const there = createVec3();
  nearestInShells(here, goal, centreA, shellA, centreB, shellB);
  nearestInShells(there, movedGoal, movedA, shellA, movedB, shellB);
  expect(vec3.distance(there, transformPoint(transform, here))).toBeLessThan(1e-6);
});

test('a goal inside is its own answer, to the bit', () => {
  const goal = createVec3(0.1, 0.2, 0.3);
  const out = createVec3();
  const shell = { min: 0, max: 1 };
  expect(nearestInShells(out, goal, createVec3(), shell, createVec3(0.5, 0, 0), shell)).toBe(true);
  expect([...out]).toEqual([...goal]);
  expect([...nearestInShell(out, goal, createVec3(), shell)]).toEqual([...goal]);
});

test.each([
  ['too far apart', [3, 0, 0], { min: 0, max: 1 }, { min: 0, max: 1 }, [1.5, 0, 0]],
  ['one in the hollow of the other', [0.5, 0, 0], { min: 3, max: 4 }, { min: 0, max: 1 }, [2.25, 0, 0]],
  ['and the other way round', [0.5, 0, 0], { min: 0, max: 1 }, { min: 3, max: 4 }, [-1.75, 0, 0]],
] as const)('shells %s are missed by the same amount', (_, centreB, shellA, shellB, expected) => {
  const out = createVec3();
  expect(nearestInShells(out, createVec3(0, 2, 0), createVec3(), shellA, createVec3(...centreB), shellB)).toBe(false);
  for (let i = 0; i < 3; i++) expect(out[i]).toBeCloseTo(expected[i], 12);
});

test.each([
  ['one centre', [0, 0, 0], [0, 3, 0]],
  ['one centre, goal on it', [0, 0, 0], [0, 0, 0]],
  ['goal on a centre', [0.4, 0, 0], [0.4, 0, 0]],
  ['goal on the line', [0.4, 0, 0], [9, 0, 0]],
] as const)('degenerate: %s', (_, centreB, goal) => {
  const out = createVec3();
  const shell = { min: 0.3, max: 1 };
  expect(nearestInShells(out, createVec3(...goal), createVec3(), shell, createVec3(...centreB), shell)).toBe(true);
  expect(isInside(out, createVec3(), shell) && isInside(out, createVec3(...centreB), shell)).toBe(true);
});
