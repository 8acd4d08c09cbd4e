import { createQuat, createVec3, quat, type ReadonlyQuat, type ReadonlyVec3, vec3 } from '@leib/core';
import {
  type ChainGoal,
  defaultCcdParams,
  defaultJacobianParams,
  solveCcd,
  solveCcdInner,
  solveJacobian,
  stepJacobian,
  updateArticulatedChain,
} from '@leib/core/solvers';
import type { ChainState } from './chainsState.js';
import { solveByFabrik } from './fabrikSolver.js';
import { readAllowedAngles } from './partJoint.js';
import type { ChainModel, PuppetChains } from './puppetChains.js';

/** Nearer than this counts as reached, metres: below what can be seen, and a held tip never opens by more. */
export const REACHED = 5e-5;

/** How much a held tip counts beside the goals for solvers that know only goals. */
const TIP_WEIGHT = 25;

/** Steps of the plain pseudo-inverse in a frame. Its leaps are not taken back: they are what it is shown for. */
const PLAIN_STEPS = 2;

export const ccdParams = { ...defaultCcdParams, positionTolerance: REACHED };
/** Between two held ends a chain is solved piece by piece, many times over: what a frame cannot do the next will. */
const innerParams = { ...ccdParams, maxSweeps: 30, minImprovement: 2e-3 };
const dampedParams = { ...defaultJacobianParams, positionTolerance: REACHED };
const plainParams = { ...dampedParams, method: 'pseudoInverse' } as const;

/**
 * Brings a chain's points to their goals (at least one) by the chain's own solver, from where the chain is. The chain's
 * root stays; in a chain with a free root it may move, and `articulated.rootPosition` says where to. World arrays are left
 * current. `tipWorld`: where the tip is held; null: it goes along.
 */
export function solveChain(
  model: PuppetChains,
  chainModel: ChainModel,
  chainState: ChainState,
  tipWorld: ReadonlyVec3 | null,
): void {
  const { chain, isRootFree } = chainModel;
  const { articulated, goals } = chainState;
  updateArticulatedChain(chain, articulated);
  if (tipWorld !== null && isRootFree) solveFromTip(model, chainModel, chainState, tipWorld);
  else if (tipWorld !== null) solveBetweenEnds(model, chainModel, chainState, tipWorld);
  else {
    solveGoals(model, chainModel, chainState, goals);
    if (isRootFree) followGoals(chainModel, chainState);
  }
}

function solveGoals(
  model: PuppetChains,
  chainModel: ChainModel,
  chainState: ChainState,
  goals: readonly ChainGoal[],
): void {
  const { chain, solver } = chainModel;
  const { articulated, ccd, jacobian } = chainState;
  if (solver === 'ccd') solveCcd(chain, articulated, goals, ccdParams, ccd);
  else if (solver === 'damped') solveJacobian(chain, articulated, goals, dampedParams, jacobian);
  else if (solver === 'fabrik') solveByFabrik(model, chainModel, chainState, goals, REACHED);
  else {
    for (let step = 0; step < PLAIN_STEPS; step++) {
      stepJacobian(chain, articulated, goals, plainParams, jacobian);
      if (jacobian.positionError <= REACHED && jacobian.rotationError <= plainParams.rotationTolerance) break;
    }
  }
}

/** A free root goes where the goals still pull: the chain reaches first, then it is drawn along as a whole. */
function followGoals({ chain }: ChainModel, { articulated, goals }: ChainState): void {
  const { rootPosition, worldPositions: pos } = articulated;
  for (let i = 0; i < 3; i++) {
    let missing = 0;
    for (const { point, positionWorld } of goals) missing += positionWorld[i] - pos[point * 3 + i];
    rootPosition[i] += missing / goals.length;
  }
  updateArticulatedChain(chain, articulated);
}

/**
 * Both ends held. CCD knows how; the other solvers take the tip as one more goal that counts much, and where that
 * leaves the tip off its place the chain goes back and CCD does it: a chain that is held at both ends never opens.
 */
function solveBetweenEnds(
  model: PuppetChains,
  chainModel: ChainModel,
  chainState: ChainState,
  tipWorld: ReadonlyVec3,
): void {
  const { chain, solver } = chainModel;
  const { articulated, inner, goals } = chainState;
  if (solver !== 'ccd') {
    const before = articulated.angles.slice();
    const tip: ChainGoal = {
      point: chain.jointCount,
      positionWorld: tipWorld,
      rotationWorld: null,
      weight: TIP_WEIGHT,
    };
    solveGoals(model, chainModel, chainState, [...goals, tip]);
    if (solver === 'jacobian' || tipGap(chainModel, chainState, tipWorld) <= REACHED) return;
    articulated.angles.set(before);
    updateArticulatedChain(chain, articulated);
  }
  const input = { effectors: goals, isRootFree: false, tipWorld };
  solveCcdInner(chain, articulated, input, innerParams, inner);
}

/**
 * The tip is held and the root free: the chain is solved from its tip. The first part then keeps to its limits in what
 * it hangs on; where those turn it back the root gives way, for the tip stays in its place.
 */
function solveFromTip(
  { joints }: PuppetChains,
  chainModel: ChainModel,
  chainState: ChainState,
  tipWorld: ReadonlyVec3,
): void {
  const { chain, parts, angleIndices } = chainModel;
  const { articulated, inner, goals } = chainState;
  const { rootRotation, worldRotations, worldPositions, rootPosition, angles } = articulated;
  const hung = quat.clone(rootRotation as unknown as ReadonlyQuat);
  const input = { effectors: goals, isRootFree: true, tipWorld };
  solveCcdInner(chain, articulated, input, innerParams, inner);
  const local = quat.conjugate(createQuat(), hung);
  quat.multiply(local, local, worldRotations.subarray(0, 4));
  const allowed = new Float64Array(3);
  readAllowedAngles(joints[parts[0]], local, allowed, 0);
  for (let dof = 0; dof < chain.firstDofs[1]; dof++) angles[dof] = allowed[angleIndices[dof] - parts[0] * 3];
  for (let i = 0; i < 4; i++) rootRotation[i] = hung[i];
  updateArticulatedChain(chain, articulated);
  const tip = chain.jointCount * 3;
  for (let i = 0; i < 3; i++) rootPosition[i] += tipWorld[i] - worldPositions[tip + i];
  updateArticulatedChain(chain, articulated);
}

const tipNow = createVec3();

export function tipGap({ chain }: ChainModel, { articulated }: ChainState, tipWorld: ReadonlyVec3): number {
  const at = chain.jointCount * 3;
  const { worldPositions: pos } = articulated;
  return vec3.distance(vec3.set(tipNow, pos[at], pos[at + 1], pos[at + 2]), tipWorld);
}
