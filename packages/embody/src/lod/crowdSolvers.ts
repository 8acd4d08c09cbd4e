import { createBaselineState } from '../baseline/baselineState.js';
import type { BaselineModel } from '../baseline/buildBaseline.js';
import { stepBaseline } from '../baseline/stepBaseline.js';
import type { EmbodyModel } from '../embodyModel.js';
import { createEmbodyState } from '../embodyState.js';
import type { FingerModel } from '../fingers/fingerModel.js';
import type { Both } from '../fingers/stepFingers.js';
import type { Ground } from '../ground/ground.js';
import { stepEmbody } from '../stepEmbody.js';
import type { CrowdSolver } from './crowd.js';

/**
 * The full solve for crowds; `model` may be shared by everybody with the same body. Who is far away goes by the rules:
 * there the prior costs more than it shows.
 */
export function createEmbodyCrowdSolver(model: EmbodyModel, ground?: Ground): CrowdSolver {
  const state = createEmbodyState(model, ground);
  state.hindsight.keepsPast = false;
  const fingerless = withoutPrior(withoutFingers(model));
  return {
    pose: state.pose,
    step: (frame, dtSeconds) => stepEmbody(model, state, frame, dtSeconds),
    stepWithoutFingers: (frame, dtSeconds) => stepEmbody(fingerless, state, frame, dtSeconds),
  };
}

/** The same body by the rules: the prior hands over by degrees and is then no longer asked. */
function withoutPrior(model: EmbodyModel): EmbodyModel {
  const { guide } = model;
  if (guide === null) return model;
  return { ...model, guide: { ...guide, settings: { ...guide.settings, isOn: false } } };
}

/** The same body with hands that stay as they are. */
export function withoutFingers<Model extends { readonly fingers: Both<FingerModel> }>(model: Model): Model {
  const [left, right] = model.fingers;
  return {
    ...model,
    fingers: [
      { ...left, joints: [] },
      { ...right, joints: [] },
    ],
  };
}

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
