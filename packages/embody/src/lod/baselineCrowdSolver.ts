import { createBaselineState } from '../baseline/baselineState.js';
import type { BaselineModel } from '../baseline/buildBaseline.js';
import { stepBaseline } from '../baseline/stepBaseline.js';
import type { CrowdSolver } from './crowd.js';
import { withoutFingers } from './withoutFingers.js';

/** The baseline for crowds; `model` may be shared by everybody with the same body. */
export function createBaselineCrowdSolver(model: BaselineModel): CrowdSolver {
  const state = createBaselineState(model);
  const fingerless = withoutFingers(model);
  return {
    pose: state.pose,
    step: (frame, dtSeconds) => stepBaseline(model, state, frame, dtSeconds),
    stepWithoutFingers: (frame, dtSeconds) => stepBaseline(fingerless, state, frame, dtSeconds),
  };
}
