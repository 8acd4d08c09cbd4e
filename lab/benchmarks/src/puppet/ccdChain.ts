import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import {
  buildArticulatedChain,
  createArticulatedChainState,
  createCcdOutput,
  defaultCcdParams,
  solveCcd,
} from '@leib/core/solvers';
import { ballDofs } from '../../../../packages/core/dist/solvers/articulatedChain.js';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import { compare, measureSuccessRate } from '../compare.js';
import type { IkContender } from '../contender.js';
import { createThreeCcd } from '../contenders/threeCcd.js';
import { armProblem, chainProblem, type IkProblem, MAX_ITERATIONS, seededRandom, TOLERANCE } from '../ikProblem.js';
import type { BenchResult } from '../report.js';

/** A goal's rotation must be this near, radians. */
const ROTATION_TOLERANCE = 2e-3;

/**
 * CCD with position and rotation beside three's CCDIKSolver, which knows no rotation, on ten bones and on an arm. Same
 * targets for both; ours also has to arrive as it was asked to point.
 */
export function benchCcdChain(options: BenchmarkOptions): BenchResult[] {
  return [
    ...benchProblem('puppet/ccd-chain', chainProblem(options.targetCount), options),
    ...benchProblem('puppet/ccd-arm', armProblem(options.targetCount), options),
  ];
}

function benchProblem(name: string, problem: IkProblem, options: BenchmarkOptions): BenchResult[] {
  const ours = createPosedCcd(problem);
  const three = createThreeCcd(problem);
  const results = compare<IkContender>([{ name, ours, peers: [three] }], options, (contender) =>
    measureSuccessRate(problem, contender),
  );
  const [ourErrors, theirErrors] = [ours, three].map((contender) => positionErrors(problem, contender));
  const facts = {
    'mean position error, um': mean(ourErrors) * 1e6,
    'largest position error, um': Math.max(...ourErrors) * 1e6,
    'mean position error of three, um': mean(theirErrors) * 1e6,
    'largest position error of three, um': Math.max(...theirErrors) * 1e6,
    'largest rotation error, mrad': ours.largestRotationError() * 1e3,
  };
  return results.map((result) => ({ ...result, facts }));
}

interface PosedContender extends IkContender {
  largestRotationError(): number;
}

/** Ball joints, a goal with position and rotation for the tip, solved from rest. */
function createPosedCcd(problem: IkProblem): PosedContender {
  const { lengths, targets, targetCount } = problem;
  const chain = buildArticulatedChain(lengths.map((length) => ({ bone: [0, length, 0], dofs: ballDofs() })));
  const state = createArticulatedChainState(chain);
  const goal = { point: chain.jointCount, positionWorld: createVec3(), rotationWorld: createQuat() };
  const goals = [goal];
  const rotations = reachableRotations(problem);
  const out = createCcdOutput(chain);
  // A quarter of the tolerance: three often ends well within its own, and must not be the more exact of the two.
  const params = {
    ...defaultCcdParams,
    positionTolerance: TOLERANCE / 4,
    rotationTolerance: ROTATION_TOLERANCE,
    maxSweeps: MAX_ITERATIONS,
  };
  const solveOne = (index: number) => {
    for (let i = 0; i < 3; i++) goal.positionWorld[i] = targets[index * 3 + i];
    for (let i = 0; i < 4; i++) goal.rotationWorld[i] = rotations[index * 4 + i];
    state.angles.fill(0);
    solveCcd(chain, state, goals, params, out);
  };
  return {
    name: 'leib CCD, position and rotation',
    callCount: targetCount,
    run: (count) => {
      for (let i = 0; i < count; i++) solveOne(i);
    },
    solveOne,
    readTip: (tip) => tip.set(state.worldPositions.subarray(chain.jointCount * 3)),
    largestRotationError: () => {
      let worst = 0;
      for (let i = 0; i < targetCount; i++) {
        solveOne(i);
        worst = Math.max(worst, out.rotationError);
      }
      return worst;
    },
  };
}

/** Any rotation with which the last bone begins where the others reach: within 95 per cent, and no nearer than they fold. */
function reachableRotations({ lengths, targets, targetCount }: IkProblem): Float64Array {
  const random = seededRandom(3);
  const others = lengths.slice(0, -1);
  const reach = others.reduce((sum, length) => sum + length, 0);
  const nearest = Math.max(0, 2 * Math.max(...others) - reach);
  const last = lengths[lengths.length - 1];
  const rotations = new Float64Array(targetCount * 4);
  const rotation = createQuat();
  const bone = createVec3();
  for (let i = 0; i < targetCount; i++) {
    for (let attempt = 0; attempt < 1000; attempt++) {
      quat.set(rotation, random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5);
      quat.normalize(rotation, rotation);
      vec3.transformQuat(bone, [0, last, 0], rotation);
      const distance = Math.hypot(...[0, 1, 2].map((k) => targets[i * 3 + k] - bone[k]));
      if (distance <= 0.95 * reach && distance >= nearest * 1.05) break;
    }
    for (let k = 0; k < 4; k++) rotations[i * 4 + k] = rotation[k];
  }
  return rotations;
}

function positionErrors({ targets, targetCount }: IkProblem, contender: IkContender): number[] {
  const tip = new Float64Array(3);
  return Array.from({ length: targetCount }, (_, i) => {
    contender.solveOne(i);
    contender.readTip(tip);
    return Math.hypot(tip[0] - targets[i * 3], tip[1] - targets[i * 3 + 1], tip[2] - targets[i * 3 + 2]);
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
