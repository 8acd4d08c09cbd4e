import { describe, expect, test } from 'vitest';
import { createVec3, type ReadonlyVec3, vec3 } from '../math/index.js';
import {
  bytesPerCall,
  CALL_GARBAGE,
  randomPoint,
  randomQuat,
  randomTransform,
  randomUnit,
  seededRandom,
  seeds,
  transformPoint,
} from '../testing.js';
import { solveFabrik } from './fabrik.js';
import { boneLengthError, createFabrikOutput, jointAt } from './fabrik.testing.js';
import {
  buildFabrikChain,
  createFabrikState,
  type FabrikChain,
  type FabrikInput,
  type FabrikState,
  stretchFabrik,
} from './fabrikChain.js';

function asked(rootWorld: ReadonlyVec3, targetWorld: ReadonlyVec3): FabrikInput {
  return { rootWorld, targetWorld, toleranceMetres: 1e-3, maxIterations: 200 };
}

function expectFinite(state: FabrikState): void {
  for (const value of state.positions) expect(Number.isFinite(value)).toBe(true);
}

function randomChain(random: () => number, boneCount: number): FabrikChain {
  return buildFabrikChain(Array.from({ length: boneCount }, () => 0.05 + 0.4 * random()));
}

/** Where the tip of a chain of random bends is: reachable by construction. */
function reachablePoint(random: () => number, chain: FabrikChain, rootWorld: ReadonlyVec3) {
  const target = vec3.copy(createVec3(), rootWorld);
  for (const length of chain.lengths) vec3.scaleAndAdd(target, target, randomUnit(random), length);
  return target;
}

describe.each([2, 3, 4, 10, 30])('%i bones', (boneCount) => {
  test('every reachable target of 300 is reached, bones keep their length', () => {
    for (const seed of seeds(300)) {
      const random = seededRandom(seed);
      const chain = randomChain(random, boneCount);
      const state = createFabrikState(chain);
      const root = randomPoint(random, 2);
      const target = reachablePoint(random, chain, root);
      const out = createFabrikOutput();
      solveFabrik(chain, state, asked(root, target), out);
      const error = vec3.distance(jointAt(state, boneCount), target);
      expect(out.reached, `seed ${seed}, error ${error}`).toBe(true);
      expect(error).toBeLessThan(1e-3);
      expect(Math.abs(error - out.error)).toBeLessThan(1e-9);
      expect(vec3.distance(jointAt(state, 0), root)).toBe(0);
      expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
    }
  });

  test('so are those near full reach, from a random start', () => {
    for (const seed of seeds(100)) {
      const random = seededRandom(seed);
      const chain = randomChain(random, boneCount);
      const state = createFabrikState(chain);
      state.positions.set(state.positions.map(() => random() - 0.5));
      const share = 1 - 0.05 * random() ** 4;
      const target = vec3.scale(createVec3(), randomUnit(random), chain.reach * share);
      const out = createFabrikOutput();
      solveFabrik(chain, state, asked([0, 0, 0], target), out);
      expect(out.reached, `seed ${seed}, ${share} of the reach, error ${out.error}`).toBe(true);
      expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
    }
  });
});

test.each(seeds(30))('out of reach it lies straight towards the target, at once and for good (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = randomChain(random, 2 + Math.floor(random() * 8));
  const state = createFabrikState(chain);
  const root = randomPoint(random, 2);
  const direction = randomUnit(random);
  const target = vec3.scaleAndAdd(createVec3(), root, direction, chain.reach * (1 + 3 * random()));
  const out = createFabrikOutput();
  solveFabrik(chain, state, asked(root, target), out);
  expect(out.iterations).toBe(0);
  expect(out.error).toBeCloseTo(vec3.distance(root, target) - chain.reach, 9);
  expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
  const tip = vec3.scaleAndAdd(createVec3(), root, direction, chain.reach);
  expect(vec3.distance(jointAt(state, chain.boneCount), tip)).toBeLessThan(1e-9);
  const before = [...state.positions];
  solveFabrik(chain, state, asked(root, target), out);
  expect([...state.positions]).toEqual(before);
});

test.each(seeds(50))('too near for its longest bone it folds, at once and for good (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = buildFabrikChain([0.1 * random(), 0.6, 0.2 * random()]);
  const state = createFabrikState(chain);
  const target = vec3.scale(createVec3(), randomUnit(random), chain.nearest * random());
  const out = createFabrikOutput();
  solveFabrik(chain, state, asked([0, 0, 0], target), out);
  expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
  expect(vec3.distance(jointAt(state, 3), target)).toBeCloseTo(chain.nearest - vec3.length(target), 9);
  const before = [...state.positions];
  solveFabrik(chain, state, asked([0, 0, 0], target), out);
  for (let i = 0; i < before.length; i++) expect(state.positions[i]).toBeCloseTo(before[i], 12);
});

test.each(seeds(50))('solving again comes to rest on the target (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = randomChain(random, 6);
  const state = createFabrikState(chain);
  const input = asked([0, 0, 0], reachablePoint(random, chain, [0, 0, 0]));
  const out = createFabrikOutput();
  for (let i = 0; i < 60; i++) solveFabrik(chain, state, input, out);
  const before = Float64Array.from(state.positions);
  solveFabrik(chain, state, input, out);
  expect(out.error).toBeLessThan(1e-3);
  for (let i = 0; i < before.length; i++) expect(Math.abs(state.positions[i] - before[i])).toBeLessThan(1e-5);
});

test.each(seeds(30))('the answer does not depend on the parent transform (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = randomChain(random, 4);
  const [state, moved] = [createFabrikState(chain), createFabrikState(chain)];
  const transform = randomTransform(random, 3);
  const target = reachablePoint(random, chain, [0, 0, 0]);
  for (let joint = 0; joint <= 4; joint++) {
    moved.positions.set(transformPoint(transform, jointAt(state, joint)), joint * 3);
  }
  solveFabrik(chain, state, asked([0, 0, 0], target), createFabrikOutput());
  solveFabrik(chain, moved, asked(transform.translation, transformPoint(transform, target)), createFabrikOutput());
  for (let joint = 0; joint <= 4; joint++) {
    expect(vec3.distance(jointAt(moved, joint), transformPoint(transform, jointAt(state, joint)))).toBeLessThan(1e-6);
  }
});

describe('stuck on the line to the target', () => {
  test.each([0.05, 0.3, 0.5, 0.9, 0.99])('a straight chain pointing at a target at %f of its reach bends', (share) => {
    const chain = buildFabrikChain([0.3, 0.25, 0.2, 0.2]);
    for (const direction of [
      [0, 0, 1],
      [0, 1, 0],
      [0, 0, -1],
    ] as const) {
      const state = createFabrikState(chain);
      stretchFabrik(chain, state, [1, 2, 3], direction);
      const target = vec3.scaleAndAdd(createVec3(), [1, 2, 3], direction, share * chain.reach);
      const out = createFabrikOutput();
      solveFabrik(chain, state, asked([1, 2, 3], target), out);
      expect(out.reached).toBe(true);
      expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
    }
  });

  test('it bends towards +Y of the root frame, whichever way that is', () => {
    const chain = buildFabrikChain([0.3, 0.3]);
    const random = seededRandom(5);
    for (let i = 0; i < 20; i++) {
      const rootFrameWorld = randomQuat(random);
      const forward = vec3.transformQuat(createVec3(), [0, 0, 1], rootFrameWorld);
      const up = vec3.transformQuat(createVec3(), [0, 1, 0], rootFrameWorld);
      const state = createFabrikState(chain);
      stretchFabrik(chain, state, [0, 0, 0], forward);
      const target = vec3.scale(createVec3(), forward, 0.4);
      solveFabrik(chain, state, { ...asked([0, 0, 0], target), rootFrameWorld }, createFabrikOutput());
      expect(vec3.dot(jointAt(state, 1), up)).toBeGreaterThan(0.2);
    }
  });
});

describe('degenerate', () => {
  test.each([
    ['target on the root', [0.3, 0.2, 0.2], [0, 0, 0]],
    ['target on the root, two equal bones', [0.3, 0.3], [0, 0, 0]],
    ['target on the root of a straight even chain', [0.2, 0.2, 0.2, 0.2], [0, 0, 0]],
    ['zero-length bone', [0.3, 0, 0.3], [0.1, 0.2, 0.3]],
    ['zero-length first and last bone', [0, 0.3, 0.3, 0], [0.1, 0.2, 0.3]],
    ['one bone', [0.3], [0.1, 0, 0]],
    ['one bone, target on the root', [0.3], [0, 0, 0]],
    ['nothing but zero lengths', [0, 0, 0], [0.1, 0, 0]],
    ['exactly at full reach', [0.25, 0.25], [0, 0, 0.5]],
  ])('%s: finite, bones kept, and the same twice', (_, lengths, target) => {
    const chain = buildFabrikChain(lengths);
    const [state, again] = [createFabrikState(chain), createFabrikState(chain)];
    solveFabrik(chain, state, asked([0, 0, 0], createVec3(...target)), createFabrikOutput());
    solveFabrik(chain, again, asked([0, 0, 0], createVec3(...target)), createFabrikOutput());
    expectFinite(state);
    expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
    expect([...again.positions]).toEqual([...state.positions]);
  });

  test('all joints in one point, as a pre-step might leave them', () => {
    const chain = buildFabrikChain([0.3, 0.2, 0.2]);
    const state = createFabrikState(chain);
    state.positions.fill(0);
    const out = createFabrikOutput();
    solveFabrik(chain, state, asked([0, 0, 0], [0.2, 0.3, 0.1]), out);
    expect(out.reached).toBe(true);
    expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
  });

  test('refuses what is no chain, and says where', () => {
    expect(() => buildFabrikChain([])).toThrow(/expected at least one bone/);
    expect(() => buildFabrikChain([0.1, -1])).toThrow(/lengths\[1\]/);
    expect(() => buildFabrikChain([0.1, Number.NaN])).toThrow(/lengths\[1\]/);
  });
});

test('a displaced joint pulls the answer its way', () => {
  const chain = buildFabrikChain([0.3, 0.3, 0.1]);
  for (const side of [-1, 1]) {
    const state = createFabrikState(chain);
    solveFabrik(chain, state, asked([0, 0, 0], [0, 0, 0.5]), createFabrikOutput());
    state.positions[3] = 0.4 * side;
    solveFabrik(chain, state, asked([0, 0, 0], [0, 0, 0.5]), createFabrikOutput());
    expect(state.positions[3] * side).toBeGreaterThan(0.1);
    expect(boneLengthError(chain, state)).toBeLessThan(1e-9);
  }
});

test('leaves hardly any garbage', () => {
  const chain = buildFabrikChain([0.15, 0.3, 0.25]);
  const state = createFabrikState(chain);
  const inputs = seeds(64).map((seed) => asked(createVec3(), randomPoint(seededRandom(seed), 0.5)));
  const out = createFabrikOutput();
  let next = 0;
  expect(bytesPerCall(() => solveFabrik(chain, state, inputs[next++ % 64], out))).toBeLessThan(CALL_GARBAGE);
});
