import { describe, expect, test } from 'vitest';
import { createQuat, createVec3, quat, vec3 } from '../math/index.js';
import { randomTransform, randomUnit, seededRandom, seeds, transformPoint } from '../testing.js';
import {
  type ArticulatedChain,
  ballDofs,
  buildArticulatedChain,
  createArticulatedChainState,
  resetArticulatedChain,
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
import type { ChainGoal } from './chainGoal.js';
import { createJacobianOutput, defaultJacobianParams, solveJacobian, stepJacobian } from './jacobian.js';
import type { JacobianMethod } from './jacobianMatrix.js';

const methods: JacobianMethod[] = ['transpose', 'pseudoInverse', 'dampedLeastSquares'];
const withMethod = (method: JacobianMethod) => ({ ...defaultJacobianParams, method });

describe('reachable goals are reached and bones keep their length', () => {
  test.each(seeds(30))('damped least squares, from any pose, with rotation (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = straightChain(3 + (seed % 8), 0.2 + random());
    const state = randomChainState(chain, random);
    const start = state.angles.slice();
    randomizeAngles(chain, state, random);
    const goal = goalAt(state, chain.jointCount, seed % 2 === 0);
    state.angles.set(start);
    const out = createJacobianOutput(chain);
    solveJacobian(chain, state, [goal], defaultJacobianParams, out);
    expect(out.reached).toBe(true);
    expect(boneLengthError(chain, state)).toBeLessThan(1e-12);
  });

  test.each(seeds(40))('damped least squares through limits, and never outside them (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = randomLimitedChain(random, 8);
    const state = randomChainState(chain, random);
    const goal = goalAt(state, 8, false);
    resetArticulatedChain(chain, state);
    const out = createJacobianOutput(chain);
    solveJacobian(chain, state, [goal], defaultJacobianParams, out);
    expect(out.positionError).toBeLessThan(1e-3);
    expect(limitError(chain, state)).toBe(0);
  });

  test.each(seeds(20))('two goals at once (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = straightChain(8, 1);
    const state = randomChainState(chain, random);
    const goals = [goalAt(state, 4, true), goalAt(state, 8, true)];
    for (let dof = 0; dof < chain.dofCount; dof++) state.angles[dof] += 0.6 * random() - 0.3;
    const out = createJacobianOutput(chain, 2);
    solveJacobian(chain, state, goals, defaultJacobianParams, out);
    expect(out.reached).toBe(true);
  });

  test.each(methods)('%s, goal a little away', (method) => {
    for (const seed of seeds(30)) {
      const random = seededRandom(seed);
      const chain = straightChain(6, 1);
      const state = randomChainState(chain, random);
      const goal = goalAt(state, 6, false);
      for (let dof = 0; dof < chain.dofCount; dof++) state.angles[dof] += 0.1 * random() - 0.05;
      const out = createJacobianOutput(chain);
      solveJacobian(chain, state, [goal], withMethod(method), out);
      expect(out.positionError).toBeLessThan(1e-3);
    }
  });
});

describe('a stretched chain and a goal out of reach', () => {
  /** Distance that the tip travels in each of the later steps, metres. */
  const travels = (chain: ArticulatedChain, method: JacobianMethod) => {
    const state = createArticulatedChainState(chain);
    state.angles.fill(0.02);
    const goal: ChainGoal = { point: chain.jointCount, positionWorld: createVec3(0.3, 1.4, 0), rotationWorld: null };
    const out = createJacobianOutput(chain);
    const errors: number[] = [];
    const moves: number[] = [];
    for (let step = 0; step < 60; step++) {
      const before = state.worldPositions.slice(chain.jointCount * 3);
      stepJacobian(chain, state, [goal], withMethod(method), out);
      errors.push(out.positionError);
      moves.push(vec3.distance(before, state.worldPositions.slice(chain.jointCount * 3)));
    }
    return { errors: errors.slice(20), moves: moves.slice(20) };
  };
  const rises = (values: number[]) => values.filter((value, i) => i > 0 && value > values[i - 1] + 1e-3).length;
  const planar = buildArticulatedChain(
    Array.from({ length: 3 }, () => ({ bone: [0, 1 / 3, 0], dofs: hingeDofs([0, 0, 1]) })),
  );

  test.each([
    ['hinges', planar],
    ['ball joints', straightChain(4, 1)],
  ])('the pseudo-inverse oscillates, as Weimar 2008, fig. 4.1 says (%s)', (_, chain) => {
    const { errors, moves } = travels(chain, 'pseudoInverse');
    expect(rises(errors)).toBeGreaterThan(5);
    expect(Math.max(...moves)).toBeGreaterThan(0.1);
  });

  test.each([
    ['hinges', planar],
    ['ball joints', straightChain(4, 1)],
  ])('damped least squares comes to rest at full stretch (%s)', (_, chain) => {
    const { errors, moves } = travels(chain, 'dampedLeastSquares');
    expect(rises(errors)).toBe(0);
    expect(Math.max(...moves)).toBeLessThan(1e-2);
    expect(errors[errors.length - 1]).toBeLessThan(Math.hypot(0.3, 1.4) - 1 + 1e-3);
  });

  test.each(seeds(30))('asked every frame, the cost never rises and the chain comes to rest (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = randomLimitedChain(random, 2 + (seed % 6));
    const state = randomChainState(chain, random);
    const target = vec3.scaleAndAdd(createVec3(), [0, 0, 0], randomUnit(random), chain.length * (1.1 + random()));
    for (let i = 0; i < 3; i++) target[i] += state.rootPosition[i];
    const goal: ChainGoal = { point: chain.jointCount, positionWorld: target, rotationWorld: null };
    const out = createJacobianOutput(chain);
    let cost = Number.POSITIVE_INFINITY;
    for (let frame = 0; frame < 30; frame++) {
      solveJacobian(chain, state, [goal], defaultJacobianParams, out);
      expect(out.cost).toBeLessThanOrEqual(cost);
      cost = out.cost;
    }
    const before = state.angles.slice();
    solveJacobian(chain, state, [goal], defaultJacobianParams, out);
    expect([...state.angles]).toEqual([...before]);
  });
});

describe('limits', () => {
  test.each(methods)('hold after every step of %s', (method) => {
    for (const seed of seeds(30)) {
      const random = seededRandom(seed);
      const chain = randomLimitedChain(random, 5);
      const state = randomChainState(chain, random);
      const out = createJacobianOutput(chain);
      for (let step = 0; step < 20; step++) {
        const target = vec3.scale(createVec3(), randomUnit(random), 3);
        stepJacobian(
          chain,
          state,
          [{ point: 5, positionWorld: target, rotationWorld: null }],
          { ...withMethod(method), damping: 1e-3 },
          out,
        );
        expect(limitError(chain, state)).toBe(0);
        expect(state.worldPositions.every(Number.isFinite)).toBe(true);
      }
    }
  });

  test('an angle that has stopped at its limit hands its share to the others, and comes back', () => {
    const chain = buildArticulatedChain([
      { bone: [0, 0.5, 0], dofs: hingeDofs([0, 0, 1], [-0.1, 2]) },
      { bone: [0, 0.5, 0], dofs: hingeDofs([0, 0, 1], [-3, 3]) },
    ]);
    const state = createArticulatedChainState(chain);
    const out = createJacobianOutput(chain);
    const solveFor = (root: number, elbow: number) => {
      const wanted = createArticulatedChainState(chain);
      wanted.angles.set([root, elbow]);
      const goal: ChainGoal = {
        point: 2,
        positionWorld: createVec3(
          -0.5 * (Math.sin(root) + Math.sin(root + elbow)),
          0.5 * (Math.cos(root) + Math.cos(root + elbow)),
          0,
        ),
        rotationWorld: null,
      };
      solveJacobian(chain, state, [goal], defaultJacobianParams, out);
    };
    solveFor(-0.1, -1.2);
    expect(out.reached).toBe(true);
    expect(state.angles[0]).toBeGreaterThanOrEqual(-0.1);
    solveFor(1, -1.2);
    expect(out.reached).toBe(true);
    expect(state.angles[0]).toBeCloseTo(1, 2);
  });

  test('no angle changes by more than its joint allows in a step', () => {
    const chain = buildArticulatedChain(
      Array.from({ length: 4 }, () => ({ bone: [0, 0.25, 0], dofs: ballDofs(), maxStep: 0.02 })),
    );
    for (const method of methods) {
      const state = randomChainState(chain, seededRandom(2));
      const before = state.angles.slice();
      const goal: ChainGoal = { point: 4, positionWorld: createVec3(1, -1, 0), rotationWorld: null };
      stepJacobian(chain, state, [goal], withMethod(method), createJacobianOutput(chain));
      expect(Math.max(...before.map((angle, i) => Math.abs(angle - state.angles[i])))).toBeLessThan(0.02 + 1e-12);
    }
  });
});

test.each(seeds(30))('the answer turns and moves with the parent (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = randomLimitedChain(random, 6);
  const state = randomChainState(chain, random);
  const start = state.angles.slice();
  randomizeAngles(chain, state, random);
  const goal = goalAt(state, 6, false);
  state.angles.set(start);
  const params = { ...withMethod(methods[seed % 3]), maxIterations: 3 };
  solveJacobian(chain, state, [goal], params, createJacobianOutput(chain));

  const transform = randomTransform(random, 3);
  const moved = createArticulatedChainState(chain);
  moved.angles.set(start);
  moved.rootPosition.set([...transformPoint(transform, state.rootPosition)]);
  moved.rootRotation.set([...quat.multiply(createQuat(), transform.rotation, state.rootRotation)]);
  const movedGoal = { ...goal, positionWorld: transformPoint(transform, goal.positionWorld) };
  solveJacobian(chain, moved, [movedGoal], params, createJacobianOutput(chain));
  for (let dof = 0; dof < chain.dofCount; dof++) expect(moved.angles[dof]).toBeCloseTo(state.angles[dof], 5);
});

test('a weight says how much of the way a joint takes, and zero holds it', () => {
  const turnOf = (weight: number) => {
    const chain = buildArticulatedChain([
      { bone: [0, 0.5, 0], dofs: hingeDofs([0, 0, 1]), weight },
      { bone: [0, 0.5, 0], dofs: hingeDofs([0, 0, 1]) },
      { bone: [0, 0.5, 0], dofs: hingeDofs([0, 0, 1]) },
    ]);
    const state = createArticulatedChainState(chain);
    state.angles.set([0.1, 0.4, 0.4]);
    const goal: ChainGoal = { point: 3, positionWorld: createVec3(-0.9, 0.6, 0), rotationWorld: null };
    const out = createJacobianOutput(chain);
    solveJacobian(chain, state, [goal], defaultJacobianParams, out);
    expect(out.reached).toBe(true);
    return Math.abs(state.angles[0] - 0.1);
  };
  expect(turnOf(0)).toBe(0);
  expect(turnOf(0.2)).toBeLessThan(turnOf(1));
});

describe('degenerate cases stay finite', () => {
  const ball = { bone: [0, 0.25, 0] as const, dofs: ballDofs() };
  const straight = [ball, ball, ball, ball];
  const cases = [
    ['straight chain, goal on its line', straight, [0, 0.6, 0], true],
    ['straight chain, goal on its line out of reach', straight, [0, 3, 0], false],
    ['goal on the root', straight, [0, 0, 0], true],
    ['a bone without length', [ball, { ...ball, bone: [0, 0, 0] as const }, ball], [0.2, 0.2, 0], true],
    ['no bone with a length', [{ ...ball, bone: [0, 0, 0] as const }], [0.2, 0.2, 0], false],
    ['weights of zero', straight.map((joint) => ({ ...joint, weight: 0 })), [0.2, 0.2, 0], false],
    ['no degree of freedom', straight.map((joint) => ({ ...joint, dofs: [] })), [0.2, 0.2, 0], false],
    ['a goal that is no number', straight, [Number.NaN, 0, 0], false],
  ] as const;
  test.each(methods.flatMap((method) => cases.map((each) => [method, ...each] as const)))(
    '%s: %s',
    (method, _, joints, target, isReached) => {
      const chain = buildArticulatedChain(joints);
      const state = createArticulatedChainState(chain);
      const out = createJacobianOutput(chain);
      const goal: ChainGoal = { point: chain.jointCount, positionWorld: createVec3(...target), rotationWorld: null };
      solveJacobian(chain, state, [goal], withMethod(method), out);
      expect(state.angles.every(Number.isFinite) && state.worldPositions.every(Number.isFinite)).toBe(true);
      if (method === 'dampedLeastSquares' || !isReached) expect(out.reached).toBe(isReached);
    },
  );
});
