import { expect, test } from 'vitest';
import { seededRandom, seeds } from '../testing.js';
import { createArticulatedChainState, updateArticulatedChain } from './articulatedChain.js';
import { limitError, randomChainState, randomLimitedChain } from './articulatedChain.testing.js';
import { buildReversedChain, restoreChainState, reverseChainState } from './reversedChain.js';

test.each(seeds(30))('seen from its tip, a chain has the same points and bones (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = randomLimitedChain(random, 1 + (seed % 6));
  const state = randomChainState(chain, random);
  const reversed = buildReversedChain(chain);
  const reversedState = createArticulatedChainState(reversed);
  reverseChainState(chain, state, reversed, reversedState);
  expect(limitError(reversed, reversedState)).toBe(0);
  for (let point = 0; point <= chain.jointCount; point++) {
    for (let i = 0; i < 3; i++) {
      const mirrored = reversedState.worldPositions[(chain.jointCount - point) * 3 + i];
      expect(mirrored).toBeCloseTo(state.worldPositions[point * 3 + i], 12);
    }
  }
});

test.each(seeds(30))('what moved there comes back as the same pose here (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const chain = randomLimitedChain(random, 1 + (seed % 6));
  const state = randomChainState(chain, random);
  const rootAngles = state.angles.slice(0, chain.firstDofs[1]);
  const reversed = buildReversedChain(chain);
  const reversedState = createArticulatedChainState(reversed);
  reverseChainState(chain, state, reversed, reversedState);
  for (let dof = 0; dof < reversed.dofCount; dof++) {
    const [min, max] = [Math.max(-2, reversed.minAngles[dof]), Math.min(2, reversed.maxAngles[dof])];
    reversedState.angles[dof] = min + (max - min) * random();
  }
  updateArticulatedChain(reversed, reversedState);
  restoreChainState(chain, reversed, reversedState, state);
  expect(limitError(chain, state)).toBe(0);
  expect([...state.angles.slice(0, chain.firstDofs[1])]).toEqual([...rootAngles]);
  expect(Math.hypot(...state.rootRotation)).toBeCloseTo(1, 14);
  for (let point = 0; point <= chain.jointCount; point++) {
    for (let i = 0; i < 3; i++) {
      const there = reversedState.worldPositions[(chain.jointCount - point) * 3 + i];
      expect(state.worldPositions[point * 3 + i]).toBeCloseTo(there, 10);
    }
  }
});
