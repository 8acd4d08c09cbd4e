import { createQuat, createVec3, quat, type Vec3, vec3 } from '../math/index.js';
import {
  type ArticulatedChain,
  type ArticulatedChainState,
  createArticulatedChainState,
  nudgeArticulatedChain,
  updateArticulatedChainFrom,
} from './articulatedChain.js';
import { writeStraightTurns, writeTriangleTurns } from './ccdFinish.js';
import { type CcdProblem, EFFECTOR_SIZE, sweepCcd, writeTurn } from './ccdSweep.js';
import { type ChainGoal, type ChainGoalErrors, lastGoalPoint, measureChainGoals } from './chainGoal.js';
import { type ChainPiece, type ChainSnapshot, copyChain, createChainSnapshot, turnChain } from './chainTurns.js';
import { clampDofAngle } from './chainTypes.js';
import { limitBallTurn, readBallAngles } from './coneJoint.js';

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
  /** How far the next pattern move reaches, in multiples of a sweep. A field, because an argument would be boxed. */
  gain: number;
  /** The best pose so far. */
  readonly best: ChainSnapshot;
  /** As the chain was before its last joint was set to a goal's rotation. */
  readonly beforeSplit: ChainSnapshot;
  /** Of the last sweep (CcdProblem), and stretched by the pattern move. */
  readonly turns: Float64Array;
  readonly furtherTurns: Float64Array;
  /** What is being solved, written at the start of a solve. */
  readonly problem: { -readonly [Name in keyof CcdProblem]: CcdProblem[Name] };
  /** Joints that the solve turns. */
  readonly piece: { -readonly [Name in keyof ChainPiece]: ChainPiece[Name] };
  /** The goal of the chain before its last bone, where a goal with a rotation is split. */
  readonly splitGoals: readonly [{ point: number; readonly positionWorld: Vec3; readonly rotationWorld: null }];
}

export function createCcdOutput(chain: ArticulatedChain): CcdOutput {
  const turns = new Float64Array(chain.dofCount * 4);
  const effectors = new Float64Array(chain.jointCount * EFFECTOR_SIZE);
  return {
    reached: false,
    positionError: 0,
    rotationError: 0,
    cost: 0,
    sweepCount: 0,
    gain: 1,
    best: createChainSnapshot(chain),
    beforeSplit: createChainSnapshot(chain),
    turns,
    furtherTurns: new Float64Array(chain.dofCount * 4),
    problem: { chain, state: createArticulatedChainState(chain), goals: [], effectors, turns },
    piece: { firstJoint: 0, lastPoint: 0 },
    splitGoals: [{ point: 0, positionWorld: createVec3(), rotationWorld: null }],
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
  updateArticulatedChainFrom(chain, state, firstJoint);
  measureChainGoals(chain, state, goals, out);
  out.sweepCount = 0;
  if (!isReached(out, params)) {
    const { problem } = out;
    problem.chain = chain;
    problem.state = state;
    problem.goals = goals;
    let hasMoved = canSplit(chain, goals, firstJoint) && sweepSplit(goals, params, firstJoint, out);
    if (!isReached(out, params) && sweepUntilDone(problem, params, firstJoint, out)) hasMoved = true;
    // A chain that has not moved keeps its angles to the last bit.
    if (hasMoved) {
      readAngles(chain, state, firstJoint, lastGoalPoint(goals));
      measureChainGoals(chain, state, goals, out);
    }
  }
  out.reached = isReached(out, params);
}

/** Sweeps that a nudged chain gets to become better than the straight one. */
const RIDGE_SWEEPS = 8;

/** Largest multiple of a sweep's change that is tried beyond it. */
const MAX_GAIN = 64;

/** Angles of ball joints from their world rotations, and everything else once more from the angles. */
function readAngles(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  firstJoint: number,
  lastPoint: number,
): void {
  for (let joint = firstJoint; joint < lastPoint; joint++) {
    if (chain.isFreeBall[joint] === 1) readBallAngles(chain, state, joint);
  }
  updateArticulatedChainFrom(chain, state, firstJoint);
}

/** Sweeps until the goals are reached or nothing is gained; leaves the best pose, and its errors in `out`. Returns whether the chain moved. */
function sweepUntilDone(problem: CcdProblem, params: CcdParams, firstJoint: number, out: CcdOutput): boolean {
  const { chain, state, goals } = problem;
  const { best, turns, piece } = out;
  piece.firstJoint = firstJoint;
  piece.lastPoint = lastGoalPoint(goals);
  copyChain(best, state);
  // best and costToBeat belong together: those of the start, then of the last sweep that paid.
  let costToBeat = out.cost;
  out.gain = 1;
  let wasNudged = false;
  let hasMoved = layStraight(problem, params, piece, out);
  if (hasMoved) costToBeat = out.cost;
  while (out.sweepCount < params.maxSweeps && !isReached(out, params)) {
    sweepCcd(problem, firstJoint);
    turnChain(chain, best, turns, piece, state);
    measureChainGoals(chain, state, goals, out);
    out.sweepCount++;
    if (!(out.cost < costToBeat * (1 - params.minImprovement))) {
      if (!wasNudged && leaveRidge(problem, params, piece, costToBeat, out)) {
        wasNudged = true;
      } else {
        copyChain(state, best);
        measureChainGoals(chain, state, goals, out);
        break;
      }
    } else if (!isReached(out, params) && !finish(problem, params, piece, out)) {
      stepFurther(problem, piece, out);
    }
    costToBeat = out.cost;
    copyChain(best, state);
    hasMoved = true;
  }
  return hasMoved;
}

/** A goal at the end of the reach or beyond: a straight chain is the answer, or next to it. Returns whether it was taken. */
function layStraight(problem: CcdProblem, params: CcdParams, piece: ChainPiece, out: CcdOutput): boolean {
  const { chain, state, goals } = problem;
  const { best, turns } = out;
  const startCost = out.cost;
  if (!writeStraightTurns(problem, piece, turns)) return false;
  turnChain(chain, best, turns, piece, state);
  measureChainGoals(chain, state, goals, out);
  if (out.cost < startCost * (1 - params.minImprovement)) {
    copyChain(best, state);
    return true;
  }
  copyChain(state, best);
  measureChainGoals(chain, state, goals, out);
  return false;
}

/** The rest of the way in closed form, from the pose that a sweep has left. Returns whether the goal is now reached. */
function finish(problem: CcdProblem, params: CcdParams, piece: ChainPiece, out: CcdOutput): boolean {
  const { chain, state, goals } = problem;
  if (!writeTriangleTurns(problem, piece, out.furtherTurns)) return false;
  turnChain(chain, state, out.furtherTurns, piece, state);
  measureChainGoals(chain, state, goals, out);
  if (isReached(out, params)) return true;
  turnChain(chain, out.best, out.turns, piece, state);
  measureChainGoals(chain, state, goals, out);
  return false;
}

/** Can the part of one goal that is a rotation be left to the last joint alone? */
function canSplit(chain: ArticulatedChain, goals: readonly ChainGoal[], firstJoint: number): boolean {
  if (goals.length !== 1 || goals[0].rotationWorld === null) return false;
  const joint = goals[0].point - 1;
  return (
    joint > firstJoint && chain.isFreeBall[joint] === 1 && chain.weights[joint] === 1 && chain.cones[joint] === null
  );
}

/**
 * A goal with a rotation whose last joint turns any way falls into two: the last bone lies as the rotation says, and
 * so says where it begins, which is a goal without rotation for the chain before it. Sweeps towards position and
 * rotation at once creep where the two pull against each other. Out of reach this gives up position for rotation;
 * it is then taken back if the cost has not fallen, and plain sweeps go on. Returns whether it was kept.
 */
function sweepSplit(goals: readonly ChainGoal[], params: CcdParams, firstJoint: number, out: CcdOutput): boolean {
  const { problem, splitGoals } = out;
  const { chain, state } = problem;
  const { point, positionWorld, rotationWorld } = goals[0];
  if (rotationWorld === null) return false;
  const startCost = out.cost;
  copyChain(out.beforeSplit, state);
  const last = (point - 1) * 3;
  vec3.set(boneWorld, chain.bones[last], chain.bones[last + 1], chain.bones[last + 2]);
  vec3.transformQuat(boneWorld, boneWorld, rotationWorld);
  splitGoals[0].point = point - 1;
  vec3.subtract(splitGoals[0].positionWorld, positionWorld, boneWorld);
  measureChainGoals(chain, state, splitGoals, out);
  problem.goals = splitGoals;
  sweepUntilDone(problem, params, firstJoint, out);
  problem.goals = goals;
  const { worldRotations: rot, worldPositions: pos } = state;
  quat.normalize(lastWorld, rotationWorld);
  for (let i = 0; i < 4; i++) rot[(point - 1) * 4 + i] = lastWorld[i];
  for (let i = 0; i < 3; i++) pos[point * 3 + i] = pos[last + i] + boneWorld[i];
  measureChainGoals(chain, state, goals, out);
  if (out.cost < startCost * (1 - params.minImprovement)) return true;
  copyChain(state, out.beforeSplit);
  measureChainGoals(chain, state, goals, out);
  return false;
}

// Scratch of sweepSplit(), which writes it before it reads it.
const boneWorld = createVec3();
const lastWorld = createQuat();

/**
 * The pattern move of Hooke & Jeeves, "Direct search solution of numerical and statistical problems", J. ACM 1961:
 * what a sweep changed is tried once more, `out.gain` times as far, and kept if it pays. Where goals pull against each
 * other plain sweeps creep along the valley floor (300 for a millimetre, with this 50).
 */
function stepFurther(problem: CcdProblem, piece: ChainPiece, out: CcdOutput): void {
  const { chain, state, goals } = problem;
  const { best, turns, furtherTurns } = out;
  const sweptCost = out.cost;
  writeFurtherTurns(chain, state, piece, out);
  turnChain(chain, best, furtherTurns, piece, state);
  measureChainGoals(chain, state, goals, out);
  if (out.cost < sweptCost) {
    takeFurtherAngles(chain, state, piece, out);
    out.gain = Math.min(2 * out.gain, MAX_GAIN);
    return;
  }
  turnChain(chain, best, turns, piece, state);
  measureChainGoals(chain, state, goals, out);
  out.gain = Math.max(out.gain / 2, 0.5);
}

/** The angle that the pattern move gives a degree of freedom which a sweep has already moved. */
function furtherAngle(chain: ArticulatedChain, dof: number, maxStep: number, before: number, step: number): number {
  return clampDofAngle(chain, dof, before + Math.max(-maxStep, Math.min(maxStep, step)));
}

/** Turns away from the best pose: those of the sweep and `gain` times as far again, within limits. */
function writeFurtherTurns(
  chain: ArticulatedChain,
  { angles, rootRotation }: ArticulatedChainState,
  { firstJoint, lastPoint }: ChainPiece,
  { best, turns, furtherTurns, gain }: CcdOutput,
): void {
  const { firstDofs, maxSteps, isFreeBall, cones } = chain;
  for (let joint = firstJoint; joint < lastPoint; joint++) {
    const first = firstDofs[joint];
    if (isFreeBall[joint] === 1) {
      const at = first * 4;
      // (k v, w) is a turn about the same axis, k times as far while it is small, and never more than a half turn.
      const k = maxSteps[joint] === Number.POSITIVE_INFINITY ? 1 + gain : 1;
      const x = turns[at] * k;
      const y = turns[at + 1] * k;
      const z = turns[at + 2] * k;
      const w = turns[at + 3];
      const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
      furtherTurns[at] = x * scale;
      furtherTurns[at + 1] = y * scale;
      furtherTurns[at + 2] = z * scale;
      furtherTurns[at + 3] = w * scale;
      if (cones[joint] !== null) {
        limitBallTurn(chain, best.worldRotations, rootRotation, joint, furtherTurns, at);
      }
      continue;
    }
    for (let dof = first; dof < firstDofs[joint + 1]; dof++) {
      const step = gain * (angles[dof] - best.angles[dof]);
      const angle = furtherAngle(chain, dof, maxSteps[joint], angles[dof], step);
      writeTurn(furtherTurns, dof * 4, best.worldAxes, dof * 3, 0.5 * (angle - best.angles[dof]));
    }
  }
}

/** The angles that belong to writeFurtherTurns(). */
function takeFurtherAngles(
  chain: ArticulatedChain,
  { angles }: ArticulatedChainState,
  { firstJoint, lastPoint }: ChainPiece,
  { best, gain }: CcdOutput,
): void {
  const { firstDofs, maxSteps, isFreeBall } = chain;
  for (let joint = firstJoint; joint < lastPoint; joint++) {
    if (isFreeBall[joint] === 1) continue;
    for (let dof = firstDofs[joint]; dof < firstDofs[joint + 1]; dof++) {
      const step = gain * (angles[dof] - best.angles[dof]);
      angles[dof] = furtherAngle(chain, dof, maxSteps[joint], angles[dof], step);
    }
  }
}

/**
 * A sweep that gains nothing may also stand on a ridge: a straight chain that is to be shortened along its own line,
 * position and rotation in balance. Bends the chain a little and sweeps until that has paid. Returns whether it did;
 * if not, the pose is anywhere and out.best as before.
 */
function leaveRidge(
  problem: CcdProblem,
  params: CcdParams,
  { firstJoint, lastPoint }: ChainPiece,
  costToBeat: number,
  out: CcdOutput,
): boolean {
  const { chain, state, goals } = problem;
  copyChain(state, out.best);
  readAngles(chain, state, firstJoint, lastPoint);
  nudgeArticulatedChain(chain, state, firstJoint, lastPoint);
  updateArticulatedChainFrom(chain, state, firstJoint);
  for (let sweep = 0; sweep < RIDGE_SWEEPS; sweep++) {
    sweepCcd(problem, firstJoint);
    turnChain(chain, state, out.turns, out.piece, state);
    measureChainGoals(chain, state, goals, out);
    if (out.cost < costToBeat * (1 - params.minImprovement)) return true;
  }
  return false;
}

function isReached(errors: ChainGoalErrors, params: CcdParams): boolean {
  return errors.positionError <= params.positionTolerance && errors.rotationError <= params.rotationTolerance;
}
