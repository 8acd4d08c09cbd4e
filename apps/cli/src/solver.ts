import {
  type BaselineParams,
  buildBaseline,
  buildEmbody,
  createBaselineState,
  createEmbodyState,
  defaultEmbodySettings,
  type EmbodySettings,
  type OtherSolver,
  type PriorModel,
  stepBaseline,
  stepEmbody,
} from '@leib/embody';

/** A way to work out the body, for comparison with others. */
export type Solver = OtherSolver;

/** The plain way, which everything else has to beat. */
export function baselineSolver(params?: Partial<BaselineParams>): Solver {
  return {
    name: 'baseline',
    create(skeleton) {
      const model = buildBaseline(skeleton, params);
      const state = createBaselineState(model);
      return { pose: state.pose, step: (frame, dtSeconds) => stepBaseline(model, state, frame, dtSeconds) };
    },
  };
}

/** The full solve, with settings of one's own and, where its weights are given, with the learned prior. */
export function embodySolver(
  settings: EmbodySettings = defaultEmbodySettings,
  name = 'embody',
  prior: PriorModel | null = null,
): Solver {
  return {
    name,
    create(skeleton) {
      const model = buildEmbody(skeleton, settings, prior);
      const state = createEmbodyState(model);
      return { pose: state.pose, step: (frame, dtSeconds) => stepEmbody(model, state, frame, dtSeconds) };
    },
  };
}
