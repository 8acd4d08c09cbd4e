import type { EmbodyModel } from '../embodyModel.js';
import { createEmbodyState } from '../embodyState.js';
import type { Ground } from '../ground/ground.js';
import { stepEmbody } from '../stepEmbody.js';
import type { CrowdSolver } from './crowd.js';
import { withoutFingers } from './withoutFingers.js';
import { withoutPrior } from './withoutPrior.js';

/**
 * The full solve for crowds; `model` may be shared by everybody with the same body. Who is far away goes by the rules:
 * there the prior costs more than it shows.
 */
export function createEmbodyCrowdSolver(model: EmbodyModel, ground?: Ground): CrowdSolver {
  const state = createEmbodyState(model, ground);
  const fingerless = withoutPrior(withoutFingers(model));
  return {
    pose: state.pose,
    step: (frame, dtSeconds) => stepEmbody(model, state, frame, dtSeconds),
    stepWithoutFingers: (frame, dtSeconds) => stepEmbody(fingerless, state, frame, dtSeconds),
  };
}
