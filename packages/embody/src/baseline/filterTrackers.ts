import { copyJointFrame, type JointFrame, pointNumber, quality, stepHoldLost } from '@leib/tracking';
import type { BaselineState } from './baselineState.js';
import type { BaselineModel } from './buildBaseline.js';

/**
 * Takes the frame in: what is lost is held, hands sink to the sides, NaN never enters. Returns false while there has
 * been no head at all: there is nobody to show yet.
 */
export function filterTrackers(
  model: BaselineModel,
  state: BaselineState,
  jointFrame: JointFrame,
  dtSeconds: number,
): boolean {
  copyJointFrame(state.tracked, jointFrame);
  stepHoldLost(model.params.lost, state.lost, state.tracked, dtSeconds);
  return state.tracked.quality[pointNumber.head] !== quality.lost;
}
