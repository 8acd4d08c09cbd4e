import { createVec3, solveTwoBoneIk } from '@leib/core';
import type { IkContender } from '../contender.js';
import type { IkProblem } from '../ikProblem.js';

/** The first bone against all others, which are held straight: an arm with a stiff wrist. */
export function stiffArm({ lengths }: IkProblem): { upperLength: number; lowerLength: number } {
  return { upperLength: lengths[0], lowerLength: lengths.slice(1).reduce((sum, length) => sum + length, 0) };
}

export function createLeibTwoBone(problem: IkProblem): IkContender {
  const { targets, targetCount } = problem;
  const targetWorld = createVec3();
  const input = { rootWorld: createVec3(), targetWorld, poleWorld: createVec3(0.2, 0.1, -1), ...stiffArm(problem) };
  const out = { midWorld: createVec3(), endWorld: createVec3(), reached: false };
  const solveOne = (index: number) => {
    targetWorld[0] = targets[index * 3];
    targetWorld[1] = targets[index * 3 + 1];
    targetWorld[2] = targets[index * 3 + 2];
    solveTwoBoneIk(input, out);
  };
  return {
    name: 'leib two-bone',
    callCount: targetCount,
    run: (count) => {
      for (let i = 0; i < count; i++) solveOne(i);
    },
    solveOne,
    readTip: (tip) => tip.set([out.endWorld[0], out.endWorld[1], out.endWorld[2]]),
  };
}
