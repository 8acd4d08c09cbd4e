import { describe, expect, test } from 'vitest';
import { createVec3, type ReadonlyVec3, vec3 } from '../math/index.js';
import { randomPoint, randomTransform, seededRandom, seeds, transformPoint } from '../testing.js';
import {
  type ArticulatedChain,
  type ArticulatedChainState,
  createArticulatedChainState,
  updateArticulatedChain,
} from './articulatedChain.js';
import {
  boneLengthError,
  limitError,
  randomChainState,
  randomLimitedChain,
  straightChain,
} from './articulatedChain.testing.js';
import { defaultCcdParams } from './ccd.js';
import { type CcdInnerInput, createCcdInnerOutput, solveCcdInner } from './ccdInner.js';
import { measureReachShell } from './reachShell.js';

const at = ({ worldPositions: pos }: ArticulatedChainState, point: number) =>
  createVec3(pos[point * 3], pos[point * 3 + 1], pos[point * 3 + 2]);

const near = (state: ArticulatedChainState, point: number, random: () => number, extent: number) =>
  vec3.add(createVec3(), at(state, point), randomPoint(random, extent));

/** A chain in a random pose, one inner joint dragged by up to `extent`, both ends held. */
function heldProblem(seed: number, chain: ArticulatedChain, extent: number) {
  const random = seededRandom(seed);
  const state = randomChainState(chain, random);
  const point = 1 + Math.floor(random() * (chain.jointCount - 1));
  const effectors = [{ point, positionWorld: near(state, point, random, extent) }];
  const input: CcdInnerInput = { effectors, isRootFree: false, tipWorld: at(state, chain.jointCount) };
  return { random, state, point, input, rootWorld: at(state, 0), tipWorld: at(state, chain.jointCount) };
}

describe('both ends held', () => {
  test.each(seeds(30))(
    'the joint goes where it is dragged, the ends stay, bones keep their length (seed %i)',
    (seed) => {
      const chain = straightChain(4 + (seed % 7), 1);
      const { state, point, input, rootWorld, tipWorld } = heldProblem(seed, chain, 0.1);
      const out = createCcdInnerOutput(chain);
      solveCcdInner(chain, state, input, defaultCcdParams, out);
      expect(out.effectorError).toBeLessThan(1e-3);
      expect(vec3.distance(at(state, point), out.goalsWorld.slice(0, 3))).toBeCloseTo(out.effectorError, 9);
      expect(vec3.distance(at(state, 0), rootWorld)).toBe(0);
      expect(vec3.distance(at(state, chain.jointCount), tipWorld)).toBeLessThan(1e-4);
      expect(boneLengthError(chain, state)).toBeLessThan(1e-12);
    },
  );

  test.each(seeds(30))('a goal out of reach is replaced by one that both sides can reach (seed %i)', (seed) => {
    const chain = straightChain(3 + (seed % 6), 1);
    const { state, point, input, rootWorld, tipWorld } = heldProblem(seed, chain, 3);
    const out = createCcdInnerOutput(chain);
    solveCcdInner(chain, state, input, defaultCcdParams, out);
    const goal = out.goalsWorld.slice(0, 3);
    const shell = measureReachShell(chain, 0, point, { min: 0, max: 0 });
    expect(vec3.distance(goal, rootWorld)).toBeLessThan(shell.max + 1e-7);
    measureReachShell(chain, point, chain.jointCount, shell);
    expect(vec3.distance(goal, tipWorld)).toBeLessThan(shell.max + 1e-7);
    expect(vec3.distance(at(state, chain.jointCount), tipWorld)).toBeLessThan(1e-4);
    expect(out.effectorError).toBeLessThan(0.01);
  });

  test.each(seeds(40))('with limits the chain never opens and never leaves them (seed %i)', (seed) => {
    const chain = randomLimitedChain(seededRandom(seed), 4 + (seed % 5));
    const { state, point, input, tipWorld } = heldProblem(seed, chain, 0.5);
    const start = vec3.distance(at(state, point), input.effectors[0].positionWorld);
    const out = createCcdInnerOutput(chain);
    for (let frame = 0; frame < 5; frame++) {
      solveCcdInner(chain, state, input, defaultCcdParams, out);
      expect(vec3.distance(at(state, chain.jointCount), tipWorld)).toBeLessThanOrEqual(1e-4);
      expect(limitError(chain, state)).toBe(0);
    }
    expect(vec3.distance(at(state, point), out.goalsWorld.slice(0, 3))).toBeLessThanOrEqual(start);
  });

  test.each(seeds(30))('asked again, it gets no worse and comes to rest (seed %i)', (seed) => {
    const chain = straightChain(6, 1);
    const { state, input } = heldProblem(seed, chain, 2);
    const out = createCcdInnerOutput(chain);
    let error = Number.POSITIVE_INFINITY;
    for (let frame = 0; frame < 40; frame++) {
      solveCcdInner(chain, state, input, defaultCcdParams, out);
      expect(out.effectorError).toBeLessThanOrEqual(error);
      error = out.effectorError;
    }
    const before = state.worldPositions.slice();
    solveCcdInner(chain, state, input, defaultCcdParams, out);
    for (let i = 0; i < before.length; i++) expect(state.worldPositions[i]).toBeCloseTo(before[i], 3);
  });

  test.each(seeds(30))('several effectors at once (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = straightChain(9, 1);
    const state = randomChainState(chain, random);
    const effectors = [3, 6].map((point) => ({ point, positionWorld: near(state, point, random, 0.04) }));
    const tipWorld = at(state, 9);
    const out = createCcdInnerOutput(chain);
    solveCcdInner(chain, state, { effectors, isRootFree: false, tipWorld }, defaultCcdParams, out);
    expect(out.effectorError).toBeLessThan(2e-3);
    expect(vec3.distance(at(state, 9), tipWorld)).toBeLessThan(1e-4);
  });

  test('an end that was out of place comes home', () => {
    const chain = straightChain(5, 1);
    const state = randomChainState(chain, seededRandom(4));
    const tipWorld = near(state, 5, seededRandom(5), 0.05);
    const effectors = [{ point: 2, positionWorld: at(state, 2) }];
    const out = createCcdInnerOutput(chain);
    solveCcdInner(chain, state, { effectors, isRootFree: false, tipWorld }, defaultCcdParams, out);
    expect(out.tipGap).toBeLessThan(1e-4);
  });
});

describe('free ends', () => {
  const solve = (seed: number, isRootFree: boolean, isTipFree: boolean, point: number) => {
    const random = seededRandom(seed);
    const chain = straightChain(7, 1);
    const state = randomChainState(chain, random);
    const before = createArticulatedChainState(chain);
    before.rootPosition.set(state.rootPosition);
    before.rootRotation.set(state.rootRotation);
    before.angles.set(state.angles);
    updateArticulatedChain(chain, before);
    const goal = near(state, point, random, 0.15);
    const out = createCcdInnerOutput(chain);
    const tipWorld = isTipFree ? null : at(state, 7);
    solveCcdInner(
      chain,
      state,
      { effectors: [{ point, positionWorld: goal }], isRootFree, tipWorld },
      defaultCcdParams,
      out,
    );
    expect(boneLengthError(chain, state)).toBeLessThan(1e-12);
    // Goals at full stretch are approached, not met to the tenth of a millimetre.
    expect(out.effectorError).toBeLessThan(1e-3);
    return { state, before, goal: out.goalsWorld.slice(0, 3) };
  };
  const distances = (state: ArticulatedChainState, points: number[]) =>
    points.flatMap((a) => points.map((b) => vec3.distance(at(state, a), at(state, b))));
  const expectSame = (actual: number[], expected: number[]) => {
    actual.forEach((value, i) => void expect(value).toBeCloseTo(expected[i], 9));
  };

  test.each(seeds(30))('tip free: the root stays and the rest beyond the joint is carried along (seed %i)', (seed) => {
    const { state, before, goal } = solve(seed, false, true, 4);
    expect(vec3.distance(at(state, 4), goal)).toBeLessThan(1e-3);
    expect(vec3.distance(at(state, 0), at(before, 0))).toBe(0);
    expectSame(distances(state, [4, 5, 6, 7]), distances(before, [4, 5, 6, 7]));
  });

  test.each(seeds(30))('root free: the tip stays and the rest before the joint is carried along (seed %i)', (seed) => {
    const { state, before, goal } = solve(seed, true, false, 3);
    expect(vec3.distance(at(state, 3), goal)).toBeLessThan(1e-3);
    expect(vec3.distance(at(state, 7), at(before, 7))).toBeLessThan(1e-12);
    expectSame(distances(state, [0, 1, 2, 3]), distances(before, [0, 1, 2, 3]));
  });

  test.each(seeds(10))('root free and dragged itself: the chain turned round (seed %i)', (seed) => {
    const { state, before, goal } = solve(seed, true, false, 0);
    expect(vec3.distance(at(state, 0), goal)).toBeLessThan(1e-3);
    expect(vec3.distance(at(state, 7), at(before, 7))).toBeLessThan(1e-12);
  });

  test.each(seeds(10))('both free: the whole chain moves as it is (seed %i)', (seed) => {
    const { state, before, goal } = solve(seed, true, true, 3);
    expect(vec3.distance(at(state, 3), goal)).toBeLessThan(1e-9);
    const all = [0, 1, 2, 3, 4, 5, 6, 7];
    expectSame(distances(state, all), distances(before, all));
  });
});

test.each(seeds(20))('the answer moves with the parent (seed %i)', (seed) => {
  const chain = straightChain(6, 1);
  const { random, state, input } = heldProblem(seed, chain, 0.3);
  const transform = randomTransform(random, 3);
  const moved = createArticulatedChainState(chain);
  const turn = (point: ReadonlyVec3) => transformPoint(transform, point);
  moved.rootPosition.set([...turn(state.rootPosition)]);
  const [ax, ay, az, aw] = transform.rotation;
  const [bx, by, bz, bw] = state.rootRotation;
  moved.rootRotation.set([
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ]);
  moved.angles.set(state.angles);
  const out = createCcdInnerOutput(chain);
  solveCcdInner(chain, state, input, defaultCcdParams, out);
  const there = {
    effectors: input.effectors.map(({ point, positionWorld }) => ({ point, positionWorld: turn(positionWorld) })),
    isRootFree: false,
    tipWorld: input.tipWorld === null ? null : turn(input.tipWorld),
  };
  solveCcdInner(chain, moved, there, defaultCcdParams, out);
  for (let point = 0; point <= 6; point++) {
    expect(vec3.distance(at(moved, point), turn(at(state, point)))).toBeLessThan(2e-3);
  }
});

test.each([
  ['a straight chain pulled sideways', [0.3, 0.5, 0]],
  ['dragged onto the root', [0, 0, 0]],
  ['dragged onto the tip', [0, 1, 0]],
  ['dragged to nowhere', [Number.NaN, 0, 0]],
] as const)('degenerate: %s stays finite and whole', (_, goal) => {
  const chain = straightChain(4, 1);
  const state = createArticulatedChainState(chain);
  const out = createCcdInnerOutput(chain);
  const input = {
    effectors: [{ point: 2, positionWorld: createVec3(...goal) }],
    isRootFree: false,
    tipWorld: createVec3(0, 1, 0),
  };
  solveCcdInner(chain, state, input, defaultCcdParams, out);
  expect(state.worldPositions.every(Number.isFinite)).toBe(true);
  expect(vec3.distance(at(state, 4), [0, 1, 0])).toBeLessThan(1e-4);
});
