import { createVec3, type ReadonlyVec3, type Vec3, vec3 } from '../math/index.js';
import {
  type ArticulatedChain,
  type ArticulatedChainState,
  createArticulatedChainState,
  updateArticulatedChain,
} from './articulatedChain.js';
import { type CcdOutput, type CcdParams, createCcdOutput, defaultCcdParams, solveCcdFrom } from './ccd.js';
import { measureReachShell, nearestInShell, nearestInShells, type ReachShell } from './reachShell.js';
import { buildReversedChain, restoreChainState, reverseChainState } from './reversedChain.js';

/** A point of the chain that is dragged somewhere. */
export interface InnerEffector {
  /** 0 is the root (it must be free), jointCount the tip (it must be free). */
  readonly point: number;
  readonly positionWorld: ReadonlyVec3;
}

export interface CcdInnerInput {
  /** At least one, from the root to the tip, one per point. */
  readonly effectors: readonly InnerEffector[];
  /** A fixed root stays where it is. A free one is carried along by the first effector, with all bones between. */
  readonly isRootFree: boolean;
  /** Where the tip is held; null where it is free and carried along by the last effector. */
  readonly tipWorld: ReadonlyVec3 | null;
}

/** What a solve did. Owned by the caller, made by createCcdInnerOutput() for one chain; carries the solver's scratch. */
export interface CcdInnerOutput {
  /** Every effector is on its goal, or on what replaced it, and a held tip is in its place. */
  reached: boolean;
  /** Farthest effector from its (replaced) goal, metres. */
  effectorError: number;
  /** Distance of a held tip from its place, metres; 0 where it is free. */
  tipGap: number;
  /** The nearest points that the effectors can be at together, world space. One per effector, x 3. */
  readonly goalsWorld: Float64Array;
  readonly forward: SideScratch;
  readonly backward: SideScratch;
  readonly reversedState: ArticulatedChainState;
  /** The pieces' own, tighter: closing a gap moves an effector that was already in place. */
  readonly pieceParams: { -readonly [Name in keyof CcdParams]: CcdParams[Name] };
}

/** Everything that one direction of solving needs, allocated once. */
interface SideScratch {
  readonly chain: ArticulatedChain;
  readonly ccd: CcdOutput;
  readonly startAngles: Float64Array;
  readonly startWorld: Float64Array;
  /** One list of one goal per effector, and one for the tip: a solver takes lists. */
  readonly goalLists: readonly [MutableGoal][];
  readonly tipGoals: readonly [MutableGoal];
}

interface MutableGoal {
  point: number;
  readonly positionWorld: Vec3;
  readonly rotationWorld: null;
}

export function createCcdInnerOutput(chain: ArticulatedChain): CcdInnerOutput {
  const reversed = buildReversedChain(chain);
  return {
    reached: false,
    effectorError: 0,
    tipGap: 0,
    goalsWorld: new Float64Array((chain.jointCount + 1) * 3),
    forward: createSideScratch(chain),
    backward: createSideScratch(reversed),
    reversedState: createArticulatedChainState(reversed),
    pieceParams: { ...defaultCcdParams },
  };
}

/**
 * Drags any points of a chain (Weimar 2008, 5.1.2). The points cut the chain into pieces, and each piece is solved
 * by CCD towards its own effector, so a piece never pulls an earlier effector off its goal. Goals out of reach are
 * replaced by the nearest ones in reach of both neighbours. Bones keep their length, and a chain whose ends are held
 * and in place stays so: a goal that cannot be had without a gap is followed only as far as none opens.
 */
export function solveCcdInner(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  input: CcdInnerInput,
  params: CcdParams,
  out: CcdInnerOutput,
): void {
  const { effectors, isRootFree, tipWorld } = input;
  const { pieceParams } = out;
  pieceParams.positionTolerance = params.positionTolerance / 4;
  pieceParams.maxSweeps = params.maxSweeps;
  pieceParams.minImprovement = params.minImprovement;
  updateArticulatedChain(chain, state);
  out.tipGap = 0;
  if (!isRootFree) {
    loadGoals(chain, effectors, false, out.forward);
    if (tipWorld === null) solvePieces(out.forward, state, effectors.length, 0, out);
    else solveBetweenEnds(out.forward, state, effectors.length, tipWorld, params, out);
    readGoals(out.forward, effectors.length, false, out.goalsWorld);
  } else if (tipWorld !== null) {
    const { reversedState, backward } = out;
    reverseChainState(chain, state, backward.chain, reversedState);
    for (let i = 0; i < 3; i++) reversedState.rootPosition[i] = tipWorld[i];
    updateArticulatedChain(backward.chain, reversedState);
    loadGoals(backward.chain, effectors, true, backward);
    solvePieces(backward, reversedState, effectors.length, 0, out);
    readGoals(backward, effectors.length, true, out.goalsWorld);
    restoreChainState(chain, backward.chain, reversedState, state);
  } else {
    const at = effectors[0].point * 3;
    for (let i = 0; i < 3; i++) state.rootPosition[i] += effectors[0].positionWorld[i] - state.worldPositions[at + i];
    updateArticulatedChain(chain, state);
    loadGoals(chain, effectors, false, out.forward);
    solvePieces(out.forward, state, effectors.length, 1, out);
    readGoals(out.forward, effectors.length, false, out.goalsWorld);
  }
  out.reached = out.effectorError <= params.positionTolerance && out.tipGap <= params.positionTolerance;
}

/** How often a remaining gap is closed before the effectors' goals are moved closer. */
const MAX_ROUNDS = 6;

/** Share of the gap before that a round may leave. */
const WORTH_A_ROUND = 0.7;

/** How often the effectors' way is halved before the chain is left as it was. */
const MAX_HALVINGS = 6;

const shellBefore: ReachShell = { min: 0, max: 0 };
const shellAfter: ReachShell = { min: 0, max: 0 };
const hereWorld = createVec3();

/** Pieces in a row from the root; `firstEffector` and those before it are already in place or have no piece. */
function solvePieces(
  side: SideScratch,
  state: ArticulatedChainState,
  effectorCount: number,
  firstEffector: number,
  out: CcdInnerOutput,
): void {
  const { chain, goalLists, ccd } = side;
  for (let k = firstEffector; k < effectorCount; k++) {
    const { point, positionWorld } = goalLists[k][0];
    const from = k === 0 ? 0 : goalLists[k - 1][0].point;
    pointWorld(hereWorld, state, from);
    nearestInShell(positionWorld, positionWorld, hereWorld, measureReachShell(chain, from, point, shellBefore));
    solveCcdFrom(chain, state, goalLists[k], out.pieceParams, from, ccd);
  }
  measureEffectors(side, state, effectorCount, out);
}

/** Both ends are held: the last piece has to bring the tip home, and may need the others' help. */
function solveBetweenEnds(
  side: SideScratch,
  state: ArticulatedChainState,
  effectorCount: number,
  tipWorld: ReadonlyVec3,
  params: CcdParams,
  out: CcdInnerOutput,
): void {
  const { chain, ccd, startAngles, startWorld, goalLists, tipGoals } = side;
  tipGoals[0].point = chain.jointCount;
  vec3.copy(tipGoals[0].positionWorld, tipWorld);
  bringIntoReach(side, state, effectorCount, tipWorld);
  readGoals(side, effectorCount, false, out.goalsWorld);
  startAngles.set(state.angles);
  startWorld.set(state.worldPositions);
  measureEffectors(side, state, effectorCount, out);
  measureTip(chain, state, tipWorld, out);
  const startError = out.effectorError;
  const startGap = out.tipGap;

  let isBetter = false;
  if (startGap <= params.positionTolerance && startError <= params.positionTolerance) return;
  for (let halving = 0; halving <= MAX_HALVINGS && !isBetter; halving++) {
    if (halving > 0) {
      state.angles.set(startAngles);
      updateArticulatedChain(chain, state);
      for (let k = 0; k < effectorCount; k++) {
        const { point, positionWorld } = goalLists[k][0];
        for (let i = 0; i < 3; i++) {
          const from = startWorld[point * 3 + i];
          positionWorld[i] = from + (out.goalsWorld[k * 3 + i] - from) / 2 ** halving;
        }
      }
      bringIntoReach(side, state, effectorCount, tipWorld);
    }
    let lastGap = Number.POSITIVE_INFINITY;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      for (let k = 0; k < effectorCount; k++) {
        solveCcdFrom(chain, state, goalLists[k], out.pieceParams, k === 0 ? 0 : goalLists[k - 1][0].point, ccd);
      }
      solveCcdFrom(chain, state, tipGoals, out.pieceParams, goalLists[effectorCount - 1][0].point, ccd);
      if (ccd.reached) break;
      // Rounds that hardly close the gap will not close it: rather go a shorter way.
      if (ccd.positionError > WORTH_A_ROUND * lastGap) break;
      lastGap = ccd.positionError;
      solveCcdFrom(chain, state, tipGoals, out.pieceParams, 0, ccd);
      measureEffectors(side, state, effectorCount, out);
      if (ccd.reached && out.effectorError <= params.positionTolerance) break;
    }
    measureTip(chain, state, tipWorld, out);
    for (let k = 0; k < effectorCount; k++) {
      for (let i = 0; i < 3; i++) goalLists[k][0].positionWorld[i] = out.goalsWorld[k * 3 + i];
    }
    measureEffectors(side, state, effectorCount, out);
    const hasClosed = startGap > params.positionTolerance && out.tipGap < startGap * (1 - params.minImprovement);
    const isClosed = out.tipGap <= Math.max(params.positionTolerance, startGap);
    isBetter = hasClosed || (isClosed && out.effectorError < startError * (1 - params.minImprovement));
  }
  if (!isBetter) {
    state.angles.set(startAngles);
    updateArticulatedChain(chain, state);
    out.tipGap = startGap;
    out.effectorError = startError;
  }
}

/** Replaces every goal by the nearest that both neighbours can reach; neighbours move too, so a few times over. */
function bringIntoReach(
  side: SideScratch,
  state: ArticulatedChainState,
  effectorCount: number,
  tipWorld: ReadonlyVec3,
): void {
  const { chain, goalLists } = side;
  const passCount = effectorCount === 1 ? 1 : 8;
  for (let pass = 0; pass < passCount; pass++) {
    for (let k = 0; k < effectorCount; k++) {
      const { point, positionWorld } = goalLists[k][0];
      const isFirst = k === 0;
      const isLast = k === effectorCount - 1;
      const from = isFirst ? 0 : goalLists[k - 1][0].point;
      const to = isLast ? chain.jointCount : goalLists[k + 1][0].point;
      measureReachShell(chain, from, point, shellBefore);
      measureReachShell(chain, point, to, shellAfter);
      const fromWorld = isFirst ? pointWorld(hereWorld, state, 0) : goalLists[k - 1][0].positionWorld;
      const toWorld = isLast ? tipWorld : goalLists[k + 1][0].positionWorld;
      nearestInShells(positionWorld, positionWorld, fromWorld, shellBefore, toWorld, shellAfter);
    }
  }
}

function createSideScratch(chain: ArticulatedChain): SideScratch {
  const createGoals = (): [MutableGoal] => [{ point: 0, positionWorld: createVec3(), rotationWorld: null }];
  return {
    chain,
    ccd: createCcdOutput(chain),
    startAngles: new Float64Array(chain.dofCount),
    startWorld: new Float64Array((chain.jointCount + 1) * 3),
    goalLists: Array.from({ length: chain.jointCount + 1 }, createGoals),
    tipGoals: createGoals(),
  };
}

/** Effectors in the order in which the side meets them. */
function loadGoals(
  chain: ArticulatedChain,
  effectors: readonly InnerEffector[],
  isReversed: boolean,
  side: SideScratch,
): void {
  for (let k = 0; k < effectors.length; k++) {
    const { point, positionWorld } = effectors[isReversed ? effectors.length - 1 - k : k];
    const goal = side.goalLists[k][0];
    goal.point = isReversed ? chain.jointCount - point : point;
    vec3.copy(goal.positionWorld, positionWorld);
  }
}

function readGoals(side: SideScratch, effectorCount: number, isReversed: boolean, out: Float64Array): void {
  for (let k = 0; k < effectorCount; k++) {
    const { positionWorld } = side.goalLists[isReversed ? effectorCount - 1 - k : k][0];
    for (let i = 0; i < 3; i++) out[k * 3 + i] = positionWorld[i];
  }
}

function measureEffectors(
  side: SideScratch,
  state: ArticulatedChainState,
  effectorCount: number,
  out: CcdInnerOutput,
): void {
  let farthest = 0;
  for (let k = 0; k < effectorCount; k++) {
    const { point, positionWorld } = side.goalLists[k][0];
    farthest = Math.max(farthest, vec3.distance(pointWorld(hereWorld, state, point), positionWorld));
  }
  out.effectorError = farthest;
}

function measureTip(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  tipWorld: ReadonlyVec3,
  out: CcdInnerOutput,
): void {
  out.tipGap = vec3.distance(pointWorld(hereWorld, state, chain.jointCount), tipWorld);
}

function pointWorld(out: Vec3, state: ArticulatedChainState, point: number): Vec3 {
  const { worldPositions: pos } = state;
  return vec3.set(out, pos[point * 3], pos[point * 3 + 1], pos[point * 3 + 2]);
}
