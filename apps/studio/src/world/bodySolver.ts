import type { Pose, Skeleton } from '@leib/core';
import {
  attachPrior,
  attachSkeleton,
  buildBaseline,
  buildEmbody,
  createBaselineState,
  createEmbodyState,
  type EmbodyModel,
  type EmbodySettings,
  type EmbodyState,
  type Ground,
  stepBaseline,
  stepEmbody,
} from '@leib/embody';
import type { JointFrame } from '@leib/tracking';
import { type PriorWeights, pagePriorWeights } from './priorWeights.js';

/** What turns tracking into a pose: the whole solve with its settings, or (null) the plain baseline. */
export type SolverChoice = EmbodySettings | null;

/** One body being solved. */
export interface BodySolver {
  /** Current after step(). */
  readonly pose: Pose;
  /** What the whole solve knows besides the pose; null for the baseline. */
  readonly embody: EmbodySolver | null;
  step(jointFrame: JointFrame, dtSeconds: number): void;
  /** The same joints with other lengths from now on. */
  setSkeleton(skeleton: Skeleton): void;
}

/** The whole solve, whose settings may be replaced while it runs: feet stay where they stand. */
export interface EmbodySolver extends BodySolver {
  readonly model: EmbodyModel;
  readonly state: EmbodyState;
  setSettings(settings: EmbodySettings): void;
}

export function createBodySolver(
  skeleton: Skeleton,
  choice: SolverChoice,
  ground: Ground,
  weights: PriorWeights = pagePriorWeights,
): BodySolver {
  return choice === null ? createBaselineSolver(skeleton) : createEmbodySolver(skeleton, choice, ground, weights);
}

/** The same solver with other settings where it can go on, a new one where it cannot. Throws InputError on bad ones. */
export function chooseSolver(
  current: BodySolver,
  skeleton: Skeleton,
  choice: SolverChoice,
  ground: Ground,
): BodySolver {
  if (choice === null && current.embody === null) return current;
  if (choice === null || current.embody === null) return createBodySolver(skeleton, choice, ground);
  current.embody.setSettings(choice);
  return current;
}

function createBaselineSolver(skeleton: Skeleton): BodySolver {
  let model = buildBaseline(skeleton);
  const state = createBaselineState(model);
  return {
    pose: state.pose,
    embody: null,
    step: (jointFrame, dtSeconds) => stepBaseline(model, state, jointFrame, dtSeconds),
    setSkeleton(next) {
      model = buildBaseline(next);
    },
  };
}

/** A body has been seen to move after so many frames: a megabyte of weights does not hold that up. */
const FRAMES_BEFORE_WEIGHTS = 2;

/** The prior joins in as soon as its weights are here, by degrees. */
function createEmbodySolver(
  initialSkeleton: Skeleton,
  initial: EmbodySettings,
  ground: Ground,
  weights: PriorWeights,
): BodySolver {
  let settings = initial;
  let skeleton = initialSkeleton;
  let model = buildEmbody(skeleton, settings, weights.model);
  const state = createEmbodyState(model, ground);
  // Clips are not put down; the world says which body is led by a headset.
  state.putDown.isWatched = false;
  let framesLeft = FRAMES_BEFORE_WEIGHTS;
  const solver: EmbodySolver = {
    pose: state.pose,
    get model() {
      return model;
    },
    state,
    get embody() {
      return solver;
    },
    setSettings(next) {
      model = buildEmbody(skeleton, next, weights.model);
      settings = next;
      attachPrior(model, state);
    },
    setSkeleton(next) {
      skeleton = next;
      model = buildEmbody(skeleton, settings, weights.model);
      attachPrior(model, state);
      attachSkeleton(model, state);
    },
    step(jointFrame, dtSeconds) {
      if (model.guide === null && weights.model !== null) {
        model = buildEmbody(skeleton, settings, weights.model);
        attachPrior(model, state);
      }
      stepEmbody(model, state, jointFrame, dtSeconds);
      if (framesLeft > 0) framesLeft--;
      else if (settings.prior.isOn) void weights.fetch();
    },
  };
  return solver;
}
