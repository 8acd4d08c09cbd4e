import { wearStore } from './wearController.js';

/** Leads to the second step of the guide; the simulated person stands in a T-pose there. */
export function startTPose(): void {
  wearStore.getState().controller?.command({ type: 'goTo', step: 'tPose' });
}
