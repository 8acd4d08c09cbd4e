import type { Skeleton } from '@leib/core';
import { type Actor, buildActor } from '../actor/actor.js';
import { type ActorLengths, offsetsWithLengths } from '../actor/actorLengths.js';
import type { BodyConditioner } from '../bodies/bodyConditioner.js';
import type { BodyFrame } from '../bodies/bodyFrame.js';
import type { DhSkeleton } from '../dh/dhSkeleton.js';
import type { MocapOffsets } from '../offsets/offsets.js';
import { buildRefineModel, createRefineState, type RefineModel, type RefineState } from './refineModel.js';
import { stepRefine } from './stepRefine.js';
import {
  collectRun,
  createRunCollector,
  type FrameRun,
  findThighRatios,
  RUN_COUNT,
  type RunCollector,
  type ThighRatios,
} from './thighLengths.js';

/** What a setup says of its actor. */
export interface ActorSetup {
  readonly dh: DhSkeleton;
  readonly offsets: MocapOffsets;
  /** Offsets of all joints before lengths are taken. jointCount x 3. */
  readonly restOffsets: Float64Array;
}

/** The refinement of one actor while it runs. */
export interface ActorRefinement {
  /** Of the actor's present skeleton. */
  model: RefineModel;
  state: RefineState;
  /** Frames that are kept for the length of the thighs; null once it is known. */
  thighRuns: FrameRun[] | null;
  readonly collector: RunCollector;
}

export function createActorRefinement(actor: Actor, offsets: MocapOffsets, areLengthsKnown: boolean): ActorRefinement {
  const model = buildRefineModel(actor.binding, offsets);
  const thighRuns = areLengthsKnown ? null : [];
  return { model, state: createRefineState(model), thighRuns, collector: createRunCollector() };
}

/** The same movement on a skeleton of other lengths. */
export function changeActor(refinement: ActorRefinement, actor: Actor, offsets: MocapOffsets): void {
  const { state: former } = refinement;
  refinement.model = buildRefineModel(actor.binding, offsets);
  refinement.state = createRefineState(refinement.model);
  const { state } = refinement;
  state.isStarted = former.isStarted;
  state.angles.rootPosition.set(former.angles.rootPosition);
  state.angles.angles.set(former.angles.angles);
  state.rollOffsets.set(former.rollOffsets);
  state.rollSeconds.set(former.rollSeconds);
}

export function stepActorRefinement(
  { model, state }: ActorRefinement,
  bodies: BodyConditioner,
  dtSeconds: number,
): void {
  stepRefine(model, state, bodies, dtSeconds);
}

/**
 * Keeps frames of a live actor; true when there are enough to find the thighs' lengths. Finding them takes some tenths of a
 * second, once.
 */
export function keepThighFrame({ thighRuns, collector }: ActorRefinement, measured: BodyFrame): boolean {
  if (thighRuns === null) return false;
  const run = collectRun(collector, measured);
  if (run !== null) thighRuns.push(run);
  return thighRuns.length >= LIVE_RUN_COUNT;
}

/** Runs that are kept of a live actor: twice as many as are used, for more poses; some six seconds. */
const LIVE_RUN_COUNT = 2 * RUN_COUNT;

/** The thighs among the actor's lengths become those that fit the frames best. */
export function takeThighs(
  { dh, offsets, restOffsets }: ActorSetup,
  lengths: ActorLengths,
  runs: readonly FrameRun[],
): void {
  const known = offsetsWithLengths(lengths, restOffsets);
  const thighs = lengths.bones.filter(({ bone }) => bone === 'leftLowerLeg' || bone === 'rightLowerLeg');
  // By the shanks, which are measured: distances to hips that are nailed to the back are of no use.
  const withRatio = ({ left, right }: ThighRatios) => {
    const out = known.slice();
    for (const { bone, joint } of thighs) {
      const shank = lengthOfChild(dh.skeleton, known, joint);
      const scale =
        ((bone === 'leftLowerLeg' ? left : right) * shank) / Math.hypot(...known.subarray(joint * 3, joint * 3 + 3));
      for (let k = 0; k < 3; k++) out[joint * 3 + k] *= scale;
    }
    return out;
  };
  const bind = (ratios: ThighRatios) => buildActor(dh.layout, dh.skeleton, withRatio(ratios)).binding;
  const result = withRatio(findThighRatios({ bind, offsets, runs: spread(runs) }));
  for (const bone of thighs) {
    const at = bone.joint * 3;
    bone.offset = [result[at], result[at + 1], result[at + 2]];
  }
}

/** Length of the bone that begins at a joint. */
function lengthOfChild({ parents }: Skeleton, offsets: Float64Array, joint: number): number {
  const child = parents.indexOf(joint);
  return Math.hypot(...offsets.subarray(child * 3, child * 3 + 3));
}

/** At most RUN_COUNT of the runs, spread over all. */
function spread(runs: readonly FrameRun[]): FrameRun[] {
  const count = Math.min(RUN_COUNT, runs.length);
  return Array.from({ length: count }, (_, i) => runs[Math.floor((i * runs.length) / count)]);
}
