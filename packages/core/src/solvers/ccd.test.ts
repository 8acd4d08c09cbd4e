import { describe, expect, test } from 'vitest';
import { createQuat, createVec3, quat, vec3 } from '../math/index.js';
import { randomTransform, randomUnit, seededRandom, seeds, transformPoint } from '../testing.js';
import {
  ballDofs,
  buildArticulatedChain,
  createArticulatedChainState,
  resetArticulatedChain,
  updateArticulatedChain,
} from './articulatedChain.js';
import {
  boneLengthError,
  goalAt,
  hingeDofs,
  limitError,
  randomChainState,
  randomizeAngles,
  randomLimitedChain,
  straightChain,
} from './articulatedChain.testing.js';
import { type CcdParams, createCcdOutput, defaultCcdParams, solveCcd } from './ccd.js';
import type { ChainGoal } from './chainGoal.js';

const areFinite = (values: Float64Array) => values.every(Number.isFinite);

describe('reachable goals are reached and bones keep their length', () => {
  test.each(seeds(30))('position, from any pose (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = straightChain(2 + (seed % 9), 0.2 + random());
    const state = randomChainState(chain, random);
    const start = state.angles.slice();
    randomizeAngles(chain, state, random);
    const goal = goalAt(state, chain.jointCount, false);
    state.angles.set(start);
    const out = createCcdOutput(chain);
    solveCcd(chain, state, [goal], defaultCcdParams, out);
    expect(out.reached).toBe(true);
    expect(out.positionError).toBeLessThanOrEqual(1e-4);
    expect(boneLengthError(chain, state)).toBeLessThan(1e-12);
  });

  test.each(seeds(40))('position and rotation (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = straightChain(6 + (seed % 5), 0.3 + random());
    const state = randomChainState(chain, random);
    const goal = goalAt(state, chain.jointCount, true);
    resetArticulatedChain(chain, state);
    const out = createCcdOutput(chain);
    const params: CcdParams = { ...defaultCcdParams, positionTolerance: 1e-3, maxSweeps: 400 };
    solveCcd(chain, state, [goal], params, out);
    expect(out.positionError).toBeLessThanOrEqual(1e-3);
    expect(out.rotationError).toBeLessThanOrEqual(2e-3);
  });

  test.each(seeds(40))('an inner point and the tip at once (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = straightChain(8, 1);
    const state = randomChainState(chain, random);
    const goals = [goalAt(state, 4, false), goalAt(state, 8, false)];
    for (let dof = 0; dof < chain.dofCount; dof++) state.angles[dof] += 0.6 * random() - 0.3;
    const out = createCcdOutput(chain);
    solveCcd(chain, state, goals, { ...defaultCcdParams, positionTolerance: 1e-3, maxSweeps: 500 }, out);
    expect(out.positionError).toBeLessThanOrEqual(1e-3);
  });
});

test.each(seeds(30))('limits hold after every sweep, and the cost never rises (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = randomLimitedChain(random, 2 + (seed % 7));
  const state = randomChainState(chain, random);
  const target = vec3.scaleAndAdd(createVec3(), [0, 0, 0], randomUnit(random), chain.length * 1.5 * random());
  for (let i = 0; i < 3; i++) target[i] += state.rootPosition[i];
  const goal: ChainGoal = { point: chain.jointCount, positionWorld: target, rotationWorld: null };
  const out = createCcdOutput(chain);
  let cost = Number.POSITIVE_INFINITY;
  for (let sweep = 0; sweep < 40; sweep++) {
    solveCcd(chain, state, [goal], { ...defaultCcdParams, maxSweeps: 1 }, out);
    expect(limitError(chain, state)).toBe(0);
    expect(boneLengthError(chain, state)).toBeLessThan(1e-12);
    expect(out.cost).toBeLessThanOrEqual(cost);
    cost = out.cost;
  }
});

test.each(seeds(40))('a goal out of reach is approached, then held without any motion (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = straightChain(2 + (seed % 8), 0.8);
  const state = randomChainState(chain, random);
  const target = vec3.scaleAndAdd(createVec3(), [0, 0, 0], randomUnit(random), chain.length * (1.1 + random()));
  for (let i = 0; i < 3; i++) target[i] += state.rootPosition[i];
  const goal: ChainGoal = { point: chain.jointCount, positionWorld: target, rotationWorld: null };
  const out = createCcdOutput(chain);
  const errors: number[] = [];
  for (let frame = 0; frame < 30; frame++) {
    solveCcd(chain, state, [goal], defaultCcdParams, out);
    errors.push(out.positionError);
  }
  for (let frame = 1; frame < errors.length; frame++) expect(errors[frame]).toBeLessThanOrEqual(errors[frame - 1]);
  const before = state.angles.slice();
  solveCcd(chain, state, [goal], defaultCcdParams, out);
  expect([...state.angles]).toEqual([...before]);
  expect(out.reached).toBe(false);
  const nearest = Math.hypot(...[0, 1, 2].map((i) => target[i] - state.rootPosition[i])) - chain.length;
  expect(out.positionError - nearest).toBeLessThan(0.01 * chain.length);
});

test.each(seeds(40))('the answer turns and moves with the parent (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = randomLimitedChain(random, 6);
  const state = randomChainState(chain, random);
  const start = state.angles.slice();
  randomizeAngles(chain, state, random);
  const goal = goalAt(state, 6, seed % 2 === 0);
  state.angles.set(start);
  const params = { ...defaultCcdParams, maxSweeps: 5 };
  solveCcd(chain, state, [goal], params, createCcdOutput(chain));

  const transform = randomTransform(random, 3);
  const moved = createArticulatedChainState(chain);
  moved.angles.set(start);
  moved.rootPosition.set([...transformPoint(transform, state.rootPosition)]);
  moved.rootRotation.set([...quat.multiply(createQuat(), transform.rotation, state.rootRotation)]);
  const movedGoal: ChainGoal = {
    point: 6,
    positionWorld: transformPoint(transform, goal.positionWorld),
    rotationWorld:
      goal.rotationWorld === null ? null : quat.multiply(createQuat(), transform.rotation, goal.rotationWorld),
  };
  solveCcd(chain, moved, [movedGoal], params, createCcdOutput(chain));
  for (let dof = 0; dof < chain.dofCount; dof++) expect(moved.angles[dof]).toBeCloseTo(state.angles[dof], 6);
});

test('weights spread the bend: the tip bends less and the root more than without them', () => {
  const goal: ChainGoal = { point: 6, positionWorld: createVec3(0.6, 0.3, 0), rotationWorld: null };
  const bends = [1, 0.2].map((weight) => {
    const chain = buildArticulatedChain(
      Array.from({ length: 6 }, () => ({ bone: [0, 1 / 6, 0], dofs: hingeDofs([0, 0, 1]), weight })),
    );
    const state = createArticulatedChainState(chain);
    state.angles.fill(0.01);
    const out = createCcdOutput(chain);
    solveCcd(chain, state, [goal], defaultCcdParams, out);
    expect(out.reached).toBe(true);
    return state.angles.map(Math.abs);
  });
  const spread = (angles: Float64Array) => Math.max(...angles) - Math.min(...angles);
  expect(spread(bends[1])).toBeLessThan(spread(bends[0]));
});

describe('degenerate cases stay finite', () => {
  const ball = { bone: [0, 0.25, 0] as const, dofs: ballDofs() };
  const straight = [ball, ball, ball, ball];
  test.each([
    ['straight chain, goal on its line', straight, [0, 0.6, 0], true],
    ['straight chain, goal on its line behind the root', straight, [0, -0.6, 0], true],
    ['straight chain, goal on its line out of reach', straight, [0, 3, 0], false],
    ['goal on the root', straight, [0, 0, 0], true],
    ['a bone without length', [ball, { ...ball, bone: [0, 0, 0] as const }, ball], [0.2, 0.2, 0], true],
    ['no bone with a length', [{ ...ball, bone: [0, 0, 0] as const }], [0.2, 0.2, 0], false],
    ['weights of zero', straight.map((joint) => ({ ...joint, weight: 0 })), [0.2, 0.2, 0], false],
    ['no degree of freedom', straight.map((joint) => ({ ...joint, dofs: [] })), [0.2, 0.2, 0], false],
    ['a goal that is no number', straight, [Number.NaN, 0, 0], false],
  ] as const)('%s', (_, joints, target, isReached) => {
    const chain = buildArticulatedChain(joints);
    const state = createArticulatedChainState(chain);
    const out = createCcdOutput(chain);
    const goal: ChainGoal = { point: chain.jointCount, positionWorld: createVec3(...target), rotationWorld: null };
    solveCcd(chain, state, [goal], defaultCcdParams, out);
    expect(areFinite(state.angles) && areFinite(state.worldPositions)).toBe(true);
    expect(out.reached).toBe(isReached);
    const again = state.worldPositions.slice();
    updateArticulatedChain(chain, state);
    expect([...state.worldPositions]).toEqual([...again]);
  });
});

test('the same input gives the same bits', () => {
  const run = () => {
    const chain = randomLimitedChain(seededRandom(9), 7);
    const state = randomChainState(chain, seededRandom(10));
    const goal: ChainGoal = { point: 7, positionWorld: createVec3(0.3, 1, 0.2), rotationWorld: createQuat() };
    solveCcd(chain, state, [goal], defaultCcdParams, createCcdOutput(chain));
    return [...state.angles];
  };
  expect(run()).toEqual(run());
});

test('a bone does not flicker about itself for a goal that its twist hardly changes', () => {
  const joint = { bone: [0, 0, -0.1] as const, dofs: ballDofs([-1.5, 1.5]) };
  const chain = buildArticulatedChain([joint, joint, joint]);
  const state = createArticulatedChainState(chain);
  const out = createCcdOutput(chain);
  let largest = 0;
  for (let frame = 0; frame < 60; frame++) {
    const before = state.angles.slice();
    // A finger pulls the tip up and down again, and trembles.
    const goal = createVec3(1e-7 * Math.sin(9 * frame), 0.05 - 0.05 * Math.cos(frame / 5), -0.3);
    solveCcd(chain, state, [{ point: 3, positionWorld: goal, rotationWorld: null }], defaultCcdParams, out);
    for (const twist of [2, 5, 8]) largest = Math.max(largest, Math.abs(state.angles[twist] - before[twist]));
  }
  expect(largest).toBeLessThan(0.01);
});
