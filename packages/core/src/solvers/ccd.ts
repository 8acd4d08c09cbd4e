import { wrapAngle } from '../math/index.js';
import {
  type ArticulatedChain,
  type ArticulatedChainState,
  nudgeArticulatedChain,
  updateArticulatedChainFrom,
} from './articulatedChain.js';
import { type CcdProblem, EFFECTOR_SIZE, sweepCcd } from './ccdSweep.js';
import { type ChainGoal, type ChainGoalErrors, lastGoalPoint, measureChainGoals } from './chainGoal.js';
import { clampConeJoint } from './coneJoint.js';
import { clampDofAngle } from './dofAngle.js';

export interface CcdParams {
  /** A goal this near counts as reached, metres... */
  readonly positionTolerance: number;
  /** ...when its rotation is also this near, radians. */
  readonly rotationTolerance: number;
  readonly maxSweeps: number;
  /** A sweep that takes away less than this share of the cost is taken back and is the last. */
  readonly minImprovement: number;
}

export const defaultCcdParams: CcdParams = {
  positionTolerance: 1e-4,
  rotationTolerance: 2e-3,
  maxSweeps: 200,
  minImprovement: 1e-4,
};

/** What a solve did. Owned by the caller, made by createCcdOutput() for one chain; carries the solver's scratch. */
export interface CcdOutput extends ChainGoalErrors {
  /** All goals within tolerance. */
  reached: boolean;
  sweepCount: number;
  readonly bestAngles: Float64Array;
  readonly sweptAngles: Float64Array;
  readonly effectors: Float64Array;
}

export function createCcdOutput(chain: ArticulatedChain): CcdOutput {
  return {
    reached: false,
    positionError: 0,
    rotationError: 0,
    cost: 0,
    sweepCount: 0,
    bestAngles: new Float64Array(chain.dofCount),
    sweptAngles: new Float64Array(chain.dofCount),
    effectors: new Float64Array(chain.jointCount * EFFECTOR_SIZE),
  };
}

/**
 * Cyclic coordinate descent after Welman, "Inverse kinematics and geometric constraints for articulated figure
 * manipulation", 1993, as extended in Weimar 2008, ch. 5: position and rotation, several effectors at once (at most
 * one goal per point), weights and limits. Starts from the chain's present angles and leaves the world arrays current.
 *
 * Sweeps are repeated until every goal is reached or the cost no longer falls; what did not make it fall is taken
 * back, so that an unreachable goal is approached and then held without any motion.
 */
export function solveCcd(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  goals: readonly ChainGoal[],
  params: CcdParams,
  out: CcdOutput,
): void {
  solveCcdFrom(chain, state, goals, params, 0, out);
}

/** The same with all joints before `firstJoint` held still. */
export function solveCcdFrom(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  goals: readonly ChainGoal[],
  params: CcdParams,
  firstJoint: number,
  out: CcdOutput,
): void {
  const { bestAngles, effectors } = out;
  const { angles } = state;
  const problem = { chain, state, goals, effectors };
  updateArticulatedChainFrom(chain, state, firstJoint);
  measureChainGoals(chain, state, goals, out);
  bestAngles.set(angles);
  // bestAngles and costToBeat belong together: those of the start, then of the last sweep that paid.
  let costToBeat = out.cost;
  let gain = 1;
  let wasNudged = false;
  let sweepCount = 0;
  while (sweepCount < params.maxSweeps && !isReached(out, params)) {
    sweepCcd(problem, firstJoint);
    updateArticulatedChainFrom(chain, state, firstJoint);
    measureChainGoals(chain, state, goals, out);
    sweepCount++;
    if (!(out.cost < costToBeat * (1 - params.minImprovement))) {
      angles.set(bestAngles);
      if (!wasNudged && leaveRidge(problem, params, firstJoint, costToBeat, out)) {
        wasNudged = true;
        costToBeat = out.cost;
        bestAngles.set(angles);
        continue;
      }
      updateArticulatedChainFrom(chain, state, firstJoint);
      measureChainGoals(chain, state, goals, out);
      break;
    }
    if (!isReached(out, params)) gain = stepFurther(problem, firstJoint, gain, out);
    costToBeat = out.cost;
    bestAngles.set(angles);
  }
  out.sweepCount = sweepCount;
  out.reached = isReached(out, params);
}

/** Sweeps that a nudged chain gets to become better than the straight one. */
const RIDGE_SWEEPS = 8;

/** Largest multiple of a sweep's change that is tried beyond it. */
const MAX_GAIN = 64;

/**
 * The pattern move of Hooke & Jeeves, "Direct search solution of numerical and statistical problems", J. ACM 1961:
 * what a sweep changed is tried once more, `gain` times as far, and kept if it pays. Where position and rotation pull
 * against each other plain sweeps creep along the valley floor (300 for a millimetre, with this 50). Returns the gain
 * for the next sweep.
 */
function stepFurther(problem: CcdProblem, firstJoint: number, gain: number, out: CcdOutput): number {
  const { chain, state, goals } = problem;
  const { bestAngles, sweptAngles } = out;
  const { angles } = state;
  const sweptCost = out.cost;
  sweptAngles.set(angles);
  for (let joint = firstJoint; joint < chain.jointCount; joint++) {
    const maxStep = chain.maxSteps[joint];
    for (let dof = chain.firstDofs[joint]; dof < chain.firstDofs[joint + 1]; dof++) {
      const swept = angles[dof] - bestAngles[dof];
      const step = gain * (chain.isFreeBall[joint] === 1 ? wrapAngle(swept) : swept);
      angles[dof] = clampDofAngle(chain, dof, angles[dof] + Math.max(-maxStep, Math.min(maxStep, step)));
    }
    clampConeJoint(chain, angles, joint);
  }
  updateArticulatedChainFrom(chain, state, firstJoint);
  measureChainGoals(chain, state, goals, out);
  if (out.cost < sweptCost) return Math.min(2 * gain, MAX_GAIN);
  angles.set(sweptAngles);
  updateArticulatedChainFrom(chain, state, firstJoint);
  measureChainGoals(chain, state, goals, out);
  return Math.max(gain / 2, 0.5);
}

/**
 * A sweep that gains nothing may also stand on a ridge: a straight chain that is to be shortened along its own line,
 * position and rotation in balance. Bends the chain a little and sweeps until that has paid. Returns whether it did;
 * if not, the angles are as before.
 */
function leaveRidge(
  problem: CcdProblem,
  params: CcdParams,
  firstJoint: number,
  costToBeat: number,
  out: CcdOutput,
): boolean {
  const { chain, state, goals } = problem;
  nudgeArticulatedChain(chain, state, firstJoint, lastGoalPoint(goals));
  for (let sweep = 0; sweep < RIDGE_SWEEPS; sweep++) {
    updateArticulatedChainFrom(chain, state, firstJoint);
    sweepCcd(problem, firstJoint);
    updateArticulatedChainFrom(chain, state, firstJoint);
    measureChainGoals(chain, state, goals, out);
    if (out.cost < costToBeat * (1 - params.minImprovement)) return true;
  }
  state.angles.set(out.bestAngles);
  return false;
}

function isReached(errors: ChainGoalErrors, params: CcdParams): boolean {
  return errors.positionError <= params.positionTolerance && errors.rotationError <= params.rotationTolerance;
}
