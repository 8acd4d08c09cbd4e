import type { Pose, Skeleton } from '@leib/core';
import {
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
import type { TrackedFrame } from '@leib/tracking';

/** What turns tracking into a pose: the whole solve with its settings, or (null) the plain baseline. */
export type SolverChoice = EmbodySettings | null;

/** One body being solved. */
export interface BodySolver {
  /** Current after step(). */
  readonly pose: Pose;
  /** What the whole solve knows besides the pose; null for the baseline. */
  readonly embody: EmbodySolver | null;
  step(jointFrame: TrackedFrame, dtSeconds: number): void;
}

/** The whole solve, whose settings may be replaced while it runs: feet stay where they stand. */
export interface EmbodySolver extends BodySolver {
  readonly model: EmbodyModel;
  readonly state: EmbodyState;
  setSettings(settings: EmbodySettings): void;
}

export function createBodySolver(skeleton: Skeleton, choice: SolverChoice, ground: Ground): BodySolver {
  return choice === null ? createBaselineSolver(skeleton) : createEmbodySolver(skeleton, choice, ground);
}

/** The same solver with other settings where it can go on, a new one where it cannot. Throws BuildError on bad ones. */
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
  const model = buildBaseline(skeleton);
  const state = createBaselineState(model);
  return {
    pose: state.pose,
    embody: null,
    step: (jointFrame, dtSeconds) => stepBaseline(model, state, jointFrame, dtSeconds),
  };
}

function createEmbodySolver(skeleton: Skeleton, settings: EmbodySettings, ground: Ground): BodySolver {
  let model = buildEmbody(skeleton, settings);
  const state = createEmbodyState(model, ground);
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
      model = buildEmbody(skeleton, next);
    },
    step: (jointFrame, dtSeconds) => stepEmbody(model, state, jointFrame, dtSeconds),
  };
  return solver;
}
