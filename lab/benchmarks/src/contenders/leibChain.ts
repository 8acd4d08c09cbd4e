import { createVec3 } from '@leib/core';
import {
  buildArticulatedChain,
  createArticulatedChainState,
  createCcdOutput,
  createJacobianOutput,
  defaultCcdParams,
  defaultJacobianParams,
  solveCcd,
  solveJacobian,
} from '@leib/core/solvers';
import { ballDofs } from '../../../../packages/core/dist/solvers/articulatedChain.js';
import type { IkContender } from '../contender.js';
import { type IkProblem, MAX_ITERATIONS, TOLERANCE } from '../ikProblem.js';

/** A chain of free ball joints with one goal for its tip, and a loop that solves it from rest. */
function createChain(
  name: string,
  { lengths, targets, targetCount }: IkProblem,
  solver: (chain: ReturnType<typeof buildArticulatedChain>) => (parts: ReturnType<typeof createParts>) => void,
): IkContender {
  const parts = createParts(lengths);
  const { chain, state, goal } = parts;
  const solve = solver(chain);
  const solveOne = (index: number) => {
    goal.positionWorld[0] = targets[index * 3];
    goal.positionWorld[1] = targets[index * 3 + 1];
    goal.positionWorld[2] = targets[index * 3 + 2];
    state.angles.fill(0);
    solve(parts);
  };
  return {
    name,
    callCount: targetCount,
    run: (count) => {
      for (let i = 0; i < count; i++) solveOne(i);
    },
    solveOne,
    readTip: (tip) => tip.set(state.worldPositions.subarray(chain.jointCount * 3)),
  };
}

function createParts(lengths: readonly number[]) {
  const chain = buildArticulatedChain(lengths.map((length) => ({ bone: [0, length, 0], dofs: ballDofs() })));
  const goal = { point: chain.jointCount, positionWorld: createVec3(), rotationWorld: null };
  return { chain, state: createArticulatedChainState(chain), goal, goals: [goal] };
}

export function createLeibCcd(problem: IkProblem): IkContender {
  const params = { ...defaultCcdParams, positionTolerance: TOLERANCE, maxSweeps: MAX_ITERATIONS };
  return createChain('leib CCD', problem, (chain) => {
    const out = createCcdOutput(chain);
    return ({ state, goals }) => solveCcd(chain, state, goals, params, out);
  });
}

export function createLeibJacobian(problem: IkProblem): IkContender {
  const params = { ...defaultJacobianParams, positionTolerance: TOLERANCE, maxIterations: MAX_ITERATIONS };
  return createChain('leib damped least squares', problem, (chain) => {
    const out = createJacobianOutput(chain);
    return ({ state, goals }) => solveJacobian(chain, state, goals, params, out);
  });
}
