import { createQuat, createVec3 } from '@leib/core';
import { buildFabrikChain, createFabrikState, solveFabrik } from '@leib/core/solvers';
import { stretchFabrik } from '../../../../packages/core/dist/solvers/fabrikChain.js';
import type { IkContender } from '../contender.js';
import { type IkProblem, MAX_ITERATIONS, TOLERANCE } from '../ikProblem.js';

export function createLeibFabrik({ lengths, targets, targetCount }: IkProblem): IkContender {
  const chain = buildFabrikChain(lengths);
  const state = createFabrikState(chain);
  const rootWorld = createVec3();
  const upWorld = createVec3(0, 1, 0);
  const targetWorld = createVec3();
  const input = {
    rootWorld,
    targetWorld,
    rootFrameWorld: createQuat(),
    tipFrameWorld: null,
    toleranceMetres: TOLERANCE,
    maxIterations: MAX_ITERATIONS,
  };
  const out = { reached: false, iterations: 0, error: 0 };
  const solveOne = (index: number) => {
    targetWorld[0] = targets[index * 3];
    targetWorld[1] = targets[index * 3 + 1];
    targetWorld[2] = targets[index * 3 + 2];
    stretchFabrik(chain, state, rootWorld, upWorld);
    solveFabrik(chain, state, input, out);
  };
  return {
    name: 'leib FABRIK',
    callCount: targetCount,
    run: (count) => {
      for (let i = 0; i < count; i++) solveOne(i);
    },
    solveOne,
    readTip: (tip) => tip.set(state.positions.subarray(chain.boneCount * 3)),
  };
}
