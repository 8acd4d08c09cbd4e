import { expect, test } from 'vitest';
import { createQuat, quat } from '../math/index.js';
import { angleBetween, randomQuat, seededRandom, seeds } from '../testing.js';
import {
  type ArticulatedChain,
  buildArticulatedChain,
  FREE_RANGE,
  updateArticulatedChain,
} from './articulatedChain.js';
import { limitError, randomChainState } from './articulatedChain.testing.js';
import { readBallAngles } from './coneJoint.js';

const whole = [-Math.PI, Math.PI] as const;
const rightHanded = [
  [0, 1, 0],
  [0, 0, 1],
  [1, 0, 0],
] as const;
const leftHanded = [
  [1, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
] as const;

function chainOf(axes: typeof rightHanded | typeof leftHanded): ArticulatedChain {
  return buildArticulatedChain([
    { bone: [0, 1, 0], dofs: axes.map((axis) => ({ axis, range: FREE_RANGE })) },
    { bone: [0.2, 1, 0], dofs: axes.map((axis) => ({ axis, range: whole })) },
  ]);
}

test.each(seeds(30))('the bone ends up turned by what it was asked to turn (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = chainOf(seed % 2 === 0 ? rightHanded : leftHanded);
  expect([...chain.isFreeBall]).toEqual([1, 1]);
  const state = randomChainState(chain, random);
  const joint = seed % 3 === 0 ? 0 : 1;
  // Every fifth: the middle angle at a right angle, where the first and third axis fall together.
  if (seed % 5 === 0) state.angles[joint * 3 + 1] = Math.PI / 2;
  updateArticulatedChain(chain, state);
  const turn = seed % 5 === 0 ? createQuat() : randomQuat(random);
  const wanted = quat.multiply(createQuat(), turn, createQuat(...state.worldRotations.slice(joint * 4, joint * 4 + 4)));
  state.worldRotations.set([wanted[0], wanted[1], wanted[2], wanted[3]], joint * 4);
  readBallAngles(chain, state, joint);
  updateArticulatedChain(chain, state);
  const reached = createQuat(...state.worldRotations.slice(joint * 4, joint * 4 + 4));
  expect(angleBetween(wanted, reached)).toBeLessThan(1e-7);
  expect(limitError(chain, state)).toBe(0);
});

test.each([
  ['a limit', { range: [-1, 1] }, {}],
  ['axes that lean', { axis: [1, 1, 0] }, {}],
  ['a largest step', {}, { maxStep: 0.1 }],
] as const)('%s makes a ball joint bound to its axes', (_, dof, joint) => {
  const chain = buildArticulatedChain([
    {
      bone: [0, 1, 0],
      dofs: [
        { axis: [1, 0, 0], range: FREE_RANGE, ...dof },
        { axis: [0, 1, 0], range: FREE_RANGE },
        { axis: [0, 0, 1], range: FREE_RANGE },
      ],
      ...joint,
    },
  ]);
  expect(chain.isFreeBall[0]).toBe(0);
});
