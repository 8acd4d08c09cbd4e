import type { Pose, Skeleton } from '@leib/core';
import type { AgentAngles } from '@leib/core/pack';
import { type BodyConditioner, defaultBodyConditionerParams } from '../bodies/bodyConditioner.js';
import { type BodyFrame, describeWarnings } from '../bodies/bodyFrame.js';
import type { BodySource } from '../bodies/bodySource.js';
import type { SwapParams } from '../bodies/swappedBodies.js';
import type { DhSkeleton } from '../dh/dhSkeleton.js';
import { describeSetup, type MocapOffsets } from '../offsets/offsets.js';
import {
  type BodyPlacement,
  type BodyResiduals,
  createBodyResiduals,
  measureBodyResiduals,
  placeBodies,
} from '../refine/bodyPlacement.js';
import {
  buildMocapModel,
  createMocapState,
  type MocapMethod,
  type MocapModel,
  type MocapState,
  stepMocap,
} from '../stepMocap.js';

export interface SolveSettings {
  readonly method: MocapMethod;
  readonly smoothingMs: number;
  readonly predictMs: number;
  readonly swaps: SwapParams['mode'];
}

/** One actor being solved: bodies in, skeleton out, and how well the two fit. */
export interface ActorSolver {
  /** Bodies do not tell of fingers. */
  readonly hasFingers: false;
  readonly model: MocapModel;
  readonly state: MocapState;
  /** By the frame's bodies; NaN where a body is not seen or has no offsets. */
  readonly residuals: BodyResiduals;
  readonly bodies: BodyConditioner;
  /** The actor's; another one with the same joints when lengths become known. */
  readonly skeleton: Skeleton;
  readonly pose: Pose;
  readonly angles: AgentAngles;
  step(frame: BodyFrame, dtSeconds: number): void;
}

/** `before`: whose lengths are known already. */
export function createActorSolver(
  bodyNames: readonly string[],
  offsets: MocapOffsets,
  { method, smoothingMs, predictMs, swaps, skeleton }: SolveSettings & { readonly skeleton?: DhSkeleton | undefined },
  before: ActorSolver | null = null,
): ActorSolver {
  const { filter, swaps: swapParams } = defaultBodyConditionerParams;
  const model = buildMocapModel({
    bodyNames,
    offsets,
    ...(skeleton && { skeleton }),
    method,
    conditioner: {
      filter: { ...filter, smoothingSeconds: smoothingMs / 1000 },
      predictSeconds: predictMs / 1000,
      swaps: { ...swapParams, mode: swaps },
    },
  });
  const state = createMocapState(model, before?.state.lengths);
  if (before) state.thighRuns = before.state.thighRuns;
  const residuals = createBodyResiduals(bodyNames.length);
  let placements: readonly BodyPlacement[] = [];
  let placedOn: Skeleton | null = null;
  return {
    hasFingers: false,
    model,
    state,
    residuals,
    get bodies() {
      return state.bodies;
    },
    get skeleton() {
      return state.actor.skeleton;
    },
    get pose() {
      return state.pose;
    },
    get angles() {
      return state.angles;
    },
    step(frame, dtSeconds) {
      stepMocap(model, state, frame, dtSeconds);
      const { skeleton: now } = state.actor;
      if (now !== placedOn) {
        placedOn = now;
        placements = placeBodies(now, model.offsets);
      }
      measureBodyResiduals(placements, state.pose, frame, state.bodies.swaps.slots, residuals);
    },
  };
}

/** Sentences of faulty packets, and of refused and exchanged bodies, that are shown: the latest. */
const MOST_WARNINGS = 4;

/** Sentences about what could not be read, then about bodies that are missing, refused or exchanged; the latest last. */
export function remarksOnBodies(
  source: BodySource | null,
  { names, quality }: BodyFrame,
  solver: ActorSolver | null,
): readonly string[] {
  const isLost = names.length > 0 && quality.every((grade) => grade === 0);
  const missing = isLost ? ['No body is seen now: the actor stands still until one comes back.'] : [];
  const read = source?.remarks().slice(-MOST_WARNINGS) ?? [];
  if (!solver) return [...read, ...missing];
  const { model, state } = solver;
  return [
    ...read,
    ...describeSetup(model.bodyNames, model.offsets),
    ...(state.isPlaced ? [] : ['No body on the trunk has been seen yet, so there is no skeleton.']),
    ...missing,
    ...describeWarnings(state.bodies.warnings).slice(-MOST_WARNINGS),
  ];
}
