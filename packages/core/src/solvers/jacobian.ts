import {
  type ArticulatedChain,
  type ArticulatedChainState,
  nudgeArticulatedChain,
  updateArticulatedChain,
} from './articulatedChain.js';
import { type ChainGoal, type ChainGoalErrors, lastGoalPoint, measureChainGoals } from './chainGoal.js';
import { clampDofAngle } from './chainTypes.js';
import { clampConeJoint } from './coneJoint.js';
import {
  type ChangeScratch,
  createChangeScratch,
  fillJacobian,
  findChange,
  type JacobianMethod,
} from './jacobianMatrix.js';

export interface JacobianParams {
  readonly method: JacobianMethod;
  /** A goal this near counts as reached, metres... */
  readonly positionTolerance: number;
  /** ...when its rotation is also this near, radians. */
  readonly rotationTolerance: number;
  readonly maxIterations: number;
  /** An iteration that takes away less than this share of the cost has stalled. */
  readonly minImprovement: number;
  /** Damped least squares: how much steps are shortened however near the goal is. For a chain of length 1. */
  readonly damping: number;
}

export const defaultJacobianParams: JacobianParams = {
  method: 'dampedLeastSquares',
  positionTolerance: 1e-4,
  rotationTolerance: 2e-3,
  maxIterations: 200,
  minImprovement: 1e-4,
  damping: 0.01,
};

/** What a solve did. Owned by the caller, made by createJacobianOutput(); carries the solver's scratch. */
export interface JacobianOutput extends ChainGoalErrors, ChangeScratch {
  /** All goals within tolerance. */
  reached: boolean;
  iterationCount: number;
  readonly startAngles: Float64Array;
  readonly bestAngles: Float64Array;
}

/** For one chain and up to `goalCapacity` goals at a time. */
export function createJacobianOutput(chain: ArticulatedChain, goalCapacity = 1): JacobianOutput {
  return {
    ...createChangeScratch(chain.dofCount, goalCapacity * 6),
    reached: false,
    positionError: 0,
    rotationError: 0,
    cost: 0,
    iterationCount: 0,
    startAngles: new Float64Array(chain.dofCount),
    bestAngles: new Float64Array(chain.dofCount),
  };
}

/** How often damped least squares shortens a step that did not pay. */
const MAX_ATTEMPTS = 12;

/** Iterations without gain before a solve gives up: the transpose's zigzag and the pseudo-inverse's leaps need some. */
const MAX_STALLED = 6;

/** Below this slope of the cost no angle knows which way to turn. */
const NO_SLOPE = 1e-9;

/**
 * One iteration: moves all angles at once, within their limits and largest steps, and leaves the world arrays and
 * errors current. Transpose and pseudo-inverse step by their formula, also where the error grows; damped least squares
 * takes only a step that brings the cost down, or none.
 */
export function stepJacobian(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  goals: readonly ChainGoal[],
  params: JacobianParams,
  out: JacobianOutput,
): void {
  const { angles } = state;
  const { startAngles } = out;
  const { method } = params;
  updateArticulatedChain(chain, state);
  fillJacobian(chain, state, goals, out);
  if (method !== 'dampedLeastSquares') {
    findChange(chain, state, method, out);
    applyChange(chain, state, goals, out);
    return;
  }
  measureChainGoals(chain, state, goals, out);
  const startCost = out.cost;
  startAngles.set(angles);
  // Far from the goal the linear picture is poor and steps must be short, near it they may be exact: damping by the
  // remaining error. Sugihara, "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method", 2011.
  out.appliedDamping = startCost + params.damping * params.damping;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    findChange(chain, state, method, out);
    applyChange(chain, state, goals, out);
    if (out.cost < startCost) return;
    angles.set(startAngles);
    out.appliedDamping *= 8;
  }
  updateArticulatedChain(chain, state);
  measureChainGoals(chain, state, goals, out);
}

/**
 * Inverse kinematics with the Jacobian. Starts from the chain's present angles and leaves the best ones it met, which
 * are never worse than those at the start, with the world arrays current.
 */
export function solveJacobian(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  goals: readonly ChainGoal[],
  params: JacobianParams,
  out: JacobianOutput,
): void {
  const { angles } = state;
  const { bestAngles } = out;
  updateArticulatedChain(chain, state);
  measureChainGoals(chain, state, goals, out);
  bestAngles.set(angles);
  let bestCost = out.cost;
  let stalledCount = 0;
  let wasNudged = false;
  let iterationCount = 0;
  while (iterationCount < params.maxIterations && stalledCount < MAX_STALLED && !isReached(out, params)) {
    stepJacobian(chain, state, goals, params, out);
    iterationCount++;
    if (out.cost < bestCost * (1 - params.minImprovement)) {
      bestCost = out.cost;
      bestAngles.set(angles);
      stalledCount = 0;
      continue;
    }
    stalledCount++;
    // A straight chain pulled along its own line has no slope to follow until it is bent a little.
    if (!wasNudged && isWithoutSlope(chain, out)) {
      nudgeArticulatedChain(chain, state, 0, lastGoalPoint(goals));
      wasNudged = true;
    }
  }
  if (out.cost !== bestCost) {
    angles.set(bestAngles);
    updateArticulatedChain(chain, state);
    measureChainGoals(chain, state, goals, out);
  }
  out.iterationCount = iterationCount;
  out.reached = isReached(out, params);
}

/** Takes the change, shortened as a whole until every joint keeps to its largest step. */
function applyChange(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  goals: readonly ChainGoal[],
  out: JacobianOutput,
): void {
  const { jointCount, firstDofs, maxSteps } = chain;
  const { change } = out;
  let share = 1;
  for (let joint = 0; joint < jointCount; joint++) {
    for (let dof = firstDofs[joint]; dof < firstDofs[joint + 1]; dof++) {
      if (Math.abs(change[dof]) * share > maxSteps[joint]) share = maxSteps[joint] / Math.abs(change[dof]);
    }
  }
  for (let dof = 0; dof < chain.dofCount; dof++) {
    state.angles[dof] = clampDofAngle(chain, dof, state.angles[dof] + share * change[dof]);
  }
  for (let joint = 0; joint < jointCount; joint++) clampConeJoint(chain, state.angles, joint);
  updateArticulatedChain(chain, state);
  measureChainGoals(chain, state, goals, out);
}

/** Is J^T e, the slope of the cost, next to zero for all joints that may turn? */
function isWithoutSlope(chain: ArticulatedChain, { jacobian, residual, rowCount }: JacobianOutput): boolean {
  for (let joint = 0; joint < chain.jointCount; joint++) {
    if (chain.weights[joint] === 0) continue;
    for (let dof = chain.firstDofs[joint]; dof < chain.firstDofs[joint + 1]; dof++) {
      let slope = 0;
      for (let row = 0; row < rowCount; row++) slope += jacobian[row * chain.dofCount + dof] * residual[row];
      if (Math.abs(slope) > NO_SLOPE) return false;
    }
  }
  return true;
}

function isReached(errors: ChainGoalErrors, params: JacobianParams): boolean {
  return errors.positionError <= params.positionTolerance && errors.rotationError <= params.rotationTolerance;
}
