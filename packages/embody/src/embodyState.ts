import { attachArms } from './arms/armsState.js';
import type { EmbodyModel } from './embodyModel.js';
import { type Both, createFingerState, type FingerState } from './fingers/stepFingers.js';
import { flatGround, type Ground } from './ground/ground.js';
import { createHindsightState, dropSecondBody, endFault, type HindsightState } from './hindsight/hindsightState.js';
import { buildPriorBody } from './prior/network/priorBody.js';
import { createGuideState } from './prior/proposal/buildGuide.js';
import { createPutDownState, type PutDownState, resetPutDownState } from './putDown/standWhilePutDown.js';
import { createSolvedBody, resetSolvedBody, type SolvedBody } from './solvedBody.js';

/** Where one body is, and what each part remembers of it. One per avatar; allocated here and nowhere else. */
export interface EmbodyState extends SolvedBody {
  readonly putDown: PutDownState;
  readonly fingers: Both<FingerState>;
  readonly hindsight: HindsightState;
}

export function createEmbodyState(model: EmbodyModel, ground: Ground = flatGround()): EmbodyState {
  const { fingers } = model.settings;
  return {
    ...createSolvedBody(model, ground),
    putDown: createPutDownState(),
    fingers: [createFingerState(fingers), createFingerState(fingers)],
    hindsight: createHindsightState(),
  };
}

/** Forgets the person; the ground stays. */
export function resetEmbodyState(model: EmbodyModel, state: EmbodyState): void {
  resetSolvedBody(model, state);
  resetPutDownState(state.putDown);
  endFault(state.hindsight);
  state.hindsight.past = null;
}

/** Weights that arrive while the body is already there: `model` is built with them, and takes over by degrees. */
export function attachPrior(model: EmbodyModel, state: EmbodyState): void {
  if (model.guide === null || state.guide !== null) return;
  state.guide = createGuideState(model.guide);
  dropSecondBody(state.hindsight);
}

/**
 * Other lengths of the same joints (core's stretchSkeleton): `model` is built for them, and the person goes on from
 * where they are. Feet that stand keep standing; only what the lengths themselves change is changed.
 */
export function attachSkeleton(model: EmbodyModel, state: EmbodyState): void {
  attachArms(model.arms, state.arms);
  if (state.guide !== null) state.guide.network.body = buildPriorBody(model.skeleton);
  dropSecondBody(state.hindsight);
}
