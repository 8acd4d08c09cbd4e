import type { BaselineParams } from '../baseline/baselineParams.js';
import { createBaselineState } from '../baseline/baselineState.js';
import { buildBaseline } from '../baseline/buildBaseline.js';
import { stepBaseline } from '../baseline/stepBaseline.js';
import { buildEmbody } from '../embodyModel.js';
import { defaultEmbodySettings, type EmbodySettings } from '../embodySettings.js';
import { createEmbodyState } from '../embodyState.js';
import type { OtherSolver } from '../person/personSolver.js';
import type { PriorModel } from '../prior/network/priorModel.js';
import { stepEmbody } from '../stepEmbody.js';

export type { RunningSolver } from '../person/personSolver.js';
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
