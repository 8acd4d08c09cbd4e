import { describe, expect, test } from 'vitest';
import { InputError } from '../check/inputError.js';
import { buildConeLimit, isInsideJointLimit } from '../limits/jointLimit.js';
import { createQuat, createVec3, quat } from '../math/index.js';
import { angleBetween, randomPoint, randomQuat, seededRandom, seeds } from '../testing.js';
import {
  type ArticulatedChain,
  type ArticulatedChainState,
  ballDofs,
  buildArticulatedChain,
  createArticulatedChainState,
} from './articulatedChain.js';
import { boneLengthError } from './articulatedChain.testing.js';
import { createCcdOutput, defaultCcdParams, solveCcd } from './ccd.js';
import { createCcdInnerOutput, solveCcdInner } from './ccdInner.js';
import { createJacobianOutput, defaultJacobianParams, solveJacobian } from './jacobian.js';

/** Every joint in a cone of its own; every other one with a largest step and a weight. */
function coneChain(count: number, maxStep?: number): ArticulatedChain {
  return buildArticulatedChain(
    Array.from({ length: count }, (_, index) => ({
      bone: [0, 0.1, 0] as const,
      dofs: ballDofs(),
      cone: buildConeLimit([0, 1, 0], [0.2 * (index % 3), 1, 0.1], 0.3 + 0.2 * (index % 4), { min: -0.3, max: 0.2 }),
      weight: index % 2 === 0 ? 1 : 0.5,
      ...(maxStep === undefined ? {} : { maxStep }),
    })),
  );
}

function localOf({ worldRotations: rot, rootRotation }: ArticulatedChainState, joint: number) {
  const parent = joint === 0 ? rootRotation : rot.subarray(joint * 4 - 4, joint * 4);
  const inverse = quat.conjugate(createQuat(), parent);
  return quat.multiply(createQuat(), inverse, rot.subarray(joint * 4, joint * 4 + 4));
}

function expectInCones(chain: ArticulatedChain, state: ArticulatedChainState): void {
  chain.cones.forEach((cone, joint) => {
    if (cone) expect(isInsideJointLimit(cone, localOf(state, joint))).toBe(true);
  });
  expect(boneLengthError(chain, state)).toBeLessThan(1e-12);
}

describe('cones hold', () => {
  test.each(seeds(20))('after every sweep of CCD, with and without a rotation (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = coneChain(7);
    const state = createArticulatedChainState(chain);
    const out = createCcdOutput(chain);
    for (const maxSweeps of [1, 1, 2, 50]) {
      const rotationWorld = random() < 0.5 ? randomQuat(random) : null;
      const goals = [
        { point: 7, positionWorld: randomPoint(random, 1), rotationWorld },
        { point: 3, positionWorld: randomPoint(random, 0.4), rotationWorld: null },
      ];
      solveCcd(chain, state, seed % 2 === 0 ? goals : [goals[0]], { ...defaultCcdParams, maxSweeps }, out);
      expectInCones(chain, state);
    }
  });

  test.each(seeds(15))('for damped least squares and the pseudo-inverse (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = coneChain(6);
    const state = createArticulatedChainState(chain);
    const out = createJacobianOutput(chain);
    const method = seed % 2 === 0 ? 'dampedLeastSquares' : 'pseudoInverse';
    for (const maxIterations of [1, 3, 60]) {
      const goal = { point: 6, positionWorld: randomPoint(random, 1), rotationWorld: null };
      solveJacobian(chain, state, [goal], { ...defaultJacobianParams, method, maxIterations }, out);
      expectInCones(chain, state);
    }
  });

  test.each(seeds(15))(
    'where a chain is dragged from its tip: seen from there, joints turn the other way (seed %i)',
    (seed) => {
      const random = seededRandom(seed);
      const chain = coneChain(6);
      const state = createArticulatedChainState(chain);
      const tipWorld = createVec3(...state.worldPositions.subarray(18, 21));
      const effectors = [{ point: 1 + (seed % 4), positionWorld: randomPoint(random, 0.6) }];
      const out = createCcdInnerOutput(chain);
      solveCcdInner(chain, state, { effectors, isRootFree: true, tipWorld }, defaultCcdParams, out);
      for (let joint = 1; joint < 6; joint++) {
        const cone = chain.cones[joint];
        if (cone) expect(isInsideJointLimit(cone, localOf(state, joint))).toBe(true);
      }
    },
  );
});

test('a goal that a chain in its cones can have is reached', () => {
  const random = seededRandom(5);
  const chain = coneChain(8);
  const state = createArticulatedChainState(chain);
  const out = createCcdOutput(chain);
  let reached = 0;
  for (let i = 0; i < 30; i++) {
    const goal = { point: 8, positionWorld: randomPoint(random, 1), rotationWorld: null };
    solveCcd(chain, state, [goal], defaultCcdParams, out);
    const allowed = createVec3(...state.worldPositions.subarray(24, 27));
    for (let dof = 0; dof < chain.dofCount; dof++) state.angles[dof] = 0;
    solveCcd(
      chain,
      state,
      [{ ...goal, positionWorld: allowed }],
      { ...defaultCcdParams, positionTolerance: 1e-3 },
      out,
    );
    if (out.reached) reached++;
  }
  expect(reached).toBeGreaterThanOrEqual(24);
});

test('no joint turns by more than its largest step in a sweep', () => {
  const random = seededRandom(2);
  const chain = coneChain(5, 0.04);
  const state = createArticulatedChainState(chain);
  const out = createCcdOutput(chain);
  let largest = 0;
  for (let i = 0; i < 40; i++) {
    const before = Array.from({ length: 5 }, (_, joint) => localOf(state, joint));
    const goal = { point: 5, positionWorld: randomPoint(random, 1), rotationWorld: null };
    solveCcd(chain, state, [goal], { ...defaultCcdParams, maxSweeps: 1 }, out);
    before.forEach((rotation, joint) => {
      largest = Math.max(largest, angleBetween(rotation, localOf(state, joint)));
    });
  }
  expect(largest).toBeGreaterThan(0.035);
  expect(largest).toBeLessThan(0.04 + 1e-6);
});

test('a cone beside ranges is refused', () => {
  const cone = buildConeLimit([0, 1, 0], [0, 1, 0], 0.5, { min: 0, max: 0 });
  const joint = { bone: [0, 1, 0] as const, dofs: ballDofs([-1, 1]), cone };
  expect(() => buildArticulatedChain([joint])).toThrow(InputError);
});
