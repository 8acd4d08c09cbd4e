import { describe, expect, test } from 'vitest';
import { InputError } from '../check/inputError.js';
import { createQuat, createVec3, quat, vec3 } from '../math/index.js';
import { seededRandom, seeds } from '../testing.js';
import {
  type ArticulatedChainState,
  ballDofs,
  buildArticulatedChain,
  createArticulatedChainState,
  updateArticulatedChain,
  updateArticulatedChainFrom,
} from './articulatedChain.js';
import {
  boneLengthError,
  hingeDofs,
  limitError,
  randomChainState,
  randomLimitedChain,
  universalDofs,
} from './articulatedChain.testing.js';
import { clampDofAngle } from './chainTypes.js';

describe('buildArticulatedChain', () => {
  test('presets have three, two and one degree of freedom', () => {
    const chain = buildArticulatedChain([
      { bone: [0, 1, 0], dofs: ballDofs() },
      { bone: [0, 1, 0], dofs: universalDofs([2, 0, 0], [0, 0, 1]) },
      { bone: [0, 1, 0], dofs: hingeDofs([0, 0, -3], [0, 2]) },
      { bone: [0, 1, 0], dofs: [] },
    ]);
    expect([...chain.firstDofs]).toEqual([0, 3, 5, 6, 6]);
    expect([...chain.dofAxes.subarray(9, 18)]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, -1]);
    expect(chain.length).toBe(4);
  });

  test('a range closed to zero removes the degree of freedom and changes nothing else', () => {
    const closed = buildArticulatedChain([{ bone: [0, 1, 0], dofs: ballDofs([-1, 1], [0, 0], [-2, 2]) }]);
    const without = buildArticulatedChain([
      { bone: [0, 1, 0], dofs: universalDofs([1, 0, 0], [0, 0, 1], [-1, 1], [-2, 2]) },
    ]);
    expect(closed.dofCount).toBe(2);
    expect([...closed.dofAxes]).toEqual([...without.dofAxes]);
  });

  test.each(seeds(20))('a range closed at an angle keeps the joint bent by it (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const held = random() * 2 - 1;
    const which = seed % 3;
    const range = (dof: number, isHeld: boolean) =>
      (isHeld && dof === which ? [held, held] : [-3, 3]) as [number, number];
    const build = (isHeld: boolean) =>
      buildArticulatedChain([
        { bone: [0.1, 1, 0], dofs: ballDofs(range(0, isHeld), range(1, isHeld), range(2, isHeld)) },
        { bone: [0.3, 0, 0.2], dofs: hingeDofs([0, 1, 1]) },
      ]);
    const [open, closed] = [build(false), build(true)];
    const [openState, closedState] = [createArticulatedChainState(open), createArticulatedChainState(closed)];
    let at = 0;
    for (let dof = 0; dof < open.dofCount; dof++) {
      openState.angles[dof] = dof === which ? held : random() * 2 - 1;
      if (dof !== which) closedState.angles[at++] = openState.angles[dof];
    }
    updateArticulatedChain(open, openState);
    updateArticulatedChain(closed, closedState);
    expect(closed.dofCount).toBe(open.dofCount - 1);
    expectClose(closedState.worldPositions, openState.worldPositions);
    expectClose(closedState.worldRotations, openState.worldRotations);
  });

  test.each([
    ['no joints', [], /joints: expected at least one/],
    [
      'a bone that is no number',
      [{ bone: [0, Number.NaN, 0], dofs: [] }],
      /joints\[0\]\.bone: expected finite numbers/,
    ],
    [
      'an axis without direction',
      [{ bone: [0, 1, 0], dofs: hingeDofs([0, 0, 0]) }],
      /dofs\[0\]\.axis: expected a direction/,
    ],
    [
      'an empty range',
      [{ bone: [0, 1, 0], dofs: hingeDofs([1, 0, 0], [1, -1]) }],
      /range: expected min <= max, got \[1, -1\]/,
    ],
    [
      'a weight above one',
      [{ bone: [0, 1, 0], dofs: [], weight: 1.5 }],
      /weight: expected a number from 0 to 1, got 1.5/,
    ],
    [
      'a largest step of zero',
      [{ bone: [0, 1, 0], dofs: [], maxStep: 0 }],
      /maxStep: expected a number above 0, got 0/,
    ],
    [
      'four degrees of freedom',
      [{ bone: [0, 1, 0], dofs: [...ballDofs(), ...hingeDofs([1, 0, 0])] }],
      /at most three degrees of freedom, got 4/,
    ],
  ] as const)('refuses %s', (_, joints, message) => {
    expect(() => buildArticulatedChain(joints)).toThrow(InputError);
    expect(() => buildArticulatedChain(joints)).toThrow(message);
  });
});

describe('clampDofAngle', () => {
  const chain = buildArticulatedChain([
    { bone: [0, 1, 0], dofs: hingeDofs([1, 0, 0], [-1, 2]) },
    { bone: [0, 1, 0], dofs: hingeDofs([1, 0, 0], [-Math.PI, Math.PI]) },
    { bone: [0, 1, 0], dofs: hingeDofs([1, 0, 0]) },
    { bone: [0, 1, 0], dofs: hingeDofs([1, 0, 0], [0, Number.POSITIVE_INFINITY]) },
  ]);
  test.each([
    [0, 5, 2],
    [0, -5, -1],
    [0, 1.5, 1.5],
    [1, Math.PI + 0.5, -Math.PI + 0.5],
    [1, -Math.PI - 0.5, Math.PI - 0.5],
    [1, 7 * Math.PI + 0.5, -Math.PI + 0.5],
    [2, 100, 100],
    [3, -0.5, 2 * Math.PI - 0.5],
  ])('degree of freedom %i at %f becomes %f', (dof, angle, expected) => {
    expect(clampDofAngle(chain, dof, angle)).toBeCloseTo(expected, 12);
  });

  test('a chain starts as near to zero as its ranges allow', () => {
    const bent = buildArticulatedChain([{ bone: [0, 1, 0], dofs: hingeDofs([1, 0, 0], [0.3, 1]) }]);
    expect(createArticulatedChainState(bent).angles[0]).toBe(0.3);
  });
});

describe('updateArticulatedChain', () => {
  test.each(seeds(50))('is the product of its rotations, and bones keep their length (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = randomLimitedChain(random, 1 + Math.floor(random() * 8));
    const state = randomChainState(chain, random);
    expectClose(state.worldPositions, plainPositions(chain, state));
    expect(boneLengthError(chain, state)).toBeLessThan(1e-12);
    expect(limitError(chain, state)).toBe(0);
  });

  test.each(seeds(20))('from a joint on gives the same as from the root (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const chain = randomLimitedChain(random, 6);
    const state = randomChainState(chain, random);
    const joint = seed % 6;
    for (let dof = chain.firstDofs[joint]; dof < chain.dofCount; dof++) state.angles[dof] *= 0.5;
    updateArticulatedChainFrom(chain, state, joint);
    const partial = state.worldPositions.slice();
    updateArticulatedChain(chain, state);
    expectClose(partial, state.worldPositions);
  });
});

/** The same with gl-matrix, one rotation after the other. */
function plainPositions(chain: ReturnType<typeof buildArticulatedChain>, state: ArticulatedChainState): number[] {
  const rotation = quat.copy(createQuat(), state.rootRotation);
  const position = createVec3(state.rootPosition[0], state.rootPosition[1], state.rootPosition[2]);
  const out = [...position];
  const step = createQuat();
  const bone = createVec3();
  for (let joint = 0; joint < chain.jointCount; joint++) {
    for (let dof = chain.firstDofs[joint]; dof < chain.firstDofs[joint + 1]; dof++) {
      quat.setAxisAngle(step, chain.dofAxes.slice(dof * 3, dof * 3 + 3), state.angles[dof]);
      quat.multiply(rotation, rotation, step);
    }
    vec3.transformQuat(bone, chain.bones.slice(joint * 3, joint * 3 + 3), rotation);
    vec3.add(position, position, bone);
    out.push(...position);
  }
  return out;
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < actual.length; i++) expect(actual[i]).toBeCloseTo(expected[i], 10);
}
