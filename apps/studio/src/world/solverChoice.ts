import {
  buildBaseline,
  createBaselineState,
  type EmbodySettings,
  type OtherSolver,
  type SolverChoice as PersonSolverChoice,
  stepBaseline,
} from '@leib/embody';

/** What turns tracking into a pose: the whole solve with its settings, or (null) the plain baseline. */
export type SolverChoice = EmbodySettings | null;

const baseline: OtherSolver = {
  name: 'baseline',
  create(skeleton) {
    let model = buildBaseline(skeleton);
    const state = createBaselineState(model);
    return {
      pose: state.pose,
      step: (joints, dtSeconds) => stepBaseline(model, state, joints, dtSeconds),
      setSkeleton(next) {
        model = buildBaseline(next);
      },
    };
  },
};

export function solverOf(choice: SolverChoice): PersonSolverChoice {
  return choice ?? baseline;
}
