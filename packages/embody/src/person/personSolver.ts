import type { Pose, Skeleton } from '@leib/core';
import type { JointFrame } from '@leib/tracking';
import { buildEmbody, type EmbodyModel } from '../embodyModel.js';
import type { EmbodySettings } from '../embodySettings.js';
import { attachPrior, attachSkeleton, createEmbodyState, type EmbodyState } from '../embodyState.js';
import type { Ground } from '../ground/ground.js';
import type { PriorModel } from '../prior/network/priorModel.js';
import { stepEmbody } from '../stepEmbody.js';

/** Another way to work out a body, to compare the whole solve with. */
export interface OtherSolver {
  readonly name: string;
  create(skeleton: Skeleton): RunningSolver;
}

/** One body being solved: joint poses in, the whole body out. The floor is at height zero. */
export interface RunningSolver {
  /** Current after step(). */
  readonly pose: Pose;
  step(jointFrame: JointFrame, dtSeconds: number): void;
  /** The same joints with other lengths from now on; where it is absent, the solver is made anew. */
  setSkeleton?(skeleton: Skeleton): void;
}

/** The whole solve with its settings, or another one. */
export type SolverChoice = EmbodySettings | OtherSolver;

/** The learned prior's weights that may still be on their way: the rules run meanwhile, and for good where they cannot be had. */
export interface PriorWeights {
  readonly model: PriorModel | null;
  /** Asked for when the body has been seen to move: a megabyte does not hold that up. */
  fetch(): unknown;
}

/** A body has been seen to move after so many frames. */
const FRAMES_BEFORE_WEIGHTS = 2;

/** The whole solve as it runs, with what it is made for: the model is replaced with settings, weights or lengths, the state goes on. */
export interface EmbodySolver {
  model: EmbodyModel;
  readonly state: EmbodyState;
}

/** What solves one person's body. */
export interface PersonSolver {
  readonly pose: Pose;
  /** Null for another solver. */
  readonly embody: EmbodySolver | null;
  readonly other: { readonly by: OtherSolver; running: RunningSolver } | null;
  readonly weights: PriorWeights;
  framesLeft: number;
  /** All time that it has gone through: a body that is sent moves by this, whenever the message leaves. */
  seconds: number;
}

export function createPersonSolver(
  choice: SolverChoice,
  skeleton: Skeleton,
  ground: Ground,
  weights: PriorWeights,
): PersonSolver {
  if (isOtherSolver(choice)) {
    const running = choice.create(skeleton);
    return { pose: running.pose, embody: null, other: { by: choice, running }, weights, framesLeft: 0, seconds: 0 };
  }
  const model = buildEmbody(skeleton, choice, weights.model);
  const state = createEmbodyState(model, ground);
  return {
    pose: state.body.pose,
    embody: { model, state },
    other: null,
    weights,
    framesLeft: FRAMES_BEFORE_WEIGHTS,
    seconds: 0,
  };
}

/**
 * The same solver with another choice where it can go on: feet stay where they stand. False where it takes a new one. Throws
 * InputError on bad settings, and leaves all as it was.
 */
export function changeSolver({ embody, other, weights }: PersonSolver, choice: SolverChoice): boolean {
  if (isOtherSolver(choice)) return other?.by === choice;
  if (embody === null) return false;
  embody.model = buildEmbody(embody.model.skeleton, choice, weights.model);
  attachPrior(embody.model, embody.state);
  return true;
}

/** Other lengths of the same joints. */
export function stretchSolver({ embody, other, weights }: PersonSolver, skeleton: Skeleton): void {
  if (embody !== null) {
    embody.model = buildEmbody(skeleton, embody.model.settings, weights.model);
    attachPrior(embody.model, embody.state);
    attachSkeleton(embody.model, embody.state);
  } else other?.running.setSkeleton?.(skeleton);
}

/** Joints -> `pose`: stepEmbody(), or the other solver. The prior joins in as soon as its weights are here, by degrees. */
export function stepPersonSolver(solver: PersonSolver, joints: JointFrame, dtSeconds: number): void {
  const { embody, other, weights } = solver;
  solver.seconds += dtSeconds;
  if (embody === null) {
    other?.running.step(joints, dtSeconds);
    return;
  }
  if (embody.model.guide === null && weights.model !== null) {
    embody.model = buildEmbody(embody.model.skeleton, embody.model.settings, weights.model);
    attachPrior(embody.model, embody.state);
  }
  stepEmbody(embody.model, embody.state, joints, dtSeconds);
  if (solver.framesLeft > 0) solver.framesLeft--;
  else if (embody.model.settings.prior.isOn) weights.fetch();
}

export function isOtherSolver(choice: SolverChoice): choice is OtherSolver {
  return 'create' in choice;
}
